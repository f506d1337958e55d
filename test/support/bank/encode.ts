import { gzipSync } from 'node:zlib';
import type { Habits } from './habits.js';

const INDENTED = /(?<=>)(?=<(?!\/))/g;

/** Indents where an element begins; texts stay as they are. */
const indented = (text: string): string => text.replaceAll(INDENTED, '\r\n  ');

/** Names all elements with a prefix of the namespace. */
const prefixed = (text: string): string =>
  text.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1camt:').replace(' xmlns=', ' xmlns:camt=');

const named = (text: string, encoding: string): string => text.replace('encoding="UTF-8"', `encoding="${encoding}"`);

function bytesOf(text: string, encoding: Habits['encoding']): Buffer {
  switch (encoding) {
    case 'UTF-8':
      return Buffer.from(text);
    case 'UTF-8 with a mark':
      return Buffer.from(`\uFEFF${text}`);
    case 'ISO-8859-1':
      return Buffer.from(named(text, encoding), 'latin1');
    case 'UTF-16LE':
      return Buffer.from(`\uFEFF${named(text, 'UTF-16')}`, 'utf16le');
    case 'UTF-16BE':
      return Buffer.from(`\uFEFF${named(text, 'UTF-16')}`, 'utf16le').swap16();
  }
}

/** The bytes of a message, as the bank writes its files. */
export function encoded(text: string, { encoding, layout, isPacked }: Habits): Buffer {
  const laidOut = layout === 'indented' ? indented(text) : layout === 'prefixed' ? prefixed(text) : text;
  const bytes = bytesOf(laidOut, encoding);
  return isPacked ? gzipSync(bytes, { level: 1 }) : bytes;
}
