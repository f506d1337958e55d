import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs';
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
  /** The payments of all quotes that can have been executed. */
  const transactions = new Set();
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  // A process that dies in the middle of a line has not made the call that the line announces.
  const complete = text.subarray(0, text.lastIndexOf(0x0a) + 1);
  for (const line of complete.toString().split('\n').filter(Boolean)) remember(JSON.parse(line));
  const file = openSync(path, 'a');
  if (complete.length < text.length) ftruncateSync(file, complete.length);
  syncFolder(path);
  let length = complete.length;

  function remember({ employee, ...entry }) {
    if (entry.quote !== undefined) transactions.add(entry.quote.transactionId);
    const last = attempts.get(employee);
    attempts.set(employee, last?.number === entry.number ? { ...entry, ...last } : entry);
  }

  return {
    employees: () => [...attempts.keys()],
    /** @returns {Attempt | undefined} */
    latest: (employee) => attempts.get(employee),
    /** Whether a payment can be one of this journal. */
    knows: (transactionId) => transactions.has(transactionId),
    /** Whether another process has written lines since this one has read the file. */
    isShared: () => fstatSync(file).size !== length,
    /** Writes a line to the disk before it returns. */
    write(entry) {
      const line = `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`;
      appendFileSync(file, line);
      fsyncSync(file);
      length += Buffer.byteLength(line);
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
