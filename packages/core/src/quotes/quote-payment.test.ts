import { beforeEach, describe, expect, it } from 'vitest';
import { createRails } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { createIds, ok, plusSeconds } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { type Quote, rateTermsOf, type UmaTerms } from './quote.js';
import { settlementOf, startPayment, transactionOf } from './payment.js';

let payer: PlayPayer;
let quote: Quote;
beforeEach(async () => {
  payer = await playPayer();
  quote = await quoted();
});

const FEE = { fixed: { amount: 50n, currency: 'USD' }, variableBps: 30 };
const DETAILS = { description: 'rent', remittanceInformation: 'January', purposeOfPayment: 'FAMILY_SUPPORT' } as const;
const quoted = async (over: object = {}, suffix = '890'): Promise<Quote> => {
  const { data } = valueOf(
    await payer.play.read(payer.play.core.accounts.listExternal, { customerId: payer.customerId }),
  );
  const known = data.find(({ accountInfo }) => JSON.stringify(accountInfo).includes(`013${suffix}`));
  const { id } = known ?? (await payer.external(suffix));
  return payer.quoted(payer.fromAccount(payer.usd.id, id, { platformFeeOverride: FEE, ...DETAILS, ...over }));
};
const promised = (of: Quote) => transactionOf({ tenant: of.tenant, now: payer.play.clock.now() }, of);

const UMA: UmaTerms = {
  lookupId: 'Lookup:1',
  invoice: 'lnbc1',
  settlementAmount: 1_234n,
  counterpartyFeeMsat: 5n,
  utxoCallback: null,
  domain: 'bank.example',
  payeeData: { name: 'Grace' },
};
const ON_CHAIN = {
  layer: 'eip155:8453',
  asset: 'eip155:8453/erc20:0x1',
  currency: 'USDC' as never,
  account: { accountType: 'BASE_WALLET', address: '0x1' } as never,
};
const toAddress = (uma: UmaTerms): Quote => ({
  ...quote,
  uma,
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@bank.example', currency: 'EUR' as never },
  paymentRail: null,
});

describe('the payment of a quote', () => {
  it('has the accounts, the amounts, the fees and the texts of the quote', async () => {
    const { customer } = valueOf(await payer.play.read(payer.play.core.customers.get, { id: payer.customerId }));
    expect(promised(quote)).toMatchObject({
      id: quote.transactionId,
      type: 'OUTGOING',
      direction: 'DEBIT',
      quoteId: quote.id,
      customerId: payer.customerId,
      platformCustomerId: customer.platformCustomerId,
      source: { sourceType: 'ACCOUNT', accountId: payer.usd.id, currency: 'USD' },
      destination: {
        destinationType: 'ACCOUNT',
        accountId: quote.destinationId,
        currency: 'EUR',
        onChainTransaction: null,
      },
      senderIdentifier: payer.usd.id,
      receiverIdentifier: quote.destinationId,
      sentAmount: 100_000n,
      sentCurrency: 'USD',
      receivedAmount: quote.totalReceivingAmount,
      receivedCurrency: 'EUR',
      exchangeRate: { num: 23n, den: 25n },
      rateTerms: { serviceFeeBps: 50, serviceFixedFee: 0n, settlement: null },
      fees: 350n + 500n,
      platformFees: 350n,
      ...DETAILS,
      reference: null,
      rail: 'sandbox-bank',
      fundingRail: null,
      paymentRail: 'SEPA',
      railSelectionMode: 'AUTO',
      agentId: null,
      counterparty: null,
    });
  });

  it('names no sender if its money comes from outside, and no rail if it stays in this ledger', async () => {
    const funded = await payer.quoted(payer.funded(quote.destinationId));
    expect(promised(funded)).toMatchObject({
      source: { sourceType: 'REALTIME_FUNDING', customerId: payer.customerId, currency: 'USD' },
      senderIdentifier: null,
      reference: funded.reference,
      fundingRail: 'sandbox-bank',
    });
    const { account } = await payer.internal('EUR');
    const inside = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    expect(promised(inside)).toMatchObject({ rail: null, paymentRail: null, railSelectionMode: null });
  });

  it('to a UMA address names the address, and what its institution says about the receiver', () => {
    expect(promised(toAddress(UMA))).toMatchObject({
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@bank.example', currency: 'EUR' },
      receiverIdentifier: '$grace@bank.example',
      paymentRail: null,
      railSelectionMode: 'AUTO',
      counterparty: { information: { name: 'Grace' }, requestedFields: [] },
    });
    const settlement = { amount: 1_234n, counterpartyFeeMsat: 5n };
    const terms = { serviceFeeBps: 50, serviceFixedFee: 0n };
    expect(rateTermsOf(toAddress(UMA))).toEqual({ ...terms, settlement });
    expect(rateTermsOf(toAddress({ ...UMA, settlement: ON_CHAIN }))).toEqual({
      ...terms,
      settlement: { ...settlement, currency: 'USDC' },
    });
  });
});

describe('the expected settlement of the payment of a quote', () => {
  async function expected(of: Quote): Promise<number | null> {
    const { play } = payer;
    const ids = createIds(play.clock, seededRandom(of.id));
    const rails = createRails(bankRails({}));
    const { settings } = play.core.platforms;
    const started = await play.storage.units.run(play.tenant, async (tx) =>
      ok(startPayment({ tx, ctx: play.context(), ids, rails, settings }, of, { dailyVolumeId: null, limitUse: null })),
    );
    const { expectedSettlementAt } = valueOf(started);
    return expectedSettlementAt === null ? null : (expectedSettlementAt - play.clock.now()) / 1000;
  }

  it('is the one of its rail', async () => {
    expect(quote.settlementSeconds).not.toBe(77);
    expect(await expected({ ...quote, settlementSeconds: 77 })).toBe(quote.settlementSeconds);
  });

  it('is the one of the quote, if another institution settles or no rail delivers', async () => {
    expect(await expected({ ...toAddress(UMA), settlementSeconds: 77 })).toBe(77);
    expect(await expected({ ...(await quoted()), rail: null, settlementSeconds: 77 })).toBe(77);
  });

  it('is unknown if the quote has none', async () => {
    expect(await expected({ ...quote, settlementSeconds: null })).toBeNull();
  });
});

describe('the sweep of the platform fee', () => {
  const sweeps = async () => {
    const { play } = payer;
    const { rows } = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(JOBS, { order: 'asc', limit: 50 }),
    );
    return rows.filter(({ kind }) => kind === 'fees.sweep').map(({ subject, dueAt }) => [subject, dueAt]);
  };
  const settled = async (over: object = {}, suffix?: string) => {
    const made = await quoted(over, suffix);
    valueOf(await payer.execute(made.id));
    await payer.play.pass(0);
    return payer.payment(made);
  };

  it('is one for all payments of two seconds, and is due two seconds after they end', async () => {
    const { clock } = payer.play;
    const begins = clock.now();
    expect(begins % 2_000).toBe(0);
    await settled();
    clock.advance(1.999);
    await settled();
    expect(await sweeps()).toEqual([['USD', begins + 4_000]]);
    clock.advance(0.001);
    await settled();
    expect(await sweeps()).toEqual([
      ['USD', begins + 4_000],
      ['USD', plusSeconds(begins, 6)],
    ]);
  });

  it('is not scheduled for a payment without a platform fee, nor for one that failed', async () => {
    expect((await settled({ platformFeeOverride: undefined })).status).toBe('COMPLETED');
    expect((await settled({}, '002')).status).toBe('FAILED');
    expect(await sweeps()).toEqual([]);
  });
});

describe('the settlement of a UMA payment', () => {
  it('pays the invoice in bitcoin over Lightning, unless the institutions have agreed on another account', () => {
    const account = { accountType: 'LIGHTNING', invoice: UMA.invoice };
    expect(settlementOf(UMA)).toEqual({ currency: 'BTC', account });
    expect(settlementOf({ ...UMA, settlement: ON_CHAIN })).toBe(ON_CHAIN);
  });
});
