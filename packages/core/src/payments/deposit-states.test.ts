import { describe, expect, it } from 'vitest';
import type { ExceptionRecord } from '../exceptions/index.js';
import { instant } from '../kernel/index.js';
import type { LedgerEntry } from '../ledger/index.js';
import type { Deposit, RailStep } from '../transactions/index.js';
import { type DepositRecords, depositStates, depositSteps } from './deposit-states.js';

const ID = 'Deposit:1';
const NONE: DepositRecords = { journal: [], exceptions: [], steps: [] };

const deposit = (over: Partial<Deposit>): Deposit =>
  ({
    ...{ id: ID, rail: 'bank', version: 2, createdAt: instant(1), updatedAt: instant(9) },
    ...{ returnAs: null, returnedAs: null, bounces: null, reversalId: null, creditedAs: null },
    ...over,
  }) as Deposit;
const entry = (at: number, kind: LedgerEntry['kind']): LedgerEntry =>
  ({ id: `JournalEntry:${at}`, kind, createdAt: instant(at) }) as unknown as LedgerEntry;
const exception = (at: number, over: Partial<ExceptionRecord>): ExceptionRecord =>
  ({
    kind: 'DEPOSIT_REFUSED',
    reference: ID,
    createdAt: instant(at),
    resolvedAt: null,
    resolution: null,
    ...over,
  }) as ExceptionRecord;
const begun = (at: number, reference: string): RailStep =>
  ({ step: 'BEGUN', reference, createdAt: instant(at) }) as RailStep;

const states = (of: Partial<Deposit>, records: Partial<DepositRecords> = {}) =>
  depositStates(deposit(of), { ...NONE, ...records }).map(({ at, from, to }) => [at, from, to]);

describe('the states of a deposit', () => {
  it('of a new one are the first', () => {
    const [first, ...others] = depositStates(deposit({ version: 1, status: 'IN_SUSPENSE', returnAs: ID }), NONE);
    expect(others).toEqual([]);
    expect(first).toEqual({
      ...{ kind: 'state', of: 'deposit', subject: ID, at: 1, from: null, to: 'IN_SUSPENSE', reason: null },
      why: 'the reference matches no quote or account that expects the money',
    });
    expect(states({ version: 1, status: 'KEPT' })).toEqual([[1, null, 'KEPT']]);
  });

  it('stay when it goes back, and the return has the time of its entry', () => {
    const of = { status: 'RETURNED', returnAs: ID, returnedAs: ID, updatedAt: instant(9) } as const;
    const records = { journal: [entry(1, 'SUSPENSE_IN'), entry(5, 'SUSPENSE_RETURN')], steps: [begun(2, ID)] };
    expect(states(of, records)).toEqual([
      [1, null, 'IN_SUSPENSE'],
      [5, 'IN_SUSPENSE', 'RETURNED'],
    ]);
    expect(depositSteps(deposit(of), { ...NONE, ...records })).toEqual([
      { kind: 'rail', rail: 'bank', reason: null, at: 5, step: 'return of the deposit', reference: ID },
    ]);
  });

  it('stay when its return is refused, retried, and bounces', () => {
    const second = `${ID}/3`;
    const of = { status: 'RESOLVED', returnAs: second, returnedAs: second } as const;
    const records = {
      journal: [entry(5, 'SUSPENSE_RETURN'), entry(6, 'REFUND_BOUNCED')],
      exceptions: [
        exception(3, { resolvedAt: instant(4), resolution: 'RETRIED' }),
        exception(6, { reference: `${second}/bounced`, resolvedAt: instant(8), resolution: 'WRITTEN_OFF' }),
      ],
    };
    expect(states(of, records)).toEqual([
      [1, null, 'IN_SUSPENSE'],
      [3, 'IN_SUSPENSE', 'KEPT'],
      [4, 'KEPT', 'IN_SUSPENSE'],
      [5, 'IN_SUSPENSE', 'RETURNED'],
      [6, 'RETURNED', 'KEPT'],
      [8, 'KEPT', 'RESOLVED'],
    ]);
  });

  it('of one that was held, and of one that waited for the answer about its sender', () => {
    const held = exception(1, {
      kind: 'DEPOSIT_HELD',
      reference: 'held',
      resolvedAt: instant(4),
      resolution: 'CREDITED',
    });
    expect(states({ status: 'RESOLVED' }, { exceptions: [held] })).toEqual([
      [1, null, 'KEPT'],
      [4, 'KEPT', 'RESOLVED'],
    ]);
    const credited = depositStates(deposit({ status: 'RESOLVED', creditedAs: 'Transaction:1' as never }), NONE);
    expect(credited.map(({ at, to }) => [at, to])).toEqual([
      [1, 'KEPT'],
      [9, 'RESOLVED'],
    ]);
    expect(credited[1]!.why).toContain('the answer about its sender is clear');
    const back = { status: 'RETURNED', returnAs: `${ID}/2`, returnedAs: `${ID}/2` } as const;
    const records = { journal: [entry(5, 'SUSPENSE_RETURN')], steps: [begun(3, `${ID}/2`)] };
    expect(states(back, records)).toEqual([
      [1, null, 'KEPT'],
      [3, 'KEPT', 'IN_SUSPENSE'],
      [5, 'IN_SUSPENSE', 'RETURNED'],
    ]);
  });

  it('of a reversed arrival end with the time of the reversal', () => {
    const of = { status: 'REVERSED', returnAs: ID, reversalId: 'm1' } as const;
    const records = { journal: [entry(4, 'SUSPENSE_RETURN')] };
    expect(states(of, records)).toEqual([
      [1, null, 'IN_SUSPENSE'],
      [4, 'IN_SUSPENSE', 'REVERSED'],
    ]);
    expect(depositSteps(deposit(of), { ...NONE, ...records })).toMatchObject([{ at: 4, step: 'funding reversed' }]);
  });

  it('have each return that bounced, with its reference', () => {
    const of = { status: 'RETURNED', returnAs: `${ID}/4`, returnedAs: `${ID}/4` } as const;
    const records = {
      journal: [entry(2, 'SUSPENSE_RETURN'), entry(3, 'REFUND_BOUNCED'), entry(7, 'SUSPENSE_RETURN')],
      exceptions: [exception(3, { reference: `${ID}/bounced`, resolvedAt: instant(5), resolution: 'RETRIED' })],
    };
    const steps = depositSteps(deposit(of), { ...NONE, ...records });
    expect(steps.map(({ at, reference }) => [at, reference])).toEqual([
      [2, ID],
      [7, `${ID}/4`],
    ]);
    expect(states(of, records)).toHaveLength(5);
  });
});
