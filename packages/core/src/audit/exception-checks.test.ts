import { describe, expect, it } from 'vitest';
import type { EventType } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { houseTenant } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';
import { AUDITED, booksOf, findingsOf, type FoundOfOne, readsOf } from '../testing/audited.js';
import { BOOKING_PASS, inspectExceptions } from './exceptions.js';

describe('an audit of exceptions', () => {
  const opened = {
    id: 'Exception:1',
    tenant: AUDITED,
    kind: 'REFUND_FAILED',
    subject: 'Transaction:1',
    reference: 'R1',
    currency: 'USD',
    status: 'OPEN',
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    approvedBy: null,
    entryId: null,
    moved: null,
    recovered: null,
    isUntold: false,
  };
  const resolved = {
    ...opened,
    status: 'RESOLVED',
    resolution: 'WRITTEN_OFF',
    resolvedBy: 'Ann',
    resolvedAt: 1,
    approvedBy: 'Bob',
    entryId: 'JournalEntry:1',
    moved: { from: 'in-transit', to: 'loss', account: null, amount: 7n },
  };
  const TOLD: readonly EventType[] = ['EXCEPTION.OPENED', 'EXCEPTION.RESOLVED'];
  const inspected = (exception: object, { entries = [], events = [] }: FoundOfOne) =>
    inspectExceptions(
      booksOf(readsOf([EXCEPTIONS, [exception]]), {
        entries: { 'Exception:1': entries },
        events: { 'Exception:1': events },
      }),
    );
  const found = async (exception: object, of: FoundOfOne) => (await inspected(exception, of)).findings;
  const written: FoundOfOne = { entries: ['EXCEPTION_WRITTEN_OFF'], events: TOLD };

  it('finds nothing in one that is open or resolved as its kind allows', async () => {
    expect(await found(opened, { events: ['EXCEPTION.OPENED'] })).toEqual([]);
    expect(await found(resolved, written)).toEqual([]);
  });

  it('finds money that was booked as sent again without a report that it went out', async () => {
    const moved = { from: 'loss', to: 'outside', account: null, amount: 7n, again: true };
    const twice = { ...resolved, amount: 7n, kind: 'RAIL_CONTRADICTION', direction: 'OUT', moved };
    expect(await found(twice, written)).toEqual([]);
    const finding = 'Exception:1 booked 0.07 USD as sent again, but it does not say that money went out';
    expect(await found({ ...twice, direction: 'IN' }, written)).toEqual([finding]);
    expect(await found({ ...twice, direction: null }, written)).toEqual([finding]);
    expect(await found({ ...twice, amount: 6n }, written)).toEqual([finding]);
  });

  it.each([
    [{ ...opened, resolvedBy: 'Ann' }, ['EXCEPTION.OPENED'], [], 'OPEN', '(none)'],
    [{ ...opened, entryId: 'JournalEntry:1' }, ['EXCEPTION.OPENED'], [], 'OPEN', '(none)'],
    [{ ...resolved, resolvedBy: null }, TOLD, ['EXCEPTION_WRITTEN_OFF'], 'RESOLVED', 'WRITTEN_OFF'],
    [{ ...resolved, resolvedAt: null }, TOLD, ['EXCEPTION_WRITTEN_OFF'], 'RESOLVED', 'WRITTEN_OFF'],
  ] as const)(
    'finds a state that does not match the resolution',
    async (exception, events, entries, status, resolution) => {
      expect(await found(exception, { events, entries })).toEqual([
        `Exception:1 is ${status}, which does not match its resolution ${resolution}`,
      ]);
    },
  );

  it('finds a resolution that its kind does not allow, or that its requester approved', async () => {
    expect(await found({ ...resolved, resolution: 'REFUSED' }, { events: TOLD })).toEqual([
      'Exception:1 (REFUND_FAILED) was resolved by REFUSED, which this kind does not allow',
    ]);
    expect(await found({ ...resolved, approvedBy: 'Ann' } as never, written)).toEqual([
      'Exception:1 was approved by the operator who requested it',
    ]);
    expect(await found({ ...resolved, approvedBy: null } as never, written)).toEqual([]);
  });

  it('finds a missing entry or event, and one too many', async () => {
    expect(await found(resolved, { events: TOLD })).toEqual([
      'entries of Exception:1: expected EXCEPTION_WRITTEN_OFF, found none',
    ]);
    expect(await found({ ...resolved, resolution: 'RETRIED' } as never, written)).toEqual([
      'entries of Exception:1: expected none, found EXCEPTION_WRITTEN_OFF',
    ]);
    expect(await found(opened, { events: ['EXCEPTION.OPENED'], entries: ['EXCEPTION_CREDITED'] })).toEqual([
      'entries of Exception:1: expected none, found EXCEPTION_CREDITED',
    ]);
    expect(await found(resolved, { ...written, events: ['EXCEPTION.OPENED'] })).toEqual([
      'events of Exception:1: expected EXCEPTION.OPENED, EXCEPTION.RESOLVED, found EXCEPTION.OPENED',
    ]);
    const house = { tenant: houseTenant('SANDBOX') };
    expect(await found({ ...resolved, ...house }, { ...written, events: [] })).toEqual([]);
  });

  it('finds a resolution that does not say what it moved, and more money that came back than it moved', async () => {
    expect(await found({ ...resolved, moved: null }, written)).toEqual([
      'Exception:1 does not say what its entry moved',
    ]);
    expect(await found({ ...resolved, recovered: 7n }, written)).toEqual([
      'Exception:1 says that 0.07 USD came back, its entries say 0.00 USD',
    ]);
    const overdue = { ...resolved, kind: 'RECEIVABLE_OVERDUE', reference: 'JournalEntry:9' };
    expect(await found({ ...overdue, recovered: 7n }, written)).toEqual([]);
    expect(await found({ ...overdue, recovered: 8n }, written)).toEqual([
      'Exception:1 moved 0.07 USD, but 0.08 USD came back',
    ]);
  });

  it('counts the refunds that operators retried', async () => {
    const retried = async (over: object) =>
      new Map((await inspected({ ...resolved, resolution: 'RETRIED', ...over }, { events: TOLD })).books.retried);
    expect(await retried({})).toEqual(new Map([['Transaction:1', 1]]));
    expect(await retried({ kind: 'DEPOSIT_REFUSED' })).toEqual(new Map());
    expect(await retried({ resolution: 'WRITTEN_OFF' })).toEqual(new Map());
  });
});

it('an audit finds a booking of the treasury without its entry, or of a platform', async () => {
  const booking = { id: 'Booking:1', kind: 'TOP_UP', tenant: houseTenant('SANDBOX') };
  const found = (over: object, ...entries: readonly EntryKind[]) =>
    findingsOf(BOOKING_PASS, { ...booking, ...over }, { entries });
  expect(await found({}, 'TREASURY_TOP_UP')).toEqual([]);
  expect(await found({})).toEqual(['entries of Booking:1: expected TREASURY_TOP_UP, found none']);
  expect(await found({ tenant: AUDITED }, 'TREASURY_TOP_UP')).toEqual([
    `Booking:1 is a treasury booking of a platform: ${AUDITED}`,
  ]);
});
