import { COUNTRIES } from '../customers/index.js';
import { type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { Merchant } from '../transactions/index.js';
import type { DeclineReason } from './card-log.js';

export const SPEND_PERIODS = ['DAY', 'MONTH'] as const;
export type SpendPeriod = (typeof SPEND_PERIODS)[number];

/** The most that a card can spend in a day or a month: UTC, by the clock of the platform. */
export interface SpendLimit {
  readonly period: SpendPeriod;
  /** Smallest units of the card's currency. */
  readonly amount?: bigint | undefined;
  /** The number of uses. */
  readonly count?: number | undefined;
}

/** Where a card can be used, and how much it can spend in a period. What is absent restricts nothing. */
export interface CardControls {
  /** Merchant category codes: four digits (ISO 18245). */
  readonly allowedCategories?: readonly string[] | undefined;
  readonly blockedCategories?: readonly string[] | undefined;
  /** ISO 3166-1 alpha-2 */
  readonly allowedCountries?: readonly string[] | undefined;
  readonly blockedCountries?: readonly string[] | undefined;
  readonly spendLimits?: readonly SpendLimit[] | undefined;
}

/** The largest number of entries in a list of controls, and the largest number of uses that a limit can name. */
export const CONTROL_LIMITS = { entries: 100, count: 1_000_000 } as const;

const LISTS = ['allowedCategories', 'blockedCategories', 'allowedCountries', 'blockedCountries'] as const;
const PAIRS = [
  ['allowedCategories', 'blockedCategories'],
  ['allowedCountries', 'blockedCountries'],
] as const;

/** The controls to store; null if they restrict nothing. 400 INVALID_INPUT with every invalid field. */
export function validControls(controls: CardControls): Result<CardControls | null> {
  const errors = [
    ...LISTS.flatMap((name) => faultsOfList(name, controls[name])),
    ...PAIRS.flatMap(([allowed, blocked]) =>
      controls[allowed] === undefined || controls[blocked] === undefined
        ? []
        : [{ field: `controls.${blocked}`, message: `must be absent if ${allowed} is given; send one of both lists` }],
    ),
    ...faultsOfLimits(controls.spendLimits ?? []),
  ];
  if (errors.length > 0) return invalidFields(errors);
  const given = Object.entries(controls).filter(
    ([, value]) => value !== undefined && !isEmpty(value as readonly unknown[]),
  );
  return ok(given.length === 0 ? null : (Object.fromEntries(given) as CardControls));
}

/** An empty list of allowed entries is refused before; any other empty list restricts nothing. */
const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

function faultsOfList(name: (typeof LISTS)[number], list: readonly string[] | undefined): readonly FieldError[] {
  if (list === undefined) return [];
  const field = `controls.${name}`;
  const isCategories = name.endsWith('Categories');
  const isEntry = (entry: string): boolean => (isCategories ? /^\d{4}$/.test(entry) : COUNTRIES.has(entry));
  const what = isCategories ? 'a merchant category code of four digits' : 'a country code (ISO 3166-1 alpha-2)';
  const errors: FieldError[] = [];
  if (list.length > CONTROL_LIMITS.entries)
    errors.push({ field, message: `must have at most ${CONTROL_LIMITS.entries} entries` });
  if (list.length === 0 && name.startsWith('allowed'))
    errors.push({ field, message: 'must have at least one entry; freeze the card to decline every use' });
  for (const [index, entry] of list.entries()) {
    if (!isEntry(entry)) errors.push({ field: `${field}.${index}`, message: `must be ${what}` });
    else if (list.indexOf(entry) < index) errors.push({ field: `${field}.${index}`, message: 'is named twice' });
  }
  return errors;
}

function faultsOfLimits(limits: readonly SpendLimit[]): readonly FieldError[] {
  return limits.flatMap(({ period, amount, count }, index) => {
    const field = `controls.spendLimits.${index}`;
    const errors: FieldError[] = [];
    if (!SPEND_PERIODS.includes(period)) errors.push({ field: `${field}.period`, message: 'must be DAY or MONTH' });
    else if (limits.findIndex((other) => other.period === period) < index)
      errors.push({ field: `${field}.period`, message: `has a limit already; send one limit for each period` });
    if (amount === undefined && count === undefined)
      errors.push({ field, message: 'must have an amount, a count or both' });
    if (amount !== undefined && (amount < 1n || amount > MAX_AMOUNT))
      errors.push({ field: `${field}.amount`, message: `must be from 1 to ${MAX_AMOUNT} smallest units` });
    if (count !== undefined && (!Number.isInteger(count) || count < 1 || count > CONTROL_LIMITS.count))
      errors.push({ field: `${field}.count`, message: `must be a whole number from 1 to ${CONTROL_LIMITS.count}` });
    return errors;
  });
}

/** Whether the lists of a card decline a merchant. A merchant without a category or a country is on no list. */
export function refusedMerchant(
  { allowedCategories, blockedCategories, allowedCountries, blockedCountries }: CardControls,
  { mcc, country }: Merchant,
): Extract<DeclineReason, 'MERCHANT_NOT_ALLOWED' | 'COUNTRY_NOT_ALLOWED'> | null {
  if (isRefused(mcc, allowedCategories, blockedCategories)) return 'MERCHANT_NOT_ALLOWED';
  return isRefused(country, allowedCountries, blockedCountries) ? 'COUNTRY_NOT_ALLOWED' : null;
}

function isRefused(
  entry: string | null,
  allowed: readonly string[] | undefined,
  blocked: readonly string[] | undefined,
): boolean {
  if (entry === null) return allowed !== undefined;
  return (allowed !== undefined && !allowed.includes(entry)) || (blocked?.includes(entry) ?? false);
}
