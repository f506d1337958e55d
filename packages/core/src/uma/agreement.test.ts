import { beforeEach, describe, expect, it } from 'vitest';
import { type Instant, ok, plusSeconds, type Result } from '../kernel/index.js';
import { mulDiv, rateOf } from '../money/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { valueOf } from '../testing/play-core.js';
import { playChain, playNetwork, type UmaHost, umaHost } from '../testing/uma-hosts.js';
import type { Agreement, LockedAmount, PaymentRequest, UmaOffer } from './ports.js';

const RECEIVER = '$success.eur@sandbox.uma.money';

const directory = lightningDirectory();
let clock: FixedClock;
let host: UmaHost;
let requests: PaymentRequest[];
/** What the institution of the receiver answers instead of the usual. */
let offered: (offer: UmaOffer) => Partial<UmaOffer>;
let invoiced: (amount: LockedAmount) => LockedAmount;
let answered: (agreement: Agreement, request: PaymentRequest) => Partial<Agreement>;
let isSigned: boolean | null;

beforeEach(async () => {
  clock = fixedClock();
  requests = [];
  offered = () => ({});
  invoiced = (amount) => amount;
  answered = () => ({});
  isSigned = true;
  host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
    hasChain: false,
    protocol: (usual) => ({
      async lookUp(request) {
        const { offer, signed } = valueOf(await usual.lookUp(request));
        return ok({ offer: { ...offer, ...offered(offer) }, signed });
      },
      async requestPayment(request) {
        requests.push(request);
        const { agreement, signed } = valueOf(
          await usual.requestPayment({ ...request, amount: invoiced(request.amount) }),
        );
        return ok({
          agreement: { ...agreement, ...answered(agreement, request) },
          signed: isSigned === null ? null : { ...signed!, isSignedBy: async () => isSigned === true },
        });
      },
    }),
  });
});

async function quoteRequest(side: 'SENDING' | 'RECEIVING' = 'SENDING', amount = 2_000n) {
  const { play, customer } = host;
  const source = await host.account('USD');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: source.id, amount: 10_000n }));
  const lookup = valueOf(
    await play.core.uma.lookUp(play.context(), { receiverUmaAddress: RECEIVER, customerId: customer.id }),
  );
  return {
    lookupId: lookup.id as string,
    source: { sourceType: 'ACCOUNT', accountId: source.id as string, customerId: customer.id as string },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: RECEIVER, currency: undefined as string | undefined },
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
    immediatelyExecute: false,
  } as const;
}
type Request = Awaited<ReturnType<typeof quoteRequest>>;

const agreeOn = (request: Partial<Request>) =>
  host.play.core.quotes.create.prepare(host.play.context(), request as Request);
const agree = async (side?: 'SENDING' | 'RECEIVING', amount?: bigint) => agreeOn(await quoteRequest(side, amount));
const codeOf = (result: Result<unknown>): string => (result.ok ? 'agreed' : result.error.code);
const UNLIKE = 'INVALID_PAYREQ_RESPONSE';

/** What one smallest unit costs, in thousandths of a satoshi. */
const price = () => requests[0]!.currency.multiplier;
const worthOf = (units: bigint) => mulDiv(units, price().den, price().num, 'floor');
const unitsAsked = (): bigint => {
  const { amount } = requests[0]!;
  return amount.side === 'SENDING' ? amount.units : amount.amount;
};

describe('an agreement on what is sent', () => {
  it('asks the institution for the worth of the sending amount, signed by the domain of the payer', async () => {
    const request = await quoteRequest();
    const { uma, receiving } = valueOf(await agreeOn(request)).agreed!;
    const { customer } = host;
    const id = request.lookupId.slice('Lookup:'.length);
    expect(requests).toEqual([
      {
        signer: { domain: 'payer.example', signingKey: expect.any(String) as string },
        offer: expect.objectContaining({ receiver: RECEIVER }) as UmaOffer,
        keys: 'sandbox',
        currency: expect.objectContaining({ code: 'EUR' }) as object,
        amount: { side: 'SENDING', units: uma.settlementAmount * 1_000n },
        payer: customer.umaAddress,
        payerData: {},
        travelRule: null,
        utxoCallback: `https://payer.example/uma/utxos/${id}`,
      },
    ]);
    expect(receiving).toBe(worthOf(unitsAsked()));
    expect(uma).toEqual({
      lookupId: request.lookupId,
      invoice: expect.stringMatching(/^lnbcrt/) as string,
      settlementAmount: unitsAsked() / 1_000n,
      counterpartyFeeMsat: 0n,
      utxoCallback: null,
      domain: 'payer.example',
      payeeData: { UMA_ADDRESS: RECEIVER },
    });
  });

  it('becomes a quote over the agreed amounts, which ends ten seconds before its invoice', async () => {
    const { play } = host;
    const request = await quoteRequest();
    const prepared = valueOf(await agreeOn(request));
    const { pricing, receiving, invoiceSeconds } = prepared.agreed!;
    const quote = valueOf(await play.run(play.core.quotes.create.finish, prepared));
    expect(quote).toMatchObject({
      totalSendingAmount: 2_000n,
      totalReceivingAmount: receiving,
      exchangeRate: rateOf(receiving, pricing.converted),
      uma: prepared.agreed!.uma,
      rail: 'lightning',
    });
    expect(invoiceSeconds).toBe(600);
    expect((quote.expiresAt - clock.now()) / 1_000).toBeLessThanOrEqual(590);
    const soon = { ...prepared, agreed: { ...prepared.agreed!, invoiceSeconds: 60.9 } };
    const short = valueOf(await play.run(play.core.quotes.create.finish, soon));
    expect(short.expiresAt).toBe(plusSeconds(clock.now() as Instant, 50));
  });

  it('gives the institution the data about the payer that it requires, and the travel-rule data', async () => {
    offered = () => ({
      isSubjectToTravelRule: true,
      payerData: [
        { key: 'name', mandatory: true },
        { key: 'purposeOfPayment', mandatory: true },
      ],
    });
    const request = await quoteRequest();
    expect(await agreeOn(request)).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['PURPOSE_OF_PAYMENT'] } },
    });
    expect(requests).toEqual([]);
    const gift = { ...request, purposeOfPayment: 'GIFT' };
    valueOf(await agreeOn(gift as Request));
    const told = { ...gift, senderCustomerInfo: { PURPOSE_OF_PAYMENT: 'RENT', FULL_NAME: 'A. Lovelace' } };
    valueOf(await agreeOn(told as Request));
    expect(requests.map(({ payerData }) => payerData)).toEqual([
      { name: 'Ada Lovelace', purposeOfPayment: 'GIFT' },
      { name: 'A. Lovelace', purposeOfPayment: 'RENT' },
    ]);
    expect(JSON.parse(requests[0]!.travelRule!)).toMatchObject({
      originator: { name: 'Ada Lovelace', umaAddress: host.customer.umaAddress },
      beneficiary: { umaAddress: RECEIVER },
    });
  });

  it('keeps the fee, the callback and the data of the institution about the receiver', async () => {
    answered = ({ receiving }, request) => ({
      fee: 2_500n,
      receiving: receiving === null ? null : worthOf((request.amount as { units: bigint }).units - 2_500n),
      utxoCallback: 'https://bank.example/paid',
      payeeData: { name: 'Bob', shoeSize: 44 },
    });
    const { uma, receiving } = valueOf(await agree()).agreed!;
    expect(uma).toMatchObject({
      counterpartyFeeMsat: 2_500n,
      utxoCallback: 'https://bank.example/paid',
      payeeData: { UMA_ADDRESS: RECEIVER, FULL_NAME: 'Bob' },
    });
    expect(receiving).toBe(worthOf(unitsAsked() - 2_500n));
  });

  it.each<[string, () => bigint | null, string]>([
    ['is not stated', () => null, 'agreed'],
    ['is exact', () => worthOf(unitsAsked()), 'agreed'],
    ['is one unit more', () => worthOf(unitsAsked()) + 1n, 'agreed'],
    ['is one unit less', () => worthOf(unitsAsked()) - 1n, 'agreed'],
    ['is two units more', () => worthOf(unitsAsked()) + 2n, UNLIKE],
    ['is two units less', () => worthOf(unitsAsked()) - 2n, UNLIKE],
    ['is zero', () => 0n, UNLIKE],
    ['is negative', () => -1n, UNLIKE],
  ])('whose receiving amount %s is checked against the rate', async (_, receiving, code) => {
    answered = () => ({ receiving: receiving() });
    const agreed = await agree();
    expect(codeOf(agreed)).toBe(code);
    if (agreed.ok) expect(agreed.value.agreed!.receiving).toBe(receiving() ?? worthOf(unitsAsked()));
  });

  it.each<[string, (units: bigint) => bigint, string, string]>([
    ['a negative fee', () => -1n, UNLIKE, 'fee'],
    ['a fee of the whole amount', (units) => units, UNLIKE, 'fee'],
    ['a fee that leaves nothing', (units) => units - 1n, UNLIKE, 'amounts'],
  ])('with %s is refused', async (_, fee, code, why) => {
    answered = () => ({ fee: fee(unitsAsked()), receiving: null });
    expect(await agree()).toMatchObject({ error: { code, message: expect.stringContaining(why) as string } });
  });

  it.each<[number, bigint, string]>([
    [1, 0n, 'agreed'],
    [1, 1_000n, UNLIKE],
    [1, -1_000n, UNLIKE],
    [0, 0n, 'agreed'],
    [0, 1_000n, UNLIKE],
    [0, -1_000n, 'agreed'],
  ])('of version %i whose invoice is %d thousandths of a satoshi higher: %s', async (majorVersion, more, code) => {
    offered = () => ({ majorVersion });
    invoiced = (amount) => ({ side: 'SENDING', units: (amount as { units: bigint }).units + more });
    answered = () => ({ receiving: null });
    expect(codeOf(await agree())).toBe(code);
  });

  it('of version 0 has an invoice that leaves over less than one unit of the receiver and one satoshi', async () => {
    offered = () => ({ majorVersion: 0 });
    answered = () => ({ receiving: null });
    valueOf(await agree());
    const spare = mulDiv(1n, price().num, price().den, 'ceil') + 1_000n;
    const least = (spare / 1_000n) * 1_000n;
    invoiced = (amount) => ({ side: 'SENDING', units: (amount as { units: bigint }).units - least });
    expect(codeOf(await agree())).toBe('agreed');
    invoiced = (amount) => ({ side: 'SENDING', units: (amount as { units: bigint }).units - least - 1_000n });
    expect(codeOf(await agree())).toBe(UNLIKE);
  });

  it('keeps to the limits of the receiver for the invoice, which are both allowed', async () => {
    valueOf(await agree());
    const units = unitsAsked();
    const within = async (minMsat: bigint, maxMsat: bigint) => {
      offered = () => ({ minMsat, maxMsat });
      return codeOf(await agree());
    };
    expect(await within(units, units)).toBe('agreed');
    expect(await within(units + 1n, units + 1n)).toBe('AMOUNT_OUT_OF_RANGE');
    expect(await within(units - 1n, units - 1n)).toBe('AMOUNT_OUT_OF_RANGE');
    expect(requests).toHaveLength(2);
  });

  it('keeps to the limits of the receiver for the receiving amount, which are both allowed', async () => {
    const { receiving } = valueOf(await agree()).agreed!;
    const within = async (min: bigint, max: bigint) => {
      offered = ({ currencies: [currency] }) => ({ currencies: [{ ...currency!, min, max }] });
      return codeOf(await agree());
    };
    expect(await within(receiving, receiving)).toBe('agreed');
    expect(await within(receiving + 1n, receiving + 1n)).toBe('AMOUNT_OUT_OF_RANGE');
    expect(await within(receiving - 1n, receiving - 1n)).toBe('AMOUNT_OUT_OF_RANGE');
  });
});

describe('an agreement on what is received', () => {
  it('asks for the amount of the receiver and is priced by the invoice', async () => {
    const { receiving, uma, pricing } = valueOf(await agree('RECEIVING', 1_000n)).agreed!;
    expect(requests[0]!.amount).toEqual({ side: 'RECEIVING', amount: 1_000n });
    expect(receiving).toBe(1_000n);
    expect(uma.settlementAmount).toBe(mulDiv(1_000n, price().num, price().den * 1_000n, 'ceil'));
    expect(pricing.receiving).toBe(uma.settlementAmount);
  });

  it('keeps to the limits of the receiver, which are both allowed, before it asks', async () => {
    const within = async (min: bigint, max: bigint) => {
      offered = ({ currencies: [currency] }) => ({ currencies: [{ ...currency!, min, max }] });
      return codeOf(await agree('RECEIVING', 1_000n));
    };
    expect(await within(1_000n, 1_000n)).toBe('agreed');
    expect(await within(1_001n, 2_000n)).toBe('AMOUNT_OUT_OF_RANGE');
    expect(await within(1n, 999n)).toBe('AMOUNT_OUT_OF_RANGE');
    expect(requests).toHaveLength(1);
  });

  it.each<[bigint, string]>([
    [2_000n, UNLIKE],
    [1_000n, 'agreed'],
    [0n, 'agreed'],
    [-1_000n, 'agreed'],
    [-2_000n, UNLIKE],
  ])('whose invoice is %d thousandths of a satoshi higher: %s', async (more, code) => {
    invoiced = (amount) => {
      const { num, den } = price();
      const due = mulDiv((amount as { amount: bigint }).amount, num, den, 'ceil');
      return { side: 'SENDING', units: mulDiv(due, 1n, 1_000n, 'ceil') * 1_000n + more };
    };
    answered = () => ({ receiving: 1_001n });
    expect(codeOf(await agree('RECEIVING', 1_001n))).toBe(code);
  });

  it('counts the fee of the institution as due', async () => {
    invoiced = (amount) => {
      const { num, den } = price();
      const due = mulDiv((amount as { amount: bigint }).amount, num, den, 'ceil') + 50_000n;
      return { side: 'SENDING', units: mulDiv(due, 1n, 1_000n, 'ceil') * 1_000n };
    };
    answered = () => ({ receiving: 1_000n, fee: 50_000n });
    expect(valueOf(await agree('RECEIVING', 1_000n)).agreed!.uma.counterpartyFeeMsat).toBe(50_000n);
    answered = () => ({ receiving: 1_000n, fee: 0n });
    expect(codeOf(await agree('RECEIVING', 1_000n))).toBe(UNLIKE);
  });

  it.each([
    [null, 'agreed'],
    [1_001n, UNLIKE],
    [999n, UNLIKE],
  ])('that states the receiving amount %s: %s', async (receiving, code) => {
    answered = () => ({ receiving });
    expect(codeOf(await agree('RECEIVING', 1_000n))).toBe(code);
  });
});

describe('the answer of the institution', () => {
  it.each<[string, Partial<Agreement>]>([
    ['is about another currency', { currency: 'USD' }],
    ['has an invoice that cannot be read', { pr: 'lnbcrt1' }],
    ['has an invoice with another description', { description: 'another' }],
  ])('is refused if it %s', async (_, change) => {
    answered = () => change;
    expect(codeOf(await agree())).toBe(UNLIKE);
  });

  it('is refused with a wrong signature, and needs none in versions that do not sign', async () => {
    isSigned = false;
    expect(codeOf(await agree())).toBe('INVALID_SIGNATURE');
    isSigned = null;
    expect(codeOf(await agree())).toBe('agreed');
  });
});

describe('a quote to a UMA address', () => {
  const fieldOf = (result: Result<unknown>) =>
    result.ok || result.error.code !== 'INVALID_INPUT' ? null : result.error.details!['errors'];
  const named = (field: string) => [expect.objectContaining({ field })];

  it('needs a lookup of this address that has not expired', async () => {
    const request = await quoteRequest();
    const { lookupId: _, ...without } = request;
    expect(fieldOf(await agreeOn(without))).toEqual(named('lookupId'));
    const to = (umaAddress: string) =>
      agreeOn({
        ...request,
        destination: { ...request.destination, umaAddress: umaAddress as typeof request.destination.umaAddress },
      });
    expect(codeOf(await to('bob'))).toBe('INVALID_UMA_ADDRESS');
    expect(fieldOf(await to('$success.usd@sandbox.uma.money'))).toEqual(named('destination.umaAddress'));
    expect(codeOf(await to(RECEIVER.toUpperCase()))).toBe('agreed');
    for (const lookupId of ['x', host.customer.id, 'Lookup:018bcfe5-6800-7000-8000-00000000beef']) {
      expect(codeOf(await agreeOn({ ...request, lookupId })), lookupId).toBe('LOOKUP_REQUEST_NOT_FOUND');
    }
    clock.advance(599);
    await host.play.core.work.refreshRates();
    expect(codeOf(await agreeOn(request))).toBe('agreed');
    clock.advance(1);
    expect(codeOf(await agreeOn(request))).toBe('LOOKUP_REQUEST_NOT_FOUND');
  });

  it('is in a currency of the lookup, the first if none is named', async () => {
    offered = ({ currencies: [euros] }) => ({
      currencies: [euros!, { ...euros!, code: 'USD', multiplier: rateOf(40_000n, 1n) }],
    });
    const request = await quoteRequest();
    const into = async (currency: string | undefined) => {
      const agreed = await agreeOn({ ...request, destination: { ...request.destination, currency } });
      return agreed.ok ? requests.at(-1)!.currency.code : agreed.error.code;
    };
    expect([await into(undefined), await into('USD'), await into('EUR'), await into('MXN')]).toEqual([
      'EUR',
      'USD',
      'EUR',
      'INVALID_CURRENCY',
    ]);
  });

  it('pays from an account of the customer of the lookup, or of the platform', async () => {
    const { play } = host;
    const request = await quoteRequest();
    const other = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Eve', region: 'US' }),
    );
    const accounts = valueOf(await play.read(play.core.accounts.listInternal, { customerId: other.id }));
    const dollars = accounts.data.find(({ account }) => account.currency === 'USD')!.account;
    const source = { ...request.source, accountId: dollars.id, customerId: other.id };
    expect(fieldOf(await agreeOn({ ...request, source }))).toEqual(named('source'));
  });

  it('is refused from an account that does not exist', async () => {
    const request = await quoteRequest();
    const source = { ...request.source, accountId: 'InternalAccount:018bcfe5-6800-7000-8000-00000000beef' };
    expect((await agreeOn({ ...request, source })).ok).toBe(false);
    expect(requests).toEqual([]);
  });

  it('is refused for a customer who was deleted since the lookup', async () => {
    const { play } = host;
    const request = await quoteRequest();
    const { customers } = play.core;
    const alone = valueOf(
      await play.run(customers.create, { customerType: 'INDIVIDUAL', fullName: 'Eve', region: 'US' }),
    );
    const lookup = valueOf(
      await play.core.uma.lookUp(play.context(), { receiverUmaAddress: RECEIVER, customerId: alone.id }),
    );
    valueOf(await play.run(customers.delete, { id: alone.id }));
    expect(codeOf(await agreeOn({ ...request, lookupId: lookup.id }))).toBe('USER_NOT_FOUND');
  });
});
