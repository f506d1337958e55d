import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Id, ok, type Result, transition, type Tx } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { amountText, MAX_COMPUTED } from '../money/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { fixedClock, operatorNamed, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { valueOf } from '../testing/play-core.js';
import {
  CHAIN_ID,
  playChain,
  type PlayChain,
  playNetwork,
  type PlayNetwork,
  TOKEN,
  type UmaHost,
  umaHost,
  type UmaHostOptions,
} from '../testing/uma-hosts.js';
import type { PayAnswer, UmaProtocol } from './ports.js';
import { UMA_RECEIPTS, type UmaReceipt } from './records.js';

const ASSET = `eip155:${CHAIN_ID}/erc20:${TOKEN}`;
const OTHER = `0x${'b1'.repeat(20)}`;

const directory = lightningDirectory();
let clock: FixedClock;
let chain: PlayChain;
let network: PlayNetwork;
let payer: UmaHost;
let payee: UmaHost;

const open = (domain: string, over: Partial<UmaHostOptions> = {}): Promise<UmaHost> =>
  umaHost({ domain, clock, chain, network, lightningDirectory: directory(), ...over });

async function openBoth(ofPayee: Partial<UmaHostOptions> = {}, ofPayer: Partial<UmaHostOptions> = {}): Promise<void> {
  payer = await open('payer.example', ofPayer);
  payee = await open('payee.example', ofPayee);
}

beforeEach(async () => {
  clock = fixedClock();
  // The library of the protocol writes the time of the machine into its signatures.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  chain = playChain();
  network = playNetwork();
});
afterEach(async () => {
  vi.useRealTimers();
});

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  vi.setSystemTime(clock.now());
  for (const { play } of [payer, payee]) await play.core.work.drain();
}

const audit = async () => [
  ...(await payer.play.core.ledger.audit()).findings,
  ...(await payee.play.core.ledger.audit()).findings,
];

interface Asked {
  readonly from?: string;
  readonly into?: string;
  readonly side?: 'SENDING' | 'RECEIVING';
  readonly amount?: bigint;
}

async function quoteRequest({ from = 'USDC', into = 'USDC', side = 'SENDING', amount = 5_000_000n }: Asked = {}) {
  const source = await payer.account(from);
  valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: source.id, amount: 100_000_000n }));
  const lookup = valueOf(
    await payer.play.core.uma.lookUp(payer.play.context(), {
      receiverUmaAddress: payee.customer.umaAddress,
      customerId: payer.customer.id,
    }),
  );
  return {
    lookupId: lookup.id,
    source: { sourceType: 'ACCOUNT', accountId: source.id, customerId: payer.customer.id },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: payee.customer.umaAddress, currency: into },
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
    immediatelyExecute: true,
  } as const;
}

const create = async (asked: Asked = {}) => {
  const request = await quoteRequest(asked);
  return payer.play.run(payer.play.core.quotes.create, request);
};
const agree = async (asked: Asked = {}) => {
  const request = await quoteRequest(asked);
  return payer.play.core.quotes.create.prepare(payer.play.context(), request);
};
const sentBy = async (id: string) => valueOf(await payer.play.read(payer.play.core.transactions.get, { id }));
const refusal = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }): string =>
  result.ok ? 'agreed' : result.error!.code;

const receipts = async (): Promise<readonly UmaReceipt[]> =>
  (
    await payee.play.storage.units.read(payee.play.tenant, (reads) =>
      reads.list(UMA_RECEIPTS, { order: 'asc', limit: 10, counted: false }),
    )
  ).rows;
const fill = async (tx: Tx, id: Id<'InternalAccount'>): Promise<void> => {
  const balance = await tx.get(BALANCES, id);
  tx.change(BALANCES, balance!, { ...balance!, available: MAX_COMPUTED, version: balance!.version + 1 });
};
const close = async (tx: Tx, id: Id<'InternalAccount'>): Promise<void> => {
  const account = await tx.get(INTERNAL_ACCOUNTS, id);
  transition(tx, payee.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account!, 'close');
};

/** The address at which the payment of a receipt has to arrive. */
const addressIn = (pr: string): string => /address=(0x[0-9a-f]{40})/.exec(pr)![1]!;
/** The accounts of the payee have addresses too. */
const allocated = () => payee.play.core.addressesOf('SANDBOX', 'evm');
const held = async () =>
  (
    await payee.play.storage.units.read(payee.play.tenant, (reads) =>
      reads.list(EXCEPTIONS, { order: 'asc', limit: 10, counted: false }),
    )
  ).rows.map(({ kind, status, amount, reason }) => ({ kind, status, amount, reason }));

describe('a payment over a chain that both institutions know', () => {
  beforeEach(() => openBoth());

  it.each([
    ['USDC', 'USDC', 'SENDING', 5_000_000n],
    ['USD', 'EUR', 'SENDING', 5_000n],
    ['USD', 'EUR', 'RECEIVING', 5_000n],
    ['EUR', 'USDC', 'RECEIVING', 5_000_001n],
  ] as const)('from %s to %s with the %s amount locked arrives in the token', async (from, into, side, amount) => {
    const quote = valueOf(await create({ from, into, side, amount }));
    expect(quote).toMatchObject({ rail: 'base', uma: { settlement: { layer: `eip155:${CHAIN_ID}`, asset: ASSET } } });
    const { settlementAmount, invoice } = quote.uma!;
    const to = payee.address((await allocated()) - 1);
    expect(invoice).toBe(`ethereum:${TOKEN}@${CHAIN_ID}/transfer?address=${to}&uint256=${settlementAmount}`);
    await pass(1);
    expect(await sentBy(quote.transactionId)).toMatchObject({ status: 'COMPLETED' });
    expect(chain.transfers).toMatchObject([{ to, amount: settlementAmount }]);
    const before = await payee.balance(into);
    expect(await payee.follow()).toMatchObject([{ effect: 'APPLIED', arrival: { outcome: 'ACCOUNT_CREDITED' } }]);
    expect((await payee.balance(into)) - before).toBe(quote.totalReceivingAmount);
    expect(side === 'SENDING' ? quote.totalSendingAmount : quote.totalReceivingAmount).toBe(amount);
    expect(await receipts()).toMatchObject([
      { status: 'PAID', layer: `eip155:${CHAIN_ID}`, asset: ASSET, settlementCurrency: 'USDC', settlementAmount },
    ]);
    expect(await held()).toEqual([]);
    await pass(120);
    expect(await audit()).toEqual([]);
  });

  it('names the layer and the asset in the pay request, which one over Lightning does not', async () => {
    valueOf(await agree());
    expect(network.payRequests).toMatchObject([
      { settlement: { layer: `eip155:${CHAIN_ID}`, assetIdentifier: ASSET }, amount: '4975000' },
    ]);
  });

  it('has a quote that is found by the address of the receiver, in capitals or not', async () => {
    const { id } = valueOf(await create());
    const { umaAddress } = payee.customer;
    for (const destinationId of [umaAddress, umaAddress.toUpperCase()]) {
      const found = valueOf(await payer.play.read(payer.play.core.quotes.list, { destinationId }));
      expect(found.data).toMatchObject([{ id }]);
    }
  });

  it('is booked on the rails of the chain, on both sides', async () => {
    const quote = valueOf(await create());
    await pass(1);
    await payee.follow();
    const { settlementAmount } = quote.uma!;
    const entries = async ({ play }: UmaHost, cause: string) =>
      valueOf(await play.read(play.core.ledger.entries, { cause })).data.flatMap(({ postings }) =>
        postings.map(({ account, amount, currency }) => `${account} ${amount} ${currency}`),
      );
    expect(await entries(payer, quote.transactionId)).toContain(`clearing:SANDBOX:base:USDC ${settlementAmount} USDC`);
    const [receipt] = await receipts();
    expect(await entries(payee, receipt!.id)).toContain(
      `clearing:SANDBOX:base.deposits:USDC ${-settlementAmount} USDC`,
    );
  });

  it('is credited once, even if its transfer is reported again', async () => {
    const quote = valueOf(await create());
    await pass(1);
    await payee.follow();
    const balance = await payee.balance('USDC');
    const [{ id, amount }] = chain.transfers as [PlayChain['transfers'][number]];
    const again = await payee.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'base.deposits',
      paymentId: id,
      reference: { addressIndex: (await allocated()) - 1 },
      currency: 'USDC',
      amount,
      remitter: null,
      valueDate: null,
    });
    expect(again).toMatchObject({ value: { effect: 'NONE', transaction: { status: 'COMPLETED' } } });
    expect(await payee.balance('USDC')).toBe(balance);
    expect(amount).toBe(quote.uma!.settlementAmount);
    expect(await audit()).toEqual([]);
  });

  it('whose transfer leaves the chain after its confirmation becomes an exception; its books stay', async () => {
    valueOf(await create());
    await pass(1);
    await payee.follow();
    const [{ id, amount }] = chain.transfers as [PlayChain['transfers'][number]];
    const balance = await payee.balance('USDC');
    const reversed = await payee.play.core.railTells('SANDBOX', {
      kind: 'reversal',
      rail: 'base.deposits',
      messageId: 'reorganisation-1',
      paymentId: id,
      amount,
      reason: 'the block left the chain',
    });
    expect(reversed).toMatchObject({ value: { effect: 'CONTRADICTED' } });
    expect(await payee.balance('USDC')).toBe(balance);
    expect(await held()).toMatchObject([{ kind: 'RAIL_CONTRADICTION', amount }]);
    expect(await audit()).toEqual([]);
  });

  it('asks the platform before it answers, and is refused if the platform refuses', async () => {
    const before = await allocated();
    payee.play.answer = { kind: 'answered', status: 403, body: '' };
    expect(refusal(await agree())).toBe('SENDER_NOT_ACCEPTED');
    expect(await allocated()).toBe(before);
    expect(network.payRequests.length).toBe(1);
  });

  it.each([
    ['refuses', 403, '', 'SENDER_NOT_ACCEPTED'],
    ['does not understand the question', 400, '', 'SENDER_NOT_ACCEPTED'],
    ['lacks data about the payer', 422, '{"requiredFields":["BIRTH_DATE"]}', 'MISSING_MANDATORY_USER_INFO'],
    ['lacks data without a name', 422, '', 'SENDER_NOT_ACCEPTED'],
    ['is away', 500, '', 'SERVICE_UNAVAILABLE'],
  ])('whose platform %s is refused with a reason', async (_, status, body, code) => {
    payee.play.answer = { kind: 'answered', status, body };
    const asked = vi.spyOn(payee.play.core.uma.serve, 'payRequest');
    expect((await agree()).ok).toBe(false);
    // An institution that is away is asked again over Lightning.
    const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<Result<string>>));
    expect(new Set(answers.map(refusal))).toEqual(new Set([code]));
    const fields = answers.map((answer) => (answer.ok ? null : answer.error.details?.['fields']));
    expect(fields[0]).toEqual(code === 'MISSING_MANDATORY_USER_INFO' ? ['BIRTH_DATE'] : undefined);
  });

  it.each([
    ['full', 'AMOUNT_OUT_OF_RANGE', (tx: Tx, id: Id<'InternalAccount'>) => fill(tx, id)],
    ['closed', 'INVALID_RECEIVER', (tx: Tx, id: Id<'InternalAccount'>) => close(tx, id)],
  ])('is refused if the account is %s when the platform has approved', async (_, code, become) => {
    const account = await payee.account('USDC');
    const asked = vi.spyOn(payee.play.core.uma.serve, 'payRequest');
    let changed: Promise<unknown> | null = null;
    Object.defineProperty(payee.play, 'answer', {
      get() {
        changed ??= payee.play.storage.units.run(payee.play.tenant, async (tx) => ok(await become(tx, account.id)));
        return { kind: 'answered', status: 200, body: '' };
      },
    });
    expect((await agree()).ok).toBe(false);
    await changed;
    const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<Result<string>>));
    expect(refusal(answers[0]!)).toBe(code);
    const [receipt] = await receipts();
    expect(receipt).toMatchObject({ status: 'EXPIRED', invoice: null });
    const { transactions } = payee.play.core;
    const transaction = valueOf(await payee.play.read(transactions.get, { id: receipt!.id }));
    expect(transaction).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    await pass(120);
    expect((await payee.play.core.ledger.audit()).findings.filter((finding) => finding.includes(receipt!.id))).toEqual(
      [],
    );
  });

  it('that the platform defers is made over Lightning, where it can be held', async () => {
    const before = await allocated();
    payee.play.answer = { kind: 'answered', status: 202, body: '' };
    const quote = valueOf(await create());
    expect(quote).toMatchObject({ rail: 'lightning', uma: { invoice: expect.stringMatching(/^lnbcrt/) } });
    expect(await allocated()).toBe(before);
    const [onChain, overLightning] = await receipts();
    expect([onChain!.status, overLightning!.status]).toEqual(['TIMED_OUT', 'DEFERRED']);
    expect(onChain!.requiredFields).toEqual([]);
    await pass(1);
    expect((await sentBy(quote.transactionId)).status).toBe('PROCESSING');
    valueOf(await payee.play.run(payee.play.core.uma.approve, { id: overLightning!.id, payeeData: {} }));
    await pass(5);
    await pass(5);
    expect((await sentBy(quote.transactionId)).status).toBe('COMPLETED');
    expect(await audit()).toEqual([]);
  });

  it('is an audit finding if its arrival does not match its receipt', async () => {
    valueOf(await create());
    await pass(1);
    const [told] = await payee.follow();
    const [receipt] = await receipts();
    const { units } = payee.play.storage;
    const more = { ...receipt!, settlementAmount: receipt!.settlementAmount + 1n };
    valueOf(await units.run(payee.play.tenant, async (tx) => ok(tx.remove(UMA_RECEIPTS, receipt!))));
    valueOf(await units.run(payee.play.tenant, async (tx) => ok(tx.add(UMA_RECEIPTS, more))));
    const { id } = told!.arrival!;
    expect(await audit()).toContain(`${id} has the outcome ACCOUNT_CREDITED, but ${receipt!.id} does not match it`);
  });

  it('that two reports credit at once is credited once', async () => {
    valueOf(await create());
    await pass(1);
    const before = await payee.balance('USDC');
    const [{ amount }] = chain.transfers as [PlayChain['transfers'][number]];
    const addressIndex = (await allocated()) - 1;
    const told = await Promise.all(
      ['one', 'two'].map((paymentId) =>
        payee.play.core.railTells('SANDBOX', {
          kind: 'arrival',
          rail: 'base.deposits',
          paymentId,
          reference: { addressIndex },
          currency: 'USDC',
          amount,
          remitter: null,
          valueDate: null,
        }),
      ),
    );
    expect(told.map((each) => valueOf(each).arrival!.outcome).sort()).toEqual(['ACCOUNT_CREDITED', 'RETURNED']);
    expect((await payee.balance('USDC')) - before).toBe((await receipts())[0]!.amount);
    expect(await audit()).toEqual([]);
  });

  it('is not credited if the rail forbids it', async () => {
    valueOf(await create());
    await pass(1);
    const before = await payee.balance('USDC');
    const told = await payee.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'base.deposits',
      paymentId: 'listed',
      reference: { addressIndex: (await allocated()) - 1 },
      currency: 'USDC',
      amount: chain.transfers[0]!.amount,
      remitter: null,
      valueDate: null,
      hold: 'the sender is on the list',
    });
    expect(told).toMatchObject({ value: { deposit: { status: 'KEPT' } } });
    expect(await payee.balance('USDC')).toBe(before);
    expect(await held()).toMatchObject([{ reason: 'the sender is on the list' }]);
    expect(await audit()).toEqual([]);
  });

  it('that is not made expires', async () => {
    valueOf(await agree());
    await pass(3_500);
    expect(await receipts()).toMatchObject([{ status: 'APPROVED' }]);
    await pass(600);
    expect(await receipts()).toMatchObject([{ status: 'EXPIRED' }]);
    expect(await audit()).toEqual([]);
  });
});

describe('a counterparty that knows Lightning only', () => {
  it('is paid as before: no layer is named', async () => {
    await openBoth({ hasChain: false });
    const quote = valueOf(await create());
    expect(quote.rail).toBe('lightning');
    expect(quote.uma).not.toHaveProperty('settlement');
    expect(network.payRequests[0]).not.toHaveProperty('settlement');
    await pass(5);
    expect((await sentBy(quote.transactionId)).status).toBe('COMPLETED');
    expect(await audit()).toEqual([]);
  });

  it('pays as before: it is answered with an invoice', async () => {
    await openBoth({}, { hasChain: false });
    const quote = valueOf(await create());
    await pass(5);
    await pass(5);
    expect((await sentBy(quote.transactionId)).status).toBe('COMPLETED');
    expect(await receipts()).toMatchObject([
      { status: 'PAID', layer: 'ln', asset: 'BTC', rail: null, reference: null },
    ]);
    expect(await audit()).toEqual([]);
  });

  it('has receipts without a layer from earlier releases, which are paid over Lightning', async () => {
    await openBoth({}, { hasChain: false });
    const quote = valueOf(await create());
    const [receipt] = await receipts();
    const earlier = { ...receipt!, layer: null, asset: null, settlementCurrency: null };
    const { units } = payee.play.storage;
    valueOf(await units.run(payee.play.tenant, async (tx) => ok(tx.remove(UMA_RECEIPTS, receipt!))));
    valueOf(await units.run(payee.play.tenant, async (tx) => ok(tx.add(UMA_RECEIPTS, earlier))));
    await pass(5);
    await pass(5);
    expect((await sentBy(quote.transactionId)).status).toBe('COMPLETED');
    expect(await receipts()).toMatchObject([{ status: 'PAID', layer: null }]);
    expect(await audit()).toEqual([]);
  });

  it('cannot be paid by a host without Lightning', async () => {
    await openBoth({ hasChain: false }, { hasLightning: false });
    await expect(create()).rejects.toThrow('NOT_IMPLEMENTED');
  });
});

describe('hosts without Lightning', () => {
  beforeEach(() => openBoth({ hasLightning: false }, { hasLightning: false }));

  it('pay each other over the chain', async () => {
    const quote = valueOf(await create());
    await pass(1);
    expect((await sentBy(quote.transactionId)).status).toBe('COMPLETED');
    expect(await payee.follow()).toMatchObject([{ arrival: { outcome: 'ACCOUNT_CREDITED' } }]);
  });

  it('do not pay what the platform defers', async () => {
    const before = await allocated();
    payee.play.answer = { kind: 'answered', status: 202, body: '' };
    expect(refusal(await agree())).toBe('PAYREQ_REQUEST_FAILED');
    expect(await allocated()).toBe(before);
    expect(await audit()).toEqual([]);
  });

  it('do not pay an unsigned payment request', async () => {
    network.tamper = ({ payeeData }) => delete payeeData['settlement'];
    expect(refusal(await agree())).toBe('MISSING_REQUIRED_UMA_PARAMETERS');
  });

  it('refuse a pay request that names no layer, because it would be over Lightning', async () => {
    const usual = network.http.send.bind(network.http);
    const http = network.http as { send: typeof usual };
    http.send = async (request) => {
      if (request.body === null || !request.url.includes('/payreq/')) return usual(request);
      const { settlement: _, ...body } = JSON.parse(String(request.body)) as Record<string, unknown>;
      return usual({ ...request, body: JSON.stringify(body) });
    };
    expect(refusal(await agree())).toBe('PAYREQ_REQUEST_FAILED');
    expect(await receipts()).toEqual([]);
  });
});

describe('customers of one host', () => {
  const lookUpNeighbour = async () => {
    const { core, run, context } = payer.play;
    const details = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', region: 'US' } as const;
    const { umaAddress } = valueOf(await run(core.customers.create, details));
    return core.uma.lookUp(context(), { receiverUmaAddress: umaAddress, customerId: payer.customer.id });
  };

  it('pay each other over Lightning', async () => {
    await openBoth();
    expect(valueOf(await lookUpNeighbour()).counterparty).not.toHaveProperty('settlements');
  });

  it('cannot pay each other without Lightning', async () => {
    await openBoth({}, { hasLightning: false });
    expect(refusal(await lookUpNeighbour())).toBe('NOT_IMPLEMENTED');
  });
});

it('a host that prefers Lightning pays over Lightning', async () => {
  await openBoth({}, { umaLayers: ['ln'] });
  expect(valueOf(await create()).rail).toBe('lightning');
});

describe('a payment request that was changed on its way', () => {
  beforeEach(() => openBoth());

  it('is paid over Lightning if its signature is missing', async () => {
    network.tamper = ({ pr, payeeData }) => {
      if (pr.startsWith('ethereum:')) delete payeeData['settlement'];
    };
    expect(valueOf(await create()).rail).toBe('lightning');
  });

  it.each<[string, (answer: Parameters<NonNullable<PlayNetwork['tamper']>>[0]) => void]>([
    ['asks for payment to another address', (answer) => (answer.pr = answer.pr.replace(addressIn(answer.pr), OTHER))],
    ['asks for another amount', (answer) => (answer.pr = answer.pr.replace(/uint256=\d+/, 'uint256=9'))],
    ['states another amount for the receiver', (answer) => (answer.converted['amount'] = 1)],
    [
      'has the terms of another asset',
      ({ payeeData }) =>
        ((payeeData['settlement'] as Record<string, unknown>)['assetIdentifier'] = 'eip155:1/slip44:60'),
    ],
    [
      'may be started later',
      ({ payeeData }) => ((payeeData['settlement'] as Record<string, unknown>)['expiresAt'] = 4_000_000_000),
    ],
    [
      'has a signature that is none',
      ({ payeeData }) => ((payeeData['settlement'] as Record<string, unknown>)['signature'] = '00'.repeat(70)),
    ],
  ])('is not paid if it %s', async (_, tamper) => {
    network.tamper = tamper;
    expect(refusal(await agree())).toBe('INVALID_SIGNATURE');
    expect(network.payRequests.length).toBe(1);
  });

  it('is not paid with the signature of an earlier answer', async () => {
    let earlier: unknown = null;
    network.tamper = (answer) => {
      if (earlier !== null) answer.payeeData['settlement'] = earlier;
      earlier ??= answer.payeeData['settlement'];
    };
    valueOf(await agree());
    expect(refusal(await agree())).toBe('INVALID_SIGNATURE');
  });
});

describe('an institution that signs', () => {
  const signing = (change: (answer: PayAnswer) => Partial<PayAnswer>) => ({
    protocol: (usual: UmaProtocol): Partial<UmaProtocol> => ({
      answerPayRequest: (answer) => usual.answerPayRequest({ ...answer, ...change(answer) }),
    }),
  });
  const withPr = (change: (pr: string) => string) => signing(({ pr }) => ({ pr: change(pr) }));

  it.each<[string, Partial<UmaHostOptions>]>([
    ['another token', withPr((pr) => pr.replace(TOKEN, OTHER))],
    ['another chain', withPr((pr) => pr.replace(`@${CHAIN_ID}`, '@1'))],
    ['less than was agreed', withPr((pr) => pr.replace(/uint256=\d+/, 'uint256=4974999'))],
    ['more than was agreed', withPr((pr) => pr.replace(/uint256=\d+/, 'uint256=4975001'))],
    ['a transfer to the contract of the token', withPr((pr) => pr.replace(/address=0x\w+/, `address=${TOKEN}`))],
    ['a transfer to the zero address', withPr((pr) => pr.replace(/address=0x\w+/, `address=0x${'0'.repeat(40)}`))],
    ['an approval instead of a transfer', withPr((pr) => pr.replace('/transfer?', '/approve?'))],
    ['a second recipient', withPr((pr) => `${pr}&address=${OTHER}`)],
    ['an invoice', withPr(() => 'lnbcrt1')],
    [
      'the terms of another asset',
      signing(({ terms }) => ({ terms: terms && { ...terms, asset: 'eip155:1/erc20:0x0' } })),
    ],
    [
      'an amount of the receiver that its rate does not give',
      signing(({ receiving }) => ({ receiving: receiving / 2n })),
    ],
    [
      'terms that have expired',
      signing(({ terms }) => ({ terms: terms && { ...terms, expiresAt: clock.now() as typeof terms.expiresAt } })),
    ],
  ])('%s is not paid', async (_, options) => {
    await openBoth(options);
    expect(refusal(await agree())).toBe('INVALID_PAYREQ_RESPONSE');
    expect(chain.transfers).toEqual([]);
  });
});

describe('money at the address of a payment', () => {
  let agreed = 0n;
  let receipt: UmaReceipt;
  beforeEach(async () => {
    await openBoth();
    agreed = valueOf(await agree()).agreed!.uma.settlementAmount;
    receipt = (await receipts())[0]!;
  });
  const send = async (amount: bigint) => {
    chain.send(addressIn(receipt.invoice!), amount);
    return (await payee.follow())[0]!;
  };
  const kept = (amount: bigint, why: string) => ({
    kind: 'DEPOSIT_HELD',
    status: 'OPEN',
    amount,
    reason: `${amountText(amount, 'USDC')} came for ${receipt.id}, ${why}; it is in suspense`,
  });

  it.each([
    ['too little', -1n],
    ['too much', 1n],
  ])('waits for an operator if it is %s, and the right amount is still credited', async (_, more) => {
    const before = await payee.balance('USDC');
    expect(await send(agreed + more)).toMatchObject({ deposit: { status: 'KEPT' }, transaction: null });
    expect(await held()).toEqual([kept(agreed + more, `which expects ${amountText(agreed, 'USDC')}`)]);
    expect(await payee.balance('USDC')).toBe(before);
    await pass(60);
    expect(await send(agreed)).toMatchObject({ arrival: { outcome: 'ACCOUNT_CREDITED' } });
    expect(await payee.balance('USDC')).toBe(before + receipt.amount);
    expect(await audit()).toEqual([]);
  });

  it('waits for an operator if it comes twice', async () => {
    await send(agreed);
    const before = await payee.balance('USDC');
    expect(await send(agreed)).toMatchObject({ deposit: { status: 'KEPT' } });
    expect(await held()).toEqual([kept(agreed, 'which has been paid')]);
    expect(await payee.balance('USDC')).toBe(before);
    await pass(100_000);
    expect((await held())[0]).toMatchObject({ status: 'OPEN' });
    expect(await audit()).toEqual([]);
  });

  it('waits for an operator if it is late, whether the payment has expired already or not', async () => {
    clock.advance(4_000);
    vi.setSystemTime(clock.now());
    expect(await send(agreed)).toMatchObject({ deposit: { status: 'KEPT' } });
    await pass(60);
    expect((await receipts())[0]).toMatchObject({ status: 'EXPIRED' });
    expect(await send(agreed)).toMatchObject({ deposit: { status: 'KEPT' } });
    expect(await held()).toEqual([kept(agreed, 'which has expired'), kept(agreed, 'which has expired')]);
    expect(await audit()).toEqual([]);
  });

  it('waits for an operator if it is another token', async () => {
    const told = await payee.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'base.deposits',
      paymentId: 'other-token',
      reference: { addressIndex: (await allocated()) - 1 },
      currency: 'USDT',
      amount: agreed,
      remitter: null,
      valueDate: null,
    });
    expect(told).toMatchObject({ value: { deposit: { status: 'KEPT' } } });
    expect(await held()).toMatchObject([{ reason: expect.stringContaining('which expects USDC by base.deposits') }]);
    expect(await audit()).toEqual([]);
  });

  it('waits for an operator if the account cannot hold it', async () => {
    const account = await payee.account('USDC');
    await payee.play.storage.units.run(payee.play.tenant, async (tx) => ok(await fill(tx, account.id)));
    expect(await send(agreed)).toMatchObject({ deposit: { status: 'KEPT' } });
    expect(await held()).toEqual([kept(agreed, 'whose account cannot hold the amount')]);
  });

  it('waits for an operator, with a neutral reason, if the receiver is blocked', async () => {
    const { customer, play } = payee;
    const blocks = await playBlocks(play);
    await blocks.block('customers', customer.id);
    const before = await payee.balance('USDC');
    expect(await send(agreed)).toMatchObject({ deposit: { status: 'KEPT', ownerId: customer.id } });
    expect(await held()).toMatchObject([
      { kind: 'DEPOSIT_HELD', status: 'OPEN', amount: agreed, reason: 'an operator has to decide about this money' },
    ]);
    await pass(100_000);
    expect(await payee.balance('USDC')).toBe(before);
    expect((await held())[0]).toMatchObject({ status: 'OPEN' });
    expect(await audit()).toEqual([]);
  });

  it('can be credited by an operator', async () => {
    await send(agreed - 1n);
    const { id } = await payee.account('USDC');
    const [exception] = (
      await payee.play.storage.units.read(payee.play.tenant, (reads) =>
        reads.list(EXCEPTIONS, { order: 'asc', limit: 1, counted: false }),
      )
    ).rows;
    const before = await payee.balance('USDC');
    valueOf(
      await payee.play.run(payee.play.core.treasury.resolve, {
        exceptionId: exception!.id,
        resolution: 'CREDITED',
        account: id,
        note: 'one unit less, accepted',
        by: operatorNamed('Ada'),
      }),
    );
    expect(await payee.balance('USDC')).toBe(before + agreed - 1n);
    expect(await audit()).toEqual([]);
  });
});
