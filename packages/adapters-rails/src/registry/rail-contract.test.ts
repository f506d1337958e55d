import {
  accountType,
  accountTypeServes,
  type CurrencyCode,
  currency as registered,
  ENVIRONMENTS,
  exampleAccountInfo,
  type FundingRequest,
  instant,
  PAYMENT_RAILS,
  PAYOUT_FAILURES,
  type PayoutInstruction,
  type PayoutStatus,
  plusSeconds,
  railsOf,
} from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../testing/instructions.js';
import { digest } from '../testing/ports.js';
import { allRails } from './index.js';

const SUBMITTED = instant(1_760_000_000_000);
const NETWORKS = [null, 'BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK', 'NOWHERE'];
const REFERENCES = Array.from({ length: 50 }, (_, i) => `K7QF9M3X${(i + 10) * 37}`);
const rails = allRails(digest);

const request = (of: Partial<FundingRequest> & Pick<FundingRequest, 'currency'>): FundingRequest => ({
  reference: 'K7QF9M3XHTCP',
  amount: 10_000n,
  cryptoNetwork: null,
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
      expect(status.state).toBe('returned');
  }
}

it('every rail has a name of its own', () => {
  expect(new Set(rails.map((rail) => rail.name)).size).toBe(rails.length);
});

describe.each(rails.map((rail) => [rail.name, rail] as const))('the rail %s', (_name, rail) => {
  const { capabilities, payouts, funding } = rail;
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
          remittanceInformation: null,
          sameCurrency: false,
          submittedAt: SUBMITTED,
          cancelRequestedAt: null,
        },
      ]),
  );

  it('has the functions that its capabilities promise, and no others', () => {
    expect(payouts !== null).toBe(capabilities.push);
    expect(funding !== null).toBe(capabilities.receive);
    expect(capabilities.push || capabilities.pull || capabilities.receive).toBe(true);
    expect(capabilities.accountTypes.length > 0).toBe(capabilities.push || capabilities.pull);
  });

  it('serves known environments, currencies, account types and rails, each named once', () => {
    expect(rail.environments).not.toEqual([]);
    for (const environment of rail.environments) expect(ENVIRONMENTS).toContain(environment);
    for (const code of capabilities.currencies) expect(registered(code)?.code).toBe(code);
    for (const type of capabilities.accountTypes) expect(accountType(type).type).toBe(type);
    for (const paymentRail of capabilities.paymentRails) expect(PAYMENT_RAILS).toContain(paymentRail);
    for (const list of [rail.environments, ...Object.values(capabilities).filter(Array.isArray)]) {
      expect(new Set(list).size).toBe(list.length);
    }
    expect(capabilities.settlementSeconds).toBeGreaterThanOrEqual(0);
  });

  it('is no sandbox in production', () => {
    if (rail.name.includes('sandbox')) expect(rail.environments).toEqual(['SANDBOX']);
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
    const refund = { reference: 'K7QF9M3XHTCP', currency: capabilities.currencies[0]!, amount: 1n };
    const first = await funding!.refund(refund);
    expect(['completed', 'failed']).toContain(first);
    expect(await funding!.refund(refund)).toBe(first);
  });
});
