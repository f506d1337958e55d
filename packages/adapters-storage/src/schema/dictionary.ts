import { createHash } from 'node:crypto';
import { Bug } from '@corridor/core/ports';
import type { TextKey } from './keys.js';

/**
 * Short numbers for texts that many rows repeat: tenants, ledger accounts, kinds of entries and events, and templates
 * of JSON. The table `dictionary` has each text once.
 *
 * A number is derived from its text, so that every host finds the same one, also after a failover to a server that lost
 * the last rows of the dictionary: a host that knows the text writes it there again. If another text has the number
 * already, the next candidate is tried.
 */
export interface Lookup {
  /** The number of a text. If the lookup saves texts, a new text gets a number; otherwise its number is `UNKNOWN`. */
  numberOf(text: string): number;
  textOf(number: number): string;
  /** A key without a known form, as the database stores it. */
  readonly textKey: TextKey;
  /** Whether another template may be added. Rows whose structure has no template store their JSON as it is. */
  hasRoom(): boolean;
}

/** The number of a text that no row contains. */
export const UNKNOWN = -1;

/** Beyond this number of texts, new structures of JSON are not added, so that unusual ones do not fill the dictionary. */
export const MOST_TEXTS = 20_000;

/** The number that the attempt `attempt` (from 0) gives a text: 31 bits. */
export function candidateOf(text: string, attempt: number): number {
  // A database would store another text, and the lookup would never find this one.
  if (/\p{Surrogate}/u.test(text)) throw new Bug('the dictionary cannot hold a text with half of a surrogate pair');
  const salted = attempt === 0 ? text : `${text}\n${attempt}`;
  return createHash('sha256').update(salted).digest().readUInt32BE(0) >>> 1;
}
