import { currency, type CurrencyCode, type Instant, instant, type Rate } from '@corridor/core';
import { optionalPackage } from '@corridor/core/internal';
import { parseDecimal, type RateTable } from '@corridor/core/ports';
import { type LibXml2, parseXml } from '../iso20022/parse-xml.js';
import { RefusedMessage } from '../iso20022/refused-message.js';
import type { XmlElement } from '../iso20022/xml-element.js';
import { RateSourceError } from './rate-source-error.js';

/** The longest series of days without rates (Easter, Christmas) is five days; older rates are out of date. */
const MAX_AGE_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CURRENCIES = 500;
const EURO = 'EUR' as CurrencyCode;

/**
 * The document has about 40 elements in 2 kB, nested four deep. It is parsed on the thread that answers requests, so it
 * must be short.
 */
const LIMITS = { maxDepth: 10, maxElements: 2000 };
const MAX_CHARACTERS = 256 * 1024;

/** Refuses rates of a day after `now`, and rates that are too old. */
export type ReadEcbDocument = (xml: string, now: Instant) => RateTable;

/** Loads the optional parser; an error names the command that installs it. */
export async function loadEcbReader(): Promise<ReadEcbDocument> {
  const library = await optionalPackage('libxml2-wasm@0.7.2', () => import('libxml2-wasm'));
  return (xml, now) => {
    const day = dayOf(parse(library, xml));
    return { base: EURO, asOf: readDate(attribute(day, 'time'), now), perBase: readRates(day) };
  };
}

/** The ECB declares no entities and uses none in attributes: a document that does is refused before it is parsed. */
function parse(library: LibXml2, xml: string): XmlElement {
  if (xml.length > MAX_CHARACTERS) throw new RateSourceError('the document is longer than the rates of a day');
  if (/<!(?:DOCTYPE|ENTITY)|<[^<>]*&/i.test(xml)) {
    throw new RateSourceError('the document declares types, or has entities in attributes');
  }
  try {
    return parseXml(library, xml, LIMITS);
  } catch (cause) {
    if (!(cause instanceof RefusedMessage)) throw cause;
    throw new RateSourceError('the parser refused the document', { cause });
  }
}

/** Envelope, Cube, one Cube with a time, and in it one Cube for each currency. */
function dayOf(root: XmlElement): XmlElement {
  const [days, ...others] = root.name === 'Envelope' ? cubesIn(root) : [];
  const [day, ...later] = days === undefined ? [] : cubesIn(days);
  if (day === undefined || others.length > 0 || later.length > 0) {
    throw new RateSourceError('the document does not hold the rates of one day');
  }
  return day;
}

/** The envelope and the cubes have different namespaces. */
const cubesIn = ({ children }: XmlElement): readonly XmlElement[] => children.filter(({ name }) => name === 'Cube');

function attribute({ attributes }: XmlElement, name: string): string {
  const value = attributes.get(name);
  if (value === undefined) throw new RateSourceError(`the document lacks the attribute ${name}`);
  return value;
}

/** Midnight (UTC) of the day of the rates. */
function readDate(text: string, now: Instant): Instant {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) {
    throw new RateSourceError(`${JSON.stringify(text.slice(0, 20))} is not a date`);
  }
  if (at > now) throw new RateSourceError(`the rates are of ${text}, which is in the future`);
  if (now - at > MAX_AGE_DAYS * DAY_MS) throw new RateSourceError(`the rates are of ${text}, which is too long ago`);
  return instant(at);
}

function readRates(day: XmlElement): ReadonlyMap<CurrencyCode, Rate> {
  const cubes = cubesIn(day);
  if (cubes.length === 0 || cubes.length > MAX_CURRENCIES)
    throw new RateSourceError(`the document has ${cubes.length} currencies`);
  const rates = new Map<CurrencyCode, Rate>();
  const seen = new Set<string>();
  for (const cube of cubes) {
    const code = attribute(cube, 'currency');
    if (!/^[A-Z]{3}$/.test(code) || code === EURO) {
      throw new RateSourceError(`${JSON.stringify(code.slice(0, 20))} is not a currency code other than EUR`);
    }
    if (seen.has(code)) throw new RateSourceError(`the document has two rates for ${code}`);
    seen.add(code);
    const rate = readRate(code, attribute(cube, 'rate'));
    // The registry does not know currencies that are newer or older than this release. They must not block the others.
    if (currency(code)?.kind === 'fiat') rates.set(code as CurrencyCode, rate);
  }
  return rates;
}

const PLAIN_DECIMAL = /^\d{1,12}(\.\d{1,12})?$/;

function readRate(code: string, text: string): Rate {
  const rate = PLAIN_DECIMAL.test(text) ? parseDecimal(text) : null;
  if (rate === null) throw new RateSourceError(`${JSON.stringify(text.slice(0, 20))} is not a rate for ${code}`);
  return rate;
}
