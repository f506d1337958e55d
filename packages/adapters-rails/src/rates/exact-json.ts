import { RateSourceError } from './rate-source-error.js';

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON with every number as the text that the document has, because a number would be rounded to a double. A
 * RateSourceError if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  try {
    // The first pass accepts only valid JSON, in which the pattern matches exactly the strings and numbers.
    JSON.parse(text);
    return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
  } catch (cause) {
    throw new RateSourceError('the document is not JSON', { cause });
  }
}

/** Whether the text is a JSON Pointer (RFC 6901): empty, or names that each follow a `/`, with `~1` for `/`, `~0` for `~`. */
export const isJsonPointer = (text: string): boolean => /^(\/([^/~]|~[01])*)*$/.test(text);

export const escapeInPointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON Pointer; undefined if the document has none there. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    // `length` is a property of every list, but no member of a JSON document.
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
