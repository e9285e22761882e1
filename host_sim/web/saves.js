// What the browser keeps: the saves of each board, and a person's own games and boards.

const NAME = "glowgrid";
const VERSION = 2;
const STORES = ["saves", "games", "boards"];

function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      const database = asked.result;
      for (const old of database.objectStoreNames) if (!STORES.includes(old)) database.deleteObjectStore(old);
      for (const name of STORES) if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("another window of this page is in the way"));
  });
}

let opened; // one connection for the page

async function ask(store, mode, request) {
  const database = await (opened ??= open());
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

// Small things that hold for this browser alone, as JSON; null if none is there, or this browser keeps nothing.
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // this browser keeps nothing
  }
}

export const load = (store, name) => ask(store, "readonly", (each) => each.get(name));
export const keep = (store, name, value) => ask(store, "readwrite", (each) => each.put(value, name));
export const forget = (store, name) => ask(store, "readwrite", (each) => each.delete(name));
