import type { ExceptionRecord } from '../exceptions/index.js';
import type { Instant } from '../kernel/index.js';
import type { LedgerEntry } from '../ledger/index.js';
import { type Deposit, DEPOSIT, type DepositStatus, type RailStep } from '../transactions/index.js';
import type { RailEntry, StateEntry } from './timeline.js';

/** The dated records about a deposit. The deposit itself keeps its present state alone. */
export interface DepositRecords {
  readonly journal: readonly LedgerEntry[];
  readonly exceptions: readonly ExceptionRecord[];
  readonly steps: readonly RailStep[];
}

type On = (typeof DEPOSIT)['transitions'][number]['on'];

/** That a deposit reached a state, as a record proves it. */
interface Reached {
  readonly at: Instant;
  readonly to: DepositStatus;
  readonly on: On;
}

const BOUNCED = '/bounced';

/** The states of a deposit, oldest first: those that its records date, and the present one. */
export function depositStates(deposit: Deposit, records: DepositRecords): readonly StateEntry[] {
  const { id: subject, status, updatedAt } = deposit;
  const proven = [...returns(deposit, records), ...decisions(records)].toSorted((a, b) => a.at - b.at);
  const reached: Reached[] = [birthOf(deposit, records)];
  const reach = (next: Reached): void => {
    if (reached.at(-1)!.to !== next.to) reached.push(next);
  };
  for (const next of proven) {
    // Money that waited goes back by way of suspense.
    if (next.on === 'return' && reached.at(-1)!.to === 'KEPT') reach({ at: begunBy(records, next.at), ...AGAIN });
    if (isPossible(reached.at(-1)!.to, next)) reach(next);
  }
  if (reached.at(-1)!.to !== status) reach({ at: updatedAt, to: status, on: lastOf(deposit) });
  const base = { kind: 'state', of: 'deposit', subject, reason: null } as const;
  return reached.map(({ at, to, on }, index) => {
    const from = index === 0 ? null : reached[index - 1]!.to;
    return { ...base, at, from, to, why: whyOf(from, on, to) };
  });
}

const AGAIN = { to: 'IN_SUSPENSE', on: 'retry' } as const;

const isPossible = (from: DepositStatus, { to, on }: Reached): boolean =>
  DEPOSIT.transitions.some((row) => row.from === from && row.on === on && row.to === to);

const whyOf = (from: DepositStatus | null, on: On, to: DepositStatus): string | null =>
  DEPOSIT.transitions.find((row) => row.from === from && row.on === on && row.to === to)?.why ?? null;

/** A deposit that was to go back at once has a return under its own id. */
function birthOf({ id, createdAt, version, status, returnAs, returnedAs }: Deposit, records: DepositRecords): Reached {
  const isOwn = (reference: string | null): boolean => reference === id || reference === `${id}${BOUNCED}`;
  const wentBack =
    version === 1
      ? status === 'IN_SUSPENSE'
      : [returnAs, returnedAs].some(isOwn) ||
        records.steps.some(({ reference }) => isOwn(reference)) ||
        records.exceptions.some(({ reference }) => isOwn(reference));
  return wentBack ? { at: createdAt, to: 'IN_SUSPENSE', on: 'receive' } : { at: createdAt, to: 'KEPT', on: 'hold' };
}

/** The journal has each return, each return that bounced, the reversal of the arrival, and what was credited. */
function returns({ status }: Deposit, { journal }: DepositRecords): readonly Reached[] {
  const reversal = status === 'REVERSED' ? lastReturn(journal) : undefined;
  return journal.flatMap((entry): readonly Reached[] => {
    const { createdAt: at, kind } = entry;
    if (entry === reversal) return [{ at, to: 'REVERSED', on: 'reverse' }];
    if (kind === 'SUSPENSE_RETURN') return [{ at, to: 'RETURNED', on: 'return' }];
    return kind === 'REFUND_BOUNCED' ? [{ at, to: 'KEPT', on: 'bounce' }] : [];
  });
}

const lastReturn = (journal: readonly LedgerEntry[]): LedgerEntry | undefined =>
  journal
    .filter(({ kind }) => kind === 'SUSPENSE_RETURN')
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .at(-1);

/** An exception dates what kept the money, and its resolution what became of it then. */
const decisions = ({ exceptions }: DepositRecords): readonly Reached[] =>
  exceptions.flatMap(({ kind, createdAt, resolvedAt, resolution }): readonly Reached[] => {
    if (kind !== 'DEPOSIT_HELD' && kind !== 'DEPOSIT_REFUSED') return [];
    const kept: Reached = { at: createdAt, to: 'KEPT', on: kind === 'DEPOSIT_HELD' ? 'keep' : 'refuse' };
    if (resolvedAt === null || resolution === 'REFUSED') return [kept];
    return [
      kept,
      resolution === 'RETRIED' ? { at: resolvedAt, ...AGAIN } : { at: resolvedAt, to: 'RESOLVED', on: 'resolve' },
    ];
  });

/** When the rail was last asked before that time. */
const begunBy = ({ steps }: DepositRecords, until: Instant): Instant =>
  steps.findLast(({ step, createdAt }) => step === 'BEGUN' && createdAt <= until)?.createdAt ?? until;

/** How a deposit came into its present state that no record dates. */
function lastOf({ status, creditedAs }: Deposit): On {
  switch (status) {
    case 'IN_SUSPENSE':
      return 'retry';
    case 'KEPT':
      return 'keep';
    case 'RETURNED':
      return 'return';
    case 'REVERSED':
      return 'reverse';
    case 'RESOLVED':
      return creditedAs === null ? 'resolve' : 'credit';
  }
}

/** The returns of a deposit and the reversal of its arrival, each at the time of its journal entry. */
export function depositSteps(
  { rail, status, returnedAs, updatedAt, reversalId }: Deposit,
  { journal, exceptions }: DepositRecords,
): readonly RailEntry[] {
  const base = { kind: 'rail', rail, reason: null } as const;
  const reversal = status === 'REVERSED' ? lastReturn(journal) : undefined;
  const sent = journal
    .filter((entry) => entry.kind === 'SUSPENSE_RETURN' && entry !== reversal)
    .toSorted((a, b) => a.createdAt - b.createdAt);
  const bounced = exceptions
    .filter(({ kind, reference }) => kind === 'DEPOSIT_REFUSED' && reference.endsWith(BOUNCED))
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ reference }) => reference.slice(0, -BOUNCED.length));
  const returned = returnedAs === null ? [] : sent.length === 0 ? [updatedAt] : sent.map(({ createdAt }) => createdAt);
  return [
    ...returned.map((at, index) => ({
      ...base,
      at,
      step: 'return of the deposit' as const,
      // The deposit keeps the last reference; the exception of each return that bounced has that of its return.
      reference: index === returned.length - 1 ? returnedAs : (bounced[index] ?? null),
    })),
    ...(reversalId === null
      ? []
      : [{ ...base, at: reversal?.createdAt ?? updatedAt, step: 'funding reversed' as const, reference: reversalId }]),
  ];
}
