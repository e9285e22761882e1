// Saves stay in the browser: the sectors of flash that differ from the UF2, one entry for each UF2.

export const SECTOR = 4096; // bytes of flash that are erased together
const STORE = "flash";

function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("glowgrid", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function ask(mode, request) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const asked = request(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    database.close();
  }
}

// A browser that keeps nothing (a private window) plays without saves.
export async function load(name) {
  try {
    return (await ask("readonly", (store) => store.get(name))) ?? [];
  } catch {
    return [];
  }
}

export function save(name, sectors) {
  return ask("readwrite", (store) => store.put(sectors, name)).catch(() => {});
}

export function forget(name) {
  return ask("readwrite", (store) => store.delete(name)).catch(() => {});
}

// How fast the engine thought here, of a real Pico's pace; 1 until that is known.
export function loadPace() {
  try {
    return Number(localStorage.getItem("pace") ?? 1);
  } catch {
    return 1;
  }
}

export function savePace(pace) {
  try {
    localStorage.setItem("pace", pace.toFixed(2));
  } catch {
    // a browser that keeps nothing
  }
}
