import {
  type AccountInfo,
  accountTypeServes,
  type ExternalAccountType,
  type PayoutInstruction,
  type PullInstruction,
  type Rail,
  type RailRefundStatus,
  type RailReturn,
} from '../../accounts/index.js';
import { type CurrencyCode, type Instant, instant, plusSeconds } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import type { KnownOutcome, RailContractOptions } from './options.js';

export const SUBMITTED = instant(1_760_000_000_000);
/** When the status of a movement is read, in seconds after its submission. */
export const ASKED_AFTER: readonly number[] = [0, 1, 60, 3_600];
export const DAY_SECONDS = 86_400;

/** Chains that rails are known to use, and an unknown one that no rail serves. */
export const NETWORKS: readonly string[] = [
  'BITCOIN',
  'ETHEREUM',
  'SOLANA',
  'BASE',
  'POLYGON',
  'TRON',
  'PLASMA',
  'SPARK',
  'NOWHERE',
];

export interface Movements {
  /**
   * One delivery and one collection for each currency and account type; each is named by its currency and account type.
   */
  readonly deliveries: readonly Named<PayoutInstruction>[];
  readonly collections: readonly Named<PullInstruction>[];
}

export type Named<I> = readonly [string, I];

let serial = 0;
/** A new reference for each movement, because a provider remembers references. */
export const reference = (kind: 'Transaction' | 'Refund' = 'Transaction'): string =>
  `${kind}:0199c0de-0000-7000-8000-${String(++serial).padStart(12, '0')}`;

const pullOf = (account: AccountInfo, currency: CurrencyCode, amount = 1n): PullInstruction => ({
  reference: reference(),
  account,
  currency,
  amount,
  remittanceInformation: null,
  submittedAt: SUBMITTED,
  cancelRequestedAt: null,
});

const payoutOf = (account: AccountInfo, currency: CurrencyCode, amount = 1n): PayoutInstruction => ({
  ...pullOf(account, currency, amount),
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: false,
});

export function movementsOf(
  { capabilities: { accountTypes, pullsFrom, currencies } }: Rail,
  account: (type: ExternalAccountType) => AccountInfo,
): Movements {
  const each = <I>(
    types: readonly ExternalAccountType[],
    word: string,
    of: (account: AccountInfo, currency: CurrencyCode) => I,
  ): readonly Named<I>[] =>
    types.flatMap((type) =>
      currencies
        .filter((currency) => accountTypeServes(type, currency))
        .map((currency): Named<I> => [`${currency} ${word} ${type}`, of(account(type), currency)]),
    );
  return { deliveries: each(accountTypes, 'to', payoutOf), collections: each(pullsFrom, 'from', pullOf) };
}

export const knownPayout = (of: KnownOutcome<string>): PayoutInstruction =>
  payoutOf(of.account, of.currency, of.amount);
export const knownPull = (of: KnownOutcome<string>): PullInstruction => pullOf(of.account, of.currency, of.amount);

/**
 * The answer to a movement that several hosts submit at the same moment, as after a lost lease, and then again. A rail
 * may refuse some of the first calls, because core repeats them.
 */
export async function submitTogether<S>({ expect }: TestRunner, submit: () => Promise<S>): Promise<S> {
  const together = await Promise.allSettled([submit(), submit(), submit()]);
  const answer = await submit();
  for (const one of together) if (one.status === 'fulfilled') expect(one.value).toEqual(answer);
  return answer;
}

/** A movement that took place has moved money once, and one that failed has not. */
export async function expectMoved(
  { expect }: TestRunner,
  moved: RailContractOptions['moved'],
  reference: string,
  state: string,
): Promise<void> {
  if (moved === undefined) return;
  const times = await moved(reference);
  if (state === 'delivered' || state === 'collected' || state === 'completed') expect(times).toBe(1);
  else if (state === 'failed') expect(times).toBe(0);
  else expect(times).toBeLessThanOrEqual(1);
}

/** A return has its own id and an amount; a collection is returned in full. */
export function expectReturn({ expect }: TestRunner, { returnId, amount }: RailReturn, whole?: bigint): void {
  expect(returnId).not.toBe('');
  expect(amount).toBeGreaterThan(0n);
  if (whole !== undefined) expect(amount).toBe(whole);
}

/** Repeated calls of a refund have the same answer, at each time, and send the money once. */
export async function expectRefund(
  runner: TestRunner,
  reference: string,
  refund: (now: Instant) => Promise<RailRefundStatus>,
  { moved, pass }: RailContractOptions,
): Promise<void> {
  const { expect } = runner;
  for (const seconds of ASKED_AFTER) {
    const now = plusSeconds(SUBMITTED, seconds);
    const status = await refund(now);
    expect(['completed', 'pending', 'failed']).toContain(status.state);
    if (status.state === 'pending') expect(status.checkAfterSeconds).toBeGreaterThan(0);
    expect(await refund(now)).toEqual(status);
  }
  await pass?.(DAY_SECONDS);
  await expectMoved(runner, moved, reference, (await refund(plusSeconds(SUBMITTED, DAY_SECONDS))).state);
}
