import {
  type Answer,
  type ApiToken,
  type Context,
  type Core,
  err,
  type FieldError,
  hasPermission,
  type IdempotencyClaim,
  type Intake,
  invalidFields,
  invalidInAgentChange,
  invalidInBeneficialOwnerPatch,
  invalidInConfig,
  invalidInCustomerPatch,
  invalidInEstimate,
  invalidInNewAgent,
  invalidInNewCustomer,
  invalidInNewExternalAccount,
  invalidInOwnershipSignature,
  invalidInPolicyChange,
  invalidInTransfer,
  invalidInNewToken,
  invalidInNewBeneficialOwner,
  invalidInLogin,
  invalidInNewKycLink,
  invalidInProof,
  ok,
  type OwnershipSignature,
  type Page,
  type Permission,
  type Platforms,
  type Reads,
  type Result,
  type Tx,
} from '@corridor/core';
import { accountView, externalAccount } from './records/accounts.js';
import { agentCode, agentView, quoteAction, redeemedCode } from './records/agents.js';
import { card, cardTransaction } from './records/cards.js';
import { bulkImport, individual } from './records/customers.js';
import { ledgerEntry } from './records/ledger.js';
import { platform, token } from './records/platforms.js';
import { arrival, lookup, quote } from './records/quotes.js';
import { exchangeRate } from './records/rates.js';
import { idOf, NOW, TENANT } from './records/record.js';
import { scaChallenge } from './records/sca.js';
import { providerAccount, stablecoin, stablecoinOperation, stablecoinQuote } from './records/stablecoins.js';
import { incoming, outgoing, refunded, transferIn } from './records/transactions.js';
import { invitation, umaLookup, umaProvider } from './records/uma.js';
import { beneficialOwner, document, verification } from './records/verification.js';
import { challenge, delegatedKey, walletCredential, walletSession } from './records/wallets.js';
import { eventOf } from './events.js';

export const CLIENT_ID = 'client-1';
export const CLIENT_SECRET = 'secret-1';
export const ACCESS_TOKEN = 'agent_token-1';

/** One call of a use case or query: its name and what it was given. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly ctx: Context;
}

export interface FakeCore {
  readonly core: Core;
  readonly calls: Call[];
  /** Answers instead of the records below, by the name of the use case. */
  readonly answers: Map<string, () => Result<unknown> | Promise<Result<unknown>>>;
  permissions: readonly Permission[];
  isAgentPaused: boolean;
}

const pageOf = (record: unknown): Page<unknown> => ({
  data: [record],
  hasMore: true,
  nextCursor: 'cursor-2',
  totalCount: 7,
});

const eventView = { event: eventOf('OUTGOING_PAYMENT.COMPLETED'), nextAttemptAt: NOW };

const simulation = { issuerToken: 'token-1' };

/** What the use cases answer when nothing else was asked for. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'platforms.getConfig': platform,
  'platforms.updateConfig': platform,
  'platforms.webhookSecret': { secret: 'whsec_c2VjcmV0' },
  'platforms.rotateWebhookSecret': { secret: 'whsec_cm90YXRlZA==' },
  'rates.exchangeRates': [exchangeRate],
  'rates.institutions': [{ bankName: 'M-Pesa', displayName: 'M-Pesa', country: 'KE', currency: 'KES' }],
  'rates.vasps': pageOf({ name: 'Example Exchange', url: 'https://exchange.example' }),
  'platforms.createToken': { token, clientSecret: 'c2VjcmV0' },
  'platforms.listTokens': pageOf(token),
  'platforms.getToken': token,
  'platforms.deleteToken': token,
  'customers.create': individual,
  'customers.get': individual,
  'customers.list': pageOf(individual),
  'wallets.updateCustomer': { kind: 'done', value: individual },
  'wallets.updateAccount': { kind: 'done', value: accountView },
  'wallets.exportAccount': { kind: 'done', value: { id: accountView.account.id, encryptedWalletCredentials: '{}' } },
  'wallets.listCredentials': [walletCredential],
  'wallets.createCredential': { kind: 'done', value: { credential: walletCredential, bundle: '{}' } },
  'wallets.revokeCredential': challenge,
  'wallets.verifyCredential': { kind: 'done', value: { session: walletSession, encryptedKey: 'key' } },
  'wallets.challengeCredential': { kind: 'code', credential: walletCredential, bundle: '{}' },
  'wallets.listSessions': [walletSession],
  'wallets.revokeSession': challenge,
  'wallets.refreshSession': { kind: 'done', value: { session: walletSession, encryptedKey: 'key' } },
  'wallets.listDelegatedKeys': [delegatedKey],
  'wallets.createDelegatedKey': { kind: 'done', value: delegatedKey },
  'wallets.getDelegatedKey': delegatedKey,
  'wallets.revokeDelegatedKey': undefined,
  'customers.delete': { ...individual, isDeleted: true },
  'customers.endUserTerms': { version: '1', url: 'https://platform.example.com/terms', earlier: [] },
  'verification.submit': verification,
  'verification.get': verification,
  'verification.list': pageOf(verification),
  'verification.owners.create': beneficialOwner,
  'verification.owners.get': beneficialOwner,
  'verification.owners.list': pageOf(beneficialOwner),
  'verification.owners.update': beneficialOwner,
  'verification.documents.upload': document,
  'verification.documents.replace': document,
  'verification.documents.get': document,
  'verification.documents.list': pageOf(document),
  'verification.documents.delete': undefined,
  'verification.links.create': { url: 'http://localhost:8080/verify/token', expiresAt: NOW, provider: 'SANDBOX' },
  'customers.sendContactCode': undefined,
  'customers.confirmContact': individual,
  'bulkImports.get': bulkImport,
  'bulkImports.accept': { ...bulkImport, status: 'PENDING' },
  'accounts.listInternal': pageOf(accountView),
  'accounts.addExternal': externalAccount,
  'accounts.getExternal': externalAccount,
  'accounts.listExternal': pageOf(externalAccount),
  'accounts.deleteExternal': externalAccount,
  'accounts.challengeOwnership': { messageToSign: 'Sign this', expiresAt: NOW },
  'uma.createQuote': quote,
  'quotes.execute': { ...quote, status: 'PROCESSING' },
  'quotes.get': quote,
  'quotes.authorize': { ...quote, status: 'PROCESSING' },
  'quotes.resendCode': undefined,
  'sca.listFactors': [
    { factor: 'SMS_OTP', credentialId: null, name: null },
    { factor: 'PASSKEY', credentialId: idOf('ScaFactor'), name: 'Passkey' },
  ],
  'sca.startEnrollment': { type: 'TOTP', secret: '00ff', base32: 'AD7Q', uri: 'otpauth://totp/x' },
  'sca.confirmEnrollment': { type: 'TOTP', recoveryCodes: ['2345-6789-ABCD-EFGH'] },
  'sca.deleteFactor': undefined,
  'sca.startLogin': { factor: 'PASSKEY', challenge: scaChallenge },
  'sca.completeLogin': { sessionExpiresAt: NOW },
  'sca.recordSecurityEvent': {
    eventType: 'FAILED_LOGIN_ATTEMPT',
    suspended: true,
    lockedUntil: NOW,
    failedAttempts: 5,
  },
  'sca.startReset': {
    reset: { id: idOf('ScaReset'), expiresAt: NOW },
    begun: { reference: 'r', accessToken: null, link: null },
  },
  'sca.getReset': {
    reset: { status: 'COMPLETED', factor: 'TOTP', expiresAt: NOW, completedAt: NOW },
    enrollment: 'PENDING',
  },
  'sca.completeReset': undefined,
  'sca.startTrust': { challenge: scaChallenge },
  'sca.confirmTrust': { trusted: true },
  'sca.startUntrust': { challenge: scaChallenge },
  'sca.confirmUntrust': { trusted: false },
  'transactions.get': refunded,
  'transactions.list': { ...pageOf(outgoing), data: [outgoing, cardTransaction] },
  'cards.order': { ...card, state: 'PROCESSING', brand: null, last4: null, expMonth: null, expYear: null },
  'cards.get': card,
  'cards.list': pageOf(card),
  'cards.update': { ...card, state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' },
  'cards.reveal': { url: 'http://localhost:8080/card-frame/token', expiresAt: NOW },
  'cards.simulate.authorization': simulation,
  'cards.simulate.creditAuthorization': simulation,
  'cards.simulate.creditAuthorizationAdvice': simulation,
  'cards.simulate.financialAuthorization': simulation,
  'cards.simulate.financialCreditAuthorization': simulation,
  'cards.simulate.balanceInquiry': simulation,
  'cards.simulate.clearing': simulation,
  'cards.simulate.authorizationAdvice': simulation,
  'cards.simulate.return': simulation,
  'cards.simulate.returnReversal': simulation,
  'transactions.confirm': outgoing,
  'transfers.in': transferIn,
  'transfers.out': outgoing,
  'sandbox.deposit': { arrival, transaction: outgoing },
  'uma.lookUp': umaLookup,
  'uma.approve': incoming,
  'uma.reject': incoming,
  'uma.receiveSimulated': incoming,
  'uma.providers': pageOf(umaProvider),
  'invitations.create': invitation,
  'invitations.get': invitation,
  'invitations.claim': invitation,
  'invitations.cancel': invitation,
  'stablecoins.link': providerAccount,
  'stablecoins.getLink': providerAccount,
  'stablecoins.listLinks': pageOf(providerAccount),
  'stablecoins.register': stablecoin,
  'stablecoins.get': stablecoin,
  'stablecoins.list': pageOf(stablecoin),
  'stablecoins.createQuote': stablecoinQuote,
  'stablecoins.getQuote': stablecoinQuote,
  'stablecoins.executeQuote': stablecoinOperation,
  'stablecoins.order': stablecoinOperation,
  'stablecoins.getOperation': stablecoinOperation,
  'stablecoins.listOperations': pageOf(stablecoinOperation),
  'agents.list': pageOf(agentView),
  'agents.create': { view: agentView, code: agentCode },
  'agents.get': agentView,
  'agents.update': agentView,
  'agents.updatePolicy': agentView,
  'agents.delete': undefined,
  'agents.regenerateCode': agentCode,
  'agents.codeStatus': agentCode,
  'agents.approvals': pageOf(quoteAction),
  'agents.approve': quoteAction,
  'agents.reject': quoteAction,
  'agents.me.get': agentView,
  'agents.me.listTransactions': pageOf(outgoing),
  'agents.me.getTransaction': outgoing,
  'agents.me.createQuote': quote,
  'agents.me.getQuote': quote,
  'agents.me.executeQuote': quoteAction,
  'agents.me.listActions': pageOf(quoteAction),
  'agents.me.getAction': quoteAction,
  'agents.me.transferIn': quoteAction,
  'agents.me.transferOut': quoteAction,
  'agents.me.listInternalAccounts': pageOf(accountView),
  'agents.me.listExternalAccounts': pageOf(externalAccount),
  'agents.me.addExternalAccount': externalAccount,
  'agents.me.getExternalAccount': externalAccount,
  'agents.me.deleteExternalAccount': externalAccount,
  'sandbox.send': outgoing,
  'sandbox.fund': accountView,
  'sandbox.clock': { now: NOW, aheadSeconds: 0 },
  'sandbox.advanceClock': { now: NOW, aheadSeconds: 360 },
  'ledger.entries': pageOf(ledgerEntry),
  'events.get': eventView,
  'events.list': pageOf(eventView),
  'events.redeliver': eventView,
  'events.follow': { events: [eventView.event], nextCursor: 'cursor-2', hasMore: true },
};

/** The same for what talks to the outside between units of its own. */
const EXCHANGES: Readonly<Record<string, unknown>> = {
  'quotes.lookUpAccount': lookup,
  'transactions.cancel': refunded,
  'transfers.estimateWithdrawal': {
    networkFee: 10n,
    networkFeeAsset: 'BTC',
    applicationFee: 0n,
    totalFee: 10n,
    netAmount: 90n,
  },
};

/** Use cases that ask somebody outside before their unit. */
const PREPARED: readonly string[] = [
  'uma.createQuote',
  'quotes.authorize',
  'sca.confirmEnrollment',
  'sca.completeLogin',
  'sca.startReset',
  'sca.confirmTrust',
  'sca.confirmUntrust',
  'agents.me.createQuote',
  'wallets.exportAccount',
  'wallets.createCredential',
  'wallets.verifyCredential',
  'wallets.challengeCredential',
  'wallets.refreshSession',
  'wallets.createDelegatedKey',
  'stablecoins.link',
  'stablecoins.register',
  'stablecoins.createQuote',
  'stablecoins.order',
  'cards.reveal',
  'cards.simulate.authorization',
  'cards.simulate.creditAuthorization',
  'cards.simulate.creditAuthorizationAdvice',
  'cards.simulate.financialAuthorization',
  'cards.simulate.financialCreditAuthorization',
];

/** The rules that the core has for inputs alone, by the use case that applies them first of all. */
const RULES: Readonly<Record<string, (ctx: Context, input: never) => readonly FieldError[]>> = {
  'platforms.updateConfig': invalidInConfig,
  'platforms.createToken': invalidInNewToken,
  'customers.create': invalidInNewCustomer,
  'wallets.updateCustomer': invalidInCustomerPatch,
  'accounts.addExternal': invalidInNewExternalAccount,
  'transfers.in': invalidInTransfer,
  'transfers.out': invalidInTransfer,
  'transfers.estimateWithdrawal': invalidInEstimate,
  'agents.create': invalidInNewAgent,
  'agents.update': invalidInAgentChange,
  'agents.updatePolicy': invalidInPolicyChange,
  'agents.me.transferIn': invalidInTransfer,
  'agents.me.transferOut': invalidInTransfer,
  'agents.me.addExternalAccount': invalidInNewExternalAccount,
  'verification.owners.create': invalidInNewBeneficialOwner,
  'verification.owners.update': invalidInBeneficialOwnerPatch,
  'verification.links.create': invalidInNewKycLink,
  'sca.completeLogin': (_ctx, input) => invalidInLogin(input),
  'sca.confirmTrust': (_ctx, input) => invalidInProof(input),
  'sca.confirmUntrust': (_ctx, input) => invalidInProof(input),
  'quotes.authorize': (_ctx, input) => invalidInProof(input),
};

/** Takes everything in, and keeps nothing. */
const intake: Intake = {
  id: bulkImport.id,
  add: async () => ok(),
  end: async () => ok(),
  discard: async () => undefined,
};

/** A core that only looks at inputs: it records what it is asked and answers records, whatever there is. */
export function createFakeCore(): FakeCore {
  const calls: Call[] = [];
  const answers: FakeCore['answers'] = new Map();
  const remembered = new Map<string, Answer & { readonly bodyDigest: string }>();

  const answerOf = async (name: string, ctx: Context, input: unknown): Promise<Result<unknown>> => {
    const errors = RULES[name]?.(ctx, input as never) ?? [];
    if (errors.length > 0) return invalidFields(errors);
    calls.push({ name, input, ctx });
    return answers.get(name)?.() ?? ok(ANSWERS[name] ?? EXCHANGES[name]);
  };
  const plainBy = (name: string) => (_tx: unknown, ctx: Context, input: unknown) => answerOf(name, ctx, input);
  const preparedBy = (name: string) => ({
    prepare: async (_ctx: Context, input: unknown) => ok(input),
    finish: plainBy(name),
  });
  const area = (prefix: string): object =>
    Object.fromEntries(
      Object.keys(ANSWERS)
        .filter((name) => name.startsWith(`${prefix}.`))
        .map((name) => [name.slice(prefix.length + 1), PREPARED.includes(name) ? preparedBy(name) : plainBy(name)]),
    );
  const exchanges = (prefix: string): object =>
    Object.fromEntries(
      Object.keys(EXCHANGES)
        .filter((name) => name.startsWith(`${prefix}.`))
        .map((name) => [name.slice(prefix.length + 1), (ctx: Context, input: unknown) => answerOf(name, ctx, input)]),
    );

  async function run(
    ctx: Context,
    useCase: (tx: Tx, ctx: Context, input: unknown) => Promise<Result<unknown>>,
    input: unknown,
    render: (output: unknown) => Pick<Answer, 'status' | 'body' | 'remember'>,
    claim: IdempotencyClaim | null,
  ): Promise<Result<Answer>> {
    const key = claim === null ? null : [claim.credential, claim.operation, claim.key].join('\n');
    const earlier = key === null ? undefined : remembered.get(key);
    if (claim !== null && earlier !== undefined) {
      if (earlier.bodyDigest !== claim.bodyDigest) return err('CONFLICT');
      return ok({ ...earlier, body: claim.seal?.open(earlier.body) ?? earlier.body, replayed: true });
    }
    const result = await useCase({} as Tx, ctx, input);
    if (!result.ok) return result;
    const answer = { ...render(result.value), replayed: false };
    if (claim !== null && key !== null && answer.remember) {
      const body = claim.seal?.seal(answer.body) ?? answer.body;
      remembered.set(key, { ...answer, body, bodyDigest: claim.bodyDigest });
    }
    return ok(answer);
  }

  const fake: FakeCore = {
    core: null as never,
    calls,
    answers,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    isAgentPaused: false,
  };
  const authenticate: Platforms['authenticate'] = async (username, secret) => {
    const token = { id: idOf('Token'), permissions: fake.permissions } as unknown as ApiToken;
    return (username === CLIENT_ID || username === token.id) && secret === CLIENT_SECRET
      ? { tenant: TENANT, platform, token, actor: { kind: 'token', tokenId: token.id, permissions: fake.permissions } }
      : null;
  };
  const core = {
    context: ((tenant, actor, requestId) => ({
      tenant,
      actor,
      requestId,
      now: NOW,
      hostNow: NOW,
    })) satisfies Core['context'],
    commands: { run, read: (_tenant, work) => work({} as Reads) } as Core['commands'],
    platforms: { ...area('platforms'), authenticate, hasPermission, publicKey: async () => 'PEM' },
    rates: area('rates'),
    customers: area('customers'),
    accounts: {
      ...area('accounts'),
      verifyOwnership: async (ctx: Context, input: OwnershipSignature) => {
        const errors = invalidInOwnershipSignature(ctx, input);
        if (errors.length > 0) return invalidFields(errors);
        calls.push({ name: 'accounts.verifyOwnership', input, ctx });
        return ok(externalAccount);
      },
    },
    quotes: { ...area('quotes'), ...exchanges('quotes') },
    transfers: { ...area('transfers'), ...exchanges('transfers') },
    transactions: { ...area('transactions'), ...exchanges('transactions') },
    uma: {
      ...area('uma'),
      // What asks somebody outside is given no unit.
      lookUp: (ctx: Context, input: unknown) => answerOf('uma.lookUp', ctx, input),
      invitations: {
        ...area('invitations'),
        claim: (ctx: Context, input: unknown) => answerOf('invitations.claim', ctx, input),
        read: async (code: string) => (code === invitation.code ? { ...invitation, status: 'PENDING' } : null),
      },
    },
    wallets: area('wallets'),
    stablecoins: area('stablecoins'),
    sca: area('sca'),
    agents: {
      ...area('agents'),
      me: area('agents.me'),
      approve: { attempt: plainBy('agents.approve'), refused: () => plainBy('agents.approve') },
      redeemCode: async (code: string) => (code === agentCode.code ? ok(redeemedCode) : err('REFERENCE_NOT_FOUND')),
      authenticate: async (accessToken: string) =>
        accessToken !== ACCESS_TOKEN
          ? null
          : {
              tenant: TENANT,
              agent: { ...agentView.agent, isPaused: fake.isAgentPaused },
              actor: { kind: 'agent', agentId: idOf('Agent'), customerId: idOf('Customer') },
            },
    } as unknown as Core['agents'],
    cards: { ...area('cards'), simulate: area('cards.simulate') } as unknown as Core['cards'],
    verification: {
      ...area('verification'),
      owners: area('verification.owners'),
      links: area('verification.links'),
      documents: {
        ...area('verification.documents'),
        prepare: async (_ctx: Context, input: object) => ok(input),
        prepareReplacement: async (_ctx: Context, input: object) => ok(input),
      },
    } as unknown as Core['verification'],
    bulkImports: Object.assign(area('bulkImports'), { open: async () => ok(intake) }) as object,
    sandbox: area('sandbox'),
    ledger: area('ledger'),
    work: { catchUp: async () => undefined },
    events: {
      ...area('events'),
      sign: async (ctx: Context, input: unknown) => {
        calls.push({ name: 'events.sign', input, ctx });
        return ok({ headers: { 'webhook-id': idOf('Webhook') }, body: '{}' });
      },
      test: async (ctx: Context) => {
        calls.push({ name: 'events.test', input: undefined, ctx });
        return ok({ url: 'https://platform.example.com/webhooks', responseStatus: 200, responseBody: 'thanks' });
      },
    },
  } as unknown as Partial<Core>;
  return Object.assign(fake, { core: core as Core });
}
