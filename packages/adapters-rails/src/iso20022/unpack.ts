import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { quoted, RefusedMessage } from './refused-message.js';

/** A file in an archive. The name is for messages only: it is the bank's, and nothing is written under it. */
export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Limits {
  /** Of the contents of all files together. */
  readonly maxBytes: number;
}

const MAX_FILES = 100;
/** Statements shrink to a tenth or less; what shrinks more than this was made to fill the memory. */
const MAX_RATIO = 200;
/** Contents up to this size may have shrunk as much as they like. */
const FREE_BYTES = 1024 * 1024;

/**
 * The files of a ZIP archive or of a gzip file; null for other bytes. Throws a `RefusedMessage` for one that is damaged,
 * encrypted, in a form that is not read, or too large; nothing is inflated beyond the limits.
 */
export function unpack(bytes: Uint8Array, limits: Limits): readonly UnpackedFile[] | null {
  if (startsWith(bytes, [0x1f, 0x8b])) return [{ name: 'content', bytes: gunzipped(bytes, limits) }];
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])) return unzipped(bytes, limits);
  return null;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const invalid = (message: string): RefusedMessage => new RefusedMessage('INVALID_ARCHIVE', message);

const tooLarge = (limit: number): RefusedMessage =>
  new RefusedMessage('TOO_LARGE', `the contents of the archive have more than ${limit} bytes`);

const limitOf = (packed: number, { maxBytes }: Limits): number =>
  Math.min(maxBytes, Math.max(FREE_BYTES, packed * MAX_RATIO));

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code;

function gunzipped(bytes: Uint8Array, limits: Limits): Uint8Array {
  const limit = limitOf(bytes.length, limits);
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (cause) {
    if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    if ((cause as { readonly errno?: number }).errno === constants.Z_BUF_ERROR) {
      throw new RefusedMessage('TRUNCATED', 'the gzip file ends too early');
    }
    throw invalid('the gzip file is damaged');
  }
}

/** A file as the directory at the end of the archive describes it. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly start: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
/** The comment behind the end record has a length of 16 bits. */
const MAX_COMMENT = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Stands for a number that only the 64-bit form of ZIP has. */
const IN_ZIP64 = 0xffffffff;

function unzipped(bytes: Uint8Array, limits: Limits): readonly UnpackedFile[] {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const limit = limitOf(bytes.length, limits);
  if (entries.reduce((sum, { size }) => sum + size, 0) > limit) throw tooLarge(limit);
  // Entries that share their bytes are a way to make a small archive large.
  if (entries.reduce((sum, { packedSize }) => sum + packedSize, 0) > bytes.length) {
    throw invalid('files of the ZIP archive overlap');
  }
  const files = entries.filter(({ name, size }) => !(name.endsWith('/') && size === 0));
  if (files.length === 0) throw invalid('the ZIP archive has no files');
  return files.map((entry) => ({ name: entry.name, bytes: contentOf(bytes, entry) }));
}

function entriesOf(archive: Buffer): readonly Entry[] {
  const end = endOf(archive);
  const [disk, directoryDisk] = [archive.readUInt16LE(end + 4), archive.readUInt16LE(end + 6)];
  const [onDisk, count] = [archive.readUInt16LE(end + 8), archive.readUInt16LE(end + 10)];
  const [size, start] = [archive.readUInt32LE(end + 12), archive.readUInt32LE(end + 16)];
  if (disk !== 0 || directoryDisk !== 0 || onDisk !== count) throw invalid('the ZIP archive is one of several parts');
  if (count > MAX_FILES) throw invalid(`the ZIP archive has ${count} files; ${MAX_FILES} are allowed`);
  if (start === IN_ZIP64 || start + size > end) throw damaged();
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_ENTRY_BYTES > end || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = archive.readUInt16LE(at + 28);
    const next =
      at + DIRECTORY_ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (next > end) throw damaged();
    entries.push({
      name: archive.toString('utf8', at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameLength),
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      checksum: archive.readUInt32LE(at + 16),
      packedSize: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      start: archive.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

const damaged = (): RefusedMessage => invalid('the ZIP archive is damaged, or has a form that is not read');

/** Where the end record is; an archive without one is not complete. */
function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at -= 1) {
    const isEnd = archive.readUInt32LE(at) === END;
    if (isEnd && at + END_BYTES + archive.readUInt16LE(at + 20) === archive.length) return at;
  }
  throw new RefusedMessage('TRUNCATED', 'the ZIP archive ends too early');
}

function contentOf(bytes: Uint8Array, entry: Entry): Uint8Array {
  const { name, flags, method, checksum, packedSize, size, start } = entry;
  if ((flags & ENCRYPTED) !== 0) throw invalid(`${quoted(name)} in the ZIP archive is encrypted`);
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + LOCAL_HEADER_BYTES > archive.length || archive.readUInt32LE(start) !== LOCAL_HEADER) throw damaged();
  const from = start + LOCAL_HEADER_BYTES + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  if (from + packedSize > archive.length) throw damaged();
  const content = inflated(archive.subarray(from, from + packedSize), { method, size });
  if (content.length !== size || crc32(content) !== checksum) throw damaged();
  return content;
}

function inflated(packed: Buffer, { method, size }: { readonly method: number; readonly size: number }): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw invalid('the ZIP archive is compressed with another method than deflate');
  if (size === 0) return new Uint8Array();
  try {
    return inflateRawSync(packed, { maxOutputLength: size });
  } catch {
    throw damaged();
  }
}
