import { Bug } from '@corridor/core/ports';
import { candidateOf, type Lookup, MOST_TEXTS, UNKNOWN } from '../schema/dictionary.js';

/** The statements of a lookup. */
export interface DictionaryTable {
  textOf(number: number): string | null;
  /** Null if this connection does not write. */
  readonly insert: ((number: number, text: string) => void) | null;
}

export interface SqliteLookup extends Lookup {
  /** Keeps the numbers that were given or read since the last call. */
  committed(): void;
  /** Forgets the numbers that were given or read since the last commit: their rows may have been rolled back. */
  rolledBack(): void;
}

/** The dictionary of one connection. A new text gets its number in the transaction of the row that needs it. */
export function createLookup(table: DictionaryTable): SqliteLookup {
  const numbers = new Map<string, number>();
  const texts = new Map<number, string>();
  let uncommitted: string[] = [];

  function learn(number: number, text: string): number {
    numbers.set(text, number);
    texts.set(number, text);
    uncommitted.push(text);
    return number;
  }

  function find(text: string): number {
    for (let attempt = 0; ; attempt++) {
      const number = candidateOf(text, attempt);
      const stored = texts.get(number) ?? table.textOf(number);
      if (stored === text) return learn(number, text);
      if (stored !== null) continue;
      if (table.insert === null) return UNKNOWN;
      table.insert(number, text);
      return learn(number, text);
    }
  }

  return {
    numberOf: (text) => numbers.get(text) ?? find(text),

    textOf(number) {
      const known = texts.get(number);
      if (known !== undefined) return known;
      const text = table.textOf(number);
      if (text === null) throw new Bug(`the dictionary of the database has no entry ${number}`);
      learn(number, text);
      return text;
    },

    textKey: (text) => text,

    hasRoom: () => numbers.size < MOST_TEXTS,

    committed() {
      uncommitted = [];
    },

    rolledBack() {
      for (const text of uncommitted) {
        texts.delete(numbers.get(text)!);
        numbers.delete(text);
      }
      uncommitted = [];
    },
  };
}
