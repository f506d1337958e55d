import { type Context, type DomainError, domainError, toIso } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { LimitKind } from '../platforms/index.js';
import type { Caps, Used } from './limit-usage.js';

/** The kinds in a sentence: `1,000.00 USD of payouts`. */
export const LIMIT_KIND_NAMES: Readonly<Record<LimitKind, string>> = {
  ALL: 'payments',
  PAYOUT: 'payouts',
  CONVERSION: 'conversions',
  UMA: 'payments to UMA addresses',
  CARD: 'card payments',
  STABLECOIN: 'mints and burns',
  COLLECTION: 'collections',
};

const secondsUntil = ({ now }: Pick<Context, 'now'>, { endsAt }: Caps): number => Math.ceil((endsAt - now) / 1000);

/** Why a payment of this amount does not fit beside what is used; null if it does. 403 VELOCITY_LIMIT_EXCEEDED. */
export function refusalOf(ctx: Pick<Context, 'now'>, caps: Caps, used: Used, amount: bigint): DomainError | null {
  const tooLarge = beyondAlone(caps, amount);
  if (tooLarge !== null) return tooLarge;
  const { limit, of, cap, countCap, endsAt } = caps;
  const { currency, kind } = limit;
  const [name, end] = [LIMIT_KIND_NAMES[kind], toIso(endsAt)];
  const details = { retryAfter: secondsUntil(ctx, caps) };
  if (used.amount + amount > cap) {
    const left = used.amount < cap ? cap - used.amount : 0n;
    return domainError(
      'VELOCITY_LIMIT_EXCEEDED',
      `the customer may start ${name} of ${amountText(cap, currency)} in a ${of} and has used ${amountText(used.amount, currency)}; send at most ${amountText(left, currency)}, or wait until ${end}`,
      details,
    );
  }
  return used.count < countCap
    ? null
    : domainError(
        'VELOCITY_LIMIT_EXCEEDED',
        `the customer may start ${countCap} ${name} in ${currency} in a ${of} and has started ${used.count}; wait until ${end}`,
        details,
      );
}

/** Why a payment of this amount never fits. Without a time: waiting does not help. */
export function beyondAlone(
  { limit: { kind, currency }, of, cap, countCap }: Caps,
  amount: bigint,
): DomainError | null {
  const name = LIMIT_KIND_NAMES[kind];
  if (countCap === 0n || cap === 0n)
    return domainError(
      'VELOCITY_LIMIT_EXCEEDED',
      `the customer may start no ${name} in ${currency}; ask the operator to raise the limit`,
    );
  return amount <= cap
    ? null
    : domainError(
        'VELOCITY_LIMIT_EXCEEDED',
        `the amount is more than the ${name} of ${amountText(cap, currency)} that the customer may start in a ${of}; send less`,
      );
}

/** Another payment of the customer has used what was left while this one started. */
export function raced(ctx: Pick<Context, 'now'>, caps: Caps): DomainError {
  const { limit, of, endsAt } = caps;
  return domainError(
    'VELOCITY_LIMIT_EXCEEDED',
    `another payment has used what was left of the ${LIMIT_KIND_NAMES[limit.kind]} in ${limit.currency} that the customer may start in a ${of}; send less, or wait until ${toIso(endsAt)}`,
    { retryAfter: secondsUntil(ctx, caps) },
  );
}
