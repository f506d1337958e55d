/** A value of a PDF file, as far as the structure needs it; strings are not kept. */
export type PdfValue = PdfDictionary | PdfReference | PdfName | number | readonly PdfValue[] | null;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export interface PdfReference {
  readonly object: number;
}
export interface PdfName {
  readonly name: string;
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'object' in value;
export const nameOf = (value: PdfValue | undefined): string | null =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : null;

const MAX_DEPTH = 64;
const SPACE = '\0\t\n\f\r ';
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const WORD = /[A-Za-z]+/y;
const HEX = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;

/** Thrown for content that violates the syntax. */
export class NotPdf extends Error {
  override readonly name = 'NotPdf';
}

/**
 * How many values may still be read from one file. The number is limited because each value needs many times the memory
 * of its text.
 */
export interface PdfBudget {
  values: number;
}

/** Reads one value at a position of a Latin-1 text, one character for each byte (ISO 32000-1, section 7.3). */
export function readPdfValue(
  source: string,
  at: number,
  budget: PdfBudget,
): { readonly value: PdfValue; readonly end: number } {
  let position = at;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(source);
    if (found !== null) position = pattern.lastIndex;
    return found;
  };

  /** White space and comments. */
  function space(): void {
    for (; position < source.length; position++) {
      const character = source[position]!;
      if (character === '%') while (position < source.length && !/[\r\n]/.test(source[position]!)) position += 1;
      else if (!SPACE.includes(character)) return;
    }
  }

  function value(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new NotPdf('values are nested too deeply');
    if (--budget.values < 0) throw new NotPdf('too many values');
    space();
    if (source.startsWith('<<', position)) return dictionary(depth);
    const character = source[position];
    if (character === '<') return skip(match(HEX));
    if (character === '(') return literal();
    if (character === '[') return array(depth);
    if (character === '/') return { name: decodeName(match(NAME)![1]!) };
    const reference = match(REFERENCE);
    if (reference !== null) return { object: Number(reference[1]) };
    const number = match(NUMBER);
    if (number !== null) return Number(number[0]);
    return skip(match(WORD));
  }

  const skip = (found: RegExpExecArray | null): null => {
    if (found === null) throw new NotPdf('not a value');
    return null;
  };

  function dictionary(depth: number): PdfDictionary {
    position += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      space();
      if (source.startsWith('>>', position)) {
        position += 2;
        return entries;
      }
      const key = match(NAME);
      if (key === null) throw new NotPdf('a dictionary has no key');
      entries.set(decodeName(key[1]!), value(depth + 1));
    }
  }

  function array(depth: number): readonly PdfValue[] {
    position += 1;
    const items: PdfValue[] = [];
    for (;;) {
      space();
      if (source[position] === ']') {
        position += 1;
        return items;
      }
      items.push(value(depth + 1));
    }
  }

  function literal(): null {
    for (let open = 0; position < source.length; position++) {
      const character = source[position];
      if (character === '\\') position += 1;
      else if (character === '(') open += 1;
      else if (character === ')' && --open === 0) {
        position += 1;
        return null;
      }
    }
    throw new NotPdf('a string has no end');
  }

  return { value: value(0), end: position };
}

const decodeName = (name: string): string =>
  name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
