import type { CurrencyCode } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { Customer, Transaction } from '@corridor/core/records';
import { exampleAccountInfo, EXTERNAL_ACCOUNT_TYPES, NO_CORRECTIONS, rateTermsOf } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import { serializeExternalAccount, serializeInternalAccount } from '../api/accounts/serialize.js';
import { serializeAction, serializeAgent } from '../api/agents/serialize.js';
import { responseFaults } from './response-check.js';
import { integer } from '../kit/wire.js';
import { card as cardSchema } from '../api/cards/schemas.js';
import { CARD_ON_WIRE, serializeCard } from '../api/cards/serialize.js';
import { serializeCustomer } from '../api/customers/serialize.js';
import { operations } from './operations.js';
import { serializePlatform } from '../api/platforms/serialize.js';
import { quote as quoteSchema } from '../api/quotes/schemas.js';
import { QUOTE_ON_WIRE, serializeAccountLookup, serializeQuote } from '../api/quotes/serialize.js';
import { externalAccount, internalAccount } from '../testing/records/accounts.js';
import { agentView, quoteAction, transferAction } from '../testing/records/agents.js';
import { card, cardTransaction } from '../testing/records/cards.js';
import { business, individual } from '../testing/records/customers.js';
import { platform } from '../testing/records/platforms.js';
import { lookup, quote } from '../testing/records/quotes.js';
import { idOf, NOW_TEXT } from '../testing/records/record.js';
import { incoming, outgoing, refunded, sentBack, transferIn } from '../testing/records/transactions.js';
import { umaLookup, umaQuote } from '../testing/records/uma.js';
import { beneficialOwner } from '../testing/records/verification.js';
import { serializeTransaction } from '../api/transactions/serialize.js';
import { serializeUmaLookup } from '../api/uma/serialize.js';
import { serializeCustomerWithOwners } from '../api/customers/serialize-owners.js';

const operation = (operationId: string) => operations.find((of) => of.operationId === operationId)!;
const faults = (operationId: string, wire: object) => responseFaults(operation(operationId), 200, JSON.stringify(wire));
const wireOf = (wire: object) => JSON.parse(JSON.stringify(wire)) as Readonly<Record<string, unknown>>;

describe('every serializer produces what its schema declares', () => {
  test.each<[string, object]>([
    ['getCustomerById', serializeCustomerWithOwners({ customer: individual, owners: [] })],
    ['getCustomerById', serializeCustomerWithOwners({ customer: business, owners: [beneficialOwner] })],
    ['updateCustomerById', serializeCustomer({ ...business, address: null, region: null, isDeleted: true })],
    ['getQuoteById', serializeQuote(quote)],
    [
      'getQuoteById',
      serializeQuote({
        ...quote,
        source: { sourceType: 'ACCOUNT', accountId: internalAccount.id, customerId: null },
        destination: { destinationType: 'ACCOUNT', accountId: internalAccount.id, paymentRail: 'WIRE' },
        paymentInstructions: null,
      }),
    ],
    ['getQuoteById', serializeQuote(umaQuote)],
    ['getTransactionById', serializeTransaction(outgoing)],
    ['getTransactionById', serializeTransaction(refunded)],
    ['getTransactionById', serializeTransaction(incoming)],
    ['getTransactionById', serializeTransaction(sentBack)],
    ['getTransactionById', serializeTransaction(transferIn)],
    ['getTransactionById', serializeTransaction(cardTransaction)],
    ['getCardById', serializeCard(card)],
    ['lookupExternalAccount', serializeAccountLookup(lookup)],
    ['lookupUma', serializeUmaLookup(umaLookup)],
    ['sandboxFundInternalAccount', serializeInternalAccount(internalAccount, 900n, 100n)],
    ['getPlatformConfig', serializePlatform(platform)],
    [
      'getPlatformConfig',
      serializePlatform({ ...platform, umaDomain: null, embeddedWalletConfig: null, feeConfigs: [] }),
    ],
    ['getCustomerExternalAccountById', serializeExternalAccount(externalAccount)],
    [
      'getCustomerExternalAccountById',
      serializeExternalAccount({
        ...externalAccount,
        platformAccountId: 'account-1',
        ownershipType: 'FIRST_PARTY',
        beneficiaryVerificationStatus: 'PARTIAL_MATCH',
        beneficiaryVerifiedName: 'A. Example',
      }),
    ],
  ])('%s (%#)', (operationId, wire) => {
    expect(faults(operationId, wire)).toEqual([]);
  });

  test.each([
    ['getAgentById', serializeAgent(agentView)],
    ['agentGetAction', serializeAction(quoteAction)],
    ['agentGetAction', serializeAction(transferAction)],
  ])('%s, without a secret (%#)', (operationId, wire) => {
    expect(faults(operationId, wire)).toEqual([]);
    expect(JSON.stringify(wire)).not.toContain('canary');
  });

  test.each(EXTERNAL_ACCOUNT_TYPES)('external account of type %s', (type) => {
    const wire = serializeExternalAccount({ ...externalAccount, accountInfo: exampleAccountInfo(type) });
    expect(faults('getCustomerExternalAccountById', wire)).toEqual([]);
  });
});

/** The fields of a record that a function reads. */
function readBy<T extends object>(record: T, read: (record: T) => unknown): readonly string[] {
  const names = new Set<string>();
  const get = (target: T, name: string | symbol): unknown => {
    names.add(String(name));
    return Reflect.get(target, name);
  };
  read(new Proxy(record, { get }));
  return [...names].sort();
}

describe.each([
  { name: 'a quote', fields: QUOTE_ON_WIRE, schema: quoteSchema, read: readBy(quote, serializeQuote) },
  { name: 'a card', fields: CARD_ON_WIRE, schema: cardSchema, read: readBy(card, serializeCard) },
])('the declaration of what the wire shows of $name', ({ fields, schema, read }) => {
  const declared = Object.entries(fields as Readonly<Record<string, string | readonly string[] | null>>);

  test('names the fields of the record that its serializer reads', () => {
    expect(declared.flatMap(([name, shown]) => (shown === null ? [] : [name])).sort()).toEqual(read);
  });

  test('names every field of the wire schema', () => {
    const shown = new Set(declared.flatMap(([, names]) => names ?? []));
    expect([...shown].sort()).toEqual(Object.keys(schema.shape).sort());
  });
});

describe('the check of responses', () => {
  test('finds an undeclared field, a missing one, and an undeclared status', () => {
    const { id, ...withoutId } = wireOf(serializeQuote(quote));
    expect(faults('getQuoteById', { ...withoutId, id, extra: 1 })).toEqual(['extra is not declared']);
    expect(faults('getQuoteById', withoutId)).toHaveLength(1);
    expect(responseFaults(operation('getQuoteById'), 201, '{}')).toEqual(['status 201 is not declared']);
    expect(responseFaults(operation('getQuoteById'), 404, '{}')).not.toEqual([]);
  });
});

describe('a quote on the wire', () => {
  const wire = wireOf(serializeQuote(quote));

  test('has amounts as integers, the rate with ten digits, times in UTC with milliseconds', () => {
    expect(wire).toMatchObject({
      createdAt: NOW_TEXT,
      expiresAt: '2025-10-13T12:05:00.250Z',
      totalSendingAmount: 10_000,
      totalReceivingAmount: 156_000,
      exchangeRate: 15.87301587,
      feesIncluded: 116,
      platformFeesIncluded: 53,
      sendingCurrency: { code: 'USD', decimals: 2 },
    });
  });

  test('from an account has no payment instructions, and the currency of its source', () => {
    const from = { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount'), customerId: idOf('Customer') } as const;
    expect(wireOf(serializeQuote({ ...quote, source: from, paymentInstructions: null }))).toMatchObject({
      paymentInstructions: [],
      source: { ...from, currency: 'USD' },
    });
  });

  test("shows the parts of the rate and of the service's fee", () => {
    expect(wire['rateDetails']).toEqual({
      counterpartyMultiplier: 1,
      counterpartyFixedFee: 0,
      svcApiMultiplier: 15.87301587,
      svcApiFixedFee: 13,
      svcApiVariableFeeRate: 0.005,
      svcApiVariableFeeAmount: 50,
    });
  });
});

describe('a transaction on the wire', () => {
  test('from an account names the owner of the account', () => {
    const from = { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount'), currency: 'USD' } as never;
    expect(wireOf(serializeTransaction({ ...outgoing, source: from }))).toMatchObject({
      source: { sourceType: 'ACCOUNT', customerId: outgoing.customerId, currency: 'USD' },
    });
  });

  test('has null only in fields that the API declares nullable, and only if it is outgoing', () => {
    const nulls = (wire: object): string[] =>
      Object.entries(wireOf(wire)).flatMap(([key, value]) => (value === null ? [key] : []));
    expect(nulls(serializeTransaction({ ...outgoing, expectedSettlementAt: null }))).toEqual([
      'paymentRail',
      'railSelectionMode',
      'expectedSettlementAt',
      'settlementTimelineSeconds',
    ]);
    expect(nulls(serializeTransaction(incoming))).toEqual([]);
  });

  test('has its refund, its currencies and its reference', () => {
    expect(wireOf(serializeTransaction(refunded))).toMatchObject({
      refund: {
        reference: 'R-1',
        initiatedAt: NOW_TEXT,
        settledAt: NOW_TEXT,
        status: 'COMPLETED',
        reason: 'TRANSACTION_FAILED',
      },
      sentAmount: { amount: 10_000, currency: { code: 'USD' } },
      reconciliationInstructions: { reference: 'K7QF9M3X' },
      settlementTimelineSeconds: 60,
    });
  });

  test('shows the same rate details as its quote, also with a counterparty', () => {
    const shownBy = (wire: object) => wireOf(wire)['rateDetails'];
    expect(shownBy(serializeTransaction(outgoing))).toEqual(shownBy(serializeQuote(quote)));
    const rateTerms = rateTermsOf(umaQuote);
    expect(shownBy(serializeTransaction({ ...outgoing, rateTerms }))).toEqual(shownBy(serializeQuote(umaQuote)));
    expect(shownBy(serializeQuote(umaQuote))).toMatchObject({ counterpartyMultiplier: 1, counterpartyFixedFee: 20 });
  });

  test('shows what a counterparty receives in a token in its smallest units', () => {
    const settlement = { amount: 2_000_000n, counterpartyFeeMsat: 20_000n, currency: 'USDC' as CurrencyCode };
    const rateTerms = { ...rateTermsOf(quote), settlement };
    const { receivedAmount, sentAmount, fees } = outgoing;
    expect(wireOf(serializeTransaction({ ...outgoing, rateTerms }))['rateDetails']).toMatchObject({
      counterpartyMultiplier: Number(receivedAmount) / 2_000_000,
      counterpartyFixedFee: 20,
      svcApiMultiplier: expect.closeTo(2_000_000 / Number(sentAmount! - fees!), 6) as number,
    });
  });

  test('has no rate details if they were not yet stored, also in a snapshot', () => {
    const { rateTerms: _, ...snapshot } = outgoing;
    for (const earlier of [{ ...outgoing, rateTerms: null }, snapshot as Transaction]) {
      expect(wireOf(serializeTransaction(earlier))).not.toHaveProperty('rateDetails');
    }
  });

  test('with an incomplete refund is a bug', () => {
    expect(() => serializeTransaction({ ...outgoing, refundStatus: 'PENDING' })).toThrow(Bug);
  });
});

describe('a customer on the wire', () => {
  test.each<[string, Customer]>([
    ['individual', individual],
    ['business', business],
  ])('(%s) never shows the identifier', (_name, customer) => {
    expect(JSON.stringify(serializeCustomer(customer))).not.toMatch(/canary|"identifier"/);
  });

  test('shows the channels that must be verified, and no such field without any', () => {
    expect(wireOf(serializeCustomer(individual))['contactVerification']).toEqual({ email: 'PENDING' });
    expect(wireOf(serializeCustomer(business))).not.toHaveProperty('contactVerification');
  });

  test('shows the status of a business under both names', () => {
    expect(wireOf(serializeCustomer(business))).toMatchObject({ kycStatus: 'APPROVED', kybStatus: 'APPROVED' });
    expect(wireOf(serializeCustomer(individual))).not.toHaveProperty('kybStatus');
  });
});

describe('an internal account on the wire', () => {
  test('has the available amount as balance, and available plus held as total', () => {
    expect(wireOf(serializeInternalAccount(internalAccount, 900n, 100n))).toMatchObject({
      balance: { amount: 900 },
      totalBalance: { amount: 1000 },
    });
  });
});

describe('an integer on the wire', () => {
  test.each([0n, -5n, 9_007_199_254_740_991n, -9_007_199_254_740_991n])('%s is written exactly', (value) => {
    expect(BigInt(integer(value))).toBe(value);
  });

  test.each([9_007_199_254_740_992n, -9_007_199_254_740_992n])('%s is a bug', (value) => {
    expect(() => integer(value)).toThrow(Bug);
  });
});

describe('the corrections of a payment', () => {
  const USD_WIRE = expect.objectContaining({ code: 'USD' }) as object;
  const shown = (of: Transaction) => wireOf(serializeTransaction(of))['corrections'];

  test('are what went back to the payer and what came back from the payee by decisions of operators', () => {
    expect(shown(sentBack)).toEqual({ sentBack: { amount: 40, currency: USD_WIRE } });
    const cameBack = { ...NO_CORRECTIONS, cameBack: 7n };
    expect(shown({ ...transferIn, type: 'OUTGOING', corrections: cameBack } as never)).toEqual({
      cameBack: { amount: 7, currency: USD_WIRE },
    });
  });

  test('are in the currency that was paid and in the one that was delivered', () => {
    const both = { ...outgoing, corrections: { ...NO_CORRECTIONS, sentBack: 3n, cameBack: 4n } };
    expect(shown(both)).toMatchObject({
      sentBack: { amount: 3, currency: { code: 'USD' } },
      cameBack: { amount: 4, currency: { code: 'BTC' } },
    });
  });

  test('are absent if operators corrected nothing, and in snapshots of earlier releases', () => {
    const reversed = { ...NO_CORRECTIONS, fundingReversed: true };
    for (const corrections of [null, undefined, NO_CORRECTIONS, reversed, { returnId: null }])
      expect(shown({ ...incoming, corrections } as never)).toBeUndefined();
  });
});
