import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { blockOf } from '../../blocks/index.js';
import {
  type ExceptionKind,
  type ExceptionRecord,
  EXCEPTIONS,
  type Resolution,
  type Side,
} from '../../exceptions/index.js';
import { isId } from '../../kernel/index.js';
import { amountText } from '../../money/index.js';
import { type Asking, type Fact, movedText, type Words } from '../../operators/index.js';
import { heldOn, TRANSACTIONS } from '../../transactions/index.js';

/** What an exception is about, in the heading of its resolution. */
const ABOUT: Readonly<Record<ExceptionKind, string>> = {
  REFUND_FAILED: 'the failed refund',
  DEPOSIT_REFUSED: 'the deposit',
  DEPOSIT_HELD: 'the held deposit',
  RAIL_CONTRADICTION: 'the contradiction',
  STATEMENT_DIFFERENCE: 'the difference',
  CARD_SETTLEMENT_DIFFERENCE: 'the difference of a settlement report',
  CARD_EXCESS: 'the excess of the card network',
  RECEIVABLE_OVERDUE: 'the debt',
  RECALL: 'the recalled money',
  PAYOUTS_HELD: 'the held payouts',
  PAYMENT_HELD: 'the held payment',
  SCREENING_HIT: 'the hit of the screening',
};

interface Resolved {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  readonly bankReference?: string | undefined;
  readonly valueDate?: string | undefined;
}

type OfResolution = Asking<Resolved>;

/** Each resolution in words: what it does with which money, and who bears it. */
export async function resolutionWords(asking: OfResolution): Promise<Words> {
  const { input, reads } = asking;
  const exception = await reads.get(EXCEPTIONS, input.exceptionId);
  const kind = exception?.kind ?? null;
  const about = kind === null ? 'the exception' : ABOUT[kind];
  const isPayment = kind === 'PAYMENT_HELD';
  const isCollection = exception?.leg === 'FUNDING';
  const money = moneyOf(asking, exception);
  switch (input.resolution) {
    case 'WRITTEN_OFF':
      return {
        heading: `Write off ${about}`,
        sentence: `Write off ${money}: ${bearer(asking, exception)}`,
        weight: 'danger',
        ...(!isBooking(asking, exception) && { amountLabel: 'Given up, and booked already' }),
      };
    case 'CREDITED':
      return {
        heading: `Credit ${about}`,
        sentence: `Credit ${money} to ${await accountOf(asking, exception, isCredit)}${await heldThere(asking, exception)}`,
      };
    case 'PAID_ELSEWHERE':
      return { heading: `Book ${about} as paid elsewhere`, sentence: `Book ${money} as paid ${elsewhere(asking)}` };
    case 'ADJUSTED':
      return { heading: `Adjust the books for ${about}`, sentence: await adjusted(asking, exception, money) };
    case 'RETRIED':
      return isPayment
        ? {
            heading: 'Let the held payment go on',
            sentence: isCollection
              ? `Let the payment go on: ${money} are collected from the payer, once, because its reference stays`
              : `Let the payment go on: ${money} leave for the payee, once, because its reference stays`,
            state: stateOf(asking),
          }
        : {
            heading: isFirst(asking, kind) ? `Send ${about} back` : `Try ${about} again`,
            sentence: await retried(asking, exception, money),
            state: stateOf(asking),
          };
    case 'REFUSED':
      return isPayment
        ? {
            heading: 'End the held payment',
            sentence: isCollection
              ? `End the payment: it fails, and ${money} are not collected from the payer`
              : `End the payment: it fails, and ${money} go back to where they came from`,
            weight: 'danger',
          }
        : {
            heading: `Do nothing about ${about}`,
            sentence: `End the exception about ${money}: nothing is booked`,
            amountLabel: 'At stake, and not moved',
          };
  }
}

/** Whether the resolution books an entry, or did. */
const isBooking = ({ books }: OfResolution, exception: ExceptionRecord | null): boolean =>
  books !== undefined || (exception?.moved ?? null) !== null;

/** A plan says what it moves; the exception says it of a resolution in the log. */
function moneyOf({ moves }: OfResolution, exception: ExceptionRecord | null): string {
  if (moves.length > 0 || exception === null) return movedText(moves);
  return amountText(exception.moved?.amount ?? exception.amount, exception.currency);
}

/** Whether money leaves (negative) or reaches a ledger account of this purpose; null if the entry has no such account. */
function signOf({ books }: OfResolution, exception: ExceptionRecord | null, purpose: Side): 'from' | 'to' | null {
  const line = books?.find(({ account }) => account.startsWith(`${purpose}:`));
  if (line !== undefined) return line.amount < 0n ? 'from' : 'to';
  const moved = books === undefined ? exception?.moved : null;
  return moved?.from === purpose ? 'from' : moved?.to === purpose ? 'to' : null;
}

function bearer(asking: OfResolution, exception: ExceptionRecord | null): string {
  const side = signOf(asking, exception, 'loss');
  if (side === null) return 'the service bears it, as the books have it already';
  if (side === 'from') return 'the service bears it';
  // The money of a difference belongs to no customer.
  return exception?.kind === 'STATEMENT_DIFFERENCE' || exception?.kind === 'CARD_SETTLEMENT_DIFFERENCE'
    ? 'the service keeps it'
    : 'the service keeps it, and the customer gets nothing';
}

const ACCOUNT = /^[a-z-]+:(InternalAccount:.+)$/;

/** The internal account on one side of the entry. */
async function accountOf(
  asking: OfResolution,
  exception: ExceptionRecord | null,
  isSide: (amount: bigint) => boolean,
): Promise<string> {
  const id = accountIdOf(asking, exception, isSide);
  return id === null ? 'the account' : asking.name(id);
}

function accountIdOf(
  { books = [] }: OfResolution,
  exception: ExceptionRecord | null,
  isSide: (amount: bigint) => boolean,
): string | null {
  const line = books.find(({ account, amount }) => ACCOUNT.test(account) && isSide(amount));
  return (line === undefined ? exception?.moved?.account : ACCOUNT.exec(line.account)![1]) ?? null;
}

const isCredit = (amount: bigint): boolean => amount > 0n;

/** That a block keeps the money on the account that is credited; nothing without one, and of a decision in the log. */
async function heldThere(asking: OfResolution, exception: ExceptionRecord | null): Promise<string> {
  const { reads, tenant, books } = asking;
  const id = books === undefined ? null : accountIdOf(asking, exception, isCredit);
  const account = id !== null && isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  if (account === null) return '';
  const blocked = await blockOf(reads, tenant, { customers: [account.customerId] });
  return blocked === null ? '' : ': a block keeps it on the account until the block ends';
}

function elsewhere({ input: { bankReference, valueDate } }: OfResolution): string {
  const payment = [bankReference && `reference ${bankReference}`, valueDate].filter(Boolean).join(', ');
  return `outside the service from its own funds${payment === '' ? '' : ` (${payment})`}`;
}

async function adjusted(asking: OfResolution, exception: ExceptionRecord | null, money: string): Promise<string> {
  const charges = signOf(asking, exception, 'bank-charges');
  if (charges === null) return `Take ${money} from ${await accountOf(asking, exception, (amount) => amount < 0n)}`;
  return charges === 'from'
    ? `Book ${money} as charges of the bank: the service bears them`
    : `Book ${money} as charges that the bank gave back`;
}

/** Whether no rail was asked to send the money of a deposit back before. */
const isFirst = ({ before }: OfResolution, kind: ExceptionKind | null): boolean =>
  (kind === 'DEPOSIT_HELD' || kind === 'DEPOSIT_REFUSED') &&
  before !== null &&
  'formerAttempt' in before &&
  before.formerAttempt === null;

/** Whether money of an internal account goes back to it, without a rail. */
async function isHeldHere({ reads }: OfResolution, exception: ExceptionRecord | null): Promise<boolean> {
  const subject = exception?.subject ?? '';
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  return payment !== null && heldOn(payment) !== null;
}

/** What is repeated and what is not; `before` has what the rail says about the former attempt. */
async function retried(asking: OfResolution, exception: ExceptionRecord | null, money: string): Promise<string> {
  const { before } = asking;
  const retry = before !== null && 'retry' in before ? before.retry : null;
  const former = before !== null && 'formerAttempt' in before ? before.formerAttempt : null;
  const named = typeof former === 'string' ? ` ${former}` : '';
  if (retry === 'resume')
    return `Complete the return of ${money}, which the rail has sent already${named === '' ? '' : ` as${named}`}: nothing is sent again`;
  const again = `Send ${money} back again with a new reference`;
  if (named !== '') return `${again}: the former attempt${named} did not pay, and is not repeated`;
  if (await isHeldHere(asking, exception))
    return `Give ${money} back to the account that they came from: they are held on it at once, and no rail is asked`;
  return `Send ${money} back with a new reference: nothing is booked before the rail confirms it`;
}

/** The sentence says what the plan knows about the former attempt. */
const stateOf = ({ before }: OfResolution): readonly Fact[] =>
  before !== null && 'status' in before && before.status === 'OPEN' ? [{ label: 'Status', text: 'Open' }] : [];
