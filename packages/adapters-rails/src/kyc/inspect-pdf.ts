import { inflateSync } from 'node:zlib';
import {
  isDictionary,
  isReference,
  nameOf,
  NotPdf,
  type PdfBudget,
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
/** Number and position of an object in an object stream. */
const ENTRY = /[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})/y;

const MAX_OBJECTS = 200_000;
const MAX_VALUES = 2_000_000;
/** The limit for all object streams of a file together. */
const MAX_UNFOLDED_BYTES = 32 * 1024 * 1024;
/** How many nodes of the tree of pages are visited in search of a page. */
const MAX_NODES = 1000;

/**
 * Returns the fault of content that claims to be a PDF, or null if the content has a header, objects, an end, and a
 * path from the catalog to a page. Existing libraries decompress without a limit, or repair broken structures. That is
 * right for a viewer, but unsafe for files from untrusted sources.
 */
export function faultOfPdf(content: Buffer): string | null {
  const source = content.toString('latin1');
  if (!HEADER.test(source.slice(0, HEADER_WITHIN))) return 'has no PDF header';
  const tail = source.slice(-END_WITHIN);
  if (!tail.includes('%%EOF') || !/startxref[\0\t\n\f\r ]+\d+/.test(tail)) return 'is incomplete: it has no end marker';
  try {
    const { objects, trailers } = readObjects(content, source);
    if (trailers.some((trailer) => trailer.has('Encrypt'))) return 'is encrypted or protected by a password';
    return hasPage(objects, trailers) ? null : 'has no page that can be found';
  } catch (error) {
    // Only malformed files make a pattern run out of stack.
    if (error instanceof NotPdf || error instanceof RangeError) return `is damaged: ${error.message}`;
    throw error;
  }
}

interface Objects {
  /**
   * Objects by number. Of two objects with the same number the later one counts, because updates are appended to a
   * file.
   */
  readonly objects: ReadonlyMap<number, PdfDictionary>;
  readonly trailers: readonly PdfDictionary[];
}

/**
 * Reads the objects of a file. No byte range is read twice, even if objects overlap, so that the work grows linearly
 * with the size.
 */
function readObjects(content: Buffer, source: string): Objects {
  const budget: PdfBudget = { values: MAX_VALUES };
  const objects = new Map<number, PdfDictionary>();
  const trailers: PdfDictionary[] = [];
  const packed: { readonly dictionary: PdfDictionary; readonly data: Buffer }[] = [];
  OBJECT.lastIndex = 0;
  for (let found = OBJECT.exec(source), count = 0; found !== null; found = OBJECT.exec(source)) {
    if (++count > MAX_OBJECTS) throw new NotPdf('too many objects');
    const { value, end } = readPdfValue(source, OBJECT.lastIndex, budget);
    OBJECT.lastIndex = end;
    if (!isDictionary(value)) continue;
    objects.set(Number(found[1]), value);
    STREAM.lastIndex = end;
    if (!STREAM.test(source)) continue;
    const from = STREAM.lastIndex;
    const until = source.indexOf('endstream', from);
    if (until < 0) throw new NotPdf('a stream has no end');
    OBJECT.lastIndex = until;
    if (nameOf(value.get('Type')) === 'ObjStm') packed.push({ dictionary: value, data: content.subarray(from, until) });
    if (nameOf(value.get('Type')) === 'XRef') trailers.push(value);
  }
  TRAILER.lastIndex = 0;
  for (let found = TRAILER.exec(source); found !== null; found = TRAILER.exec(source)) {
    const { value, end } = readPdfValue(source, TRAILER.lastIndex, budget);
    TRAILER.lastIndex = end;
    if (isDictionary(value)) trailers.push(value);
  }
  unpack(packed, objects, budget);
  return { objects, trailers };
}

/** Objects in compressed object streams (ISO 32000-1, section 7.5.7). */
function unpack(
  packed: readonly { readonly dictionary: PdfDictionary; readonly data: Buffer }[],
  objects: Map<number, PdfDictionary>,
  budget: PdfBudget,
): void {
  let left = MAX_UNFOLDED_BYTES;
  for (const { dictionary, data } of packed) {
    const first = dictionary.get('First');
    if (typeof first !== 'number') throw new NotPdf('an object stream has no table');
    const unfolded = unfold(dictionary.get('Filter'), data, left);
    left -= unfolded.length;
    const source = unfolded.toString('latin1');
    const table = source.slice(0, first);
    let unread = source.length;
    ENTRY.lastIndex = 0;
    for (let entry = ENTRY.exec(table); entry !== null; entry = ENTRY.exec(table)) {
      const [number, at] = [Number(entry[1]), first + Number(entry[2])];
      const { value, end } = readPdfValue(source, at, budget);
      unread -= end - at;
      if (unread < 0) throw new NotPdf('objects overlap');
      if (isDictionary(value) && !objects.has(number)) objects.set(number, value);
    }
  }
}

function unfold(filter: PdfValue | undefined, data: Buffer, atMost: number): Buffer {
  const filters = Array.isArray(filter) ? filter.map(nameOf) : filter === undefined ? [] : [nameOf(filter as PdfValue)];
  if (filters.length === 0) return data;
  if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new NotPdf('an object stream has an unknown filter');
  try {
    return inflateSync(data, { maxOutputLength: Math.max(atMost, 1) });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NotPdf(
      code === 'ERR_BUFFER_TOO_LARGE' ? 'decompresses to too much data' : 'a stream cannot be decompressed',
    );
  }
}

/** Follows the tree of pages from the catalog and visits each node once. */
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
