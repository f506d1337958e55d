// Mutants that mean the same as the source, so that no test can tell them apart. equivalent.json has the reason of each,
// by its file and its id.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const digest = (text, length) => createHash('sha256').update(text).digest('hex').slice(0, length);

const inOneLine = (text) => text.trim().replaceAll(/\s+/g, ' ');

const lineDigest = (line) => digest(inOneLine(line), 8);

/**
 * The id of a mutant: digests of the line at which it begins, and of what it replaces by what. An id is about one part of
 * a line, wherever the line is in its file, and about no other line.
 */
export const mutantId = ({ line, original, replacement }) =>
  `${lineDigest(line)}-${digest(`${inOneLine(original)}\n${inOneLine(replacement)}`, 6)}`;

/** The listed mutants: file, id and reason of each. */
export const EQUIVALENT = Object.entries(
  JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8')),
).flatMap(([file, reasons]) => Object.entries(reasons).map(([id, reason]) => ({ file, id, reason })));

/** True if the line at which a listed mutant begins is in its file, relative to the present folder. */
export function isInSource({ file, id }) {
  if (!existsSync(file)) return false;
  const [digestOfLine] = id.split('-');
  return readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => lineDigest(line) === digestOfLine);
}
