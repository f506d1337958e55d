import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type Cursors,
  DEFAULT_LIMIT,
  type FieldError,
  instant,
  invalidFields,
  ok,
  type Page,
  type PageRequest,
  type Query,
} from '../kernel/index.js';
import { isCurrency } from '../money/index.js';

/** A bank or provider that can be paid in a country and currency. */
export interface Institution {
  /** The value for `accountInfo.bankName`, or for `accountInfo.provider` if the account is a mobile wallet. */
  readonly bankName: string;
  /** The name for display. */
  readonly displayName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** An institution that keeps wallets for others; `name` is a value for `accountInfo.vaspName`. */
export interface Vasp {
  readonly name: string;
  readonly url: string | null;
}

export interface InstitutionFilter {
  readonly country?: string | undefined;
  readonly currency?: string | undefined;
}

const COUNTRY = /^[A-Z]{2}$/;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Institutions, filtered by country and currency, ordered by country, currency and name. INVALID_INPUT for a malformed
 * country code; INVALID_CURRENCY for an unknown currency.
 */
export function listInstitutions(all: readonly Institution[]): Query<InstitutionFilter, readonly Institution[]> {
  const sorted = all.toSorted(
    (a, b) => byText(a.country, b.country) || byText(a.currency, b.currency) || byText(a.displayName, b.displayName),
  );
  return async (_reads, _ctx, { country, currency }) => {
    if (country !== undefined && !COUNTRY.test(country)) {
      return invalidFields([
        { field: 'country', constraint: { format: 'iso3166-1-alpha-2', pattern: COUNTRY.source } },
      ]);
    }
    if (currency !== undefined && !isCurrency(currency)) {
      const unknown: FieldError = { field: 'currency', message: 'is not a supported currency' };
      return invalidFields([unknown], 'INVALID_CURRENCY');
    }
    return ok(
      sorted.filter(
        (each) =>
          (country === undefined || each.country === country) && (currency === undefined || each.currency === currency),
      ),
    );
  };
}

const DIRECTORY = 'VASPs';

/** VASPs by name, page by page. INVALID_INPUT for a cursor that is not one of this list. */
export function listVasps(all: readonly Vasp[], cursors: Cursors): Query<PageRequest, Page<Vasp>> {
  // In hexadecimal, which sorts like the bytes, so that a cursor has no character that a URL must escape.
  const keyed = all
    .map((vasp) => ({ vasp, id: bytesToHex(utf8ToBytes(vasp.name.toLowerCase())) }))
    .toSorted((a, b) => byText(a.id, b.id));
  return async (_reads, _ctx, { limit = DEFAULT_LIMIT, cursor }) => {
    const after = cursors.decode(DIRECTORY, cursor);
    if (!after.ok) return after;
    const from = after.value;
    const rest = from === undefined ? keyed : keyed.filter(({ id }) => id > from.id);
    const rows = rest.slice(0, limit);
    const last = rows.at(-1);
    const hasMore = rest.length > rows.length;
    return ok({
      data: rows.map(({ vasp }) => vasp),
      hasMore,
      ...(hasMore && last !== undefined
        ? { nextCursor: cursors.encode(DIRECTORY, { createdAt: instant(0), id: last.id }) }
        : {}),
    });
  };
}
