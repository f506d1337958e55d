import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ArrivalMessage, type ArrivedMoney, createRails, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type AnyKind, createIds, type Result, splitTenant } from '../kernel/index.js';
import { amountText, MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import { refusal } from '../testing/host.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { byCode, CODE, regulated } from '../testing/play-regulated.js';
import { digest, operatorNamed, reversingSealer, seededRandom } from '../testing/ports.js';
import { type Arrival, ARRIVALS, DEPOSITS } from '../transactions/index.js';
import { receiveMoney } from '../quotes/index.js';
import { screeningGate } from '../screening/index.js';
import type { Told } from './index.js';

/** The sandbox's rails, and a bank with which no account has instructions. */
const rails = sandboxRails(digest);
const [bankRail] = rails;
const silent = { ...bankRail!.capabilities, receive: false };
const twoBanks = [...rails, { ...bankRail!, name: 'other-bank', capabilities: silent }];

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer({ rails: twoBanks });
});

const REMITTER = { name: 'Grace Hopper', account: 'DE89370400440532013000' };
const message = (over: Partial<ArrivalMessage> = {}): ArrivalMessage => ({
  kind: 'arrival',
  rail: 'sandbox-bank',
  paymentId: 'payment-1',
  reference: payer.usd.reference,
  currency: 'USD',
  amount: 5_000n,
  remitter: REMITTER,
  valueDate: '2026-01-14',
  ...over,
});
const arrives = (over: Partial<ArrivalMessage> = {}, of = payer): Promise<Result<Told>> =>
  of.play.core.railTells('SANDBOX', message(over));
const stored = async ({ id }: Arrival) =>
  payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(ARRIVALS, id));

const exceptions = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 99 })).rows,
  );

describe('arrived money', () => {
  it('is stored with its payer, and with the transaction that it became', async () => {
    const told = valueOf(await arrives());
    const { id } = told.arrival!;
    expect(told).toEqual({
      effect: 'APPLIED',
      subject: told.transaction!.id,
      transaction: told.transaction,
      deposit: null,
      arrival: {
        id: expect.stringMatching(/^Arrival:[0-9a-f-]{36}$/) as string,
        tenant: payer.play.tenant,
        version: 1,
        createdAt: payer.play.clock.now(),
        updatedAt: payer.play.clock.now(),
        rail: 'sandbox-bank',
        paymentId: 'payment-1',
        reference: payer.usd.reference,
        currency: 'USD',
        amount: 5_000n,
        sealedRemitter: reversingSealer.seal(JSON.stringify(REMITTER), {
          table: 'arrivals',
          row: id,
          column: 'sealedRemitter',
        }),
        valueDate: '2026-01-14',
        outcome: 'ACCOUNT_CREDITED',
        transactionId: told.transaction!.id,
        depositId: null,
      },
    });
    expect(await stored(told.arrival!)).toEqual(told.arrival);
  });

  it('answers a repeat with what the first message became, and has no other effect', async () => {
    const credited = valueOf(await arrives());
    expect(valueOf(await arrives({ valueDate: null }))).toEqual({ ...credited, effect: 'NONE' });
    const unknown = { paymentId: 'payment-2', reference: 'UNKNOWN43679' };
    const returned = valueOf(await arrives(unknown));
    expect(returned).toMatchObject({
      subject: returned.deposit!.id,
      transaction: null,
      arrival: { transactionId: null },
    });
    expect(valueOf(await arrives(unknown))).toEqual({ ...returned, effect: 'NONE' });
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
  });

  it.each<[string, Partial<ArrivedMoney>]>([
    ['amount', { amount: 7n }],
    ['currency', { currency: 'EUR' }],
    ['reference', { reference: 'UNKNOWN43679' }],
  ])('is a contradiction if its id was used for another %s: one exception has both contents', async (_, other) => {
    const first = valueOf(await arrives());
    const second = valueOf(await arrives(other));
    expect(second).toMatchObject({ effect: 'CONTRADICTED', transaction: null, deposit: null, arrival: first.arrival });
    expect(valueOf(await arrives(other))).toEqual(second);
    expect(valueOf(await arrives()).effect).toBe('NONE');
    const [opened, ...more] = await exceptions();
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      id: second.subject,
      kind: 'RAIL_CONTRADICTION',
      subject: first.arrival!.id,
      rail: 'sandbox-bank',
      amount: other.amount ?? 5_000n,
      currency: other.currency ?? 'USD',
    });
    const { reference } = payer.usd;
    expect(opened!.reason).toContain(`reported 50.00 USD with the reference ${reference} as`);
    const money = amountText(other.amount ?? 5_000n, other.currency ?? 'USD');
    const told = [money, 'with the reference', other.reference ?? reference];
    expect(opened!.reason).toContain(`and then ${told.join(' ')} under the same id`);
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    await payer.auditClean();
  });

  it('is a new contradiction for each other content, and an operator credits what was another payment', async () => {
    valueOf(await arrives());
    valueOf(await arrives({ amount: 7n }));
    valueOf(await arrives({ amount: 8n }));
    expect((await exceptions()).map(({ amount }) => amount)).toEqual([7n, 8n]);
    const by = operatorNamed('Ann');
    const [exception] = await exceptions();
    const resolved = await payer.play.run(payer.play.core.treasury.resolve, {
      exceptionId: exception!.id,
      resolution: 'CREDITED',
      account: payer.usd.id,
      note: 'the rail numbers again',
      by,
    });
    valueOf(resolved);
    expect((await payer.internal('USD')).available).toBe(1_005_007n);
    expect(valueOf(await arrives({ amount: 7n })).effect).toBe('CONTRADICTED');
    expect(await exceptions()).toHaveLength(2);
    await payer.auditClean();
  });

  it('is a new contradiction for each other reference, also if they begin with the same 140 characters', async () => {
    const long = 'invoice '.repeat(20);
    valueOf(await arrives());
    for (const ending of ['A', 'B', 'A']) valueOf(await arrives({ reference: `${long}${ending}` }));
    const opened = await exceptions();
    expect(opened).toHaveLength(2);
    expect(new Set(opened.map(({ reference }) => reference)).size).toBe(2);
    for (const { reason } of opened) expect(reason).toContain(long.slice(0, 140));
  });

  it('of twenty identical messages at once is applied once, and the others have no effect', async () => {
    const told = await Promise.all(Array.from({ length: 20 }, () => arrives()));
    const effects = told.map((one) => valueOf(one).effect);
    expect(effects.filter((effect) => effect === 'APPLIED')).toHaveLength(1);
    expect(effects.filter((effect) => effect === 'NONE')).toHaveLength(19);
    expect((await payer.internal('USD')).available).toBe(1_005_000n);
    expect(await exceptions()).toEqual([]);
  });

  it('of two contents at once under one id is applied once, and the other is a contradiction', async () => {
    const told = await Promise.all([arrives(), arrives({ amount: 7n })]);
    expect(told.map((one) => valueOf(one).effect).sort()).toEqual(['APPLIED', 'CONTRADICTED']);
    expect(await exceptions()).toHaveLength(1);
    await payer.auditClean();
  });

  it('is refused in a currency that its rail does not have', async () => {
    expect(await arrives({ currency: 'BTC' })).toMatchObject({
      error: { code: 'INVALID_CURRENCY', message: 'sandbox-bank does not move BTC' },
    });
    expect(await exceptions()).toEqual([]);
  });

  it('is known again after its rail has stopped moving its currency, and other content is refused', async () => {
    valueOf(await arrives());
    const { storage, clock } = payer.play;
    const without = twoBanks.map((rail) => ({ ...rail, capabilities: { ...rail.capabilities, currencies: [] } }));
    const { core } = await playCore({ rails: without, storage, clock }, { existing: true });
    expect(valueOf(await core.railTells('SANDBOX', message()))).toMatchObject({ effect: 'NONE' });
    const other = await core.railTells('SANDBOX', message({ amount: 7n }));
    expect(other).toMatchObject({ error: { code: 'INVALID_CURRENCY' } });
    expect(await exceptions()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ amount: 5_000 }, 'amount'],
    [{ currency: undefined }, 'currency'],
    [{ reference: { addressIndex: -1 } }, 'reference.addressIndex'],
    [{ remitter: 'Ada' }, 'remitter'],
    [{ kind: 'arrived' }, 'kind'],
  ])('is refused if it is malformed: %o', async (over, field) => {
    const answer = await arrives(over as never);
    expect(answer).toMatchObject({ error: { code: 'INVALID_INPUT', details: { errors: [{ field }] } } });
  });

  it('credits the customer of the account, or the platform', async () => {
    const { transaction } = valueOf(await arrives());
    const { customer } = valueOf(await payer.play.read(payer.play.core.customers.get, { id: payer.customerId }));
    expect(customer.platformCustomerId).not.toBe(payer.customerId);
    expect(transaction).toMatchObject({
      customerId: payer.customerId,
      platformCustomerId: customer.platformCustomerId,
      receivedAmount: 5_000n,
      receivedCurrency: 'USD',
    });
    const { account } = await payer.internal('USD', 'platform');
    const own = valueOf(await arrives({ paymentId: 'payment-2', reference: account.reference }));
    const platform = splitTenant(payer.play.tenant).platformId;
    expect(own.transaction).toMatchObject({ customerId: platform, platformCustomerId: platform });
    expect((await payer.internal('USD', 'platform')).available).toBe(5_000n);
    await payer.auditClean();
  });

  it('is at most the largest amount', async () => {
    const unknown = { reference: 'UNKNOWN43679' };
    for (const amount of [-1n, 0n, MAX_AMOUNT + 1n])
      expect(refusal(await arrives({ ...unknown, amount })).code).toBe('INVALID_AMOUNT');
    expect(valueOf(await arrives({ ...unknown, amount: MAX_AMOUNT })).arrival!.outcome).toBe('RETURNED');
  });

  it('of one payment that two requests book at once is booked by one of them, and the other must be sent again', async () => {
    const { play } = payer;
    const use = receiveMoney({
      ids: createIds(play.clock, seededRandom('twins')),
      ...{ sealer: reversingSealer, digest, gate: screeningGate({ digest, sealer: reversingSealer, connections: [] }) },
      rails: createRails(bankRails({})),
      settings: play.core.platforms.settings,
      expected: { ownerOf: async () => null, receive: async () => null, customerOf: async () => null },
    });
    const { kind: _, reference, ...money } = message({ reference: 'UNKNOWN43679' });
    const book = (early: boolean) =>
      play.storage.units.run(play.tenant, (tx) => {
        const find = (async (kind: AnyKind, ...by: [string, never[]]) =>
          early && kind.name === ARRIVALS.name
            ? null
            : tx.find(kind as never, ...(by as never as [never, never]))) as never;
        return use({ ...tx, find }, play.context(), { ...money, reference: String(reference) });
      });
    valueOf(await book(true));
    const error = { code: 'CONFLICT', message: expect.stringContaining('send the message again') };
    expect(await book(true)).toMatchObject({ error });
    expect(valueOf(await book(false)).arrival.outcome).toBe('RETURNED');
  });
});

describe('arrived money goes to suspense and back', () => {
  const goesBack = async (over: Partial<ArrivalMessage>, of = payer): Promise<void> => {
    const { arrival, transaction, deposit } = valueOf(await arrives(over, of));
    expect([arrival!.outcome, transaction, deposit!.status]).toEqual(['RETURNED', null, 'IN_SUSPENSE']);
    await of.play.pass(0);
    const { units } = of.play.storage;
    const after = await units.read(of.play.tenant, (reads) => reads.get(DEPOSITS, deposit!.id));
    expect(after!.status).toBe('RETURNED');
    await of.auditClean();
  };

  it('if the account has other rails; an account from before rails were stored accepts it by any rail', async () => {
    await goesBack({ rail: 'other-bank' });
    const { units } = payer.play.storage;
    await units.run(payer.play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!;
      tx.change(INTERNAL_ACCOUNTS, account, { ...account, fundingRails: null, version: account.version + 1 });
      return { ok: true, value: undefined };
    });
    const told = valueOf(await arrives({ rail: 'other-bank', paymentId: 'payment-2' }));
    expect(told.arrival!.outcome).toBe('ACCOUNT_CREDITED');
  });

  it('if the account would have more than the largest balance with it, held money included', async () => {
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
    valueOf(await payer.execute(made.id));
    const filling = { accountId: payer.usd.id, amount: MAX_COMPUTED - 1_000_010n };
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, filling));
    await goesBack({ amount: 11n });
    const told = valueOf(await arrives({ amount: 10n, paymentId: 'payment-2' }));
    expect(told.arrival!.outcome).toBe('ACCOUNT_CREDITED');
    expect(await payer.internal('USD')).toMatchObject({ available: MAX_COMPUTED - 100_000n, held: 100_000n });
  });

  it('if the account was closed after it had money', async () => {
    const all = { lockedCurrencyAmount: 1_000_000n };
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id, all));
    valueOf(await payer.execute(made.id));
    await payer.play.pass(0);
    valueOf(await payer.play.run(payer.play.core.customers.delete, { id: payer.customerId }));
    await goesBack({});
  });

  it('if its quote awaits the authorization of the payer', async () => {
    const of = await regulated();
    const quote = await of.quoted(of.funded((await of.external()).id));
    const money = { reference: quote.reference!, amount: 100_000n };
    await goesBack(money, of);
    expect((await of.quote(quote.id)).status).toBe('PENDING_AUTHORIZATION');
    valueOf(await of.authorize(quote, byCode(CODE)));
    const told = valueOf(await arrives({ ...money, paymentId: 'payment-2' }, of));
    expect(told).toMatchObject({ arrival: { outcome: 'QUOTE_FUNDED' }, transaction: { id: quote.transactionId } });
  });
});

describe('money that its rail forbids to credit', () => {
  it('stays in suspense, though its reference is that of an account or of a quote', async () => {
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    const held = [
      valueOf(await arrives({ hold: 'the payer is sanctioned' })),
      valueOf(await arrives({ hold: 'x', reference: quote.reference!, amount: 100_000n, paymentId: 'payment-2' })),
    ];
    await payer.play.pass(86_400);
    for (const { arrival, transaction, deposit } of held) {
      expect([arrival!.outcome, transaction, deposit!.status]).toEqual(['RETURNED', null, 'KEPT']);
      const { units } = payer.play.storage;
      expect(await units.read(payer.play.tenant, (reads) => reads.get(DEPOSITS, deposit!.id))).toEqual(deposit);
    }
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('names a reason of 1 to 500 characters', async () => {
    for (const hold of ['', 'x'.repeat(501)])
      expect(refusal(await arrives({ hold }))).toEqual({ code: 'INVALID_INPUT', fields: ['hold'] });
    expect(valueOf(await arrives({ hold: 'x'.repeat(500) })).deposit!.status).toBe('KEPT');
  });
});
