import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  type CurrencyCode,
  type DomainError,
  domainError,
  type Id,
  newRecord,
  recordKind,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { BalanceCell, LedgerAccount } from './chart.js';

/** The kinds of journal entries (docs/ledger.md#journal-entries). */
export const ENTRY_KINDS = [
  'DEPOSIT',
  'SUSPENSE_IN',
  'SUSPENSE_RETURN',
  'SUSPENSE_CREDIT',
  'HOLD',
  'FUNDING',
  'SETTLEMENT',
  'SETTLEMENT_REVERSAL',
  'HOLD_RELEASE',
  'FUNDING_REFUND',
  'REFUND_FAILED',
  'REFUND_BOUNCED',
  'BANK_CHARGE',
  'DEPOSIT_REVERSAL',
  'FUNDING_LOST',
  'FUNDING_RECOVERED',
  'REFUND_RETRIED',
  'FEE_SWEEP',
  'RECEIVABLE_SETTLEMENT',
  'UMA_RECEIPT',
  'TOKEN_MINT',
  'TOKEN_BURN',
  'CARD_HOLD',
  'CARD_CLEARING',
  'CARD_RELEASE',
  'CARD_PULL',
  'CARD_OWED',
  'CARD_CREDIT',
  'CARD_RETURN',
  'CARD_RETURN_REVERSAL',
  'CARD_REVERSAL_OWED',
  'CARD_LOSS',
  'CARD_PULL_FAILED',
  'CARD_RECOVERY',
  'CARD_EXCESS',
  'CARD_LOSS_RETURN',
  'CARD_INTERCHANGE',
  'CARD_NETWORK_FEES',
  'CARD_CHARGEBACK',
  'CARD_REPRESENTMENT',
  'CARD_PROVISIONAL_CREDIT',
  'CARD_PROVISIONAL_WITHDRAWAL',
  'CARD_PROVISIONAL_OWED',
  'CARD_DISPUTE_WON',
  'CARD_DISPUTE_TAKEN_BACK',
  'CARD_DISPUTE_FEE',
  'CARD_DISPUTE_FEE_RETURN',
  'CARD_DISPUTE_LOSS',
  'CARD_DISPUTE_GAIN',
  'EXCEPTION_CREDITED',
  'EXCEPTION_PAID_ELSEWHERE',
  'EXCEPTION_ADJUSTED',
  'EXCEPTION_WRITTEN_OFF',
  'EXCEPTION_RECOVERED',
  'TREASURY_TOP_UP',
  'TREASURY_WITHDRAWAL',
  'TREASURY_CHARGE',
  'TREASURY_INTEREST',
  'TREASURY_NETWORK_FEE',
  'TREASURY_TRANSFER',
  'TREASURY_TRADE',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One line of a journal entry. The lines of an entry share `entryId`, `kind`, `cause` and time. Append-only. */
export interface Posting extends BaseRecord {
  readonly entryId: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  /** Id of the record that caused the entry: a transaction, a quote, a deposit. */
  readonly cause: string;
  /** The cause on the first line, null on the others: so that the index on it has one row for each entry. */
  readonly entryCause: string | null;
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units, signed; the lines of an entry sum to zero per currency. */
  readonly amount: bigint;
}

/**
 * The journal is one table: an entry is the set of postings with the same `entryId`. A header row would only
 * repeat kind, cause and time, and would cost a statement on every payment
 * (docs/decisions/0001-journal-is-one-table.md).
 */
export const POSTINGS = recordKind<Posting>()({
  name: 'postings',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    entryId: 'text',
    kind: 'text',
    cause: 'text',
    entryCause: 'text?',
    account: 'text',
    currency: 'text',
    amount: 'amount',
  },
  states: [],
  unique: [],
  filters: ['entryCause'],
  // A list has one row for each entry: its first line.
  listed: 'entryCause',
  sums: ['account'],
  immutable: ['entryId', 'kind', 'cause', 'entryCause', 'account', 'currency', 'amount'],
  numbered: true,
});

/** The balance row of a holder: an internal account, a receivable, a quote with money in transit, suspense. */
export interface Balance extends BaseRecord {
  readonly currency: CurrencyCode;
  readonly available: bigint;
  readonly held: bigint;
}

export const BALANCES = recordKind<Balance>()({
  name: 'balances',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, currency: 'text', available: 'amount', held: 'amount' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['currency'],
});

/** The sum of a hot account's postings up to a position; a balance is the checkpoint and the postings after it. */
export interface Checkpoint extends BaseRecord {
  readonly position: number;
  readonly balance: bigint;
}

export const CHECKPOINTS = recordKind<Checkpoint>()({
  name: 'checkpoints',
  scope: 'host',
  columns: { ...BASE_COLUMNS, position: 'int', balance: 'amount' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

export interface Line {
  readonly account: LedgerAccount;
  /** Smallest units, signed; lines of zero are not written. */
  readonly amount: bigint;
}

export interface JournalEntry {
  readonly kind: EntryKind;
  readonly cause: string;
  readonly lines: readonly Line[];
}

export function emptyBalance(ctx: Pick<Context, 'tenant' | 'now'>, holder: string, currency: CurrencyCode): Balance {
  return { currency, available: 0n, held: 0n, ...newRecord(holder, ctx) };
}

/**
 * Posts a balanced entry. The unit of work ends with `short` if a guarded account would become negative.
 * An entry that does not sum to zero per currency is a bug and throws before anything is written.
 */
export function post(unit: Unit, entry: JournalEntry, short: DomainError): void {
  postTogether(unit, [entry], short);
}

/**
 * Posts several entries as one movement and returns their ids. Balance changes of the entries are summed first: a
 * balance that one entry credits and another debits by the same amount is not touched.
 */
export function postTogether(
  { tx, ctx, ids }: Unit,
  entries: readonly JournalEntry[],
  short: DomainError,
): readonly Id<'JournalEntry'>[] {
  const entryIds = entries.map(() => ids.next('JournalEntry'));
  const lines = entries.flatMap((entry, index) => addPostings(tx, ctx, entryIds[index]!, entry));
  for (const move of movesByHolder(lines)) {
    tx.increase(
      BALANCES,
      {
        id: move.cell.holder,
        by: move.by,
        ...(move.cell.standing
          ? {}
          : { initial: { ...emptyBalance(ctx, move.cell.holder, move.currency), ...move.by } }),
      },
      short,
    );
  }
  return entryIds;
}

/**
 * Reads the balance of a standing holder and locks it until the unit ends, so that concurrent units decide one after
 * another. The unit ends with `gone` if the row does not exist.
 */
export function lockBalance(tx: Tx, holder: string, gone: DomainError): Promise<Balance | null> {
  tx.increase(BALANCES, { id: holder, by: { available: 0n } }, gone);
  // The buffered increase, which takes the lock, is sent before this read.
  return tx.get(BALANCES, holder);
}

/** The id of a line of an entry. Lines are numbered from 0. */
export const lineId = (entryId: Id<'JournalEntry'>, index: number): string => `${entryId}/${index}`;

function addPostings(tx: Tx, ctx: Context, entryId: Id<'JournalEntry'>, entry: JournalEntry): readonly Line[] {
  const lines = entry.lines.filter((line) => line.amount !== 0n);
  assertBalanced(entry.kind, lines);
  lines.forEach((line, index) => {
    tx.add(POSTINGS, {
      entryId,
      kind: entry.kind,
      cause: entry.cause,
      entryCause: index === 0 ? entry.cause : null,
      account: line.account.name,
      currency: line.account.currency,
      amount: line.amount,
      ...newRecord(lineId(entryId, index), ctx),
    });
  });
  return lines;
}

function assertBalanced(kind: EntryKind, lines: readonly Line[]): void {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { account, amount } of lines) sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new Bug(`${kind} entry does not balance: its lines sum to ${amountText(sum, currency)}`);
  }
  if (lines.length === 0) throw new Bug(`${kind} entry has no lines`);
}

interface Move {
  readonly cell: BalanceCell;
  readonly currency: CurrencyCode;
  readonly by: { available?: bigint; held?: bigint };
}

/** Sorted by holder, so that two units that touch the same rows lock them in the same order and do not deadlock. */
function movesByHolder(lines: readonly Line[]): readonly Move[] {
  const moves = new Map<string, Move>();
  for (const { account, amount } of lines) {
    if (account.cell === null) continue;
    const move = moves.get(account.cell.holder) ?? { cell: account.cell, currency: account.currency, by: {} };
    move.by[account.cell.column] = (move.by[account.cell.column] ?? 0n) + account.cell.sign * amount;
    moves.set(account.cell.holder, move);
  }
  const moved = [...moves.values()].filter(({ by }) => Object.values(by).some((amount) => amount !== 0n));
  return moved.sort((a, b) => (a.cell.holder < b.cell.holder ? -1 : 1));
}

/**
 * Moves the checkpoint of a hot account to the horizon, below which no posting can appear any more, and returns the
 * balance of the account. Two concurrent units conflict at the checkpoint: the second sees the postings of the first.
 */
export async function checkpoint(tx: Tx, ctx: Context, account: LedgerAccount): Promise<bigint> {
  const last = await tx.get(CHECKPOINTS, account.name);
  const horizon = await tx.horizon(POSTINGS);
  // The horizon that this host knows may be lower than that of the host that set the checkpoint. It never moves back.
  const holds = last !== null && (last.position <= horizon || last.position <= (await tx.lastPosition(POSTINGS)));
  // A checkpoint above all positions counts postings that a failover lost; their positions will be assigned again.
  const from = holds ? last.position : 0;
  const upTo = Math.max(horizon, from);
  const settled =
    (holds ? last.balance : 0n) + (await tx.sum(POSTINGS, 'amount', { account: account.name }, from, upTo));
  const recent = await tx.sum(POSTINGS, 'amount', { account: account.name }, upTo, null);
  if (last === null) {
    tx.add(
      CHECKPOINTS,
      { position: upTo, balance: settled, ...newRecord(account.name, ctx) },
      { conflicts: { id: RACED } },
    );
  } else {
    update(tx, ctx, CHECKPOINTS, last, { position: upTo, balance: settled });
  }
  return settled + recent;
}

const RACED = domainError(
  'CONFLICT',
  'another request created the checkpoint of this account at the same time; send the request again',
);
