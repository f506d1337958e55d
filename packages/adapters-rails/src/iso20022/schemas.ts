import type * as libxml2 from 'libxml2-wasm';
import { decodeXml } from './decode-xml.js';
import type { LibXml2 } from './parse-xml.js';
import { RefusedMessage } from './refused-message.js';

export interface SchemaFile {
  /** For messages about the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The XML schemas that an operator has from the ISO; they are not part of this package. */
export interface Schemas {
  /** The messages that have a schema, such as `camt.053.001.08`. */
  readonly messages: readonly string[];
  /**
   * Where the document departs from the schema of this message. Empty for a valid document, and for a message without a
   * schema. Each text begins with its place.
   */
  deviationsIn(message: string, document: string): readonly string[];
  /** Releases the compiled schemas. */
  close(): void;
}

/** A schema that cannot be used: it is not XML, not a schema, or not of ISO 20022. */
export class InvalidSchema extends Error {
  constructor(file: string, reason: string) {
    super(`the schema ${file} cannot be used: ${reason}`);
    this.name = 'InvalidSchema';
  }
}

/** Compiles schemas. Throws `InvalidSchema`. */
export function openSchemas(library: LibXml2, files: readonly SchemaFile[]): Schemas {
  const validators = new Map<string, libxml2.XsdValidator>();
  const close = (): void => {
    for (const validator of validators.values()) validator.dispose();
    validators.clear();
  };
  try {
    for (const file of files) {
      const { message, validator } = compiled(library, file);
      validators.get(message)?.dispose();
      validators.set(message, validator);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    messages: [...validators.keys()],
    deviationsIn: (message, document) => {
      const validator = validators.get(message);
      return validator === undefined ? [] : deviations(library, validator, document);
    },
    close,
  };
}

const TARGET = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})$/;

function compiled(
  library: LibXml2,
  { name, bytes }: SchemaFile,
): { readonly message: string; readonly validator: libxml2.XsdValidator } {
  const { XmlDocument, XmlLibError, XsdValidator } = library;
  let document: libxml2.XmlDocument | null = null;
  try {
    document = XmlDocument.fromString(decodeXml(bytes).text, { option: optionsOf(library) });
    const message = TARGET.exec(document.root.attr('targetNamespace')?.value ?? '')?.[1];
    if (message === undefined) throw new InvalidSchema(name, 'its target namespace is not a message of ISO 20022');
    return { message, validator: XsdValidator.fromDoc(document) };
  } catch (error) {
    if (error instanceof XmlLibError || error instanceof RefusedMessage) {
      throw new InvalidSchema(name, error.message.trim());
    }
    throw error;
  } finally {
    document?.dispose();
  }
}

function deviations(library: LibXml2, validator: libxml2.XsdValidator, text: string): readonly string[] {
  const document = library.XmlDocument.fromString(text, { option: optionsOf(library) });
  try {
    validator.validate(messageIn(library, document));
    return [];
  } catch (error) {
    if (!(error instanceof library.XmlValidateError)) throw error;
    return error.details.map(({ message, xpath, line }) => `${placeOf(xpath) ?? `line ${line}`}: ${plain(message)}`);
  } finally {
    document.dispose();
  }
}

/** The `Document` of the message, which can be in an envelope. */
function messageIn(library: LibXml2, document: libxml2.XmlDocument): libxml2.XmlElement {
  const found = document.get("//*[local-name()='Document']");
  return found instanceof library.XmlElement ? found : document.root;
}

function optionsOf({ ParseOption }: LibXml2): libxml2.ParseOption {
  return ParseOption.XML_PARSE_IGNORE_ENC | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
}

/** The library writes elements of a default namespace as `*` in a path; then the line says more. */
const placeOf = (path: string | undefined): string | null => (path === undefined || path.includes('*') ? null : path);

/** The finding without namespaces, and without the values of the document, which can be account numbers and names. */
const plain = (message: string): string =>
  message
    .replaceAll(/\{urn:iso:std:iso:20022:tech:xsd:[^}]*\}/g, '')
    .replaceAll(/The value '[^']*'/g, 'The value')
    .replaceAll(/: '[^']*' is not a valid value/g, ': the text is not a valid value')
    .trim()
    .slice(0, 300);
