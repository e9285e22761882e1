// What the browser keeps: the saves of each board, and a person's own games and boards.

const NAME = "glowgrid";
const VERSION = 2;
const STORES = ["saves", "games", "boards"];
export const EVERY_BOARD = "every board"; // among the saves: of what all boards share
const HOLDER = "holder"; // among the saves: which tab may write those of a board (hold.js)

let opened; // one connection for the page, until it closes

export function connected() {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      const database = asked.result;
      for (const old of database.objectStoreNames) if (!STORES.includes(old)) database.deleteObjectStore(old);
      for (const name of STORES) if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
    };
    let late = false; // whether it was blocked, and is not waited for
    asked.onsuccess = () => {
      const database = asked.result;
      if (late) return database.close();
      database.onclose = () => (opened = undefined);
      database.onversionchange = () => {
        database.close();
        opened = undefined;
      };
      resolve(database);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => {
      late = true;
      reject(new Error("another window of this page is in the way"));
    };
  });
}

async function ask(store, mode, request) {
  const database = await connected();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const asked = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? asked.error);
  });
}

// All that stands in a store, {name: value}. Throws if this browser keeps nothing.
export async function all(store) {
  const names = await ask(store, "readonly", (each) => each.getAllKeys());
  const values = await ask(store, "readonly", (each) => each.getAll());
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

const unkept = new Map(); // what this browser does not keep: it ends with the page

// Small things that hold for this browser alone, as JSON; null if none is there.
export function recall(name) {
  try {
    return JSON.parse(unkept.get(name) ?? localStorage.getItem(name));
  } catch {
    return null;
  }
}

// Returns whether it is kept.
export function remember(name, value) {
  const text = JSON.stringify(value);
  unkept.delete(name);
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    unkept.set(name, text);
    return false;
  }
}

export const load = (store, name) => ask(store, "readonly", (each) => each.get(name));

// The saves of a board, with what all boards share; and a person's own games. None where this browser keeps nothing.
export const savesOf = async (name) => ({ ...(await load("saves", name).catch(() => null)), ...(await load("saves", EVERY_BOARD).catch(() => null)) });
export const gamesOf = () => all("games").catch(() => ({}));

export const keep = (store, name, value) => ask(store, "readwrite", (each) => each.put(value, name));
export const setHolder = (who) => keep("saves", HOLDER, who);

// Keep the saves of a board as that tab, in one step; undefined: in a browser where all may. Returns whether it still may.
export async function keepAs(who, name, value) {
  let may = true;
  const written = ask("saves", "readwrite", (each) => {
    each.get(HOLDER).onsuccess = ({ target: { result, transaction } }) => {
      may = !who || !result || result === who;
      if (!may) transaction.abort();
    };
    return each.put(value, name);
  });
  await written.catch((error) => {
    if (may) throw error;
  });
  return may;
}

export const forget = (store, name) => ask(store, "readwrite", (each) => each.delete(name));

// Keep what `made` makes of what is kept, in one step: no other window comes in between.
export const change = (store, name, made) =>
  ask(store, "readwrite", (each) => {
    const asked = each.get(name);
    asked.onsuccess = () => each.put(made(asked.result), name);
    return asked;
  });
