import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS, JOBS } from '../events/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { fixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import type { Transaction } from '../transactions/index.js';
import { UMA_RECEIPTS, type UmaReceipt } from './records.js';

let play: PlayCore;
const directory = lightningDirectory();
beforeEach(async () => {
  const clock = fixedClock();
  play = await playCore({
    clock,
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      corridors: [{ source: 'USD' as CurrencyCode, destination: 'EUR' as CurrencyCode }],
    },
    uma: umaPorts({
      http: { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) },
      clock,
      lightningDirectory: directory(),
      rates: sandboxRates(clock),
      providers: DEFAULT_PROVIDERS,
    }),
  });
});

const arrive = async (): Promise<Transaction['id']> => {
  const customer = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
  );
  const payment = valueOf(
    await play.run(play.core.uma.receiveSimulated, {
      senderUmaAddress: '$eve@bank.example',
      customerId: customer.id,
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 1_000n,
    }),
  );
  return payment.id;
};
const answered = async (status: number, body = ''): Promise<Transaction['id']> => {
  play.answer = { kind: 'answered', status, body };
  const id = await arrive();
  await play.core.work.drain();
  return id;
};
const receiptOf = async (id: Transaction['id']): Promise<UmaReceipt> =>
  (await play.storage.units.read(play.tenant, (reads) => reads.get(UMA_RECEIPTS, id)))!;
const now = async (id: string): Promise<Transaction> => valueOf(await play.read(play.core.transactions.get, { id }));
const approve = (id: string, payeeData = {}) => play.run(play.core.uma.approve, { id, payeeData });
const reject = (id: string) => play.run(play.core.uma.reject, { id });
const events = (id: string) => play.delivered.filter(({ resource }) => resource === id).map(({ type }) => type);
const jobsOf = async (id: string) =>
  (await play.storage.units.read(null, (reads) => reads.list(JOBS, { order: 'asc', limit: 100, counted: false }))).rows
    .filter(({ subject }) => subject === id)
    .map(({ kind }) => kind)
    .toSorted();
const NONE = 'Transaction:018bcfe5-6800-7000-8000-00000000beef';

describe('the answer to an approval question', () => {
  it.each([
    ['', {}],
    ['not json', {}],
    ['null', {}],
    ['7', {}],
    ['{"receiverCustomerInfo":null}', {}],
    ['{"receiverCustomerInfo":["x"]}', {}],
    ['{"receiverCustomerInfo":"x"}', {}],
    ['{"other":{"FULL_NAME":"Ada"}}', {}],
    ['{"receiverCustomerInfo":{"FULL_NAME":"Ada"}}', { FULL_NAME: 'Ada' }],
  ])('approves with the data about the customer in %s', async (body, payeeData) => {
    expect(await receiptOf(await answered(200, body))).toMatchObject({ status: 'PAID', payeeData });
  });

  it.each([
    [200, 'PAID', 'COMPLETED'],
    [201, 'PAID', 'COMPLETED'],
    [202, 'DEFERRED', 'PENDING'],
    [204, 'PAID', 'COMPLETED'],
    [299, 'PAID', 'COMPLETED'],
    [199, 'REJECTED', 'FAILED'],
    [300, 'REJECTED', 'FAILED'],
    [404, 'REJECTED', 'FAILED'],
    [499, 'REJECTED', 'FAILED'],
    [500, 'TIMED_OUT', 'FAILED'],
  ])('%i makes the receipt %s and the payment %s', async (status, receipt, payment) => {
    const id = await answered(status);
    expect([(await receiptOf(id)).status, (await now(id)).status]).toEqual([receipt, payment]);
  });

  it.each([
    ['{"requiredFields":["BIRTH_DATE",7,null,"FULL_NAME"]}', ['BIRTH_DATE', 'FULL_NAME']],
    ['{"requiredFields":"BIRTH_DATE"}', []],
    ['not json', []],
    ['null', []],
    [JSON.stringify({ requiredFields: Array.from({ length: 101 }, (_, n) => `F${n}`) }), 100],
  ])('422 keeps the names of at most 100 missing fields', async (body, fields) => {
    const id = await answered(422, body);
    const receipt = await receiptOf(id);
    expect(receipt.status).toBe('REJECTED');
    if (typeof fields === 'number') expect(receipt.requiredFields.length).toBe(fields);
    else expect(receipt.requiredFields).toEqual(fields);
    expect((await now(id)).failureReason).toBe('MISSING_MANDATORY_PAYEE_DATA');
    expect(events(id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
  });

  it('is recorded as a delivery of the event, with its status and in one attempt', async () => {
    const id = await answered(403, 'secret');
    const { eventId } = await receiptOf(id);
    const event = await play.storage.units.read(play.tenant, (reads) => reads.get(EVENTS, eventId!));
    expect(event).toMatchObject({ type: 'INCOMING_PAYMENT.PENDING', status: 'DELIVERED', attempts: 1 });
  });

  it('that never came leaves the event failed, and is not awaited any more', async () => {
    play.answer = { kind: 'unreachable', reason: 'no complete response' };
    const id = await arrive();
    await play.core.work.drain();
    const { eventId } = await receiptOf(id);
    const event = await play.storage.units.read(play.tenant, (reads) => reads.get(EVENTS, eventId!));
    expect(event).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect(await jobsOf(id)).toEqual([]);
    expect(events(id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
  });

  it('is not asked for after the deadline of the question', async () => {
    play.answer = { kind: 'answered', status: 200, body: '' };
    const id = await arrive();
    play.clock.advance(((await receiptOf(id)).askUntil - play.clock.now()) / 1000);
    await play.core.work.drain();
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
    expect(events(id)).not.toContain('INCOMING_PAYMENT.PENDING');
  });

  it('is not asked for once the platform has no endpoint any more', async () => {
    play.answer = { kind: 'answered', status: 200, body: '' };
    const id = await arrive();
    valueOf(await play.run(play.core.platforms.updateConfig, { webhookEndpoint: null }));
    await play.core.work.drain();
    expect(await receiptOf(id)).toMatchObject({ status: 'TIMED_OUT', requiredFields: [] });
    expect(await now(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
    expect(events(id)).not.toContain('INCOMING_PAYMENT.PENDING');
  });

  it('is asked for until the last second before the deadline', async () => {
    play.answer = { kind: 'answered', status: 200, body: '' };
    const id = await arrive();
    play.clock.advance(((await receiptOf(id)).askUntil - play.clock.now()) / 1000 - 1);
    await play.core.work.drain();
    expect(await now(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('leaves no job once the payment is decided and paid', async () => {
    const id = await answered(200);
    await play.pass(60);
    expect(await jobsOf(id)).toEqual([]);
  });
});

describe('a decision by a call', () => {
  it('approves a deferred payment with the data about the customer, which is then paid', async () => {
    const id = await answered(202);
    expect(await jobsOf(id)).toEqual(['uma.receive']);
    expect(valueOf(await approve(id, { FULL_NAME: 'Ada' }))).toMatchObject({ id, status: 'PENDING' });
    expect(await receiptOf(id)).toMatchObject({ status: 'APPROVED', payeeData: { FULL_NAME: 'Ada' } });
    await play.core.work.drain();
    expect((await now(id)).status).toBe('COMPLETED');
    expect((await receiptOf(id)).status).toBe('PAID');
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('rejects a deferred payment, which fails with an event', async () => {
    const id = await answered(202);
    expect(valueOf(await reject(id))).toMatchObject({ id, status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    await play.pass(60);
    expect((await receiptOf(id)).status).toBe('REJECTED');
    expect(events(id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    expect(await jobsOf(id)).toEqual([]);
  });

  it('wins over the answer of the endpoint if it comes before it', async () => {
    play.answer = { kind: 'answered', status: 403, body: '' };
    const id = await arrive();
    valueOf(await approve(id, { FULL_NAME: 'Ada' }));
    await play.pass(60);
    expect((await now(id)).status).toBe('COMPLETED');
    expect(await receiptOf(id)).toMatchObject({ status: 'PAID', payeeData: { FULL_NAME: 'Ada' } });
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it.each([
    [200, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    [403, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    [500, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    [202, 'ok'],
  ])('after the answer %i is answered with %s', async (status, code) => {
    const [first, second] = [await answered(status), await answered(status)];
    expect([codeOf(await approve(first)), codeOf(await reject(second))]).toEqual([code, code]);
    const again = [codeOf(await approve(first)), codeOf(await reject(second))];
    expect(new Set(again)).toEqual(new Set(['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']));
  });

  it('finds no payment of an unknown id, of an id of something else, or of no id', async () => {
    for (const id of [NONE, 'Customer:018bcfe5-6800-7000-8000-00000000beef', 'x', '']) {
      expect([codeOf(await approve(id)), codeOf(await reject(id))], id).toEqual([
        'TRANSACTION_NOT_FOUND',
        'TRANSACTION_NOT_FOUND',
      ]);
    }
  });
});
