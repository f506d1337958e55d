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

/** A bank or provider that can be paid in a country and currency (contract: DiscoveryListResponse). */
export interface Institution {
  /** What stands in `accountInfo.bankName`, or `accountInfo.provider` where the account is a mobile wallet. */
  readonly bankName: string;
  /** How it is shown to people. */
  readonly displayName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** An institution that keeps wallets for others: a value of `accountInfo.vaspName` (contract: Vasp). */
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
 * The institutions of a country, of a currency, of both, or all; by country, currency and name. 400 INVALID_INPUT for
 * what is no code of a country, INVALID_CURRENCY for a currency that there is not.
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
      const unknown: FieldError = { field: 'currency', message: 'is not a currency' };
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

/** The directory of VASPs, by name, page by page. INVALID_INPUT for a cursor that this host did not make for it. */
export function listVasps(all: readonly Vasp[], cursors: Cursors): Query<PageRequest, Page<Vasp>> {
  // In hexadecimal, which sorts like the bytes, so that a cursor holds no character that means something in an address.
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
