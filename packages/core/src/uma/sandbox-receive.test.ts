import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { plusSeconds, readAll, type Result, runUseCase, tenantKey } from '../kernel/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { NO_UMA } from './no-uma.js';
import type { Settlement } from './ports.js';
import { UMA_RECEIPTS } from './records.js';
import type { SimulatedPayment } from './sandbox-receive.js';

const PAYER = '$eve@bank.example';

const directory = lightningDirectory();
let clock: FixedClock;
let play: PlayCore;
let customer: Customer;
let submitted: PayoutInstruction[];
let orders: Parameters<Settlement['issue']>[0][];
/** When Lightning was asked for the state of the payment, in seconds. */
let asked: number[];

beforeEach(async () => {
  clock = fixedClock();
  submitted = [];
  orders = [];
  asked = [];
  const begun = clock.now();
  const adapters = umaPorts({
    http: { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) },
    clock,
    lightningDirectory: directory(),
    rates: sandboxRates(clock),
    providers: DEFAULT_PROVIDERS,
  });
  const { settlement } = adapters;
  const { payouts } = settlement.rail;
  play = await playCore({
    clock,
    uma: {
      ...adapters,
      settlement: {
        ...settlement,
        rail: {
          ...settlement.rail,
          payouts: {
            ...payouts!,
            async submit(instruction) {
              submitted.push(instruction);
              return payouts!.submit(instruction);
            },
          },
        },
        holds: {
          stateOf(hash) {
            asked.push((clock.now() - begun) / 1_000);
            return settlement.holds!.stateOf(hash);
          },
          settle: (hash) => settlement.holds!.settle(hash),
          cancel: (hash) => settlement.holds!.cancel(hash),
        },
        async issue(order) {
          orders.push(order);
          return settlement.issue(order);
        },
      },
    },
  });
  customer = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
  );
});

const payment = (over: Partial<SimulatedPayment> = {}): SimulatedPayment => ({
  senderUmaAddress: PAYER,
  customerId: customer.id,
  receivingCurrencyCode: 'USD',
  receivingCurrencyAmount: 1_000n,
  ...over,
});
const receive = (over: Partial<SimulatedPayment> = {}) => play.run(play.core.uma.receiveSimulated, payment(over));
const receiptOf = async (id: string) =>
  (await play.storage.units.read(play.tenant, (reads) => reads.get(UMA_RECEIPTS, id)))!;
const jobOf = async (id: string) =>
  (await play.storage.units.read(null, (reads) => readAll(reads, JOBS))).find(({ subject }) => subject === id);

describe('a simulated payment', () => {
  it('has a receipt over Lightning, and asks the platform at once', async () => {
    const { id, ...transaction } = valueOf(await receive({ senderUmaAddress: PAYER.toUpperCase() }));
    expect(transaction).toMatchObject({
      type: 'INCOMING',
      status: 'PENDING',
      source: { sourceType: 'UMA_ADDRESS', umaAddress: PAYER, currency: null },
      receivedAmount: 1_000n,
      receivedCurrency: 'USD',
      counterparty: { information: { UMA_ADDRESS: PAYER }, requestedFields: [] },
    });
    const receipt = await receiptOf(id);
    expect(receipt).toMatchObject({
      status: 'ASKED',
      vasp: 'bank.example',
      amount: 1_000n,
      currency: 'USD',
      // One cent is ten satoshis in the sandbox.
      settlementAmount: 10_000n,
      settlementCurrency: 'BTC',
      layer: 'ln',
      asset: 'BTC',
      rail: null,
      reference: null,
      payeeData: {},
      requiredFields: [],
      paymentHash: null,
      invoice: null,
      travelRule: null,
      isSimulated: true,
      notifiedAt: null,
      askUntil: plusSeconds(clock.now() as never, 60),
      expiresAt: plusSeconds(play.context().now, 300),
    });
    expect(await jobOf(id)).toMatchObject({ kind: 'uma.question', dueAt: clock.now() });
  });

  it('is paid by its payer once the platform has approved it', async () => {
    const { id } = valueOf(await receive());
    await play.core.work.drain();
    expect(orders).toEqual([
      {
        amount: 10_000n,
        description: id,
        expiresAt: plusSeconds(clock.now() as never, 300),
        hold: false,
        address: null,
      },
    ]);
    const { invoice, paymentHash, status } = await receiptOf(id);
    expect([status, paymentHash]).toEqual(['PAID', expect.any(String)]);
    expect(submitted).toEqual([
      {
        reference: `sandbox/${id}`,
        account: { accountType: 'LIGHTNING', invoice },
        currency: 'BTC',
        amount: 10_000n,
        paymentRail: null,
        purposeOfPayment: null,
        sameCurrency: true,
        remittanceInformation: null,
        submittedAt: play.context().now,
        cancelRequestedAt: null,
      },
    ]);
    expect(valueOf(await play.read(play.core.transactions.get, { id }))).toMatchObject({
      status: 'COMPLETED',
      settledAt: play.context().now,
    });
  });

  it('that is deferred is held for an hour, and asked about every second of a minute, then every five', async () => {
    play.answer = { kind: 'answered', status: 202, body: '' };
    const { id } = valueOf(await receive());
    await play.core.work.drain();
    expect(orders).toMatchObject([{ hold: true, expiresAt: clock.now() + 3_600_000 }]);
    expect((await receiptOf(id)).expiresAt).toBe(plusSeconds(play.context().now, 3_600));
    for (let second = 0; second < 72; second++) await play.pass(1);
    expect(asked.filter((at) => at > 55)).toEqual([56, 57, 58, 59, 60, 65, 70]);
  });

  it('that stays undecided goes back when its hour is over', async () => {
    play.answer = { kind: 'answered', status: 202, body: '' };
    const { id } = valueOf(await receive());
    await play.core.work.drain();
    await play.pass(3_599);
    expect((await receiptOf(id)).status).toBe('DEFERRED');
    await play.pass(5);
    expect((await receiptOf(id)).status).toBe('EXPIRED');
    expect(await jobOf(id)).toBeUndefined();
  });

  it.each<[string, Partial<SimulatedPayment>, string]>([
    ['from text that is not an address', { senderUmaAddress: 'eve' }, 'INVALID_UMA_ADDRESS'],
    ['to text that is not an address', { receiverUmaAddress: 'ada' }, 'INVALID_UMA_ADDRESS'],
    ['to an unknown customer', { customerId: 'Customer:018bcfe5-6800-7000-8000-00000000beef' }, 'USER_NOT_FOUND'],
    ['in a currency without an account', { receivingCurrencyCode: 'ZZZ' }, 'INVALID_CURRENCY'],
    ['of nothing', { receivingCurrencyAmount: 0n }, 'AMOUNT_OUT_OF_RANGE'],
  ])('%s is refused', async (_, over, code) => {
    expect(codeOf(await receive(over))).toBe(code);
  });

  it('names its receiver by id or by address, and is not paid by the receiver', async () => {
    const { umaAddress } = customer;
    const byAddress = await receive({ customerId: undefined, receiverUmaAddress: umaAddress.toUpperCase() });
    expect(valueOf(byAddress)).toMatchObject({ customerId: customer.id, receiverIdentifier: umaAddress });
    expect(await receive({ customerId: undefined })).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'receiverUmaAddress' }, { field: 'customerId' }] },
      },
    });
    expect(codeOf(await receive({ senderUmaAddress: umaAddress.toUpperCase() }))).toBe('SELF_PAYMENT');
  });

  it('is refused to a customer who has not accepted the terms that the platform requires', async () => {
    valueOf(await play.run(play.core.platforms.updateOperatorSettings, { requiresEndUserTerms: true }));
    expect(codeOf(await receive())).toBe('INVALID_RECEIVER');
  });

  it('exists in the sandbox only, on hosts with Lightning', async () => {
    const live = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'PRODUCTION');
    const inProduction = await runUseCase(
      play.storage.units,
      { ...play.context(), tenant: live },
      play.core.uma.receiveSimulated,
      payment(),
    );
    expect(codeOf(inProduction)).toBe('FORBIDDEN');
    const bare = await playCore({ storage: play.storage, clock }, { existing: true });
    expect(codeOf(await bare.run(bare.core.uma.receiveSimulated, payment()))).toBe('NOT_IMPLEMENTED');
  });
});

describe('a host without UMA', () => {
  it('answers each message of another institution with NOT_IMPLEMENTED', async () => {
    const { protocol } = NO_UMA;
    const given = {} as never;
    const results: readonly Result<unknown>[] = await Promise.all([
      protocol.fetchKeys('bank.example', given),
      protocol.lookUp(given),
      protocol.requestPayment(given),
      protocol.notify(given),
      protocol.readOfferRequest(''),
      protocol.readPayRequest(''),
      protocol.readNotice(''),
    ]);
    expect(new Set(results.map(codeOf))).toEqual(new Set(['NOT_IMPLEMENTED']));
    expect(await NO_UMA.settlement.read('lnbcrt1')).toBeNull();
    expect(() => NO_UMA.settlement.issue(given)).toThrow('UMA is not configured on this host');
  });
});
