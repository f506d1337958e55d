import { type ExceptionRecord, movementsOf, overdueOf } from '../exceptions/index.js';
import { type CurrencyCode, splitTenant, type Reads } from '../kernel/index.js';
import { chart, type Check, entriesCausedBy, unless } from '../ledger/index.js';
import { amountOrUnits } from '../money/index.js';
import {
  arrivedAmount,
  correctionsOf,
  decidedOutside,
  deliveredAmount,
  type Deposit,
  depositLeft,
  fundingLeft,
  stakeOf,
  type Transaction,
} from '../transactions/index.js';

/** What went back and forth for a payment or deposit about which an operator decided, and who bore it. */
export interface DecidedSums {
  readonly id: string;
  /** What came in and has not gone back; negative if more went back than came. */
  readonly left: bigint;
  /** What operators credited from outside beyond what came. */
  readonly credited: bigint;
  /** What operators credited of a payout that a booked return had already brought back. */
  readonly cameTwice: bigint;
  /** What went to the payee beyond the amount of the payment, by its settlement and by resolutions together. */
  readonly sentTwice: bigint;
  /** What the service gained in `loss`, beyond unclaimed money that it keeps. */
  readonly gained: bigint;
  /** The currency of what came in; null if the record has no funding. */
  readonly fundingCurrency: CurrencyCode | null;
  /** The currency of what the payee gets; null if the record has no payee. */
  readonly payeeCurrency: CurrencyCode | null;
  /** The currency of what was gained; null for none, or for several. */
  readonly gainedCurrency: CurrencyCode | null;
}

type Gained = Pick<DecidedSums, 'gained' | 'gainedCurrency'>;

export async function decidedSums(reads: Reads, payment: Transaction): Promise<DecidedSums> {
  const { id, type, fundingRail, failureReason, receivedCurrency } = payment;
  const hasFunding = type !== 'CARD' && fundingRail !== null;
  const currency = hasFunding ? stakeOf({ transaction: payment }).currency : null;
  const left = currency === null ? null : await fundingLeft(reads, payment, currency, ['COMPLETED']);
  const whole = currency === null ? null : await arrivedAmount(reads, payment, currency);
  const credited = left === null || whole === null ? 0n : left - whole;
  const isReturned = failureReason === 'PAYOUT_RETURNED' && receivedCurrency !== null;
  const cameTwice = isReturned ? (await decidedOutside(reads, payment, 'DELIVERY', receivedCurrency)).came : 0n;
  const sentTwice = await sentTwiceOf(reads, payment);
  return {
    ...{ id, left: left ?? 0n, credited, cameTwice, sentTwice },
    ...{ fundingCurrency: currency, payeeCurrency: receivedCurrency },
    ...(await gainedOf(reads, payment)),
  };
}

async function sentTwiceOf(reads: Reads, payment: Transaction): Promise<bigint> {
  const { type, status, receivedCurrency } = payment;
  const whole = type !== 'OUTGOING' || receivedCurrency === null ? null : deliveredAmount(payment, receivedCurrency);
  if (whole === null) return 0n;
  const { sent, came } = await decidedOutside(reads, payment, 'DELIVERY', receivedCurrency!);
  return (status === 'COMPLETED' ? whole : 0n) + sent - came - whole;
}

export const decidedSumsOfDeposit = async (reads: Reads, deposit: Deposit): Promise<DecidedSums> => {
  const { sent, came } = await decidedOutside(reads, deposit, 'FUNDING', deposit.currency);
  const isBack = deposit.status === 'RETURNED' || deposit.reversalId !== null;
  return {
    id: deposit.id,
    left: isBack ? -sent : await depositLeft(reads, deposit),
    credited: came,
    cameTwice: 0n,
    sentTwice: 0n,
    fundingCurrency: deposit.currency,
    payeeCurrency: null,
    ...(await gainedOf(reads, deposit)),
  };
};

const MOST_ENTRIES = 200;

/**
 * The sum of the entries of a payment or deposit and of its exceptions on `loss`. Money in transit or in suspense that
 * was written off is kept by the service because its owner is unknown, and does not count. Money in transit makes good a
 * funding that was lost.
 */
async function gainedOf(reads: Reads, subject: Transaction | Deposit): Promise<Gained> {
  const { id, tenant } = subject;
  const isOfCard = 'type' in subject && subject.type === 'CARD';
  const isFundingLost = 'type' in subject && correctionsOf(subject).fundingReversed;
  const movements = (await movementsOf(reads, id)).filter(
    // Only the network of a card books its excess to `loss`.
    ({ exception: { kind } }) => kind !== 'CARD_EXCESS' || isOfCard,
  );
  const causes: string[] = [id];
  let kept = 0n;
  for (const { exception, moved } of movements) {
    causes.push(...(await withDebts(reads, exception)));
    if (moved.to !== 'loss') continue;
    if (moved.from === 'suspense' || (moved.from === 'in-transit' && !isFundingLost)) kept += moved.amount;
  }
  const losses = new Set(
    movements.map(({ exception }) => chart.loss(splitTenant(tenant).environment, exception.currency).name),
  );
  let sum = 0n;
  for (const cause of causes)
    for (const { postings } of await entriesCausedBy(reads, cause, MOST_ENTRIES))
      for (const { account, amount } of postings) if (losses.has(account)) sum += amount;
  const [only = null, ...others] = new Set(movements.map(({ exception }) => exception.currency));
  return { gained: sum - kept, gainedCurrency: others.length === 0 ? only : null };
}

/** The exception, and those about debts that its resolution made. */
async function withDebts(reads: Reads, { id, moved, entryId }: ExceptionRecord): Promise<readonly string[]> {
  if (moved === null || moved.account === null || entryId === null) return [id];
  const found: string[] = [id];
  for (const debt of await overdueOf(reads, moved.account, entryId)) found.push(...(await withDebts(reads, debt)));
  return found;
}

export const movedOnce: Check<DecidedSums> = ({ id, left, credited, cameTwice, sentTwice, gained, ...of }) => [
  ...unless(
    left >= 0n,
    () => `${amountOrUnits(-left, of.fundingCurrency)} more of ${id} went back outside than came in`,
  ),
  ...unless(
    credited <= 0n,
    () => `operators credited ${amountOrUnits(credited, of.fundingCurrency)} more of ${id} than came in`,
  ),
  ...unless(
    cameTwice <= 0n,
    () =>
      `${id} came back twice: its return is booked, and operators credited ${amountOrUnits(cameTwice, of.payeeCurrency)}`,
  ),
  ...unless(
    sentTwice <= 0n,
    () => `${amountOrUnits(sentTwice, of.payeeCurrency)} more of ${id} went to its payee than its amount`,
  ),
  ...unless(gained <= 0n, () => `the service gained ${amountOrUnits(gained, of.gainedCurrency)} in loss from ${id}`),
];
