import { ENVIRONMENTS, fromIso, type Instant, type LedgerClass, toIso, type Within } from '@corridor/core';
import {
  type GeneralLedger,
  HOUSE_TENANTS,
  monthOf,
  operatorReads,
  platformOf,
  splitTenant,
} from '@corridor/core/internal';
import type { UnitOfWork } from '@corridor/core/ports';
import { readGeneralLedger } from '../files/general-ledger-file.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { type Arguments, oneOf, optionOf } from '../terminal/arguments.js';

/** The tenants that `--platform` and `--environment` name; both are optional, and `house` is the service itself. */
export async function scopeOf(units: UnitOfWork, given: Arguments): Promise<Within> {
  const platform = optionOf(given, 'platform');
  const named = optionOf(given, 'environment');
  const environment = named === undefined ? undefined : oneOf(ENVIRONMENTS, 'environment', named);
  const within: Within = (tenant) =>
    (platform === undefined || platformOf(tenant) === platform) &&
    (environment === undefined || splitTenant(tenant).environment === environment);
  if (platform !== undefined && !HOUSE_TENANTS.some(within) && !(await hasPlatform(units, within))) {
    const where = environment === undefined ? '' : ` in ${environment}`;
    throw new CommandError(`--platform: no platform ${platform} exists${where}; list them with corridor platform list`);
  }
  return within;
}

const hasPlatform = async (units: UnitOfWork, within: Within): Promise<boolean> =>
  (await operatorReads(units).platforms()).some(({ id }) => within(id));

/** A day, or a time with its zone. A time without a zone would be one of the machine's zone. */
const UTC = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

/** The time of an option in UTC; a day is its first instant. */
export function timeOf(given: Arguments, name: string): Instant | undefined {
  const text = optionOf(given, name);
  if (text === undefined) return undefined;
  const at = UTC.test(text) ? fromIso(text) : null;
  // Days that a month does not have are refused: JavaScript takes them for days of the next month.
  if (at === null || !toIso(at).startsWith(text.slice(0, 10)))
    throw new UsageError(
      `--${name}: ${text} is not a day or a time in UTC, such as 2026-10-01 or 2026-10-01T00:00:00Z`,
    );
  return at;
}

/** The period of `--month`, or of `--from` and `--to`. */
export function periodOf(given: Arguments): { readonly from: Instant | undefined; readonly to: Instant } {
  const [from, to] = [timeOf(given, 'from'), timeOf(given, 'to')];
  const month = optionOf(given, 'month');
  if (month === undefined) {
    if (to === undefined) throw new UsageError('--to is missing; or name a month with --month');
    return { from, to };
  }
  if (from !== undefined || to !== undefined) throw new UsageError('--month: cannot be combined with --from or --to');
  const period = monthOf(month);
  if (period === null) throw new UsageError(`--month: ${month} is not a month such as 2026-10`);
  return period;
}

/** The accounts of `--accounts`; refuses a file that lacks an account of the ledger, and names all that it lacks. */
export async function generalLedgerOf(
  given: Arguments,
  classes: readonly LedgerClass[],
): Promise<GeneralLedger | null> {
  const file = optionOf(given, 'accounts');
  if (file === undefined) return null;
  const found = await readGeneralLedger(file);
  const missing = classes.filter((each) => found.accountOf(each) === null);
  const names = [...new Set(missing.map(({ account, currency }) => [account, currency].join(' ')))].sort();
  if (names.length === 0) return found;
  throw new CommandError(`--accounts: ${file} has no account for ${names.join(', ')}; add a line for each of them`);
}
