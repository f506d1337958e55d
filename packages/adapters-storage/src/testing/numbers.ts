import { Buffer } from 'node:buffer';
import type { Lookup } from '../schema/dictionary.js';

/** A dictionary in memory that numbers texts in turn. */
export function createNumbers(): Lookup {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf(text) {
      if (!numbers.has(text)) numbers.set(text, texts.push(text) - 1);
      return numbers.get(text)!;
    },
    textOf(number) {
      if (texts[number] === undefined) throw new Error(`no entry ${number}`);
      return texts[number];
    },
    textKey: (text) => Buffer.from(text),
    hasRoom: () => true,
  };
}
