import { checkStructure } from './check-structure.js';
import { decodeXml } from './decode-xml.js';
import type { ReadOutcome } from './messages.js';
import { type LibXml2, MAX_DEPTH, MAX_ELEMENTS, parseXml } from './parse-xml.js';
import { readAccountReport } from './read-account-report.js';
import { Deviations } from './read-fields.js';
import { readStatusReport } from './read-status-report.js';
import { quoted, RefusedMessage } from './refused-message.js';
import type { Schemas } from './schemas.js';
import { formOf, versionsOf } from './versions.js';
import type { XmlElement } from './xml-element.js';

const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ['pain.002', 'CstmrPmtStsRpt'],
  ['camt.052', 'BkToCstmrAcctRpt'],
  ['camt.053', 'BkToCstmrStmt'],
  ['camt.054', 'BkToCstmrDbtCdtNtfctn'],
]);

export interface ReadOptions {
  /** Longer files are refused before they are decoded. Reading takes about 25 times the size in memory. */
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  /** The schemas of the ISO that the operator has; their findings are added to the deviations. */
  readonly schemas?: Schemas | undefined;
}

export const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Reads a message of a bank. Every unsound file is refused with a problem that an operator can read; nothing is thrown
 * for the content of a file.
 */
export function readBankMessage(library: LibXml2, bytes: Uint8Array, options: ReadOptions = {}): ReadOutcome {
  const { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH, schemas } = options;
  try {
    if (bytes.length > maxBytes) {
      throw new RefusedMessage('TOO_LARGE', `the file has ${bytes.length} bytes; ${maxBytes} are allowed`);
    }
    const deviations = new Deviations();
    const { text, deviation } = decodeXml(bytes);
    if (deviation !== null) deviations.addText(deviation);
    const document = documentIn(parseXml(library, text, { maxDepth, maxElements: MAX_ELEMENTS }));
    const { version, form } = versionOf(document);
    if (form !== version) deviations.addText(`/: ${version} is read as ${form}`);
    const root = containerOf(document, version);
    const message = version.startsWith('camt')
      ? readAccountReport(root, version, deviations)
      : readStatusReport(root, version, deviations);
    checkStructure(root, deviations);
    for (const finding of schemas?.deviationsIn(version, text) ?? []) deviations.addText(finding);
    return { ok: true, message, deviations: deviations.list() };
  } catch (error) {
    if (error instanceof RefusedMessage) return { ok: false, problem: error.problem };
    throw error;
  }
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})$/;

/** The `Document` of the message: the root, or the only one in an envelope such as the business application header's. */
function documentIn(root: XmlElement): XmlElement {
  const found = documentsIn(root, 4);
  const [document, other] = found;
  if (other !== undefined) throw new RefusedMessage('UNKNOWN_MESSAGE', 'the file has several messages', other.place);
  if (document !== undefined) return document;
  const name = root.namespace === '' ? root.name : `${root.name} of ${root.namespace.slice(0, 100)}`;
  throw new RefusedMessage('UNKNOWN_MESSAGE', `the file is not an ISO 20022 message but ${quoted(name)}`, root.place);
}

const documentsIn = (element: XmlElement, levels: number): readonly XmlElement[] =>
  element.name === 'Document' && NAMESPACE.test(element.namespace)
    ? [element]
    : levels === 0
      ? []
      : element.children.flatMap((child) => documentsIn(child, levels - 1));

function versionOf(document: XmlElement): { readonly version: string; readonly form: string } {
  const version = NAMESPACE.exec(document.namespace)![1]!;
  const form = formOf(version);
  if (form !== null) return { version, form };
  const known = versionsOf(version.slice(0, 8));
  if (known === null) {
    throw new RefusedMessage('UNKNOWN_MESSAGE', `${version} is not a message of a bank that is read`, document.place);
  }
  const message = `${version} is not a version that is read; these are ${known}`;
  throw new RefusedMessage('UNKNOWN_VERSION', message, document.place);
}

/** The first version of the reports has its number at the end of the name. */
const containerOf = (document: XmlElement, version: string): XmlElement => {
  const name = CONTAINERS.get(version.slice(0, 8))!;
  return document.one(`${name}V01`) ?? document.required(name);
};
