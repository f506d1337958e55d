import { beforeEach, describe, expect, it } from 'vitest';
import { type Id, instant, ok, runUseCase, tenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { PaymentFilter } from './index.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
  recipients.clear();
});

const recipients = new Map<string, string>();
async function pay(suffix: string, amount: bigint): Promise<string> {
  const { quoted, fromAccount, external, execute, usd, play } = payer;
  if (!recipients.has(suffix)) recipients.set(suffix, (await external(suffix)).id);
  const request = fromAccount(usd.id, recipients.get(suffix)!, { lockedCurrencyAmount: amount });
  const { id, transactionId } = await quoted(request);
  valueOf(await execute(id));
  await play.pass(30);
  return transactionId;
}

const search = async (filter: PaymentFilter) => valueOf(await payer.play.read(payer.play.core.payments.search, filter));
const ids = async (filter: PaymentFilter): Promise<readonly string[]> =>
  (await search(filter)).data.map(({ id }) => id);

describe('the search of payments', () => {
  it('finds by each filter, newest first', async () => {
    const [first, second, third] = [await pay('890', 10_000n), await pay('891', 20_000n), await pay('004', 10_000n)];
    const [deposit] = await ids({ type: 'INCOMING' });
    const { play, customerId } = payer;
    const { createdAt, receivedAmount } = (await search({ status: 'FAILED' })).data[0]!;
    expect(await ids({})).toEqual([third, second, first, deposit]);
    expect(await ids({ customerId })).toEqual([third, second, first, deposit]);
    expect(await ids({ customerId: 'Customer:other' })).toEqual([]);
    expect(await ids({ account: payer.usd.id })).toEqual([third, second, first, deposit]);
    expect(await ids({ account: recipients.get('891')! })).toEqual([second]);
    expect(await ids({ account: payer.usd.id, type: 'INCOMING' })).toEqual([deposit]);
    expect(await ids({ account: 'ExternalAccount:other' })).toEqual([]);
    expect(await ids({ status: 'FAILED' })).toEqual([third]);
    expect(await ids({ amount: 10_000n })).toEqual([third, first]);
    expect(await ids({ amount: 10_000n, currency: 'USD' as never })).toEqual([third, first]);
    expect(await ids({ amount: 10_000n, currency: 'EUR' as never })).toEqual([]);
    expect(await ids({ amount: receivedAmount!, currency: 'EUR' as never })).toContain(third);
    expect(await ids({ amount: receivedAmount!, currency: 'USD' as never })).toEqual([]);
    expect(await ids({ rail: 'sandbox-bank', type: 'OUTGOING' })).toEqual([third, second, first]);
    expect(await ids({ rail: 'sandbox-bank', type: 'INCOMING' })).toEqual([deposit]);
    expect(await ids({ rail: 'other' })).toEqual([]);
    const { failureReason } = (await search({ status: 'FAILED' })).data[0]!;
    expect(await ids({ failure: failureReason! })).toEqual([third]);
    expect(await ids({ failure: 'FAILED' })).toEqual([third]);
    for (const failure of ['CANCELLED', 'EXPIRED', 'RETURNED'] as const) expect(await ids({ failure })).toEqual([]);
    expect(await ids({ from: createdAt })).toEqual([third]);
    expect(await ids({ to: instant(createdAt - 1), type: 'OUTGOING' })).toEqual([second, first]);
    expect(await ids({ from: play.clock.now() })).toEqual([]);
  });

  it('follows cursors without a repetition and without a gap', async () => {
    const all: string[] = [];
    for (let i = 0; i < 7; i++) all.unshift(await pay('890', i % 2 === 0 ? 100n : 200n));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ amount: 100n, limit: 1, cursor });
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
      expect(page.searchedBackTo === null).toBe(cursor === undefined);
    } while (cursor !== undefined);
    expect(found).toEqual(all.filter((_, index) => index % 2 === 0));
    const refused = await payer.play.read(payer.play.core.payments.search, { cursor: 'other' });
    expect(refused).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('reads a bounded number of payments for a page, and says how far it came; an amount with its currency at once', async () => {
    const rare = await pay('890', 77n);
    const { play } = payer;
    const [like] = (await search({ amount: 77n })).data;
    const begin = play.clock.now();
    const others = Array.from({ length: 1_100 }, (_, index) => {
      const id = `Transaction:018bcfe5-6800-7000-8000-${String(index).padStart(12, '0')}` as Id<'Transaction'>;
      const createdAt = instant(begin + index);
      return { ...like!, id, createdAt, updatedAt: createdAt, sentAmount: 1n, receivedAmount: 1n, version: 1 };
    });
    await play.storage.units.run(play.tenant, async (tx) => {
      for (const other of others) tx.add(TRANSACTIONS, other);
      return ok();
    });
    const first = await search({ amount: 77n });
    expect([first.data, first.hasMore]).toEqual([[], true]);
    expect(first.searchedBackTo).toBe(others.at(-1_000)!.createdAt);
    const second = await search({ amount: 77n, cursor: first.nextCursor });
    expect(second.data.map(({ id }) => id)).toEqual([rare]);
    expect(second).toMatchObject({ hasMore: false, searchedBackTo: null });
    const withCurrency = await search({ amount: 77n, currency: 'USD' as never, account: payer.usd.id });
    expect(withCurrency.data.map(({ id }) => id)).toEqual([rare]);
    expect(withCurrency).toMatchObject({ hasMore: false, searchedBackTo: null });
    expect(await ids({ amount: 77n, currency: 'USD' as never, account: 'ExternalAccount:other' })).toEqual([]);
  });
});

describe('a text', () => {
  it('finds the payment that it names: an id, a reference, or an id of a rail', async () => {
    const { play, quoted, funded, external, pay: fund } = payer;
    const made = await quoted(funded((await external('004')).id));
    const told = await play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: made.fundingRail!,
      paymentId: 'bank-4711',
      reference: made.reference!,
      currency: made.sendingCurrency,
      amount: made.totalSendingAmount,
      remitter: { name: 'Grace Hopper', account: '123456789' },
      valueDate: null,
    });
    valueOf(told);
    await play.pass(60);
    const transaction = await payer.payment(made);
    const find = async (text: string) =>
      valueOf(await play.read(play.core.payments.find, { text })).map((one) => one.transaction?.id ?? null);
    for (const text of [made.id, made.reference!, 'bank-4711', transaction.id, transaction.refundReference!]) {
      expect(await find(text)).toEqual([transaction.id]);
    }
    for (const text of ['', 'anything', payer.customerId, 'Transaction:018bcfe5-6800-7000-8000-000000000009']) {
      expect(await find(text)).toEqual([]);
    }
    // A quote without a payment has no transaction yet.
    const open = await quoted(funded((await external('890')).id));
    expect(await find(open.reference!)).toEqual([null]);
    valueOf(await fund(open));
    expect(await find(open.reference!)).toEqual([open.transactionId]);
  });
});

describe('an id', () => {
  it('is found with its tenant and its payment, whichever tenant has it', async () => {
    const transactionId = await pay('890', 10_000n);
    const { core, tenant } = payer.play;
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
    const ctx = core.context(other, { kind: 'system' }, 'test');
    valueOf(await runUseCase(core.units, ctx, core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    const find = core.payments.findAnywhere;
    expect(await find(transactionId)).toEqual([
      { tenant, type: 'Transaction', id: transactionId, paymentId: transactionId },
    ]);
    const timeline = valueOf(await core.payments.timeline(tenant, transactionId));
    for (const entry of timeline.entries) {
      if (entry.kind !== 'event' && entry.kind !== 'journal') continue;
      const id = entry.kind === 'event' ? entry.eventId : entry.entry.id;
      expect(await find(` ${id} `)).toMatchObject([{ tenant, id, paymentId: transactionId }]);
    }
    expect(await find(payer.customerId)).toEqual([{ tenant, type: 'Customer', id: payer.customerId, paymentId: null }]);
    expect(await find(other.slice(0, other.indexOf('/')))).toMatchObject([{ tenant: other, type: 'Platform' }]);
    for (const text of ['', 'anything', 'Customer:018bcfe5-6800-7000-8000-000000000009']) {
      expect(await find(text)).toEqual([]);
    }
  });
});
