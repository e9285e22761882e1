// The firmware on MicroPython's WebAssembly port, with no emulated chip: in a Worker, or in Node.js. Kernels are
// WebAssembly too (tools/compile/native/webassembly.py) and share MicroPython's memory.

const HEAP = 2 << 20; // bytes, to begin with; it grows
const STACK = 1 << 16; // bytes, of the kernels
const ALIGNED = 16;
export const FIRMWARE = "/firmware";
// This port has no os.urandom.
const CHANCE = "import binascii, os, js_chance\nos.urandom = lambda count: binascii.unhexlify(js_chance.hex(count))";
const patterns = new Map(); // by flags and pattern
let kept = ""; // the text that patterns look through

// Returns MicroPython (runPython, globals, FS), and `bytesAt`, with `glowgrid` ready to be imported. port: address of
// micropython.mjs. url: of micropython.wasm, if it is not beside that. firmware: bytes as tools/web/firmware.py packs them,
// or what they will come from. print: called with each line.
export async function start({ port, url, firmware, print = console.log, heap = HEAP }) {
  const loaded = import(port).then(({ loadMicroPython }) =>
    withMemory(() => loadMicroPython({ url, heapsize: heap, stdout: print, linebuffer: true })),
  );
  const unpacked = Promise.resolve(firmware).then(unpack);
  const compiled = unpacked.then(({ "kernels.wasm": kernels }) => WebAssembly.compile(kernels));
  const [[micropython, memory], { "kernels.wasm": _, ...files }, module] = await Promise.all([loaded, unpacked, compiled]);
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  instance.exports.__stack_pointer.value = micropython._module._malloc(STACK) + STACK - ALIGNED;
  micropython.registerJsModule("kernels_wasm", callable(instance.exports));
  micropython.registerJsModule("js_patterns", { find, keep: (text) => (kept = text) });
  put(micropython, FIRMWARE, files);
  micropython.registerJsModule("js_chance", { hex });
  micropython.runPython(`import sys\nsys.path.insert(0, "${FIRMWARE}")\n${CHANCE}`);
  return { ...micropython, bytesAt: (id) => bytesAt(memory, id) };
}

// A copy of what a bytes or bytearray of Python holds, by its id: the port hands over only numbers and texts by value.
// The third word of such an object is its length, the fourth the address of the bytes.
function bytesAt({ buffer }, id) {
  const [length, address] = new Uint32Array(buffer, id + 8, 2);
  return new Uint8Array(buffer, address, length).slice();
}

// Write files, {path: bytes}, into a folder of MicroPython's, which need not exist.
export function put({ FS }, folder, files) {
  for (const [name, bytes] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes);
  }
}

// {path: bytes} of what tools/web/firmware.py packs: the length of a list, the list as JSON ([path, size] each), the files.
export function unpack(packed) {
  const bytes = new Uint8Array(packed);
  let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const files = {};
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    files[path] = bytes.subarray(at, (at += size));
  }
  return files;
}

// MicroPython keeps its memory to itself: look at each instance that is made while it loads.
async function withMemory(load) {
  const { instantiate, instantiateStreaming } = WebAssembly;
  let memory;
  const watched = (original) => async (...given) => {
    const made = await original.apply(WebAssembly, given);
    memory ??= Object.values((made.instance ?? made).exports).find((each) => each instanceof WebAssembly.Memory);
    return made;
  };
  WebAssembly.instantiate = watched(instantiate);
  WebAssembly.instantiateStreaming = instantiateStreaming && watched(instantiateStreaming);
  try {
    const loaded = await load();
    return [loaded, memory];
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
  }
}

// What patterns.py imports: where a pattern is in a part of a text (null: of the one that is kept), sticky: at its beginning
// alone; as JSON, null or [beginning, end, the whole, its groups].
function find(pattern, flags, sticky, text, at, end) {
  const key = `${flags}${sticky ? "y" : "g"} ${pattern}`;
  if (!patterns.has(key)) patterns.set(key, new RegExp(pattern, key.split(" ", 1)[0]));
  const known = patterns.get(key);
  known.lastIndex = at;
  const whole = text ?? kept;
  const found = known.exec(end === null ? whole : whole.slice(0, end));
  return JSON.stringify(found && [found.index, known.lastIndex, ...found]);
}

// So many random bytes, two digits each.
function hex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (each) => each.toString(16).padStart(2, "0")).join("");
}

// What kernels.py imports: `call` of a kernel by its number, its place in the table, and `number_of` a full name.
function callable({ call, __indirect_function_table: table, ...exported }) {
  const numbers = {};
  for (const [name, kernel] of Object.entries(exported)) {
    if (typeof kernel !== "function") continue;
    numbers[name] = table.grow(1);
    table.set(numbers[name], kernel);
  }
  return { call, number_of: (name) => numbers[name] };
}
