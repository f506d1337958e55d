import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { candidateOf, type Lookup, MOST_TEXTS, UNKNOWN } from '../schema/dictionary.js';
import type { TextKey } from '../schema/keys.js';

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

/** `pool`: connections that no unit of work holds, so that a unit can wait for the dictionary. */
export function createDictionary(pool: pg.Pool): Dictionary {
  const numbers = new Map<string, number>();
  const texts = new Map<number, string>();

  async function query(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    return (await pool.query<object>(sql, [...parameters])).rows;
  }

  async function load(wanted: readonly number[]): Promise<void> {
    const rows = (await query('select number, "text" from dictionary where number = any($1::integer[])', [
      wanted,
    ])) as readonly { readonly number: number; readonly text: string }[];
    for (const { number, text } of rows) texts.set(number, text);
  }

  /** Finds the numbers of texts, or adds the texts. Returns those that are neither stored nor saved. */
  async function find(wanted: readonly string[], save: boolean): Promise<readonly string[]> {
    const absent: string[] = [];
    let rest = wanted;
    for (let attempt = 0; rest.length > 0; attempt++) {
      const candidates = rest.map((text) => [candidateOf(text, attempt), text] as const);
      await load(candidates.map(([number]) => number));
      const added = candidates.filter(([number]) => !texts.has(number));
      if (save && added.length > 0) {
        await query(
          `insert into dictionary (number, "text") select * from unnest($1::integer[], $2::text[])
            on conflict (number) do nothing`,
          [added.map(([number]) => number), added.map(([, text]) => text)],
        );
        await load(added.map(([number]) => number));
      }
      for (const [number, text] of candidates) {
        if (texts.get(number) === text) numbers.set(text, number);
        else if (!texts.has(number)) absent.push(text);
      }
      rest = candidates.filter(([number, text]) => texts.has(number) && texts.get(number) !== text).map(([, t]) => t);
    }
    return absent;
  }

  async function again<T>(work: (lookup: Lookup) => T, save: boolean): Promise<T> {
    const absent = new Set<string>();
    for (let run = once(work, absent); ; run = once(work, absent)) {
      if ('missing' in run) {
        await load([run.missing]);
        if (!texts.has(run.missing)) throw new Error(`the dictionary of the database has no entry ${run.missing}`);
      } else if (run.wanted.length > 0) {
        for (const text of await find(run.wanted, save)) absent.add(text);
      } else return run.value;
    }
  }

  /** Callers that miss the same text wait for the first of them. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = last.then(run, run);
    last = mine;
    return mine;
  }

  function once<T>(work: (lookup: Lookup) => T, absent: ReadonlySet<string>): Run<T> {
    const wanted = new Set<string>();
    const lookup: Lookup = {
      numberOf(text) {
        const number = numbers.get(text);
        if (number === undefined && !absent.has(text)) wanted.add(text);
        return number ?? UNKNOWN;
      },
      textOf(number) {
        const text = texts.get(number);
        if (text === undefined) throw new MissingText(number);
        return text;
      },
      textKey: bytesOfText,
      hasRoom: () => numbers.size < MOST_TEXTS,
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
      const run = once(work, NONE);
      if ('value' in run && run.wanted.length === 0) return run.value;
      return inTurn(() => again(work, save !== undefined));
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The first byte of UTF-8 tells a text from a key with a form. */
export const bytesOfText: TextKey = (text) => Buffer.from(text);

type Run<T> = { readonly value: T; readonly wanted: readonly string[] } | { readonly missing: number };
