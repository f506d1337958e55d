import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentRequest, connectAgent, createAgent } from '../support/agents.js';
import { type Answer, type Api, expecting, refused } from '../support/api.js';
import { activeCard } from '../support/cards.js';
import { OWNER } from '../support/company.js';
import { operationsOf } from '../support/document.js';
import { BAD_VALUES, malformations, withCurrency } from '../support/malformed.js';
import {
  accountOf,
  ACCOUNT_INFO,
  addAccount,
  createCustomer,
  fundedAccount,
  payoutRequest,
  quoteFunding,
} from '../support/scenario.js';
import { softAuthenticator } from '../support/soft-authenticator.js';
import { useHost } from '../support/use-host.js';
import { newKey } from '../support/wallet-owner.js';
import type { ErrorBody, ExternalAccount, Page } from '../support/wire.js';

/** Ids that no record has. */
const ABSENT = {
  credential: 'AuthMethod:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  session: 'Session:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  card: 'Card:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  stablecoin: 'Stablecoin:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  link: 'StablecoinProviderAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  reset: 'ScaReset:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
  proof: {
    challengeId: 'Request:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
    code: '123456',
    passkeyAssertion: { id: 'aWQ' },
    origin: 'https://app.example.com',
  },
};
const CARD_USE = {
  amount: 1_250,
  currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
};
const camel = (name: string): string =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };

const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The number of concurrent requests: a host answers one while the next is prepared. */
const AT_ONCE = 8;

/** Runs the work for each element, some of them concurrently. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work));
}

// No request gets as far as the database, so one database is enough.
describe('malformed input', () => {
  const used = useHost('sqlite', { webhooks: false });
  let customerId = '';
  let from = '';
  let to = '';
  let outside = '';
  let transactionId = '';
  let fundingId = '';
  let cardId = '';
  const simulate = (name: string): string => `/sandbox/cards/${cardId}/simulate/${name}`;
  /** Wallets that wait for their proof of ownership. */
  let walletId = '';
  let platformWalletId = '';
  let businessId = '';
  let ownerId = '';
  /** An agent that sends requests, and an agent that is changed. */
  let acting: Api;
  let agentId = '';
  beforeAll(async () => {
    const { api } = used;
    customerId = (await createCustomer(api, { currencies: ['USD'] })).id;
    from = (await fundedAccount(api, customerId, 'USD', 1)).id;
    to = (await addAccount(api, customerId, 'EUR')).id;
    outside = (await addAccount(api, customerId, 'USD')).id;
    cardId = (await activeCard(api, customerId, [from])).id;
    transactionId = (await expecting(200, api.get<Page<{ id: string }>>('/transactions', { customerId }))).data[0]!.id;
    const wallet = {
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'SOLANA_WALLET', address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' },
    };
    const added = (path: string, body: object) => expecting(201, api.post<ExternalAccount>(path, body));
    walletId = (await added('/customers/external-accounts', { customerId, ...wallet })).id;
    platformWalletId = (await added('/platform/external-accounts', wallet)).id;
    const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Lovelace Ltd' } };
    businessId = (await expecting(201, api.post<{ id: string }>('/customers', business))).id;
    ownerId = (
      await expecting(201, api.post<{ id: string }>('/beneficial-owners', { ...OWNER, customerId: businessId }))
    ).id;
    // The policy allows no payment.
    acting = await connectAgent(api, customerId, { perTransactionLimit: 0 });
    agentId = (await createAgent(api, customerId)).agent.id;
    fundingId = (await quoteFunding(api, { customerId, to, amount: 1_000 })).id;
  });

  const callerOf = (url: string): Api => (url.startsWith('/agents/me') ? acting : used.api);
  const NO_ACTION = 'AgentAction:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
  const POLICY = {
    permissions: ['CREATE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 0, dailyLimit: 100, dailyTransactionLimit: 1 },
    accountRestrictions: { allowedAccountIds: ['any'], accountRules: [{ accountId: 'any', perTransactionLimit: 1 }] },
    approvalThresholds: { currency: 'EUR', amount: 100 },
  };
  const NOTHING = 'Transaction:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

  const mint = (): object => ({
    amount: '10000',
    fundingSource: { type: 'SVC_INTERNAL_ACCOUNT', accountId: from },
    destination: { accountId: from },
    description: 'Treasury',
  });
  const burn = (): object => ({
    amount: '10000',
    source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: from },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: outside, rail: 'WIRE' },
    description: 'Treasury',
  });

  /** A valid body for each operation that has one. The accounts are empty, so none of them moves money. */
  const bodies = (): Readonly<Record<string, readonly [string, object]>> => ({
    updatePlatformConfig: [
      '/config',
      {
        umaDomain: 'example.com',
        webhookEndpoint: 'http://127.0.0.1:9/hook',
        feeConfigs: [
          {
            feeType: 'CROSS_CURRENCY_TRANSACTION',
            sourceCurrency: 'USD',
            variableFeeBps: 0,
            fixedFee: { amount: 0, currency: 'USD' },
          },
        ],
        supportedCurrencies: [
          {
            currencyCode: 'USD',
            minAmount: 1,
            maxAmount: 1_000_000,
            requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
            enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
          },
        ],
      },
    ],
    createCustomer: [
      '/customers',
      {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'malformed',
        fullName: 'Ada Lovelace',
        birthDate: '1990-12-10',
        nationality: 'US',
        email: 'ada@example.com',
        phoneNumber: '+15555550123',
        region: 'US',
        currencies: ['USD'],
        address: ADDRESS,
      },
    ],
    updateCustomerById: [
      `/customers/${customerId}`,
      { customerType: 'INDIVIDUAL', fullName: 'Ada King', birthDate: '1990-12-10', address: ADDRESS },
    ],
    confirmCustomerEmailVerification: [`/customers/${customerId}/verify-email/confirm`, { code: '123456' }],
    confirmCustomerPhoneVerification: [`/customers/${customerId}/verify-phone/confirm`, { code: '123456' }],
    createCustomerExternalAccount: [
      '/customers/external-accounts',
      { customerId, currency: 'EUR', platformAccountId: 'main', accountInfo: ACCOUNT_INFO.EUR('900') },
    ],
    createPlatformExternalAccount: [
      '/platform/external-accounts',
      { currency: 'EUR', platformAccountId: 'main', accountInfo: ACCOUNT_INFO.EUR('900') },
    ],
    createExternalAccountOwnershipChallenge: [
      `/customers/external-accounts/${walletId}/challenge`,
      { method: 'WALLET_SIGNATURE' },
    ],
    verifyExternalAccountOwnership: [
      `/customers/external-accounts/${walletId}/verify`,
      { signature: 'c2lnbmVk', signatureScheme: 'bip137' },
    ],
    createPlatformExternalAccountOwnershipChallenge: [
      `/platform/external-accounts/${platformWalletId}/challenge`,
      { method: 'WALLET_SIGNATURE' },
    ],
    verifyPlatformExternalAccountOwnership: [
      `/platform/external-accounts/${platformWalletId}/verify`,
      { signature: 'c2lnbmVk', signatureScheme: 'electrum' },
    ],
    createCustomerKycLink: [`/customers/${customerId}/kyc-link`, { redirectUri: 'https://shop.example/back' }],
    createVerification: ['/verifications', { customerId }],
    createBeneficialOwner: ['/beneficial-owners', { ...OWNER, customerId: businessId }],
    updateBeneficialOwner: [
      `/beneficial-owners/${ownerId}`,
      { ownershipPercentage: 30, personalInfo: { lastName: 'Murray' } },
    ],
    createQuote: [
      '/quotes',
      {
        ...payoutRequest({ from, to, amount: 1_000 }),
        immediatelyExecute: true,
        description: 'rent',
        remittanceInformation: 'INV-7',
        purposeOfPayment: 'GIFT',
        platformFeeOverride: { platformFixedFee: { amount: 1, currency: 'USD' }, platformVariableFeeBps: 10 },
      },
    ],
    executeQuote: [`/quotes/${fundingId}/execute`, { scaFactor: 'TOTP' }],
    startScaFactorEnrollment: [`/sca/factors?customerId=${customerId}`, { type: 'TOTP' }],
    confirmScaFactorEnrollment: [
      `/sca/factors/confirm?customerId=${customerId}`,
      { type: 'TOTP', secret: '00ff', code: '123456' },
    ],
    startScaLogin: [`/sca/login/start?customerId=${customerId}`, { factor: 'TOTP' }],
    completeScaLogin: [
      `/sca/login/complete?customerId=${customerId}`,
      { factor: 'SMS_OTP', endUserIpAddress: '203.0.113.7', ...ABSENT.proof },
    ],
    recordSecurityEvent: [`/sca/record-event?customerId=${customerId}`, { eventType: 'FAILED_LOGIN_ATTEMPT' }],
    startTwoFactorReset: [`/sca/factors/reset?customerId=${customerId}`, { factor: 'TOTP' }],
    completeTwoFactorReset: [
      `/sca/factors/reset/${ABSENT.reset}/complete?customerId=${customerId}`,
      { mobile: { countryCode: '49', number: '15112345678' } },
    ],
    confirmBeneficiaryTrust: [`/customers/external-accounts/${to}/trust/confirm`, ABSENT.proof],
    confirmBeneficiaryUntrust: [`/customers/external-accounts/${to}/untrust/confirm`, ABSENT.proof],
    authorizeQuote: [`/quotes/${fundingId}/authorize`, { ...ABSENT.proof, endUserIpAddress: '2001:db8::7' }],
    createTransferIn: [
      '/transfer-in',
      { source: { accountId: outside }, destination: { accountId: from }, amount: 1_000 },
    ],
    createTransferOut: [
      '/transfer-out',
      {
        source: { accountId: from },
        destination: { accountId: outside, paymentRail: 'ACH' },
        amount: 1_000,
        remittanceInformation: 'INV-7',
        purposeOfPayment: 'GIFT',
      },
    ],
    estimateCryptoWithdrawalFee: [
      '/crypto/estimate-withdrawal-fee',
      {
        internalAccountId: from,
        currency: 'USD',
        cryptoNetwork: 'BITCOIN',
        amount: 1_000,
        destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      },
    ],
    confirmReceiptDelivery: [
      `/transactions/${transactionId}/confirm`,
      { receiptDeliveryConfirmedAt: '2026-01-01T00:00:00Z' },
    ],
    cancelTransaction: [`/transactions/${transactionId}/cancel`, { reason: 'sent twice' }],
    sandboxDeposit: ['/sandbox/deposits', { reference: 'NOBODY', currencyCode: 'USD', amount: 1_000 }],
    updateInternalAccount: [`/internal-accounts/${from}`, { privateEnabled: true }],
    exportInternalAccount: [`/internal-accounts/${from}/export`, { clientPublicKey: newKey().publicKeyUncompressed }],
    createAuthCredential: [
      '/auth/credentials',
      {
        type: 'PASSKEY',
        accountId: from,
        nickname: 'Phone',
        challenge: 'Y2hhbGxlbmdl',
        attestation: softAuthenticator().register('Y2hhbGxlbmdl'),
      },
    ],
    verifyAuthCredential: [
      `/auth/credentials/${ABSENT.credential}/verify`,
      { type: 'PASSKEY', assertion: softAuthenticator().assert(Buffer.from('challenge')) },
    ],
    challengeAuthCredential: [
      `/auth/credentials/${ABSENT.credential}/challenge`,
      { clientPublicKey: newKey().publicKey },
    ],
    refreshAuthSession: [`/auth/sessions/${ABSENT.session}/refresh`, { clientPublicKey: newKey().publicKey }],
    createDelegatedKey: ['/auth/delegated-keys', { cardId: ABSENT.card, internalAccountId: from, nickname: 'Card' }],
    createCard: [
      '/cards',
      {
        cardholderId: customerId,
        platformCardId: 'malformed',
        threeDSecurePassword: 'secret',
        form: 'VIRTUAL',
        fundingSources: [outside],
        maxSpendPerTransaction: 1_000,
      },
    ],
    updateCardById: [`/cards/${cardId}`, { state: 'FROZEN', fundingSources: [from], maxSpendPerTransaction: 1_000 }],
    ...Object.fromEntries(
      ['authorization', 'credit_authorization', 'financial_authorization', 'financial_credit_authorization'].map(
        (name) => [`sandboxSimulateCard${camel(name)}`, [simulate(name), CARD_USE] as const],
      ),
    ),
    sandboxSimulateCardCreditAuthorizationAdvice: [simulate('credit_authorization_advice'), CARD_USE],
    sandboxSimulateCardBalanceInquiry: [simulate('balance_inquiry'), { merchant: CARD_USE.merchant }],
    sandboxSimulateCardClearing: [simulate('clearing'), { cardTransactionId: NOTHING, amount: 1 }],
    sandboxSimulateCardReturn: [simulate('return'), { cardTransactionId: NOTHING, amount: 1 }],
    sandboxSimulateCardAuthorizationAdvice: [
      simulate('authorization_advice'),
      { cardTransactionId: NOTHING, amount: 1 },
    ],
    sandboxSimulateCardReturnReversal: [simulate('return_reversal'), { cardTransactionId: NOTHING }],
    sandboxSend: ['/sandbox/send', { quoteId: fundingId, currencyCode: 'EUR', currencyAmount: 1_000 }],
    createToken: ['/tokens', { name: 'narrow', permissions: ['VIEW'] }],
    advanceSandboxClock: ['/sandbox/clock/advance', { seconds: 1 }],
    sandboxFundInternalAccount: [`/sandbox/internal-accounts/${from}/fund`, { amount: 1 }],
    approvePendingPayment: [`/transactions/${NOTHING}/approve`, { receiverCustomerInfo: { FULL_NAME: 'Ada' } }],
    rejectPendingPayment: [`/transactions/${NOTHING}/reject`, { reason: 'not expected' }],
    sandboxReceive: [
      '/sandbox/uma/receive',
      {
        senderUmaAddress: '$eve@bank.example',
        receiverUmaAddress: '$nobody@bank.example',
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 1_000,
      },
    ],
    createInvitation: [
      '/invitations',
      { inviterUma: '$nobody@bank.example', firstName: 'Bob', amountToSend: 1, expiresAt: '2100-01-01T00:00:00Z' },
    ],
    createAgent: ['/agents', { ...agentRequest(customerId), policy: POLICY }],
    updateAgent: [`/agents/${agentId}`, { name: 'Clerk', isPaused: false }],
    updateAgentPolicy: [`/agents/${agentId}/policy`, POLICY],
    rejectAgentAction: [`/agents/${agentId}/actions/${NO_ACTION}/reject`, { reason: 'Not expected' }],
    agentCreateQuote: ['/agents/me/quotes', payoutRequest({ from, to, amount: 100 })],
    agentCreateTransferIn: [
      '/agents/me/transfer-in',
      { source: { accountId: outside }, destination: { accountId: from }, amount: 100 },
    ],
    agentCreateTransferOut: [
      '/agents/me/transfer-out',
      { source: { accountId: from }, destination: { accountId: outside, paymentRail: 'ACH' }, amount: 100 },
    ],
    agentCreateExternalAccount: [
      '/agents/me/external-accounts',
      { customerId, currency: 'EUR', platformAccountId: 'main', accountInfo: ACCOUNT_INFO.EUR('900') },
    ],
    claimInvitation: ['/invitations/2222222222222222/claim', { inviteeUma: '$bob@bank.example' }],
    linkStablecoinProviderAccount: [
      '/stablecoin-provider-accounts',
      { provider: 'BRALE', apiClientId: 'client', apiClientSecret: 'secret', providerAccountId: 'acct' },
    ],
    registerStablecoin: [
      '/stablecoins',
      {
        providerTokenIdentifier: 'usdb',
        networkTokenIdentifier: 'btkn1usdb',
        network: 'SPARK',
        stablecoinProviderAccountId: ABSENT.link,
      },
    ],
    createStablecoinMint: [`/stablecoins/${ABSENT.stablecoin}/mints`, mint()],
    createStablecoinMintQuote: [`/stablecoins/${ABSENT.stablecoin}/mint-quotes`, mint()],
    createStablecoinBurn: [`/stablecoins/${ABSENT.stablecoin}/burns`, burn()],
    createStablecoinBurnQuote: [`/stablecoins/${ABSENT.stablecoin}/burn-quotes`, burn()],
  });

  it('is refused with the field by every operation with a body, without a side effect', async () => {
    const { api } = used;
    const document = await api.document();
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, code: { optimize: false } });
    formats.default(ajv, { mode: 'full' });
    ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
    ajv.addSchema(document, 'document');

    const operations = operationsOf(document).filter(
      ({ object }) => object.requestBody?.content['application/json'] !== undefined,
    );
    expect(operations.map(({ object }) => object.operationId).sort()).toEqual(Object.keys(bodies()).sort());
    for (const { method, path, object } of operations) {
      const [url, good] = bodies()[object.operationId]!;
      const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
      const conforms = ajv.getSchema(`document#/${pointer}`)!;
      expect(conforms(good), `${object.operationId}: ${ajv.errorsText(conforms.errors)}`).toBe(true);

      let refusals = 0;
      const wrong: string[] = [];
      await together([...malformations(good)], async ({ body, field }) => {
        const text = JSON.stringify(body);
        const answer = await callerOf(url).send<ErrorBody>(method.toUpperCase(), url, {
          headers: { 'content-type': 'application/json' },
          body: text,
        });
        if (conforms(JSON.parse(text))) return;
        // A missing field is named itself. A value of another type may be reported at the discriminator of a variant.
        const related =
          answer.body.code !== 'INVALID_INPUT' ||
          (answer.body.details?.errors ?? []).some(
            (error) => error.field === field || error.field.startsWith(`${field}.`) || field.startsWith(error.field),
          );
        if (answer.status !== 400 || !related) {
          wrong.push(`${field} in ${text.slice(0, 500)}: ${answer.status} ${answer.text.slice(0, 500)}`);
        }
        refusals += 1;
      });
      expect(wrong, object.operationId).toEqual([]);
      expect(refusals, object.operationId).toBeGreaterThan(5);
    }
    // No request moved money or paid the quote.
    expect((await accountOf(api, customerId, 'USD')).balance.amount).toBeLessThan(100);
    expect(await expecting(200, api.get(`/quotes/${fundingId}`))).toMatchObject({ status: 'PENDING' });
    await refused(404, 'USER_NOT_FOUND', api.get('/customers/admin'));
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  }, 90_000);

  it('is refused in every query parameter', async () => {
    const { api } = used;
    const bad = [...BAD_VALUES.filter((value) => typeof value !== 'object'), '2020-13-01', '1e3', '٣', '0x10', '%'];
    const free =
      /^(name|resource|account|cause|countryCode|currencyCode|platformCustomerId|platformCardId|umaAddress|email|reference|.*[Ii]dentifier|region|currency)$/;
    const wrong: string[] = [];
    for (const { method, path, object } of operationsOf(await api.document())) {
      const url = path.replace('/2025-10-13', '');
      if (method !== 'get' || url.includes('{')) continue;
      const queried = (object.parameters ?? []).filter((parameter) => parameter.in === 'query');
      // The only required query parameter is a customer id.
      const needed = queried.some(({ name, required }) => required === true && name === 'customerId')
        ? { customerId }
        : {};
      for (const { name } of queried) {
        await together(bad, async (value) => {
          const text = String(value);
          // Longer texts exceed the limit of a header line.
          if (text.length > 10_000) return;
          const answer = await callerOf(url).get<ErrorBody>(url, { ...needed, [name]: text.replace('\ud800', '') });
          const isNumber = name === 'limit' ? text === '100' : name === 'sendingAmount' && /^(0|100)$/.test(text);
          const fits = free.test(name) || isNumber || text === 'true' || text === '';
          const fields = answer.body.details?.errors?.map(({ field }) => field).join();
          const refusal = answer.status === 400 && answer.body.code === 'INVALID_INPUT' && fields === name;
          if (!(answer.status === 200 ? fits : refusal)) wrong.push(`${url}?${name}=${text}: ${answer.text}`);
        });
      }
      if ((object.parameters ?? []).some(({ name }) => name === 'limit')) {
        for (const limit of ['0', '101', '-1', '1.5', 'ten', '9'.repeat(30), '']) {
          await refused(400, 'INVALID_INPUT', callerOf(url).get(url, { limit }));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['ETH', 'POL'])('contains no coin of a chain: %s is answered as an unknown currency is', async (coin) => {
    const { api } = used;
    const document = await api.document();
    expect(JSON.stringify(document)).not.toMatch(new RegExp(`\\b${coin}\\b`));
    const named: string[] = [];
    const unlike = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100 };
    const funded = {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example', currency: 'EUR' },
      ...unlike,
    };
    // Quotes of accounts name no currency.
    const codes = (operation: string) =>
      operation === 'agentCreateQuote' ? (['/agents/me/quotes', funded] as const) : bodies()[operation]!;
    for (const { body, field } of withCurrency(funded, coin)) {
      const answer = await api.send<ErrorBody>('POST', '/quotes', json(body));
      expect(answer.status, field).toBe(400);
    }
    for (const { method, object } of operationsOf(document)) {
      if (object.requestBody?.content['application/json'] === undefined) continue;
      const [url, good] = codes(object.operationId);
      const send = (body: object) => callerOf(url).send<ErrorBody>(method.toUpperCase(), url, json(body));
      const unknown = [...withCurrency(good, 'XXQ')];
      for (const [index, { body, field }] of [...withCurrency(good, coin)].entries()) {
        const place = `${object.operationId} ${field}`;
        named.push(place);
        const answer = await send(body);
        expect(answer.status, place).toBeGreaterThanOrEqual(400);
        expect(answer.status, place).toBeLessThan(500);
        const reference = await send(unknown[index]!.body);
        const outcome = ({ status, body: { code, details } }: Answer<ErrorBody>) => ({
          status,
          code,
          fields: details?.errors?.map((each) => each.field),
        });
        expect(outcome(answer), place).toEqual(outcome(reference));
      }
    }
    // Each operation that takes a currency is among the bodies above, with one in it.
    expect(new Set(named.map((place) => place.split(' ')[0]))).toEqual(
      new Set([
        'updatePlatformConfig',
        'createCustomer',
        'createCustomerExternalAccount',
        'createPlatformExternalAccount',
        'createQuote',
        'sandboxDeposit',
        'sandboxSend',
        'sandboxReceive',
        'estimateCryptoWithdrawalFee',
        'sandboxSimulateCardAuthorization',
        'sandboxSimulateCardCreditAuthorization',
        'sandboxSimulateCardCreditAuthorizationAdvice',
        'sandboxSimulateCardFinancialAuthorization',
        'sandboxSimulateCardFinancialCreditAuthorization',
        'createAgent',
        'updateAgentPolicy',
        'agentCreateQuote',
        'agentCreateExternalAccount',
      ]),
    );
    for (const { method, path, object } of operationsOf(document)) {
      const url = path.replace('/2025-10-13', '');
      const filters = (object.parameters ?? []).filter((each) => each.in === 'query' && /currenc/i.test(each.name));
      if (method !== 'get' || url.includes('{')) continue;
      for (const { name } of filters) {
        const answer = await callerOf(url).get<{ readonly data?: readonly unknown[] }>(url, { [name]: coin });
        if (answer.status === 200) expect(answer.body.data, `${url} ${name}`).toEqual([]);
        else expect(answer.status, `${url} ${name}`).toBe(400);
      }
    }
    for (const url of [
      '/exchange-rates',
      '/discoveries',
      '/config',
      '/internal-accounts',
      '/platform/internal-accounts',
    ])
      expect((await api.get(url)).text, url).not.toContain(`"${coin}"`);
  });

  it('is refused as a body that is not a JSON object', async () => {
    const { api } = used;
    const send = (body: string, contentType: string | null = 'application/json'): Promise<Answer<unknown>> =>
      api.send('POST', '/customers', { headers: contentType === null ? {} : { 'content-type': contentType }, body });
    for (const body of [
      '{',
      'nonsense',
      '[]',
      '"text"',
      '7',
      'null',
      '{"a":1}}',
      '\u0000',
      `{"a":${'['.repeat(50_000)}`,
    ]) {
      await refused(400, 'INVALID_REQUEST_FORMAT', send(body));
    }
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', null]) {
      await refused(400, 'INVALID_REQUEST_FORMAT', send('{"customerType":"INDIVIDUAL"}', contentType));
    }
    await refused(400, 'INVALID_INPUT', send(''));
    const large = JSON.stringify({ customerType: 'INDIVIDUAL', fullName: 'x'.repeat(2 ** 20) });
    await refused(400, 'INVALID_REQUEST_FORMAT', send(large));
    await refused(
      400,
      'INVALID_INPUT',
      send(JSON.stringify({ deep: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) })),
    );
  });

  it('does not include unknown fields, which are ignored and not returned', async () => {
    const { api } = used;
    const body = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      kycStatus: 'REJECTED',
      isDeleted: true,
      id: 'Customer:1',
      nickname: 'canary-5f1c',
    };
    const answer = await api.post<{ id: string }>('/customers', body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ kycStatus: 'APPROVED', isDeleted: false });
    const read = await api.get(`/customers/${answer.body.id}`);
    expect(answer.text + read.text).not.toContain('canary');
    const { data } = await expecting(200, api.get<Page<{ id: string }>>('/customers'));
    expect(data.some(({ id }) => id === 'Customer:1')).toBe(false);
  });
});
