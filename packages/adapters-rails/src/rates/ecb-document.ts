import { currency, type CurrencyCode, type Instant, instant, type Rate } from '@corridor/core';
import { parseDecimal, type RateTable } from '@corridor/core/ports';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RateSourceError } from './rate-source-error.js';

/** The longest series of days without rates (Easter, Christmas) is five days; older rates are out of date. */
const MAX_AGE_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CURRENCIES = 500;
const EURO = 'EUR' as CurrencyCode;

/** Refuses rates of a day after `now`, and rates that are too old. */
export function readEcbDocument(xml: string, now: Instant): RateTable {
  const day = dayOf(parse(xml));
  return { base: EURO, asOf: readDate(attribute(day, 'time'), now), perBase: readRates(day) };
}

/** The parser does not process entities: the ECB declares none, and a document that declares any is refused. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

function parse(xml: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new RateSourceError('the document declares types or entities');
  if (XMLValidator.validate(xml) !== true) throw new RateSourceError('the document is not XML');
  try {
    return parser.parse(xml) as unknown;
  } catch (cause) {
    throw new RateSourceError('the parser refused the document', { cause });
  }
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Envelope, Cube, one Cube with a time, and in it one Cube for each currency. */
function dayOf(document: unknown): Node {
  const envelope = isNode(document) ? document['Envelope'] : null;
  const [days, ...others] = cubesIn(envelope);
  const [day, ...later] = cubesIn(days);
  if (day === undefined || others.length > 0 || later.length > 0) {
    throw new RateSourceError('the document does not hold the rates of one day');
  }
  return day;
}

function cubesIn(node: unknown): readonly Node[] {
  const cubes = isNode(node) ? node['Cube'] : null;
  return Array.isArray(cubes) ? cubes.filter(isNode) : [];
}

function attribute(node: Node, name: string): string {
  const value = node[`@${name}`];
  if (typeof value !== 'string') throw new RateSourceError(`the document lacks the attribute ${name}`);
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

function readRates(day: Node): ReadonlyMap<CurrencyCode, Rate> {
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
