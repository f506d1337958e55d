import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS, RESOLUTIONS } from '../exceptions/index.js';
import { type BaseRecord, type KindOf, ok, plusSeconds, update } from '../kernel/index.js';
import { BALANCES, POSTINGS, receivableOf } from '../ledger/index.js';
import { CARD_BALANCE, playCard, type PlayCard } from '../testing/play-card.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { CARD_DISPUTES, type CardDispute } from './card-dispute.js';
import { CARD_REFUNDS } from './card-refund.js';
import type { DisputeEvent, DisputeMessage } from './card-message.js';
import type { NewDispute } from './open-dispute.js';
import { ruleOf } from '../treasury/resolutions.js';

const WHOLE = 1_000n;
const REASON = 'asked by the cardholder';

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
  await processor.told('authorization', { amount: WHOLE });
  await processor.told('clearing', { messageId: 'cleared', amount: WHOLE });
});

const disputes = () => world.payer.play.core.cards.disputes;
const use = async () => (await processor.use())!;
const open = async (over: Partial<NewDispute> = {}) =>
  world.run(disputes().open, { transactionId: (await use()).id, reason: 'FRAUD', ...over });
const opened = async (over?: Partial<NewDispute>) => valueOf(await open(over));
const latest = async ({ id }: CardDispute) => valueOf(await world.payer.play.read(disputes().get, { id }));
const tells = (event: DisputeEvent, amount: bigint, over: Partial<DisputeMessage> = {}) =>
  processor.tells('dispute', { event, amount, ...over });
const told = async (event: DisputeEvent, amount: bigint, over: Partial<DisputeMessage> = {}) =>
  valueOf(await tells(event, amount, over));
const credited = async ({ id }: CardDispute, amount?: bigint) =>
  valueOf(await world.run(disputes().credit, { id, amount, reason: REASON }));
const owed = async () => {
  const rows = await world.payer.play.storage.units.read(world.payer.play.tenant, (reads) =>
    reads.getMany(BALANCES, [receivableOf(world.payer.usd.id)]),
  );
  return rows[0]?.available ?? 0n;
};
const entries = async () => [...new Set((await world.rows(POSTINGS)).map(({ kind }) => kind))];
const patched = async <T extends BaseRecord>(kind: KindOf<T>, id: string, patch: Partial<T>): Promise<void> => {
  const { play } = world.payer;
  await play.storage.units.run(play.tenant, async (tx) => {
    update(tx, play.context(), kind, (await tx.get(kind, id))!, patch as never);
    return ok(undefined);
  });
};

describe('opening', () => {
  it('opens a dispute about all that is settled, and moves no money', async () => {
    const dispute = await opened({ explanation: 'I never was there' });
    expect(dispute).toMatchObject({
      ...{ status: 'OPEN', amount: WHOLE, reason: 'FRAUD', openedBy: 'PLATFORM', received: 0n, provisional: 0n },
      ...{ explanation: 'I never was there', customerId: world.payer.customerId, cardId: world.card.id },
    });
    expect(await world.balance()).toBe(CARD_BALANCE - WHOLE);
    await world.payer.auditClean();
  });

  it('disputes no more than is settled and neither returned nor disputed', async () => {
    await processor.told('return', { amount: 300n });
    expect(codeOf(await open({ amount: 701n }))).toBe('INVALID_INPUT');
    expect(codeOf(await open({ amount: 0n }))).toBe('INVALID_INPUT');
    await opened({ amount: 500n });
    expect(codeOf(await open({ amount: 201n }))).toBe('INVALID_INPUT');
    await opened({ amount: 200n });
    expect(codeOf(await open())).toBe('INVALID_STATE_TRANSITION');
  });

  it('lets one of two concurrent disputes about the same money through', async () => {
    const both = await Promise.all([open(), open()]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await world.rows(CARD_DISPUTES)).toHaveLength(1);
  });

  it('names a clearing of the transaction', async () => {
    expect((await opened({ clearingId: 'cleared', amount: 1n })).clearingId).toBe('cleared');
    expect(codeOf(await open({ clearingId: 'unknown' }))).toBe('INVALID_INPUT');
  });

  it('refuses an unknown transaction, and one of which nothing is settled', async () => {
    expect(codeOf(await open({ transactionId: 'Transaction:none' }))).toBe('TRANSACTION_NOT_FOUND');
    const { id } = await world.approved();
    expect(codeOf(await open({ transactionId: id }))).toBe('INVALID_STATE_TRANSITION');
    await processor.told('authorization', { authorizationId: 'credit', direction: 'CREDIT', isFinal: true });
    const credit = (await processor.use('credit'))!;
    expect(codeOf(await open({ transactionId: credit.id }))).toBe('INVALID_STATE_TRANSITION');
  });

  it('keeps the customer from being deleted until nothing waits', async () => {
    const { customers } = world.payer.play.core;
    const dispute = await opened();
    await credited(dispute);
    await told('lost', 0n, { disputeId: dispute.id });
    expect(codeOf(await world.run(customers.delete, { id: world.payer.customerId }))).toBe('CONFLICT');
  });
});

describe('the provisional credit', () => {
  it('credits the account once, up to what is disputed', async () => {
    const dispute = await opened({ amount: 600n });
    expect((await credited(dispute, 400n)).provisional).toBe(400n);
    expect(codeOf(await world.run(disputes().credit, { id: dispute.id, amount: 201n, reason: REASON }))).toBe(
      'INVALID_INPUT',
    );
    await credited(dispute);
    expect(await world.balance()).toBe(CARD_BALANCE - WHOLE + 600n);
    expect(codeOf(await world.run(disputes().credit, { id: dispute.id, reason: REASON }))).toBe(
      'INVALID_STATE_TRANSITION',
    );
    await world.payer.auditClean();
  });

  it('needs a reason, a known dispute, and a customer who is not blocked', async () => {
    const dispute = await opened();
    expect(codeOf(await world.run(disputes().credit, { id: dispute.id, reason: ' ' }))).toBe('INVALID_INPUT');
    expect(codeOf(await world.run(disputes().credit, { id: 'CardDispute:1', reason: REASON }))).toBe(
      'REFERENCE_NOT_FOUND',
    );
    await patched(CUSTOMERS, world.payer.customerId, { blockedAs: 'SILENT' });
    expect(codeOf(await world.run(disputes().credit, { id: dispute.id, reason: REASON }))).toBe('USER_NOT_READY');
  });

  it('is withdrawn as far as a return of the merchant gives the money back', async () => {
    const dispute = await opened();
    await credited(dispute, 700n);
    await processor.told('return', { amount: 500n });
    expect(await latest(dispute)).toMatchObject({ provisional: 500n, status: 'OPEN' });
    expect(await world.balance()).toBe(CARD_BALANCE);
    await processor.told('return', { amount: 500n });
    expect(await latest(dispute)).toMatchObject({ provisional: 0n });
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('is owed as far as the balance lacks it, and paid by the next credit', async () => {
    const dispute = await opened();
    await credited(dispute);
    const rest = await world.balance();
    const spends = { authorizationId: 'spends', amount: rest - 300n, isFinal: true } as const;
    await processor.told('authorization', spends);
    await told('lost', 0n, { disputeId: dispute.id });
    valueOf(await world.run(disputes().withdrawCredit, { id: dispute.id, reason: REASON }));
    expect([await world.balance(), await owed()]).toEqual([0n, 700n]);
    valueOf(await world.run(world.payer.play.core.sandbox.fund, { accountId: world.payer.usd.id, amount: 1_000n }));
    expect([await world.balance(), await owed()]).toEqual([300n, 0n]);
    expect(await latest(dispute)).toMatchObject({ status: 'LOST', provisional: 0n });
    await world.payer.auditClean();
  });

  it('is withdrawn from a frozen account, not from a closed one', async () => {
    const dispute = await opened();
    await credited(dispute);
    await patched(INTERNAL_ACCOUNTS, world.payer.usd.id, { status: 'CLOSED' });
    const withdraw = () => world.run(disputes().withdrawCredit, { id: dispute.id, reason: REASON });
    expect(codeOf(await withdraw())).toBe('INVALID_STATE_TRANSITION');
    await patched(INTERNAL_ACCOUNTS, world.payer.usd.id, { status: 'FROZEN' });
    expect(valueOf(await withdraw()).provisional).toBe(0n);
    expect(await world.balance()).toBe(CARD_BALANCE - WHOLE);
  });

  it('counts as given once it is written off: a later return of the merchant is kept in suspense', async () => {
    const dispute = await opened();
    await credited(dispute);
    const writeOff = () => world.run(disputes().writeOff, { id: dispute.id, reason: REASON });
    expect(codeOf(await writeOff())).toBe('INVALID_STATE_TRANSITION');
    await told('lost', 0n, { disputeId: dispute.id });
    expect(valueOf(await writeOff())).toMatchObject({ provisional: 0n, writtenOff: WHOLE });
    expect(codeOf(await writeOff())).toBe('INVALID_STATE_TRANSITION');
    await processor.told('return', { amount: WHOLE });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect((await world.rows(EXCEPTIONS)).map(({ kind }) => kind)).toEqual(['DEPOSIT_HELD']);
    await world.payer.auditClean();
  });
});

describe('messages of the network', () => {
  it('wins a dispute: the money goes back as a return', async () => {
    const dispute = await opened();
    await told('chargeback', WHOLE, {
      disputeId: dispute.id,
      networkReason: '10.4',
      dueAt: plusSeconds(world.now(), 60),
    });
    expect(await latest(dispute)).toMatchObject({
      ...{ status: 'CHARGED_BACK', received: WHOLE, networkCaseId: 'case 1', networkReason: '10.4' },
      dueAt: plusSeconds(world.now(), 60),
    });
    await told('won', 0n);
    expect(await latest(dispute)).toMatchObject({ status: 'WON', received: 0n, paid: WHOLE, dueAt: null });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await use()).toMatchObject({ status: 'REFUNDED', card: { refunded: WHOLE } });
    expect(await entries()).toEqual(expect.arrayContaining(['CARD_CHARGEBACK', 'CARD_DISPUTE_WON', 'CARD_RETURN']));
    await world.payer.auditClean();
  });

  it('makes a provisional credit final without a movement', async () => {
    const dispute = await opened();
    await credited(dispute);
    await told('chargeback', WHOLE, { disputeId: dispute.id });
    await patched(INTERNAL_ACCOUNTS, world.payer.usd.id, { status: 'CLOSED' });
    await told('won', 0n);
    expect(await latest(dispute)).toMatchObject({ status: 'WON', received: 0n, provisional: 0n, paid: WHOLE });
    expect(await entries()).not.toContain('CARD_DISPUTE_WON');
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    expect((await world.rows(CARD_REFUNDS)).map(({ amount, messageId }) => [amount, messageId])).toEqual([
      [WHOLE, dispute.id],
    ]);
  });

  it('leaves what the network paid less than the provisional credit to an operator', async () => {
    const dispute = await opened();
    await credited(dispute);
    await told('chargeback', 600n, { disputeId: dispute.id });
    await told('won', 0n);
    expect(await latest(dispute)).toMatchObject({ status: 'WON', received: 0n, provisional: 400n, paid: 600n });
    valueOf(await world.run(disputes().writeOff, { id: dispute.id, reason: REASON }));
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('loses a dispute after a representment, and the provisional credit can be withdrawn', async () => {
    const dispute = await opened();
    await credited(dispute);
    await told('chargeback', WHOLE, { disputeId: dispute.id });
    await told('representment', WHOLE);
    expect((await latest(dispute)).status).toBe('REPRESENTED');
    await told('lost', 0n);
    expect(await latest(dispute)).toMatchObject({ status: 'LOST', received: 0n, provisional: WHOLE });
    valueOf(await world.run(disputes().withdrawCredit, { id: dispute.id, reason: REASON }));
    expect(await world.balance()).toBe(CARD_BALANCE - WHOLE);
    await world.payer.auditClean();
  });

  it('takes back what a won dispute paid, if the network takes it back', async () => {
    const dispute = await opened();
    await told('chargeback', WHOLE, { disputeId: dispute.id });
    await told('won', 0n);
    await told('representment', 400n);
    expect(await latest(dispute)).toMatchObject({ status: 'WON', received: 0n, paid: 600n });
    expect(await world.balance()).toBe(CARD_BALANCE - 400n);
    await world.payer.auditClean();
  });

  it('does not take a reversal of the merchant from what a dispute has won', async () => {
    const dispute = await opened();
    await told('chargeback', WHOLE, { disputeId: dispute.id });
    await told('won', 0n);
    await processor.told('return.reversal', { returnId: 'unknown', amount: 100n });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect((await world.rows(EXCEPTIONS)).map(({ kind }) => kind)).toEqual(['CARD_EXCESS']);
    await world.payer.auditClean();
  });

  it('ends an excess of the named clearing first', async () => {
    await processor.told('clearing', { messageId: 'above', amount: 500n });
    expect((await world.rows(EXCEPTIONS)).map(({ kind, status }) => [kind, status])).toEqual([['CARD_EXCESS', 'OPEN']]);
    const dispute = await opened({ clearingId: 'above', amount: 500n });
    await told('chargeback', 500n, { disputeId: dispute.id });
    await told('won', 0n);
    expect((await world.rows(EXCEPTIONS)).map(({ kind, status }) => [kind, status])).toEqual([
      ['CARD_EXCESS', 'RESOLVED'],
    ]);
    expect(await world.balance()).toBe(CARD_BALANCE - WHOLE);
    await world.payer.auditClean();
  });

  it('adds a dispute that the processor has opened, once', async () => {
    const message = { authorizationId: 'use 1', clearingId: 'cleared', reason: 'DUPLICATE' } as const;
    await told('chargeback', 400n, message);
    await told('fee_collection', 15n, message);
    await told('funds_disbursement', 5n, message);
    expect(await world.rows(CARD_DISPUTES)).toMatchObject([
      {
        ...{ status: 'CHARGED_BACK', openedBy: 'PROCESSOR', amount: 400n, received: 400n, fees: 10n },
        ...{ reason: 'DUPLICATE', clearingId: 'cleared', networkCaseId: 'case 1' },
      },
    ]);
    await world.payer.auditClean();
  });

  it('connects the case of the processor with the one dispute that waits for it', async () => {
    const dispute = await opened({ amount: 400n });
    await told('chargeback', 400n, { authorizationId: null, clearingId: 'cleared' });
    expect(await world.rows(CARD_DISPUTES)).toMatchObject([
      { id: dispute.id, networkCaseId: 'case 1', received: 400n },
    ]);
    await told('chargeback', 100n, { networkCaseId: 'case 2' });
    expect(await world.rows(CARD_DISPUTES)).toHaveLength(2);
    await world.payer.auditClean();
  });

  it('answers a repeat as the first time, and stores other content as a contradiction', async () => {
    const first = processor.message('dispute', { event: 'chargeback', amount: 400n, messageId: 'same' });
    const answer = await processor.told('dispute', first);
    expect(await processor.told('dispute', first)).toEqual(answer);
    for (const other of [{ amount: 401n }, { event: 'representment' }, { networkCaseId: 'case 2' }] as const)
      expect(codeOf(await processor.tells('dispute', { ...first, ...other }))).toBe('CONFLICT');
    expect(codeOf(await processor.tells('return', { messageId: 'same', amount: 400n }))).toBe('CONFLICT');
    expect(await world.rows(CARD_DISPUTES)).toMatchObject([{ received: 400n, networkCaseId: 'case 1' }]);
    expect((await world.rows(EXCEPTIONS)).every(({ kind }) => kind === 'RAIL_CONTRADICTION')).toBe(true);
    await world.payer.auditClean();
  });

  it('opens no dispute for a message whose id another message has', async () => {
    expect(codeOf(await tells('chargeback', 400n, { messageId: 'cleared' }))).toBe('CONFLICT');
    expect(await world.rows(CARD_DISPUTES)).toEqual([]);
  });

  it('does not go back to the state of an older message, but books its money', async () => {
    const dispute = await opened();
    const at = plusSeconds(world.now(), -60);
    await told('representment', WHOLE, { disputeId: dispute.id });
    await told('chargeback', WHOLE, { at });
    expect(await latest(dispute)).toMatchObject({ status: 'REPRESENTED', received: 0n });
    await world.payer.auditClean();
  });

  it('keeps a decision, and stores the opposite one for an operator', async () => {
    const dispute = await opened();
    await told('lost', 0n, { disputeId: dispute.id });
    await told('won', WHOLE);
    expect(await latest(dispute)).toMatchObject({ status: 'LOST', received: WHOLE });
    expect((await world.rows(EXCEPTIONS)).map(({ kind }) => kind)).toEqual(['RAIL_CONTRADICTION']);
    expect(valueOf(await world.run(disputes().writeOff, { id: dispute.id, reason: REASON }))).toMatchObject({
      ...{ received: 0n, writtenOff: -WHOLE },
    });
    await world.payer.auditClean();
  });

  it('refuses what it cannot attribute, and stores nothing', async () => {
    const unknown = { authorizationId: 'unknown', networkCaseId: 'case 9' } as const;
    expect(codeOf(await tells('chargeback', 1n, unknown))).toBe('TRANSACTION_NOT_FOUND');
    expect(codeOf(await tells('chargeback', 1n, { disputeId: 'CardDispute:none' }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await tells('chargeback', 0n))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(codeOf(await tells('chargeback', 1n, { currency: 'EUR' as never }))).toBe('INVALID_CURRENCY');
    expect(await world.rows(CARD_DISPUTES)).toEqual([]);
    const dispute = await opened();
    await told('chargeback', 1n, { disputeId: dispute.id });
    expect(codeOf(await tells('chargeback', 1n, { disputeId: dispute.id, networkCaseId: 'case 2' }))).toBe('CONFLICT');
  });
});

describe('what an operator records', () => {
  const record = (over: object) =>
    world.run(disputes().record, {
      currency: 'USD',
      amount: WHOLE,
      event: 'chargeback',
      reference: 'r 1',
      ...over,
    } as never);

  it('is booked as the message of the processor would be, once for each reference', async () => {
    const { id } = await opened();
    valueOf(await record({ id }));
    expect(codeOf(await record({ id }))).toBe('CONFLICT');
    expect(codeOf(await record({ id, event: 'won', amount: 0n }))).toBe('CONFLICT');
    valueOf(await record({ id, event: 'won', amount: 0n, reference: 'r 2' }));
    expect(await world.rows(CARD_DISPUTES)).toMatchObject([{ id, status: 'WON', paid: WHOLE }]);
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('is not booked again by the message of the processor with this id', async () => {
    const { id } = await opened();
    valueOf(await record({ id, reference: 'told later' }));
    expect((await tells('chargeback', WHOLE, { disputeId: id, messageId: 'told later' })).ok).toBe(true);
    expect(await world.rows(CARD_DISPUTES)).toMatchObject([{ received: WHOLE }]);
    await world.payer.auditClean();
  });

  it('needs a known dispute, its currency, and an amount for an event that moves money', async () => {
    const { id } = await opened();
    expect(codeOf(await record({ id: 'CardDispute:1' }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await record({ id, currency: 'EUR' }))).toBe('INVALID_CURRENCY');
    expect(codeOf(await record({ id, amount: 0n }))).toBe('AMOUNT_OUT_OF_RANGE');
  });
});

describe('a dispute about one of several clearings', () => {
  const paid = async (): Promise<bigint> => CARD_BALANCE - (await world.balance());

  it('that exceeds its clearing gives no more back than the network pays, also with a later return', async () => {
    await processor.told('authorization', { authorizationId: 'two', amount: WHOLE });
    await processor.told('clearing', { authorizationId: 'two', messageId: 'first', amount: 300n });
    await processor.told('clearing', { authorizationId: 'two', messageId: 'second', amount: 700n });
    const transactionId = (await processor.use('two'))!.id;
    const before = await paid();
    const dispute = await opened({ transactionId, clearingId: 'first', amount: 500n });
    await told('chargeback', 500n, { disputeId: dispute.id, networkCaseId: 'case two' });
    await told('won', 0n, { disputeId: dispute.id, networkCaseId: 'case two' });
    expect(before - (await paid())).toBe(500n);
    await processor.told('return', { authorizationId: 'two', clearingId: 'first', amount: 200n });
    expect(before - (await paid())).toBe(700n);
    const refunds = await world.rows(CARD_REFUNDS);
    for (const { amount, parts } of refunds)
      expect(
        parts!.reduce((sum, part) => sum + part.amount, 0n),
        `${amount}`,
      ).toBe(amount);
    await world.payer.auditClean();
  });

  it('gives nothing of a clearing to the customer that the service bears, and ends its exception', async () => {
    await processor.told('clearing', { messageId: 'again', amount: 500n });
    const before = await paid();
    const dispute = await opened({ clearingId: 'again', amount: 500n });
    expect(codeOf(await world.run(disputes().credit, { id: dispute.id, reason: REASON }))).toBe(
      'INVALID_STATE_TRANSITION',
    );
    await told('chargeback', 500n, { disputeId: dispute.id });
    await told('won', 0n, { disputeId: dispute.id });
    expect(await paid()).toBe(before);
    const excess = (await world.rows(EXCEPTIONS)).find(({ kind }) => kind === 'CARD_EXCESS');
    expect(excess).toMatchObject({ status: 'RESOLVED', amount: 500n });
    await world.payer.auditClean();
  });
});

describe('a verdict after the opposite one', () => {
  it('opens an exception about money that is booked, and the customer gets what the network paid', async () => {
    const dispute = await opened();
    await told('lost', 0n, { disputeId: dispute.id });
    await told('won', WHOLE, { disputeId: dispute.id });
    const [exception] = (await world.rows(EXCEPTIONS)).filter(({ kind }) => kind === 'RAIL_CONTRADICTION');
    const allowed = RESOLUTIONS.filter((each) => ruleOf('RAIL_CONTRADICTION', exception!.reference, each) !== null);
    expect(allowed).toEqual(['REFUSED']);
    await credited(dispute);
    expect(await world.balance()).toBe(CARD_BALANCE);
    valueOf(await world.run(disputes().writeOff, { id: dispute.id, reason: REASON }));
    expect(await latest(dispute)).toMatchObject({ status: 'LOST', received: 0n, provisional: 0n, writtenOff: 0n });
    await world.payer.auditClean();
  });

  it('counts also if it is dated before what an operator recorded', async () => {
    const dispute = await opened();
    await told('representment', WHOLE, { disputeId: dispute.id });
    const { decidedAt } = await latest(dispute);
    await told('won', WHOLE, { disputeId: dispute.id, at: plusSeconds(decidedAt!, -86_400) });
    expect(await latest(dispute)).toMatchObject({ status: 'WON' });
  });
});

describe('the audit', () => {
  const findings = async () => (await world.payer.play.core.ledger.audit()).findings;

  it('finds a dispute that does not say what its entries say', async () => {
    const dispute = await opened();
    await credited(dispute, 400n);
    await told('chargeback', WHOLE, { disputeId: dispute.id });
    await patched(CARD_DISPUTES, dispute.id, { received: 900n });
    expect(await findings()).toEqual([
      `the disputes of ${dispute.transactionId} leave 5.00 USD on the account of disputes, its entries 6.00 USD`,
    ]);
    await patched(CARD_DISPUTES, dispute.id, { received: WHOLE - 100n, provisional: 300n });
    expect(await findings()).toEqual([
      `the disputes of ${dispute.transactionId} have 3.00 USD provisionally, the transaction 4.00 USD`,
    ]);
  });

  it('finds a dispute that has not the state that its money and its end say', async () => {
    const dispute = await opened();
    await patched(CARD_DISPUTES, dispute.id, { status: 'LOST', paid: 100n });
    expect(await findings()).toEqual([
      `${dispute.id} is LOST, which does not match the time of its end`,
      `${dispute.id} is LOST, but 1.00 USD of it are paid as won`,
    ]);
    await patched(CARD_DISPUTES, dispute.id, { status: 'OPEN', paid: -100n });
    expect((await findings())[0]).toContain('neither can be negative');
  });
});
