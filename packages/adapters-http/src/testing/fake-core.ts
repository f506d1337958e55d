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
  type KeyOwner,
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
  type Permission,
  type Platforms,
  type Reads,
  type Result,
  type Tx,
} from '@corridor/core';
import { ANSWERS, EXCHANGES } from './answers.js';
import { externalAccount } from './records/accounts.js';
import { agentCode, agentView, redeemedCode } from './records/agents.js';
import { bulkImport } from './records/customers.js';
import { platform, webhookKeys } from './records/platforms.js';
import { idOf, NOW, TENANT } from './records/record.js';
import { invitation } from './records/uma.js';

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
  /** Answers instead of the usual ones, by the name of the use case. */
  readonly answers: Map<string, () => Result<unknown> | Promise<Result<unknown>>>;
  permissions: readonly Permission[];
  isAgentPaused: boolean;
}

/** Use cases that ask somebody outside before their unit. */
const PREPARED: readonly string[] = [
  'quotes.create',
  'quotes.authorize',
  'sca.confirmEnrollment',
  'sca.completeLogin',
  'sca.startReset',
  'sca.confirmTrust',
  'sca.confirmUntrust',
  'agents.me.createQuote',
  'agents.me.transferOut',
  'transfers.out',
  'customers.create',
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
  'customers.update': invalidInCustomerPatch,
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
    platforms: {
      ...area('platforms'),
      ...exchanges('platforms'),
      authenticate,
      hasPermission,
      findWebhookKeys: async ({ platformId, environment }: KeyOwner) =>
        platformId === platform.platformId ? ok(webhookKeys(environment ?? 'SANDBOX')) : err('REFERENCE_NOT_FOUND'),
    },
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
      approve: {
        prepare: async (_ctx: Context, input: unknown) => input,
        attempt: plainBy('agents.approve'),
        refused: () => plainBy('agents.approve'),
      },
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
