import type * as libxml2 from 'libxml2-wasm';
import { quoted, RefusedMessage } from './refused-message.js';
import { XmlElement } from './xml-element.js';

export type LibXml2 = typeof libxml2;

/** The parser accepts 256 levels itself. Messages of the standard have fewer than 30. */
export const MAX_DEPTH = 100;

/** A payment has about 50 elements. Each takes some 10 microseconds and 500 bytes. */
export const MAX_ELEMENTS = 2_000_000;

export interface XmlLimits {
  readonly maxDepth: number;
  readonly maxElements: number;
}

/**
 * Parses a decoded document and returns its root, copied out of the memory of the parser, which is released. The copy
 * costs as much time as parsing, and makes it impossible to forget a release in a reader.
 */
export function parseXml(library: LibXml2, text: string, { maxDepth, maxElements }: XmlLimits): XmlElement {
  refuseInstructions(text);
  const document = parsed(library, text);
  try {
    if (document.dtd !== null) throw new RefusedMessage('DOCUMENT_TYPE', 'the file has a document type (DTD)');
    const copy = { library, maxElements, left: maxElements };
    return copied(copy, document.root, null, maxDepth);
  } finally {
    document.dispose();
  }
}

const DECLARATION = /^\uFEFF?<\?xml\s/;
const MARKUP = /<\?(xml\s)?|<!--|<!\[CDATA\[/g;

/**
 * Refuses processing instructions, which no message of a bank needs: the library does not lead from one to the next
 * node, and a search for that node takes as long as the element is large. Skips the XML declaration, and the contents
 * of comments and of CDATA, which are not markup.
 */
function refuseInstructions(text: string): void {
  MARKUP.lastIndex = DECLARATION.exec(text)?.[0].length ?? 0;
  for (let found = MARKUP.exec(text); found !== null; found = MARKUP.exec(text)) {
    const { 0: markup, 1: declaration, index } = found;
    if (declaration !== undefined) {
      throw new RefusedMessage('NOT_XML', 'the file has an XML declaration that is not at its start');
    }
    // The XML declaration of a file that is being written.
    if ('<?xml'.startsWith(text.slice(index))) return;
    if (markup === '<?') {
      const instruction = quoted(text.slice(index, index + 40));
      const message = `the file has the processing instruction ${instruction}, which no ISO 20022 message has`;
      throw new RefusedMessage('PROCESSING_INSTRUCTION', message);
    }
    const end = text.indexOf(markup === '<!--' ? '-->' : ']]>', MARKUP.lastIndex);
    if (end === -1) return;
    MARKUP.lastIndex = end;
  }
}

function parsed(library: LibXml2, text: string): libxml2.XmlDocument {
  const { ParseOption, XmlDocument, XmlParseError } = library;
  // The text is UTF-8 for the parser, whatever it declares. Nothing is loaded, and entities are not substituted.
  const option = ParseOption.XML_PARSE_IGNORE_ENC | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
  try {
    return XmlDocument.fromString(text, { option: option as libxml2.ParseOption });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    throw refusalOf(error, text);
  }
}

function refusalOf({ message, details }: libxml2.XmlParseError, text: string): RefusedMessage {
  const [first] = details;
  const reason = (first?.message ?? message).trim().replace(/\s+/g, ' ').slice(0, 200);
  if (reason.startsWith('Excessive depth')) return tooDeep();
  const place = first === undefined || first.line === 0 ? '' : ` (line ${first.line}, column ${first.col})`;
  if (first !== undefined && /^\s*</.test(text) && !reason.includes('mismatch') && isAtEnd(text, first)) {
    return new RefusedMessage('TRUNCATED', `the file ends too early: ${reason}${place}`);
  }
  return new RefusedMessage('NOT_XML', `the file is not well-formed XML: ${reason}${place}`);
}

/** What the parser reports at its start if the text ends in it. */
const STARTS = ['<![CDATA[', '<!--'];

/** Whether the parser came to the end of the text, so that more text could make it well-formed. */
function isAtEnd(text: string, { line, col }: { readonly line: number; readonly col: number }): boolean {
  let lines = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    lines += 1;
    start = at + 1;
  }
  const tail = text.slice(text.lastIndexOf('<'));
  if (!text.includes('>') || STARTS.some((start) => start.startsWith(tail))) return true;
  // The parser counts characters, and a string its surrogates.
  const end = text.slice(start).replace(/[\uD800-\uDBFF]/g, '').length + 1;
  return line === lines && end - col <= 2;
}

const tooDeep = (): RefusedMessage => new RefusedMessage('TOO_DEEP', 'the elements of the file are nested too deep');

interface Copy {
  readonly library: LibXml2;
  readonly maxElements: number;
  /** How many more elements are allowed. */
  left: number;
}

function copied(copy: Copy, element: libxml2.XmlElement, parent: XmlElement | null, levels: number): XmlElement {
  if (levels === 0) throw tooDeep();
  const { library } = copy;
  let text = '';
  let inside: libxml2.XmlElement[] | null = null;
  for (let node: libxml2.XmlNode | null = element.firstChild; node !== null; node = nextOf(library, node)) {
    if (node instanceof library.XmlElement) {
      if (copy.left === 0) {
        throw new RefusedMessage('TOO_LARGE', `the file has more than ${copy.maxElements} elements`);
      }
      copy.left -= 1;
      (inside ??= []).push(node);
    } else if (node instanceof library.XmlText || node instanceof library.XmlCData) text += node.content;
  }
  return new XmlElement(parent, {
    name: element.name,
    namespace: element.namespaceUri,
    attributes: attributesOf(element),
    text,
    children: (of) => inside?.map((child) => copied(copy, child, of, levels - 1)) ?? NO_CHILDREN,
  });
}

/** Every kind of node that a document without document type and instructions has leads to the next one. */
function nextOf({ XmlTreeNode }: LibXml2, node: libxml2.XmlNode): libxml2.XmlNode | null {
  if (node instanceof XmlTreeNode) return node.next;
  throw new RefusedMessage('NOT_XML', 'the file has a node that is neither an element, a text nor a comment');
}

/** Most elements have no children and no attributes, and share these. */
const NO_CHILDREN: readonly XmlElement[] = [];
const NONE: ReadonlyMap<string, string> = new Map();

/** Attributes without a namespace; ISO 20022 has no other ones. */
function attributesOf(element: libxml2.XmlElement): ReadonlyMap<string, string> {
  const attributes = element.attrs.filter(({ namespaceUri }) => namespaceUri === '');
  return attributes.length === 0 ? NONE : new Map(attributes.map(({ name, value }) => [name, value]));
}
