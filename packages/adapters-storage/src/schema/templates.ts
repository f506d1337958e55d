/**
 * JSON texts of one column repeat the same structure in every row. A template is that structure: the text with a hole
 * in place of each string and number. A row stores the number of the template and the values of its holes. The
 * round trip is exact to the byte, because both work on the tokens of the text and never parse it.
 */

/** Delimiters of holes. JSON text cannot contain these characters: in strings they are escaped. */
const OPEN = '\u001f';
const CLOSE = '\u001e';
export const HOLE = { open: OPEN, close: CLOSE } as const;

/** A hole of a value that another column of the row has: `c` and the index of the column in the context. */
export const FROM_CONTEXT = 'c';

/** A string of this length that repeats is stored once: ids repeat, and short values would only multiply templates. */
const REPEATED_LENGTH = 20;

/** Larger structures rarely repeat. */
const LONGEST_TEMPLATE = 6_000;

const TOKENS = /"(?:[^"\\]|\\.)*"(:?)|-?\d[\d.eE+-]*/g;

export interface Filled {
  readonly template: string;
  /** The values as a JSON array. */
  readonly values: string;
}

/** Splits the text of a JSON object. `context`: texts that other columns of the row store. Null if it has no template. */
export function splitJson(text: string, context: readonly string[]): Filled | null {
  if (text.charCodeAt(0) !== 123 || text.includes(OPEN) || text.includes(CLOSE)) return null;
  const known = new Map(context.map((value, index) => [JSON.stringify(value), FROM_CONTEXT + index]));
  let template = '';
  let values = '';
  let count = 0;
  let last = 0;
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(text); match !== null; match = TOKENS.exec(text)) {
    if (match[1] === ':') continue;
    const token = match[0];
    template += text.slice(last, match.index);
    last = match.index + token.length;
    const before = token.length < REPEATED_LENGTH ? undefined : known.get(token);
    if (before !== undefined) {
      template += OPEN + before + CLOSE;
      continue;
    }
    if (token.length >= REPEATED_LENGTH) known.set(token, String(count));
    values += count === 0 ? token : `,${token}`;
    template += OPEN + count++ + CLOSE;
  }
  template += text.slice(last);
  return template.length > LONGEST_TEMPLATE ? null : { template, values: `[${values}]` };
}

/** A template in parts: literal text and holes in turn, starting and ending with text. */
export type Template = readonly string[];

export const parseTemplate = (template: string): Template => template.split(HOLES);

const HOLES = /\u001f|\u001e/;
const VALUES = /"(?:[^"\\]|\\.)*"|[^",[\]]+/g;

/** Throws if the values do not fit the template: such a row was changed outside of the storage. */
export function joinJson(template: Template, values: string, context: readonly string[]): string {
  const tokens = values.match(VALUES) ?? [];
  // Brackets and commas are all that is beside the values.
  let length = 1 + Math.max(tokens.length, 1);
  for (const token of tokens) length += token.length;
  const isList = values.startsWith('[') && values.endsWith(']') && length === values.length;
  if (!isList || template.length % 2 === 0) throw damaged();
  let used = 0;
  let text = template[0]!;
  for (let hole = 1; hole < template.length; hole += 2) {
    const name = template[hole]!;
    const inContext = name.startsWith(FROM_CONTEXT);
    const index = Number(inContext ? name.slice(1) : name);
    const value = inContext ? JSON.stringify(context[index]) : tokens[index];
    if (value === undefined) throw damaged();
    if (!inContext && index >= used) used = index + 1;
    text += value + template[hole + 1]!;
  }
  if (used !== tokens.length) throw damaged();
  return text;
}

const damaged = (): Error =>
  new Error('a stored JSON value does not fit its template: the row or the template was changed');
