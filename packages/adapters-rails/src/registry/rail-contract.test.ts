import {
  ACCOUNT_TYPES,
  accountField,
  accountType,
  accountTypeServes,
  type CurrencyCode,
  currency as registered,
  ENVIRONMENTS,
  exampleAccountInfo,
  type FundingRequest,
  type Instant,
  instant,
  PAYMENT_RAILS,
  PAYOUT_FAILURES,
  type PayoutInstruction,
  type PayoutStatus,
  plusSeconds,
  PULL_FAILURES,
  type RailRefundStatus,
  type RailReturn,
  type PullInstruction,
  railsOf,
} from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { bundledRails } from '../../../host/src/rails.js';
import { faultsOf } from '../testing/instructions.js';
import { digest } from '../testing/ports.js';

const SUBMITTED = instant(1_760_000_000_000);
const NETWORKS = [null, 'BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK', 'NOWHERE'];
const REFERENCES = Array.from({ length: 50 }, (_, i) => `K7QF9M3X${(i + 10) * 37}`);
/** One address of each form that there is. */
const ADDRESSES = ACCOUNT_TYPES.filter(({ kind }) => kind === 'crypto')
  .map(({ type }) => accountField(exampleAccountInfo(type), 'address') ?? '')
  .concat('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
const rails = bundledRails({ digest });

const request = (of: Partial<FundingRequest> & Pick<FundingRequest, 'currency'>): FundingRequest => ({
  reference: 'K7QF9M3XHTCP',
  amount: 10_000n,
  cryptoNetwork: null,
  walletAddresses: null,
  addressIndex: null,
  ...of,
});

/** A status that a worker can act on: times are positive, failures are named. */
function expectUsable(status: PayoutStatus): void {
  switch (status.state) {
    case 'pending':
      expect(status.checkAfterSeconds).toBeGreaterThan(0);
      break;
    case 'delivered':
      if (status.checkAfterSeconds !== null) expect(status.checkAfterSeconds).toBeGreaterThan(0);
      if (status.onChainTransaction !== null) {
        expect(status.onChainTransaction.transactionHash).not.toBe('');
        expect(NETWORKS).toContain(status.onChainTransaction.network);
      }
      break;
    case 'failed':
      expect(PAYOUT_FAILURES).toContain(status.reason);
      break;
    default:
      expectReturn(status);
  }
}

/** A return names itself, and an amount; a collection is returned whole. */
function expectReturn({ returnId, amount }: RailReturn, whole?: bigint): void {
  expect(returnId).not.toBe('');
  expect(amount).toBeGreaterThan(0n);
  if (whole !== undefined) expect(amount).toBe(whole);
}

/** A refund answers the same however often it is asked for, and goes on from there. */
async function expectRefund(refund: (now: Instant) => Promise<RailRefundStatus>): Promise<void> {
  for (const seconds of [0, 1, 60, 3600]) {
    const now = plusSeconds(SUBMITTED, seconds);
    const status = await refund(now);
    expect(['completed', 'pending', 'failed']).toContain(status.state);
    if (status.state === 'pending') expect(status.checkAfterSeconds).toBeGreaterThan(0);
    expect(await refund(now)).toEqual(status);
  }
}

it('every rail has a name of its own', () => {
  expect(new Set(rails.map((rail) => rail.name)).size).toBe(rails.length);
});

describe.each(rails.map((rail) => [rail.name, rail] as const))('the rail %s', (_name, rail) => {
  const { capabilities, payouts, pulls, funding, networkFees } = rail;
  const deliveries = capabilities.accountTypes.flatMap((type) =>
    capabilities.currencies
      .filter((currency) => accountTypeServes(type, currency))
      .map((currency): [string, PayoutInstruction] => [
        `${currency} to ${type}`,
        {
          reference: 'Transaction:0199c0de-0000-7000-8000-000000000000',
          account: exampleAccountInfo(type),
          currency,
          amount: 1n,
          paymentRail: null,
          purposeOfPayment: null,
          remittanceInformation: null,
          sameCurrency: false,
          submittedAt: SUBMITTED,
          cancelRequestedAt: null,
        },
      ]),
  );

  const collections = capabilities.pullsFrom.flatMap((type) =>
    capabilities.currencies
      .filter((currency) => accountTypeServes(type, currency))
      .map((currency): [string, PullInstruction] => [
        `${currency} from ${type}`,
        {
          reference: 'Transaction:0199c0de-0000-7000-8000-000000000000',
          account: exampleAccountInfo(type),
          currency,
          amount: 1n,
          remittanceInformation: null,
          submittedAt: SUBMITTED,
          cancelRequestedAt: null,
        },
      ]),
  );

  it('has the functions that its capabilities promise, and no others', () => {
    expect(payouts !== null).toBe(capabilities.push);
    expect(funding !== null).toBe(capabilities.receive);
    expect(pulls !== null).toBe(capabilities.pull);
    expect(capabilities.pullsFrom.length > 0).toBe(capabilities.pull);
    const cancels = [payouts?.cancel ?? null, pulls?.cancel ?? null].some((cancel) => cancel !== null);
    expect(cancels).toBe(capabilities.cancellable);
    if (networkFees !== null) expect(capabilities.push).toBe(true);
    expect(capabilities.push || capabilities.pull || capabilities.receive).toBe(true);
    expect(capabilities.accountTypes.length > 0).toBe(capabilities.push || capabilities.pull);
  });

  it('serves one environment, and known currencies, account types and rails, each named once', () => {
    expect(ENVIRONMENTS).toContain(rail.environment);
    for (const code of capabilities.currencies) expect(registered(code)?.code).toBe(code);
    for (const type of capabilities.accountTypes) expect(accountType(type).type).toBe(type);
    for (const paymentRail of capabilities.paymentRails) expect(PAYMENT_RAILS).toContain(paymentRail);
    for (const list of Object.values(capabilities).filter(Array.isArray)) {
      expect(new Set(list).size).toBe(list.length);
    }
    expect(capabilities.settlementSeconds).toBeGreaterThanOrEqual(0);
  });

  it('is no sandbox in production', () => {
    if (rail.name.includes('sandbox')) expect(rail.simulated).toBe(true);
    if (rail.simulated) expect(rail.environment).toBe('SANDBOX');
  });

  it('delivers a currency to every account type it names, by the payment rails it names', () => {
    for (const type of capabilities.accountTypes) {
      expect(
        deliveries.some(([, { account }]) => account.accountType === type),
        type,
      ).toBe(true);
      const reaching = railsOf(type);
      if (reaching.length > 0)
        expect(
          reaching.some((by) => capabilities.paymentRails.includes(by)),
          type,
        ).toBe(true);
    }
  });

  it.skipIf(payouts === null).each(deliveries)(
    'answers %s the same however often it is submitted',
    async (_what, delivery) => {
      const first = await payouts!.submit(delivery);
      expectUsable(first);
      expect(await payouts!.submit({ ...delivery })).toEqual(first);
      for (const seconds of [0, 1, 60, 3600]) {
        const now = plusSeconds(SUBMITTED, seconds);
        const status = await payouts!.status(delivery, now);
        expectUsable(status);
        expect(await payouts!.status({ ...delivery }, now)).toEqual(status);
      }
    },
  );

  it.skipIf(pulls === null).each(collections)('answers %s the same however often it is asked', async (_what, pull) => {
    const first = await pulls!.submit(pull);
    expect(await pulls!.submit({ ...pull })).toEqual(first);
    for (const seconds of [0, 1, 60, 3600]) {
      const now = plusSeconds(SUBMITTED, seconds);
      const status = await pulls!.status(pull, now);
      expect(['collected', 'pending', 'failed', 'returned']).toContain(status.state);
      if (status.state === 'collected' && status.checkAfterSeconds !== null) {
        expect(status.checkAfterSeconds).toBeGreaterThan(0);
      }
      if (status.state === 'returned') expectReturn(status, pull.amount);
      if (status.state === 'pending') expect(status.checkAfterSeconds).toBeGreaterThan(0);
      if (status.state === 'failed') expect(PULL_FAILURES).toContain(status.reason);
      expect(await pulls!.status({ ...pull }, now)).toEqual(status);
    }
    await expectRefund((now) => pulls!.refund({ reference: 'Refund:1', pull, submittedAt: SUBMITTED }, now));
  });

  const asked = { cancelRequestedAt: SUBMITTED };
  const movements = [
    ...(payouts?.cancel ? deliveries.map(([what, one]) => [what, payouts, { ...one, ...asked }] as const) : []),
    ...(pulls?.cancel ? collections.map(([what, one]) => [what, pulls, { ...one, ...asked }] as const) : []),
  ];
  it.skipIf(movements.length === 0).each(movements)(
    'says of %s after a cancellation what it has answered to it',
    async (_what, side, movement) => {
      const { cancel } = side as { cancel: (of: typeof movement) => Promise<string> };
      const answer = await cancel(movement);
      expect(['cancelled', 'too-late']).toContain(answer);
      expect(await cancel({ ...movement })).toBe(answer);
      const { state } = await side.status(movement as never, plusSeconds(SUBMITTED, 1));
      if (answer === 'cancelled') expect(state).toBe('failed');
    },
  );

  it.skipIf(payouts === null)('looks every account up that it delivers to', async () => {
    for (const [, { account, currency }] of deliveries) {
      expect(['reachable', 'unreachable']).toContain(await payouts!.lookUp(account, currency));
    }
  });

  it.skipIf(networkFees === null)(
    'knows the fee of each of its networks, and which addresses are none of theirs',
    async () => {
      const priced = capabilities.currencies.filter((currency) => networkFees!.networks(currency).length > 0);
      expect(priced).not.toEqual([]);
      for (const currency of priced) {
        const networks = networkFees!.networks(currency);
        expect(new Set(networks).size).toBe(networks.length);
        for (const network of networks) {
          const ask = (address: string) => networkFees!.estimate({ currency, network, amount: 1_000n, address });
          const fees = await Promise.all(ADDRESSES.map(ask));
          expect(
            fees.some((fee) => fee !== null && fee >= 0n),
            `${currency} on ${network}`,
          ).toBe(true);
          expect(await ask('nowhere at all')).toBeNull();
        }
      }
    },
  );

  it.skipIf(funding === null)('gives instructions that fit their account type, for each currency and network', () => {
    const received = new Set<string>();
    for (const currency of capabilities.currencies) {
      for (const cryptoNetwork of NETWORKS) {
        for (const amount of [null, 1n, 1_234_567n]) {
          for (const each of funding!.instructions(request({ currency, cryptoNetwork, amount })) ?? []) {
            expect(faultsOf(each), `${currency} on ${cryptoNetwork}`).toEqual([]);
            received.add(currency);
          }
        }
      }
    }
    expect(received).not.toEqual(new Set());
  });

  it.skipIf(funding === null)('receives a currency on the networks that it names, and on no others', () => {
    for (const currency of capabilities.currencies) {
      const named = funding!.networks(currency);
      expect(new Set(named).size, currency).toBe(named.length);
      for (const cryptoNetwork of NETWORKS.filter((network) => network !== null)) {
        const given = funding!.instructions(request({ currency, cryptoNetwork, addressIndex: 7 }));
        expect(given !== null, `${currency} on ${cryptoNetwork}`).toBe(named.includes(cryptoNetwork));
      }
      const usual = funding!.instructions(request({ currency, addressIndex: 7 }));
      expect(usual !== null, currency).toBe(named.length > 0);
      if (named.length > 0 && named[0] !== null) {
        expect(usual).toEqual(funding!.instructions(request({ currency, cryptoNetwork: named[0]!, addressIndex: 7 })));
      }
    }
  });

  it.skipIf(funding === null)('can be told apart by what the payer is given', () => {
    for (const currency of capabilities.currencies) {
      for (const cryptoNetwork of NETWORKS) {
        const given = REFERENCES.map((reference) =>
          funding!.instructions(request({ currency, cryptoNetwork, reference })),
        );
        if (given[0] === null || given[0] === undefined) continue;
        const told = given.map((all) => JSON.stringify(all?.map((each) => each.accountOrWalletInfo)));
        expect(new Set(told).size, `${currency} on ${cryptoNetwork}`).toBe(REFERENCES.length);
        expect(funding!.instructions(request({ currency, cryptoNetwork, reference: REFERENCES[0]! }))).toEqual(
          given[0],
        );
      }
    }
  });

  it.skipIf(funding === null)('knows no instructions for a network or currency that it does not have', () => {
    for (const currency of capabilities.currencies) {
      expect(funding!.instructions(request({ currency, cryptoNetwork: 'NOWHERE' }))).toBeNull();
    }
    expect(funding!.instructions(request({ currency: 'XTS' as CurrencyCode }))).toBeNull();
  });

  it.skipIf(funding === null)('sends a deposit back the same however often it is asked', async () => {
    const remitters = ['890', '008', '009'].map((ending) => ({ name: 'Ada Lovelace', account: `DE${ending}` }));
    for (const remitter of remitters) {
      const arrival = { paymentId: 'arrival 1', remitter, valueDate: '2026-01-15' };
      const refund = { reference: 'Refund:1', currency: capabilities.currencies[0]!, amount: 1n, arrival };
      await expectRefund((now) => funding!.refund({ ...refund, submittedAt: SUBMITTED }, now));
    }
  });
});
