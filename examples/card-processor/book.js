import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * The records of the processor, in memory and in a file with one JSON document per line. A line is one change: all records
 * that it names are written together or, after a crash in the middle of the line, not at all. They are about persons, so
 * only the user of the process can read the file.
 */
export function openBook(path) {
  const records = new Map();
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const complete = text.subarray(0, text.lastIndexOf(0x0a) + 1);
  for (const line of complete.toString().split('\n').filter(Boolean)) {
    for (const record of JSON.parse(line)) records.set(record.key, record);
  }
  const file = openSync(path, 'a', 0o600);
  ftruncateSync(file, complete.length);

  return {
    get: (key) => records.get(key),
    all: (kind) => [...records.values()].filter((record) => record.key.startsWith(`${kind} `)),
    /** Writes the records of one change to the disk before it returns. */
    write(...changed) {
      writeSync(file, `${JSON.stringify(changed)}\n`);
      fsyncSync(file);
      for (const record of changed) records.set(record.key, record);
    },
    close: () => closeSync(file),
  };
}
