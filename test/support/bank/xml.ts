import { SaxesParser } from 'saxes';

/** Written XML: what the functions below return and take. */
type Part = string | null;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);

/** An element with the given parts, or null if all of them are null. */
export function node(name: string, ...parts: readonly Part[]): Part {
  const content = parts.filter((part) => part !== null).join('');
  return content === '' ? null : `<${name}>${content}</${name}>`;
}

/** An element with a text, or null without a text. */
export const leaf = (name: string, text: string | number | null): Part =>
  text === null ? null : `<${name}>${escaped(String(text))}</${name}>`;

export const money = (name: string, cents: bigint): string => `<${name} Ccy="EUR">${eurosOf(cents)}</${name}>`;

/** A whole document of a message, such as `camt.053.001.08`. */
export const message = (name: string, ...parts: readonly Part[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${parts.join('')}</Document>\n`;

/** The decimal text of an amount, such as 12.05. */
export function eurosOf(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Throws for anything but digits with at most two decimal places. */
export function centsOf(euros: string): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(euros) ?? [];
  if (whole === undefined) throw new Error(`${euros} is not an amount in euros`);
  return BigInt(whole + part.padEnd(2, '0'));
}

/** An element that was read. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Growing {
  name: string;
  attributes: Record<string, string>;
  children: Growing[];
  text: string;
}

/** Reads a well-formed document. Throws for every other text, and for a document type. */
export function read(text: string): Element {
  const parser = new SaxesParser();
  const top: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Growing = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return top.children[0]!;
}

/** All elements at a path of names, such as `PmtInf/CdtTrfTxInf`. */
export const all = (element: Element, path: string): readonly Element[] =>
  path
    .split('/')
    .reduce<readonly Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );

/** The text at a path; null if there is none. */
export const textAt = (element: Element, path: string): string | null => all(element, path)[0]?.text ?? null;

/** The text at a path. Throws if there is none. */
export function needed(element: Element, path: string): string {
  const text = textAt(element, path);
  if (text === null || text.trim() === '') throw new Error(`${element.name} lacks ${path}`);
  return text;
}
