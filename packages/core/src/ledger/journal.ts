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
import type { BalanceCell, LedgerAccount } from './chart.js';

/** The movements of the ledger (behaviour, "Ledger"). */
export const ENTRY_KINDS = [
  'DEPOSIT',
  'SUSPENSE_IN',
  'SUSPENSE_RETURN',
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
  'CARD_CREDIT',
  'CARD_RETURN',
  'CARD_RETURN_REVERSAL',
  'CARD_LOSS',
  'CARD_PULL_FAILED',
  'CARD_RECOVERY',
  'CARD_EXCESS',
  'CARD_LOSS_RETURN',
  'EXCEPTION_CREDITED',
  'EXCEPTION_PAID_ELSEWHERE',
  'EXCEPTION_ADJUSTED',
  'EXCEPTION_WRITTEN_OFF',
  'TREASURY_TOP_UP',
  'TREASURY_WITHDRAWAL',
  'TREASURY_CHARGE',
  'TREASURY_TRADE',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One line of a journal entry; the lines of an entry share `entryId`, `kind`, `cause` and time. Append-only. */
export interface Posting extends BaseRecord {
  readonly entryId: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  /** Id of what caused the entry: a transaction, a quote, a deposit. */
  readonly cause: string;
  /** The cause again on the first line, null on the others: an index with one row for each entry. */
  readonly entryCause: string | null;
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units, signed; the lines of an entry sum to zero per currency. */
  readonly amount: bigint;
}

/**
 * The journal is one table: an entry is the set of postings with one `entryId`. A header row of its own would
 * repeat nothing but kind, cause and time, and would cost a statement on every payment.
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
  sums: ['account'],
  immutable: ['entryId', 'kind', 'cause', 'entryCause', 'account', 'currency', 'amount'],
  numbered: true,
});

/** The balance row of a guarded holder: an internal account, its receivable, a quote with money in transit, a suspense account. */
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

/** Sum of a hot account's postings up to a position, so that reading its balance stays cheap. */
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
  /** Smallest units, signed; lines of zero are left out of the entry. */
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
 * Posts a balanced entry. The unit ends with `short` when a guarded account would become negative.
 * An entry that does not sum to zero per currency is a bug and throws before anything is written.
 */
export function post(unit: Unit, entry: JournalEntry, short: DomainError): void {
  postTogether(unit, [entry], short);
}

/**
 * Posts entries as one movement: a balance that one of them leads to and another away from is left alone. Answers their
 * ids.
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
 * The balance of a standing holder, locked until the unit ends: what is decided on it holds, however many decide at once.
 * The unit ends with `gone` where there is none.
 */
export function lockBalance(tx: Tx, holder: string, gone: DomainError): Promise<Balance | null> {
  tx.increase(BALANCES, { id: holder, by: { available: 0n } }, gone);
  // Behind the lock, which is sent with this read.
  return tx.get(BALANCES, holder);
}

/** Lines of an entry are numbered from 0. */
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
  for (const [currency, sum] of sums) if (sum !== 0n) throw new Bug(`${kind} entry is off by ${sum} ${currency}`);
  if (lines.length === 0) throw new Bug(`${kind} entry has no lines`);
}

interface Move {
  readonly cell: BalanceCell;
  readonly currency: CurrencyCode;
  readonly by: { available?: bigint; held?: bigint };
}

/** In the order of holders, so that two units that touch the same rows lock them in the same order. */
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
 * Sets the checkpoint of a hot account where no older posting can appear any more, and returns its balance.
 * Two units that do this at once conflict at the checkpoint: one of them sees the other's postings.
 */
export async function checkpoint(tx: Tx, ctx: Context, account: LedgerAccount): Promise<bigint> {
  const last = await tx.get(CHECKPOINTS, account.name);
  const horizon = await tx.horizon(POSTINGS);
  // A host that lags may know of a lower horizon than the one that set the checkpoint: it does not go back for that.
  const holds = last !== null && (last.position <= horizon || last.position <= (await tx.lastPosition(POSTINGS)));
  // One above all positions counts postings that were lost in a failover, whose positions are given again.
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

const RACED = domainError('CONFLICT', 'another unit has set the first checkpoint of this account');
