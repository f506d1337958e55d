import { quoted, RefusedMessage } from './refused-message.js';

/** Encodings that banks declare, by lower-case name. XML requires processors to know UTF-8 and UTF-16. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['iso-8859-1', 'latin1'],
  ['iso8859-1', 'latin1'],
  ['iso_8859-1', 'latin1'],
  ['latin1', 'latin1'],
  ['iso-8859-15', 'iso-8859-15'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

export interface DecodedXml {
  readonly text: string;
  /** A contradiction between the byte order mark and the declaration; null if there is none. */
  readonly deviation: string | null;
}

/**
 * Decodes a document by its byte order mark, else by the encoding that it declares, else as UTF-8. Refuses bytes that
 * the encoding does not have, and a document with a document type, which only the prolog can contain.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  if (bytes.length === 0) throw new RefusedMessage('EMPTY', 'the file is empty');
  refuseOtherFiles(bytes);
  const marked = markedEncoding(bytes);
  const declared = declaredEncoding(bytes, marked?.encoding ?? 'latin1');
  const encoding = marked?.encoding ?? knownEncoding(declared);
  const text = decoded(bytes.subarray(marked?.mark ?? 0), encoding);
  if (text.trim() === '') throw new RefusedMessage('EMPTY', 'the file contains only white space');
  refuseDocumentType(text);
  const contradicts =
    marked !== null && declared !== null && !encoding.startsWith(ENCODINGS.get(declared) ?? declared.slice(0, 6));
  return { text, deviation: contradicts ? `/: the file declares ${quoted(declared)} but is ${encoding}` : null };
}

/** The first bytes of files that banks deliver by mistake, or because a setting of theirs asks for it. */
const OTHER_FILES: readonly (readonly [start: string, what: string])[] = [
  ['PK\u{3}\u{4}', 'a ZIP archive'],
  ['\u{1f}\u{8b}', 'compressed with gzip'],
  ['-----BEGIN PGP', 'encrypted or signed with PGP'],
  ['\u{30}\u{82}', 'encrypted or signed in CMS'],
  ['\u{30}\u{80}', 'encrypted or signed in CMS'],
  ['%PDF', 'a PDF'],
];

function refuseOtherFiles(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 20));
  const found = OTHER_FILES.find(([prefix]) => start.startsWith(prefix));
  if (found !== undefined) throw new RefusedMessage('NOT_XML', `the file is ${found[1]}; ask the bank for plain XML`);
}

interface MarkedEncoding {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** The length of the byte order mark. */
  readonly mark: number;
}

/** By the byte order mark, or by the zeros in `<?` of UTF-16 without one. */
function markedEncoding(bytes: Uint8Array): MarkedEncoding | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return { encoding: 'utf-16le', mark: 0 };
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return { encoding: 'utf-16be', mark: 0 };
  return null;
}

const DECLARATION = /^\uFEFF?<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,40})["']/;

/** The encoding that the XML declaration names, in lower case. */
function declaredEncoding(bytes: Uint8Array, encoding: string): string | null {
  const start = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(0, 600));
  return DECLARATION.exec(start)?.[1]?.toLowerCase() ?? null;
}

function knownEncoding(declared: string | null): string {
  const encoding = ENCODINGS.get(declared ?? 'utf-8');
  if (encoding !== undefined) return encoding;
  const name = quoted(declared ?? '');
  throw new RefusedMessage(
    'ENCODING',
    name.startsWith('"utf-16')
      ? `the file declares ${name} but has one byte for each character`
      : `the file declares the encoding ${name}, which is not read`,
  );
}

function decoded(bytes: Uint8Array, encoding: string): string {
  // The Encoding standard reads the label latin1 as windows-1252, and Node 20 reads windows-1252 as ISO 8859-1.
  if (encoding === 'latin1' || encoding === 'windows-1252') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return encoding === 'latin1'
      ? text
      : text.replaceAll(/[\u{80}-\u{9f}]/gu, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (endsInCharacter(bytes, encoding)) {
      throw new RefusedMessage('TRUNCATED', `the file ends inside a character of ${encoding.toUpperCase()}`);
    }
    throw new RefusedMessage('ENCODING', `the file has bytes that ${encoding.toUpperCase()} does not have`);
  }
}

/** Whether only the last character is incomplete. */
function endsInCharacter(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The characters of the bytes 80 to 9F, which are control characters in ISO 8859-1; unused ones stay as they are. */
const WINDOWS_1252 = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ';

/** Walks over the declaration, comments and processing instructions in front of the first element. */
function refuseDocumentType(text: string): void {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) break;
    const close = text.indexOf(end, at + 2);
    if (close === -1) return;
    at = close + end.length;
  }
  const isUnfinishedComment = '<!--'.startsWith(text.slice(at, at + 4));
  if (text.startsWith('<!', at) && !isUnfinishedComment) {
    throw new RefusedMessage('DOCUMENT_TYPE', 'the file has a document type (DTD), which no ISO 20022 message has');
  }
}
