import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * One attempt to pay an employee. `request` is written before the service is asked for a quote, `quote` before the quote
 * is executed, and `refused` if the service refuses the request.
 *
 * @typedef {object} Attempt
 * @property {number} number 1, 2, …: part of the idempotency keys
 * @property {string} currency of the salary
 * @property {import('@corridor/client').QuoteRequest} request
 * @property {{ id: string, transactionId: string, cost: number, fee: number, rate: number, expiresAt: string }} [quote]
 * @property {string} [refused]
 */

/**
 * What one run of the payroll has decided, in a file with one JSON document per line. A line is on the disk before the
 * call that it announces, so the next start knows every quote that can have been executed. Whether it was, and what
 * became of the payment, is not in the file: the service knows it better.
 *
 * @param {string} path
 */
export function openJournal(path) {
  /** @type {Map<string, Attempt>} the last attempt by employee */
  const attempts = new Map();
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  // A process that dies in the middle of a line has not made the call that the line announces.
  const complete = text.subarray(0, text.lastIndexOf(0x0a) + 1);
  for (const line of complete.toString().split('\n').filter(Boolean)) remember(JSON.parse(line));
  const file = openSync(path, 'a');
  if (complete.length < text.length) ftruncateSync(file, complete.length);
  syncFolder(path);

  function remember({ employee, ...entry }) {
    const last = attempts.get(employee);
    attempts.set(employee, last?.number === entry.number ? { ...entry, ...last } : entry);
  }

  return {
    /** Whether nothing was decided yet. */
    isNew: complete.length === 0,
    employees: () => [...attempts.keys()],
    /** @returns {Attempt | undefined} */
    latest: (employee) => attempts.get(employee),
    /** Writes a line to the disk before it returns. */
    write(entry) {
      writeSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
      fsyncSync(file);
      remember(entry);
    },
    close: () => closeSync(file),
  };
}

/** Makes sure that a new file is still in its folder after a power failure. */
function syncFolder(path) {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
