import { INTERNAL_ACCOUNTS, type InternalAccount, PLATFORM_OWNER } from '../accounts/index.js';
import {
  cardLines,
  isCardTransaction,
  SETTLEMENT_PARTS,
  settlementEntries,
  type SettlementMove,
  type SettlementPart,
} from '../cards/index.js';
import { type CurrencyCode, type Id, isId, splitTenant, type TenantKey } from '../kernel/index.js';
import {
  chart,
  type Check,
  type EntryKind,
  inspect,
  type LedgerAccount,
  type Line,
  type PostedEntry,
  unless,
} from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type Quote, quotedBooks, QUOTES, settlementOf } from '../quotes/index.js';
import {
  doneLines,
  holdLines,
  releaseLines,
  STABLECOIN_OPERATIONS,
  type StablecoinOperation,
} from '../stablecoins/index.js';
import {
  CARD_MOVES,
  type CardMove,
  correctionsOf,
  type Deposit,
  DEPOSITS,
  destinationKey,
  heldOn,
  type PaymentBooks,
  retriedLines,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { transferBooks } from '../transfers/index.js';
import { BOOKING_ENTRY, bookingLines } from '../treasury/index.js';
import { receiptLines, UMA_RECEIPTS, type UmaReceipt } from '../uma/index.js';
import { byId, differences, type PostedBooks } from './books.js';
import { type ByHand, causesByHand } from './exceptions.js';
import { isTakenBack, reversedLines, takenBack, takenFrom } from './receivables.js';
import { loadEach } from './uninspectable.js';

/** An entry with the records from which its lines follow; null for records that do not exist. */
interface Caused {
  readonly entry: PostedEntry;
  readonly tenant: TenantKey;
  readonly transaction: Transaction | null;
  readonly quote: Quote | null;
  readonly deposit: Deposit | null;
  readonly account: InternalAccount | null;
  readonly receipt: UmaReceipt | null;
  readonly operation: StablecoinOperation | null;
  /** The account of the platform that a returned payout's fee was taken back from. */
  readonly payer: InternalAccount | null;
  readonly byHand: ByHand | null;
  readonly settlement: SettlementPart | null;
}

/**
 * Whether money for a quote arrived and could not be used: the amount was wrong, it came too late, or it was above the
 * daily volume of the corridor, or another payment pays the invoice. (A payment that failed for the last two reasons at its
 * rail has a receiving amount.)
 */
export const isMisfunded = (t: Transaction): boolean =>
  t.failureReason === 'FUNDING_AMOUNT_MISMATCH' ||
  t.failureReason === 'QUOTE_EXPIRED' ||
  ((t.failureReason === 'LIMIT_EXCEEDED' || t.failureReason === 'ACCOUNT_CANNOT_RECEIVE') && t.receivedAmount === null);

/**
 * Compares journal entries with the records that caused them. Lists the kinds of the entries of each payment and
 * deposit, so that the passes over these records can check them.
 */
export async function inspectEntries(
  books: Pick<PostedBooks, 'reads' | 'tenant' | 'entries' | 'cardMoves'>,
  entries: readonly PostedEntry[],
): Promise<readonly string[]> {
  for (const entry of entries) {
    const { cause, kind } = entry;
    if (isCardMove(kind)) noteCardMove(books, cause, kind, sumMoved(entry));
    else if (kind !== 'FEE_SWEEP' && kind !== 'RECEIVABLE_SETTLEMENT') books.entries.add(cause, kind);
  }
  const { subjects, findings } = await loadEach(entries, (each) => withCauses(books, each));
  return [...findings, ...inspect(subjects, [movesWhatItsCauseSays, isSweptToThePlatform])];
}

const isCardMove = (kind: EntryKind): kind is CardMove => (CARD_MOVES as readonly string[]).includes(kind);

/** The amount that an entry with two sides moves from one to the other. */
const sumMoved = ({ postings }: PostedEntry): bigint =>
  postings.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

function noteCardMove(
  { cardMoves }: Pick<PostedBooks, 'cardMoves'>,
  cause: string,
  move: CardMove,
  amount: bigint,
): void {
  const moves = cardMoves.get(cause) ?? new Map<CardMove, { count: number; total: bigint }>();
  const { count, total } = moves.get(move) ?? { count: 0, total: 0n };
  moves.set(move, { count: count + 1, total: total + amount });
  cardMoves.set(cause, moves);
}

async function withCauses(
  { reads, tenant }: Pick<PostedBooks, 'reads' | 'tenant'>,
  entries: readonly PostedEntry[],
): Promise<readonly Caused[]> {
  const causes = entries.map(({ cause }) => cause);
  const transactions = await byId(
    reads,
    TRANSACTIONS,
    causes.filter((id) => isId('Transaction', id)),
  );
  const quotes = await byId(
    reads,
    QUOTES,
    [...transactions.values()].map(({ quoteId }) => quoteId),
  );
  const deposits = await byId(
    reads,
    DEPOSITS,
    causes.filter((id) => isId('Deposit', id)),
  );
  const accounts = await byId(
    reads,
    INTERNAL_ACCOUNTS,
    [...causes, ...entries.map(takenFrom)].filter((id) => isId('InternalAccount', id)),
  );
  const receipts = await byId(
    reads,
    UMA_RECEIPTS,
    entries.filter(({ kind }) => kind === 'UMA_RECEIPT').map(({ cause }) => cause),
  );
  const operations = await byId(
    reads,
    STABLECOIN_OPERATIONS,
    causes.filter((id) => isId('StablecoinOperation', id)),
  );
  const settlements = await byId(
    reads,
    SETTLEMENT_PARTS,
    causes.filter((id) => isId('CardSettlement', id)),
  );
  const byHand = await causesByHand({ reads }, entries);
  return entries.map((entry) => {
    const transaction = transactions.get(entry.cause) ?? null;
    return {
      entry,
      tenant,
      transaction,
      quote: quotes.get(transaction?.quoteId ?? '') ?? null,
      deposit: deposits.get(entry.cause) ?? null,
      account: accounts.get(entry.cause) ?? null,
      receipt: receipts.get(entry.cause) ?? null,
      operation: operations.get(entry.cause) ?? null,
      byHand: byHand.get(entry.id) ?? null,
      settlement: settlements.get(entry.cause) ?? null,
      payer: accounts.get(takenFrom(entry)) ?? null,
    };
  });
}

const move = (from: LedgerAccount, to: LedgerAccount, amount: bigint): readonly Line[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** The expected lines of an entry; null if the records for it do not exist, which is a finding of another check. */
type LinesOf = (caused: Caused) => readonly Line[] | null;

/** The lines of a payment. A payment without a quote is a transfer. */
const ofPayment =
  (lines: (caused: Caused, books: PaymentBooks, sent: bigint) => readonly Line[]): LinesOf =>
  (caused) => {
    const { transaction: t, quote } = caused;
    if (t === null || (t.quoteId !== null && quote === null)) return null;
    if (quote === null) return lines(caused, transferBooks(t), t.sentAmount!);
    return lines(caused, quotedBooks(quote), isMisfunded(t) ? t.sentAmount! : quote.totalSendingAmount);
  };

const taken = ofPayment((_, { origin, waiting }, sent) => move(origin, waiting, sent));
const givenBack = ofPayment((_, { origin, waiting }, sent) => move(waiting, origin, sent));
const settled = ofPayment(({ transaction }, books) => {
  const id = destinationKey(transaction!.destination);
  return books.settlement(isId('InternalAccount', id) ? { id } : null);
});

/** The number and amounts of card entries are free here; their sums are compared with the transaction. */
const ofCard =
  (move: CardMove): LinesOf =>
  ({ transaction: t, entry }) =>
    t !== null && isCardTransaction(t) ? cardLines(t, move, sumMoved(entry)) : null;

const ofCards = Object.fromEntries(CARD_MOVES.map((move) => [move, ofCard(move)])) as Record<CardMove, LinesOf>;

const ofSettlement =
  (move: SettlementMove): LinesOf =>
  ({ tenant, settlement }) =>
    settlement === null ? null : (settlementEntries(splitTenant(tenant).environment, settlement).get(move) ?? []);

const clearing = (tenant: TenantKey, rail: string, currency: CurrencyCode): LedgerAccount =>
  chart.clearing(splitTenant(tenant).environment, rail, currency);

const lossOf = (tenant: TenantKey, { sentCurrency }: Transaction): LedgerAccount =>
  chart.loss(splitTenant(tenant).environment, sentCurrency!);

const resolved: LinesOf = ({ byHand }) =>
  byHand === null || byHand.exception === null ? null : (byHand.resolved ?? []);

const treasury: LinesOf = ({ byHand, entry }) => {
  if (byHand === null || byHand.booking === null) return null;
  return BOOKING_ENTRY[byHand.booking.kind] === entry.kind ? bookingLines(byHand.booking) : [];
};

/** The expected lines of each kind of entry (docs/ledger.md#journal-entries). */
const LINES: Readonly<Record<EntryKind, LinesOf>> = {
  DEPOSIT: ({ tenant, transaction: t }) =>
    t === null
      ? null
      : move(
          clearing(tenant, t.fundingRail!, t.receivedCurrency!),
          chart.available(t.receiverIdentifier as Id<'InternalAccount'>, t.receivedCurrency!),
          t.receivedAmount!,
        ),
  SUSPENSE_IN: ({ tenant, deposit: d }) =>
    d === null ? null : move(clearing(tenant, d.rail, d.currency), chart.suspense(tenant, d.currency), d.amount),
  SUSPENSE_RETURN: ({ tenant, deposit: d }) =>
    d === null ? null : move(chart.suspense(tenant, d.currency), clearing(tenant, d.rail, d.currency), d.amount),
  SUSPENSE_CREDIT: ({ tenant, transaction: t }) =>
    t === null
      ? null
      : move(
          chart.suspense(tenant, t.receivedCurrency!),
          chart.available(t.receiverIdentifier as Id<'InternalAccount'>, t.receivedCurrency!),
          t.receivedAmount!,
        ),
  HOLD: (caused) => (caused.operation === null ? taken(caused) : holdLines(caused.operation)),
  FUNDING: taken,
  SETTLEMENT: settled,
  SETTLEMENT_REVERSAL: (caused) => reversedLines(settled(caused), caused),
  HOLD_RELEASE: (caused) => (caused.operation === null ? givenBack(caused) : releaseLines(caused.operation)),
  FUNDING_REFUND: givenBack,
  REFUND_FAILED: ofPayment((_, { waiting, inTransit }, sent) => move(waiting, inTransit, sent)),
  REFUND_BOUNCED: (caused) => {
    const { tenant, deposit: d } = caused;
    return d === null
      ? taken(caused)
      : move(clearing(tenant, d.rail, d.currency), chart.suspense(tenant, d.currency), d.amount);
  },
  BANK_CHARGE: ({ tenant, transaction: t, quote }) => {
    if (t === null || t.rail === null) return null;
    const currency = quote?.uma ? settlementOf(quote.uma).currency : t.receivedCurrency!;
    const charges = chart.bankCharges(splitTenant(tenant).environment, currency);
    return move(charges, clearing(tenant, t.rail, currency), correctionsOf(t).bankCharge);
  },
  DEPOSIT_REVERSAL: ({ tenant, transaction: t, entry }) => {
    if (t === null) return null;
    const account = { id: t.receiverIdentifier as Id<'InternalAccount'>, currency: t.receivedCurrency! };
    const amount = t.receivedAmount!;
    return [
      { account: clearing(tenant, t.fundingRail!, account.currency), amount },
      ...takenBack(entry, account, amount),
    ];
  },
  FUNDING_LOST: ofPayment(({ tenant, transaction: t }, { origin }, sent) => move(lossOf(tenant, t!), origin, sent)),
  FUNDING_RECOVERED: ofPayment(({ tenant, transaction: t }, { waiting }, sent) =>
    move(waiting, lossOf(tenant, t!), sent),
  ),
  UMA_RECEIPT: ({ tenant, receipt }) => (receipt === null ? null : receiptLines({ tenant }, receipt)),
  TOKEN_MINT: ({ operation }) => (operation?.operationType === 'MINT' ? doneLines(operation) : null),
  TOKEN_BURN: ({ operation }) => (operation?.operationType === 'BURN' ? doneLines(operation) : null),
  FEE_SWEEP: ({ tenant, account, entry }) => {
    if (account === null) return null;
    const swept = sumMoved(entry);
    const fees = chart.fees(tenant, account.currency);
    return isTakenBack(entry, fees)
      ? [{ account: fees, amount: swept }, ...takenBack(entry, account, swept)]
      : move(fees, chart.available(account.id, account.currency), swept);
  },
  RECEIVABLE_SETTLEMENT: ({ account, entry }) =>
    account === null
      ? null
      : move(
          chart.available(account.id, account.currency),
          chart.receivable(account.id, account.currency),
          sumMoved(entry),
        ),
  REFUND_RETRIED: ({ transaction: t }) => (t === null || heldOn(t) === null ? null : retriedLines(t, heldOn(t)!)),
  EXCEPTION_CREDITED: resolved,
  EXCEPTION_PAID_ELSEWHERE: resolved,
  EXCEPTION_ADJUSTED: resolved,
  EXCEPTION_WRITTEN_OFF: resolved,
  EXCEPTION_RECOVERED: ({ byHand }) => (byHand === null ? null : (byHand.recovered ?? [])),
  TREASURY_TOP_UP: treasury,
  TREASURY_WITHDRAWAL: treasury,
  TREASURY_CHARGE: treasury,
  TREASURY_INTEREST: treasury,
  TREASURY_NETWORK_FEE: treasury,
  TREASURY_TRANSFER: treasury,
  TREASURY_TRADE: treasury,
  CARD_INTERCHANGE: ofSettlement('CARD_INTERCHANGE'),
  CARD_NETWORK_FEES: ofSettlement('CARD_NETWORK_FEES'),
  ...ofCards,
};

/** Whether postings equal the lines in the same order, as most do. */
const areLines = (postings: PostedEntry['postings'], lines: readonly Line[]): boolean =>
  postings.length === lines.length &&
  lines.every(({ account, amount }, i) => {
    const posted = postings[i]!;
    return posted.account === account.name && posted.amount === amount && posted.currency === account.currency;
  });

const movesWhatItsCauseSays: Check<Caused> = (caused) => {
  const { kind, cause, postings } = caused.entry;
  // An unknown kind has no expected lines; the check of its payment reports it.
  const linesOf: LinesOf | undefined = LINES[kind];
  const lines = linesOf?.(caused)?.filter(({ amount }) => amount !== 0n);
  if (lines === undefined || areLines(postings, lines)) return [];
  const expected = lines.map(({ account, amount }) => `${account.name} ${amountText(amount, account.currency)}`);
  const found = postings.map(({ account, amount, currency }) => `${account} ${amountText(amount, currency)}`);
  return differences(`${kind} of ${cause}`, without(expected, found), without(found, expected));
};

/** The difference of two lists, where each line of the others removes one equal line. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...lines];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const isSweptToThePlatform: Check<Caused> = ({ entry: { id, kind, cause }, account }) =>
  unless(
    kind !== 'FEE_SWEEP' || account?.owner === PLATFORM_OWNER,
    () => `${id} sweeps fees to ${cause}, which is not an account of the platform`,
  );
