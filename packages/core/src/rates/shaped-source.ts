import { type CurrencyCode, type Instant, type Shape, shaped, shapes } from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { RateSource, RateTable } from './ports.js';

const { anInstant, listOf, mapOf, objectWith, textThat } = shapes;

const aCurrency: Shape<CurrencyCode> = textThat('the code of a currency', (text) => /^[A-Z][A-Z0-9]{2,7}$/.test(text));
const aPositive: Shape<bigint> = (value, member) => {
  if (typeof value === 'bigint' && value > 0n) return value;
  throw new shapes.Misshapen(member, 'a positive bigint', value);
};
const RATE: Shape<Rate> = objectWith<Rate>({ num: aPositive, den: aPositive });
const TABLE: Shape<RateTable> = objectWith<RateTable>({
  base: aCurrency,
  asOf: anInstant<Instant>(),
  perBase: mapOf(aCurrency, RATE),
});
const TABLES = listOf(TABLE);
const FETCHED: Shape<RateTable | readonly RateTable[]> = (value, member) =>
  Array.isArray(value) ? TABLES(value, member) : TABLE(value, member);

/** The source with every answer checked: a malformed one is thrown, and the rates in force stay. */
export const shapedSource = (source: RateSource): RateSource => ({
  name: source.name,
  environments: source.environments,
  ...(source.pairs !== undefined && { pairs: source.pairs }),
  fetch: async () => shaped(`rates ${source.name}`, 'fetch', FETCHED, await source.fetch()),
});
