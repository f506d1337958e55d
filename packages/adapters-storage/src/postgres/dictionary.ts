import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { Bug } from '@corridor/core/ports';
import type pg from 'pg';
import { Unavailable } from '../port/storage.js';
import { candidateOf, type Lookup, MOST_TEXTS, UNKNOWN } from '../schema/dictionary.js';
import type { TextKey } from '../schema/keys.js';
import { dictionaryTable } from './dictionary-table.js';

/** The dictionary of a host: what it knows of the table, and the statements that read and extend the table. */
export interface Dictionary {
  /**
   * Encodes or decodes with the known texts and numbers. If one is missing, it is read from the table, or with `save`
   * added to it, and `work` runs again. Additions commit at once: a text without a row that needs it does no harm.
   */
  use<T>(work: (lookup: Lookup) => T, save?: 'save'): T | Promise<T>;
}

/** Thrown by a lookup to end the run of `work`: the text of this number is not known. */
class MissingText {
  constructor(readonly number: number) {}
}

/** After this time texts are looked up again: behind a connection pooler, a failover opens no new connection here. */
const VERIFIED_FOR_MS = 300_000;

/**
 * `pool`: connections that no unit of work holds, so that a unit can wait for the dictionary. `others`: the pools of
 * the units. A new connection may lead to a server that took over and lacks the last texts: then they are added again
 * before the next row needs them. Their numbers stay the same, so reads use what is known.
 */
export function createDictionary(pool: pg.Pool, others: readonly pg.Pool[]): Dictionary {
  const table = dictionaryTable(pool);
  const numbers = new Map<string, number>();
  /** The texts that this server has. */
  let verified = new Set<string>();
  const texts = new Map<number, string>();
  /** The number of entries, when they were counted, and those added since. */
  let count: number | null = null;
  let since = performance.now();
  for (const other of others) other.on('connect', forget);

  function forget(): void {
    verified = new Set();
    since = performance.now();
  }

  /** The stored texts of these numbers. */
  async function load(wanted: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const stored = await table.textsOf(wanted);
    for (const [number, text] of stored) texts.set(number, text);
    return stored;
  }

  /** Finds the numbers of texts, or adds the texts. Returns those that are neither stored nor saved. */
  async function find(wanted: readonly string[], save: boolean): Promise<readonly string[]> {
    const absent: string[] = [];
    // What a server has answered says nothing about the next one.
    const ofServer = verified;
    count ??= await table.count();
    let rest = wanted;
    for (let attempt = 0; rest.length > 0; attempt++) {
      const candidates = rest.map((text) => [candidateOf(text, attempt), text] as const);
      const all = candidates.map(([number]) => number);
      let stored = await load(all);
      const missing = candidates.filter(([number]) => !stored.has(number));
      if (save && missing.length > 0) {
        await table.add(missing);
        stored = await load(all);
        count += missing.length;
      }
      for (const [number, text] of candidates) {
        if (stored.get(number) === text) {
          numbers.set(text, number);
          ofServer.add(text);
        } else if (!stored.has(number)) {
          if (save) throw new Unavailable('the database lost an entry of the dictionary that was just added');
          absent.push(text);
        }
      }
      // Another text has the number: the next candidate is tried.
      rest = candidates.flatMap(([number, text]) => (stored.has(number) && stored.get(number) !== text ? [text] : []));
    }
    return absent;
  }

  async function again<T>(work: (lookup: Lookup) => T, save: boolean): Promise<T> {
    const absent = new Set<string>();
    for (let run = once(work, absent, save); ; run = once(work, absent, save)) {
      if ('missing' in run) {
        await load([run.missing]);
        if (!texts.has(run.missing)) throw new Bug(`the dictionary of the database has no entry ${run.missing}`);
      } else if (run.wanted.length > 0) {
        for (const text of await find(run.wanted, save)) absent.add(text);
      } else return run.value;
    }
  }

  /** Most callers that miss a text at the same time miss the same one: they wait for the first of them. */
  let first: Promise<unknown> | null = null;

  async function afterFirst<T>(run: () => Promise<T>): Promise<T> {
    if (first !== null) {
      await first;
      return run();
    }
    const mine = run();
    first = mine.then(noop, noop).finally(() => (first = null));
    return mine;
  }

  function once<T>(work: (lookup: Lookup) => T, absent: ReadonlySet<string>, save: boolean): Run<T> {
    if (performance.now() - since > VERIFIED_FOR_MS) forget();
    const wanted = new Set<string>();
    const lookup: Lookup = {
      numberOf(text) {
        const number = numbers.get(text);
        const isKnown = save ? verified.has(text) : number !== undefined;
        if (!isKnown && !absent.has(text)) wanted.add(text);
        return number ?? UNKNOWN;
      },
      textOf(number) {
        const text = texts.get(number);
        if (text === undefined) throw new MissingText(number);
        return text;
      },
      textKey: bytesOfText,
      hasRoom: () => (count ?? 0) < MOST_TEXTS,
    };
    try {
      const value = work(lookup);
      return { value, wanted: [...wanted] };
    } catch (error) {
      if (error instanceof MissingText) return { missing: error.number };
      throw error;
    }
  }

  return {
    use(work, save) {
      const run = once(work, NONE, save !== undefined);
      if ('value' in run && run.wanted.length === 0) return run.value;
      return afterFirst(() => again(work, save !== undefined));
    },
  };
}

const noop = (): void => undefined;

const NONE: ReadonlySet<string> = new Set();

/** The first byte of UTF-8 tells a text from a key with a form. */
export const bytesOfText: TextKey = (text) => Buffer.from(text);

type Run<T> = { readonly value: T; readonly wanted: readonly string[] } | { readonly missing: number };
