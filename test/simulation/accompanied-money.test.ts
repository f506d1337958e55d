import { expect, describe, it } from 'vitest';
import { createAccompaniedMoney } from './accompanied-money.js';
import { emptyUnit, type Written } from './transitions.js';
import { type Book, createTravelRulePartner } from './travel-rule-partner.js';

const tenant = 'Platform:1/SANDBOX';
const customer = { id: 'Customer:1', tenant, fullName: 'Ada Lovelace' };
const wallet = {
  id: 'ExternalAccount:1',
  tenant,
  accountInfo: { address: '0x22', vaspName: 'Example Exchange', beneficiary: { fullName: 'Grace Hopper' } },
};
const payment = {
  id: 'Transaction:1',
  tenant,
  customerId: customer.id,
  status: 'PROCESSING',
  rail: 'sandbox-crypto',
  submittedAt: null,
  destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
  receivedCurrency: 'USDC',
  receivedAmount: 5_000_000n,
};
const transfer = {
  id: 'TravelRuleTransfer:1',
  tenant,
  status: 'ASKED',
  direction: 'OUT',
  reference: payment.id,
  subject: payment.id,
  network: 'BASE',
  currency: 'USDC',
  amount: 5_000_000n,
  isProven: false,
  awaitedUntil: 60,
  answerReason: null,
};
const sent = {
  reference: payment.id,
  network: 'BASE',
  currency: 'USDC',
  amount: '5000000',
  institution: 'Example Exchange',
  originator: { customerId: customer.id, name: 'Ada Lovelace' },
  beneficiary: { name: 'Grace Hopper', ledgerAddress: '0x22' },
};

const added = (kind: string, after: object): Written => ({ kind, before: null, after: { ...after } });
const changed = (kind: string, before: object, patch: object): Written => ({
  ...{ kind, before: { ...before }, after: { ...before, ...patch } },
});
const left = changed('transactions', payment, { submittedAt: 1 });
const becomes = (status: string, patch: object = {}): Written =>
  changed('travel_rule_transfers', transfer, { status, updatedAt: 59, ...patch });

/** A payment to a hosted wallet whose transfer is asked, about which the partner said `said`. */
function play(said: readonly object[], content: object = sent, account: object = wallet) {
  const partner = createTravelRulePartner(() => 0, new Map());
  const oracle = createAccompaniedMoney(partner);
  const commit = (...writes: readonly Written[]) => {
    const unit = emptyUnit();
    unit.writes.push(...writes);
    return oracle.committed(unit);
  };
  partner.connect('habits', { proofAbove: '10.00', waitSeconds: 60 });
  const book = { body: '', transfer: content, fate: 'accepts', answer: null, said } as unknown as Book;
  (partner.books as Map<string, Book>).set(payment.id, book);
  const first = [added('customers', customer), added('external_accounts', account), added('transactions', payment)];
  expect(commit(...first)).toEqual([]);
  return { partner, commit, ask: () => commit(added('travel_rule_transfers', transfer)) };
}

describe('the books of the partner', () => {
  it('agree with a payment that leaves after an acceptance', () => {
    const { commit, ask } = play([{ state: 'accepted' }]);
    expect([ask(), commit(becomes('ACCEPTED')), commit(left)]).toEqual([[], [], []]);
  });

  it('contradict a payment that leaves without a record, and before an answer', () => {
    const { commit, ask } = play([]);
    expect(commit(left)).toEqual(['Transaction:1 left for its chain without a record of the travel rule']);
    ask();
    expect(commit(left)).toEqual(['Transaction:1 left for a hosted wallet, and its transfer is ASKED']);
  });

  it('contradict an acceptance that the partner did not give', () => {
    const { commit, ask } = play([{ state: 'pending' }]);
    ask();
    expect(commit(becomes('ACCEPTED'))).toEqual(['Transaction:1 is ACCEPTED, and the partner never accepted it']);
    expect(commit(left)).toEqual(['Transaction:1 left for a hosted wallet, and the partner never accepted it']);
  });

  it.each([
    ['amount', { amount: '1' }, 'the amount of Transaction:1 was sent as 1, and is 5000000'],
    ['network', { network: 'POLYGON' }, 'the network of Transaction:1 was sent as POLYGON, and is BASE'],
    [
      'beneficiary',
      { beneficiary: { name: 'Ada King', ledgerAddress: '0x22' } },
      'the name of the beneficiary of Transaction:1 was sent as Ada King, and is Grace Hopper',
    ],
    [
      'originator',
      { originator: { customerId: customer.id, name: 'Bob' } },
      'the originator of Transaction:1 never had the name Bob',
    ],
  ])('contradict a transfer with another %s', (_what, over, finding) => {
    const { commit, ask } = play([{ state: 'accepted' }], { ...sent, ...over });
    ask();
    expect(commit(becomes('ACCEPTED'))).toEqual([finding]);
  });

  it('contradict an end that the partner did not cause, and a payment that goes on after it', () => {
    const { commit, ask } = play([{ state: 'rejected', reason: 'no' }]);
    ask();
    const failed = changed('transactions', payment, { status: 'FAILED' });
    expect(commit(becomes('REJECTED', { answerReason: 'no' }))).toEqual([
      'the transfer of Transaction:1 is REJECTED, and the payment goes on',
    ]);
    expect(commit(becomes('REJECTED', { answerReason: 'other' }), failed)).toEqual([
      'Transaction:1 is REJECTED, and the partner never said other',
    ]);
    expect(commit(becomes('EXPIRED'), failed)).toEqual(['Transaction:1 is EXPIRED before the end of its time']);
    expect(commit(becomes('EXPIRED', { updatedAt: 60 }), failed)).toEqual([]);
  });

  it('agree with a payment that goes on to be decided by an operator', () => {
    const { commit, ask } = play([{ state: 'rejected', reason: 'no' }]);
    ask();
    const held = added('exceptions', { id: 'Exception:1', kind: 'PAYMENT_HELD', status: 'OPEN', subject: payment.id });
    expect(commit(becomes('REJECTED', { answerReason: 'no' }), held)).toEqual([]);
  });

  it('let a payment leave whose connection had no partner for a while', () => {
    const { commit, ask, partner } = play([]);
    ask();
    partner.isConnected = false;
    expect(commit(becomes('WITHDRAWN'))).toEqual([]);
    partner.isConnected = true;
    expect(commit(left)).toEqual([]);
  });

  it('compare wallets in self-custody with the limit', () => {
    const { commit } = play([], sent, { ...wallet, accountInfo: { address: '0x22' } });
    const kept = (patch: object) => commit(added('travel_rule_transfers', { ...transfer, ...patch }));
    expect(kept({ status: 'KEPT', amount: 5_000_000n })).toEqual([]);
    expect(commit(left)).toEqual([]);
    expect(kept({ status: 'KEPT', amount: 50_000_000n })).toEqual([
      'Transaction:1 may leave without a proof (TravelRuleTransfer:1), although it is above 1000',
    ]);
    expect(kept({ status: 'REFUSED', amount: 1_000_000n })).toContain(
      'Transaction:1 was refused (TravelRuleTransfer:1), although it is proven or below 1000',
    );
  });

  it('contradict information that the partner never sent', () => {
    const { commit, partner } = play([]);
    const came = { ...transfer, id: 'TravelRuleTransfer:2', direction: 'IN', status: 'RECEIVED', reference: 'T-1' };
    const told = { reference: 'T-1', amount: '5000000', institution: 'Other Exchange' };
    const write = added('travel_rule_transfers', { ...came, institution: 'Other Exchange' });
    expect(commit(write)).toEqual(['TravelRuleTransfer:2 came in as T-1, which the partner never told']);
    partner.told.add(JSON.stringify(told));
    expect(commit(write)).toEqual([]);
  });
});
