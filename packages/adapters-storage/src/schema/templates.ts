import { Bug } from '@corridor/core/ports';

/**
 * JSON texts of one column repeat the same structure in every row. A template is that structure: the text with a hole
 * in place of each string and number. A row stores the number of the template and the values of its holes. The
 * round trip is exact to the byte, because both directions work on the tokens of the text and never parse it.
 */

/** Delimiters of holes. JSON text cannot contain these characters: in strings they are escaped. */
const OPEN = '\u001f';
const CLOSE = '\u001e';
export const HOLE = { open: OPEN, close: CLOSE } as const;

/** The name of a hole whose value another column of the row has starts with this letter; the index of the column follows. */
export const FROM_CONTEXT = 'c';

/** A string of this length that repeats is stored once: ids repeat, and short values would only multiply templates. */
const REPEATED_LENGTH = 20;

/** Larger structures rarely repeat. */
const LONGEST_TEMPLATE = 6_000;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const BRACE = 123;

/** The end of the string that begins at `from`; -1 if it does not end. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return -1;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Digits, `.`, `-`, `+`, `e` and `E`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69;

function endOfNumber(text: string, from: number): number {
  let end = from + 1;
  while (isOfNumber(text.charCodeAt(end))) end++;
  return end;
}

const startsNumber = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return isDigit(code) || (code === 45 && isDigit(text.charCodeAt(at + 1)));
};

/** The end of the string or number at `at`; -1 if there is none. */
function endOfToken(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return endOfString(text, at);
  return startsNumber(text, at) ? endOfNumber(text, at) : -1;
}

export interface Split {
  readonly template: string;
  /** The values as a JSON array. */
  readonly values: string;
}

/** Splits the text of a JSON object. `context`: texts that other columns of the row store. Null if it has no template. */
export function splitJson(text: string, context: readonly string[]): Split | null {
  if (text.charCodeAt(0) !== BRACE || text.includes(OPEN) || text.includes(CLOSE)) return null;
  const known = new Map(context.map((value, index) => [JSON.stringify(value), FROM_CONTEXT + index]));
  let template = '';
  let values = '';
  let count = 0;
  let last = 0;
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    if (end < 0) {
      // A quote that is never closed: the text is not JSON.
      if (text.charCodeAt(at) === QUOTE) return null;
      at++;
      continue;
    }
    const isKey = text.charCodeAt(at) === QUOTE && text.charCodeAt(end) === COLON;
    if (!isKey) {
      const token = text.slice(at, end);
      const before = token.length < REPEATED_LENGTH ? undefined : known.get(token);
      template += text.slice(last, at) + OPEN + (before ?? count) + CLOSE;
      last = end;
      if (before === undefined) {
        if (token.length >= REPEATED_LENGTH) known.set(token, String(count));
        values += count++ === 0 ? token : `,${token}`;
      }
    }
    at = end;
  }
  template += text.slice(last);
  return template.length > LONGEST_TEMPLATE ? null : { template, values: `[${values}]` };
}

/** A template, prepared for use. */
export interface Template {
  readonly text: string;
  /** The literal texts before, between and after the holes. */
  readonly literals: readonly string[];
  /** For each hole, the index of its value, or -1 - the index of its column in the context. */
  readonly holes: readonly number[];
}

const DELIMITERS = /\u001f|\u001e/;

export function parseTemplate(text: string): Template {
  const parts = text.split(DELIMITERS);
  if (parts.length % 2 === 0) throw damaged();
  return {
    text,
    literals: parts.filter((_, index) => index % 2 === 0),
    holes: parts
      .filter((_, index) => index % 2 === 1)
      .map((name) => (name.startsWith(FROM_CONTEXT) ? -1 - Number(name.slice(1)) : Number(name))),
  };
}

/** The values of a text that has this template, as a JSON array; null if it has another one. Much faster than a split. */
export function valuesIn({ literals, holes }: Template, text: string, context: readonly string[]): string | null {
  const tokens: string[] = [];
  let at = 0;
  let values = '';
  for (let hole = 0; hole < holes.length; hole++) {
    const literal = literals[hole]!;
    if (!text.startsWith(literal, at)) return null;
    at += literal.length;
    const index = holes[hole]!;
    if (index === tokens.length) {
      const end = endOfToken(text, at);
      if (end < 0) return null;
      const token = text.slice(at, end);
      values += tokens.length === 0 ? token : `,${token}`;
      tokens.push(token);
      at = end;
    } else {
      const known = index < 0 ? JSON.stringify(context[-1 - index]) : tokens[index]!;
      if (!text.startsWith(known, at)) return null;
      at += known.length;
    }
  }
  const rest = literals[holes.length]!;
  return text.length === at + rest.length && text.endsWith(rest) ? `[${values}]` : null;
}

/** The text of a template with its values. Throws if they do not fit: the row or the template was changed. */
export function joinJson({ literals, holes }: Template, values: string, context: readonly string[]): string {
  const tokens: string[] = [];
  let text = '';
  // The position after the opening bracket, and then after each comma.
  let next = 1;
  for (let hole = 0; hole < holes.length; hole++) {
    const index = holes[hole]!;
    text += literals[hole]!;
    if (index < 0) {
      const known = context[-1 - index];
      if (known === undefined) throw damaged();
      text += JSON.stringify(known);
      continue;
    }
    if (index === tokens.length) {
      const end = endOfToken(values, next);
      if (end < 0 || (values.charCodeAt(end) !== COMMA && end !== values.length - 1)) throw damaged();
      tokens.push(values.slice(next, end));
      next = end + 1;
    }
    const token = tokens[index];
    if (token === undefined) throw damaged();
    text += token;
  }
  const isWhole = next === (tokens.length === 0 ? values.length - 1 : values.length);
  const rest = literals[holes.length];
  if (!isWhole || !values.startsWith('[') || !values.endsWith(']') || rest === undefined) throw damaged();
  return text + rest;
}

const damaged = (): Bug =>
  new Bug('a stored JSON value does not fit its template: the row or the template was changed');
