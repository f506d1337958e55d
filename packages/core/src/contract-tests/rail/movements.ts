import {
  ACCOUNT_TYPES,
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
import type { KnownOutcome, RailContractOptions } from './options.js';
import { type Checked, must, mustEqual } from './sentences.js';

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
    types
      .filter(isAccountType)
      .flatMap((type) =>
        currencies
          .filter((currency) => accountTypeServes(type, currency))
          .map((currency): Named<I> => [`${currency} ${word} ${type}`, of(account(type), currency)]),
      );
  return { deliveries: each(accountTypes, 'to', payoutOf), collections: each(pullsFrom, 'from', pullOf) };
}

/** The cases of capabilities name the types that core does not know. */
export const isAccountType = (type: string): boolean => ACCOUNT_TYPES.some((row) => row.type === type);

export const knownPayout = (of: KnownOutcome<string>): PayoutInstruction =>
  payoutOf(of.account, of.currency, of.amount);
export const knownPull = (of: KnownOutcome<string>): PullInstruction => pullOf(of.account, of.currency, of.amount);

/**
 * The answer to a movement that several hosts submit at the same moment, as after a lost lease, and then again. A rail
 * may refuse some of the first calls, because core repeats them.
 */
export async function submitTogether<S>(checked: Checked, submit: () => Promise<S>): Promise<S> {
  const together = await Promise.allSettled([submit(), submit(), submit()]);
  const answer = await submit();
  for (const settled of together)
    if (settled.status === 'fulfilled') mustEqual(checked, settled.value, answer, 'the answer of the repeated call');
  return answer;
}

/** A movement that took place has moved money once, and one that failed has not. */
export async function expectMoved(
  checked: Checked,
  moved: RailContractOptions['moved'],
  reference: string,
  state: string,
): Promise<void> {
  if (moved === undefined) return;
  const times = await moved(reference);
  const isDone = state === 'delivered' || state === 'collected' || state === 'completed';
  const expected = isDone ? '1' : state === 'failed' ? '0' : 'at most 1';
  const holds = isDone ? times === 1 : times <= (state === 'failed' ? 0 : 1);
  const member = 'the number of times that the provider moved the money, by `moved`,';
  must({ ...checked, member }, times, `${expected} for the state "${state}"`, holds);
}

/** A return has its own id and an amount; a collection is returned in full. */
export function expectReturn(checked: Checked, { amount }: RailReturn, whole?: bigint): void {
  const member = { ...checked, member: 'amount' };
  must(member, amount, 'more than 0', amount > 0n);
  if (whole !== undefined) must(member, amount, `the whole amount of the collection, ${whole}`, amount === whole);
}

/** A state that is asked about again has a positive interval. */
export function expectInterval(checked: Checked, seconds: number | null): void {
  must(
    { ...checked, member: 'checkAfterSeconds' },
    seconds,
    'a positive number of seconds',
    seconds === null || seconds > 0,
  );
}

/** Repeated calls of a refund have the same answer, at each time, and send the money once. */
export async function expectRefund(
  checked: Checked,
  reference: string,
  refund: (now: Instant) => Promise<RailRefundStatus>,
  { moved, pass }: RailContractOptions,
): Promise<void> {
  for (const seconds of ASKED_AFTER) {
    const now = plusSeconds(SUBMITTED, seconds);
    const status = await refund(now);
    if (status.state === 'pending') expectInterval(checked, status.checkAfterSeconds);
    mustEqual(checked, await refund(now), status, `the answer of the first call at ${secondsAfter(seconds)}`);
  }
  await pass?.(DAY_SECONDS);
  const { state } = await refund(plusSeconds(SUBMITTED, DAY_SECONDS));
  await expectMoved(checked, moved, reference, state);
}

export const secondsAfter = (seconds: number): string => `${seconds} seconds after the submission`;
