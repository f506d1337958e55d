import * as uma from '@uma-sdk/core';
import { decrypt } from 'eciesjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { balances, executeQuote, settled } from '../support/scenario.js';
import type { Page, Transaction } from '../support/wire.js';
import { type Counterparty, createCounterparty } from './counterparty.js';
import { createNetwork, HERE, fundCustomer, type Institution, lookUp, quoteUma } from './institutions.js';
import { payFrom } from './paying.js';

const network = createNetwork(HERE);
const open: Counterparty[] = [];
let host: Institution;

beforeAll(async () => {
  host = await network.open('sqlite');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
afterAll(() => network.close());

async function counterparty(options: Partial<Parameters<typeof createCounterparty>[0]> = {}): Promise<Counterparty> {
  const made = await createCounterparty({ directory: network.directory, ...options });
  open.push(made);
  return made;
}

describe.each(['1.0', '0.3'] as const)('an institution that speaks %s', (version) => {
  it.each(['SENDING', 'RECEIVING'] as const)('is paid with the %s amount locked and notified', async (side) => {
    const other = await counterparty({ version });
    const account = await fundCustomer(host, 50_000);
    const { lookupId } = await expecting(200, lookUp(host, other.receiver));
    const quote = await expecting(
      201,
      quoteUma(host, { account: account.id, to: other.receiver, lookupId, amount: 2_000, side }),
    );
    expect(side === 'SENDING' ? quote.totalSendingAmount : quote.totalReceivingAmount).toBe(2_000);
    await executeQuote(host.api, quote.id);
    await settled(host.api, quote.transactionId);
    const notice = await eventually('a notice', () => other.requests.notices[0]);
    const callback = uma.parsePostTransactionCallback(notice);
    const keys = uma.PubKeyResponse.fromJson(
      await (await fetch(`http://${host.authority}/.well-known/lnurlpubkey`)).text(),
    );
    const validator = new uma.InMemoryNonceValidator(0);
    expect(await uma.verifyPostTransactionCallbackSignature(callback, keys, validator)).toBe(true);
  });

  it('pays a customer of the host', async () => {
    const other = await counterparty({ version });
    const before = await balances(host.api, host.customer.id, 'EUR');
    const { response, pay, tell } = await payFrom(other, host, {
      to: host.customer.umaAddress,
      currency: 'EUR',
      amount: 1_234,
      version,
    });
    expect(response.converted).toMatchObject({ currencyCode: 'EUR', decimals: 2, fee: 0 });
    if (version === '1.0') expect(response.converted?.amount).toBe(1_234);
    expect((await pay()).state).toBe('delivered');
    await eventually('the credit', async () => {
      const [now] = await balances(host.api, host.customer.id, 'EUR');
      return now === before[0] + 1_234;
    });
    expect((await tell()).status).toBe(200);
  });
});

describe('the protocol', () => {
  it('requires payer data before a quote and sends it, with travel-rule data that only the counterparty can read', async () => {
    const other = await counterparty({
      payerData: { name: { mandatory: true }, birthDate: { mandatory: true } },
      isSubjectToTravelRule: true,
    });
    const account = await fundCustomer(host, 50_000);
    const { lookupId, requiredPayerDataFields } = await expecting(200, lookUp(host, other.receiver));
    expect(requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'BIRTH_DATE', mandatory: true },
    ]);
    const payment = { account: account.id, to: other.receiver, lookupId, amount: 1_000 };
    const lacking = await quoteUma(host, payment);
    expect([lacking.status, lacking.body]).toMatchObject([
      400,
      { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['BIRTH_DATE'] } },
    ]);
    await expecting(201, quoteUma(host, payment, { senderCustomerInfo: { BIRTH_DATE: '1990-04-17' } }));
    const { payerData } = uma.PayRequest.fromJson(other.requests.payRequests[0]!);
    expect(payerData).toMatchObject({ name: 'Ada Lovelace', birthDate: '1990-04-17' });
    const encrypted = Buffer.from(payerData!.compliance!.encryptedTravelRuleInfo!, 'hex');
    const told = JSON.parse(Buffer.from(decrypt(other.encryption.privateKey, encrypted)).toString()) as object;
    expect(told).toMatchObject({ originator: { name: 'Ada Lovelace' }, beneficiary: { umaAddress: other.receiver } });
  });

  it('sends the purpose of the quote unless the payer data contain another', async () => {
    const other = await counterparty({ payerData: { purposeOfPayment: { mandatory: true } } });
    const account = await fundCustomer(host, 50_000);
    const { lookupId } = await expecting(200, lookUp(host, other.receiver));
    const payment = { account: account.id, to: other.receiver, lookupId, amount: 1_000 };
    await refused(400, 'MISSING_MANDATORY_USER_INFO', quoteUma(host, payment));
    const purposeOfPayment = 'GIFT';
    await expecting(201, quoteUma(host, payment, { purposeOfPayment }));
    const senderCustomerInfo = { PURPOSE_OF_PAYMENT: 'EDUCATION' };
    await expecting(201, quoteUma(host, payment, { purposeOfPayment, senderCustomerInfo }));
    const told = other.requests.payRequests.map((sent) => uma.PayRequest.fromJson(sent).payerData);
    expect(told).toMatchObject([{ purposeOfPayment: 'GIFT' }, { purposeOfPayment: 'EDUCATION' }]);
  });

  it('converts amounts in millisatoshis for the receiver', async () => {
    const other = await counterparty();
    const { response, pay } = await payFrom(other, host, {
      to: host.customer.umaAddress,
      currency: 'EUR',
      msat: 2_000_000,
    });
    const { amount = 0, multiplier } = response.converted!;
    expect(amount).toBe(Math.floor(2_000_000 / multiplier));
    expect((await pay()).state).toBe('delivered');
  });

  it("keeps a customer's former address after the platform gets its own domain", async () => {
    const other = await counterparty();
    await expecting(200, host.api.patch('/config', { umaDomain: 'pay.example' }));
    const wanted = { to: host.customer.umaAddress, currency: 'EUR', amount: 1_000 };
    expect((await (await payFrom(other, host, wanted)).pay()).state).toBe('delivered');
    const account = await fundCustomer(host, 5_000);
    const { lookupId } = await expecting(200, lookUp(host, other.receiver));
    await expecting(201, quoteUma(host, { account: account.id, to: other.receiver, lookupId, amount: 1_000 }));
    await expecting(200, host.api.patch('/config', { umaDomain: null }));
  });

  it('answers no requests for unknown domains', async () => {
    for (const path of ['lnurlpubkey', 'uma-configuration']) {
      const answer = await fetch(`http://127.0.0.1:${host.authority.split(':')[1]}/.well-known/${path}`);
      expect(answer.status, path).toBe(404);
    }
  });

  it('serves its configuration to pages of any origin', async () => {
    const answer = await fetch(`http://${host.authority}/.well-known/uma-configuration`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({ name: 'Sandbox', uma_major_versions: [0, 1] });
  });
});

it('no payment of these tests is left in progress', async () => {
  const { data } = await expecting(200, host.api.get<Page<Transaction>>('/transactions', { status: 'PROCESSING' }));
  expect(data).toEqual([]);
});
