import { beforeEach, describe, expect, it } from 'vitest';
import { type BlockedMoney, createBlockedMoney } from './blocked-money.js';
import { createRailAnswers, type RailAnswers } from './rail-answers.js';
import { emptyUnit, type Written } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;

const PAYER = 'Customer:payer';
const INSIDE = 'InternalAccount:inside';
const PAYEE = 'ExternalAccount:payee';
const added = (kind: string, after: Row): Written => ({ kind, before: null, after: { tenant: 'platform', ...after } });
const changed = ({ kind, after }: Written, by: Row): Written => ({ kind, before: after, after: { ...after, ...by } });

const platform = added('platforms', { id: 'platform', blockedAs: null });
const payer = added('customers', { id: PAYER, blockedAs: null });
const payee = added('external_accounts', { id: PAYEE, blockedAs: null });
const inside = added('internal_accounts', { id: INSIDE, customerId: PAYER, reference: 'inside' });
const payment = added('transactions', {
  ...{ id: 'Transaction:1', type: 'OUTGOING', status: 'PROCESSING', rail: 'bank', submittedAt: null },
  ...{ customerId: PAYER, source: { accountId: INSIDE }, destination: { accountId: PAYEE } },
});
const handed = changed(payment, { submittedAt: 1 });
const BLOCKED = { blockedAs: 'SILENT' };

let answers: RailAnswers;
let blocked: BlockedMoney;

const commit = (...writes: readonly Written[]) => {
  const unit = emptyUnit();
  unit.writes.push(...writes);
  return blocked.committed(unit);
};
const finds = (text: string) => [expect.stringContaining(text)];

beforeEach(() => {
  answers = createRailAnswers();
  blocked = createBlockedMoney(answers);
  expect(commit(platform, payer, payee, inside, payment)).toEqual([]);
});

describe('the money of blocked parties', () => {
  it('may be handed to a rail before the block', () => {
    expect(commit(handed)).toEqual([]);
    expect(commit(changed(payer, BLOCKED))).toEqual([]);
    expect(blocked.instructed('payout', 'Transaction:1')).toEqual([]);
  });

  it.each([payer, payee, platform])('must not be handed to a rail while one of them is blocked', (party) => {
    commit(changed(party, BLOCKED));
    expect(commit(handed)).toEqual(finds(`while ${String(party.after['id'])} is blocked`));
  });

  it('must not be handed to a rail that pays an account of a blocked customer', () => {
    const other = added('customers', { id: 'Customer:other', blockedAs: null });
    commit(other, changed(payee, { customerId: 'Customer:other' }));
    commit(changed(other, BLOCKED));
    expect(commit(handed)).toEqual(finds('while Customer:other is blocked'));
  });

  it('must not be given to a rail without a unit of work', () => {
    expect(blocked.instructed('payout', 'Transaction:1')).toEqual(finds('which no unit of work has begun'));
    expect(blocked.instructed('refund', 'Refund:1')).toEqual(finds('which no unit of work has begun'));
    answers.hear('refund', 'Refund:1', 'failed');
    expect(blocked.instructed('refund', 'Refund:1')).toEqual([]);
  });

  it('must not reach an account inside the ledger while its owner is blocked', () => {
    const other = added('internal_accounts', { id: 'InternalAccount:other', customerId: 'Customer:other' });
    const paid = added('transactions', {
      ...{ ...payment.after, id: 'Transaction:2', rail: null, destination: { accountId: 'InternalAccount:other' } },
    });
    commit(added('customers', { id: 'Customer:other', ...BLOCKED }), other, paid);
    expect(commit(changed(paid, { status: 'COMPLETED' }))).toEqual(finds('while Customer:other is blocked'));
  });

  it('must not go on after the block before an operator has decided', () => {
    const held = added('exceptions', {
      ...{ id: 'Exception:1', kind: 'PAYMENT_HELD', status: 'OPEN', subject: 'Transaction:1' },
      reason: 'an operator has to decide about this payment',
    });
    commit(held);
    expect(commit(handed)).toEqual(finds('before an operator decided'));
    expect(commit(changed(held, { status: 'RESOLVED', resolvedBy: 'a timer' }))).toEqual(finds('decided by a timer'));
  });

  it('must not be sent back while its owner is blocked', () => {
    const job = added('jobs', { id: 'Job:1', dedupe: 'retry Deposit:1' });
    const row = { id: 'Deposit:1', status: 'IN_SUSPENSE', returnAs: 'Deposit:1', reference: 'inside', ownerId: null };
    expect(commit(added('deposits', row), job, changed(payer, BLOCKED))).toEqual([]);
    const unit = emptyUnit();
    unit.removals.push({ kind: 'jobs', before: job.after });
    expect(blocked.committed(unit)).toEqual(finds(`(Deposit:1) while ${PAYER} is blocked`));
  });

  it('must have an open exception while it is kept', () => {
    expect(commit(added('deposits', { id: 'Deposit:1', status: 'KEPT' }))).toEqual(finds('no exception is open'));
  });

  it('is not taken from an account, except by what the outside has settled', () => {
    commit(changed(payer, BLOCKED), handed);
    const taken = (kind: string, cause: string) =>
      commit(
        added('postings', {
          ...{ id: kind, entryId: kind, kind, cause, currency: 'USD' },
          ...{ account: `held:${INSIDE}`, amount: -5n },
        }),
      );
    expect(taken('SETTLEMENT', 'Transaction:1')).toEqual([]);
    expect(taken('CARD_CLEARING', 'Transaction:3')).toEqual([]);
    expect(taken('SETTLEMENT', 'Transaction:2')).toEqual(finds(`took 5 USD from ${PAYER}`));
    expect(taken('CARD_HOLD', 'Transaction:3')).toEqual(finds(`took 5 USD from ${PAYER}`));
  });
});

describe('the end of a block', () => {
  const block = added('blocks', { id: 'Block:1', status: 'BLOCKED' });
  const by = { status: 'ENDED', endedBy: 'one', endApprovedBy: 'other' };
  const free = changed(changed(payer, BLOCKED), { blockedAs: null });

  it('needs two operators', () => {
    expect(commit(changed(block, by), free)).toEqual([]);
    expect(commit(changed(block, { ...by, endApprovedBy: 'one' }), free)).toEqual(finds('ended by one'));
    expect(commit(free)).toEqual(finds('without its record'));
  });

  it('moves nothing', () => {
    const moves = added('jobs', { id: 'Job:2', dedupe: null });
    expect(commit(changed(block, by), free, moves)).toEqual(finds('wrote jobs Job:2'));
  });
});
