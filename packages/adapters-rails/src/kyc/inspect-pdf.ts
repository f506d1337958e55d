import { inflateSync } from 'node:zlib';
import {
  isDictionary,
  isReference,
  nameOf,
  NotPdf,
  type PdfDictionary,
  type PdfValue,
  readPdfValue,
} from './pdf-syntax.js';

const HEADER = /%PDF-[12]\.\d/;
const HEADER_WITHIN = 1024;
const END_WITHIN = 2048;
const OBJECT = /(?<![0-9])(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/g;
const STREAM = /[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)/y;
const TRAILER = /trailer[\0\t\n\f\r ]*(?=<<)/g;

const MAX_OBJECTS = 200_000;
/** All object streams of a file together unfold to no more. */
const MAX_UNFOLDED_BYTES = 32 * 1024 * 1024;
/** Nodes of the tree of pages that are looked at until a page is found. */
const MAX_NODES = 1000;

/**
 * What is wrong with content that says it is a PDF; null when it is one: a header, objects, an end, and a way from the
 * catalog to a page. The libraries there are unfold whatever a file holds without a bound, or go on where the structure
 * is broken: that is right for whoever shows a file, and wrong for whoever takes one from a stranger.
 */
export function faultOfPdf(content: Buffer): string | null {
  const source = content.toString('latin1');
  if (!HEADER.test(source.slice(0, HEADER_WITHIN))) return 'has no PDF header';
  const tail = source.slice(-END_WITHIN);
  if (!tail.includes('%%EOF') || !/startxref[\0\t\n\f\r ]+\d+/.test(tail)) return 'ends before its end';
  try {
    const { objects, trailers } = readObjects(content, source);
    if (trailers.some((trailer) => trailer.has('Encrypt'))) return 'is protected by a password';
    return hasPage(objects, trailers) ? null : 'has no pages';
  } catch (error) {
    // A pattern that runs out of stack met something that no writer of such files makes.
    if (error instanceof NotPdf || error instanceof RangeError) return `is damaged: ${error.message}`;
    throw error;
  }
}

interface Objects {
  /** By number; of two with the same one the later counts, as a file is amended at its end. */
  readonly objects: ReadonlyMap<number, PdfDictionary>;
  readonly trailers: readonly PdfDictionary[];
}

function readObjects(content: Buffer, source: string): Objects {
  const objects = new Map<number, PdfDictionary>();
  const trailers: PdfDictionary[] = [];
  const packed: { readonly dictionary: PdfDictionary; readonly data: Buffer }[] = [];
  OBJECT.lastIndex = 0;
  for (let found = OBJECT.exec(source), count = 0; found !== null; found = OBJECT.exec(source)) {
    if (++count > MAX_OBJECTS) throw new NotPdf('too many objects');
    const { value, end } = readPdfValue(source, OBJECT.lastIndex);
    OBJECT.lastIndex = end;
    if (!isDictionary(value)) continue;
    objects.set(Number(found[1]), value);
    STREAM.lastIndex = end;
    if (!STREAM.test(source)) continue;
    const from = STREAM.lastIndex;
    const until = source.indexOf('endstream', from);
    if (until < 0) throw new NotPdf('a stream without an end');
    OBJECT.lastIndex = until;
    if (nameOf(value.get('Type')) === 'ObjStm') packed.push({ dictionary: value, data: content.subarray(from, until) });
    if (nameOf(value.get('Type')) === 'XRef') trailers.push(value);
  }
  TRAILER.lastIndex = 0;
  for (let found = TRAILER.exec(source); found !== null; found = TRAILER.exec(source)) {
    const { value } = readPdfValue(source, TRAILER.lastIndex);
    if (isDictionary(value)) trailers.push(value);
  }
  unpack(packed, objects);
  return { objects, trailers };
}

/** Objects that are kept in compressed streams (section 7.5.7). */
function unpack(
  packed: readonly { readonly dictionary: PdfDictionary; readonly data: Buffer }[],
  objects: Map<number, PdfDictionary>,
): void {
  let left = MAX_UNFOLDED_BYTES;
  for (const { dictionary, data } of packed) {
    const first = dictionary.get('First');
    if (typeof first !== 'number') throw new NotPdf('an object stream without its table');
    const unfolded = unfold(dictionary.get('Filter'), data, left);
    left -= unfolded.length;
    const source = unfolded.toString('latin1');
    const table = source.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < table.length; at += 2) {
      const { value } = readPdfValue(source, first + table[at + 1]!);
      if (isDictionary(value) && !objects.has(table[at]!)) objects.set(table[at]!, value);
    }
  }
}

function unfold(filter: PdfValue | undefined, data: Buffer, atMost: number): Buffer {
  const filters = Array.isArray(filter) ? filter.map(nameOf) : filter === undefined ? [] : [nameOf(filter as PdfValue)];
  if (filters.length === 0) return data;
  if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new NotPdf('an object stream in an unknown form');
  try {
    return inflateSync(data, { maxOutputLength: Math.max(atMost, 1) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NotPdf(code === 'ERR_BUFFER_TOO_LARGE' ? 'unfolds to too much' : 'a stream that cannot be read');
  }
}

/** Follows the tree of pages from the catalog, each node once. */
function hasPage(objects: Objects['objects'], trailers: readonly PdfDictionary[]): boolean {
  const resolve = (value: PdfValue | undefined): PdfValue | undefined =>
    isReference(value) ? objects.get(value.object) : value;
  const open: (PdfValue | undefined)[] = trailers.map((trailer) => {
    const catalog = resolve(trailer.get('Root'));
    return isDictionary(catalog) ? catalog.get('Pages') : undefined;
  });
  const seen = new Set<PdfValue | undefined>();
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    const node = resolve(next);
    if (!isDictionary(node) || seen.has(node)) continue;
    if (nameOf(node.get('Type')) === 'Page') return true;
    if (seen.add(node).size > MAX_NODES) return false;
    const kids = resolve(node.get('Kids'));
    if (Array.isArray(kids)) open.push(...(kids as readonly PdfValue[]).slice(0, MAX_NODES));
  }
  return false;
}
