import { type AgentChange, AGENTS, type AgentView } from '../agents/index.js';
import type { Accounts, RailConnection } from '../accounts/index.js';
import type { CustomerAccounts } from '../customers/index.js';
import type { AuditRuns } from '../audit/index.js';
import type { Cards, CardTransaction, ReleaseHold } from '../cards/index.js';
import { type Events, EVENTS, type RedeliveredPeriod, type RedeliverPeriod } from '../events/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import {
  type BaseRecord,
  type Context,
  type Digest,
  err,
  houseTenant,
  isHouse,
  type KindOf,
  ok,
  type Result,
  toIso,
  type Tx,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type AuditRun, everyRecord } from '../ledger/index.js';
import {
  endOfSessions,
  endSessions,
  type OperatorAccount,
  OPERATORS,
  type OperatorAction,
  type OperatorRole,
  operatorText,
  type OutsideAction,
  type Planned,
  withdrawAccess,
} from '../operators/index.js';
import type { RailPeriod, ReconciliationArea } from '../maintenance/index.js';
import {
  type ConfigPatch,
  type NewPlatform,
  type NewToken,
  type OperatorSettings,
  type Platform,
  PLATFORMS,
  type PlatformCurrencyInput,
  type Platforms,
  shownEndpoint,
  TOKENS,
} from '../platforms/index.js';
import { SCA_RESETS, type Sca } from '../sca/index.js';
import {
  type CancelTransaction,
  type Transaction,
  TRANSACTIONS,
  type TransactionsArea,
} from '../transactions/index.js';
import type {
  BookTreasury,
  ConfirmOutside,
  OpenByHand,
  OutsidePayment,
  ResolveException,
  TreasuryArea,
} from '../treasury/index.js';
import {
  BENEFICIAL_OWNERS,
  type BlobStore,
  DOCUMENTS,
  type Review,
  type VerificationArea,
  VERIFICATIONS,
} from '../verification/index.js';
import { freezeActions } from './account-actions.js';
import { blockActions } from './block-actions.js';
import { refuseCredentials, type WithoutCredentials } from './generated-credentials.js';
import { sandboxActions, type SandboxActionPorts } from './sandbox-actions.js';

export interface OperatorActionPorts extends SandboxActionPorts {
  readonly units: UnitOfWork;
  readonly accounts: Pick<Accounts, 'freezeInternal' | 'unfreezeInternal' | 'renewInstructions'>;
  readonly customerAccounts: Pick<CustomerAccounts, 'markUnderReview'>;
  readonly digest: Digest;
  readonly agents: { readonly update: UseCase<AgentChange, AgentView> };
  readonly cards: Pick<Cards, 'recover' | 'planRecovery' | 'planRelease' | 'release' | 'simulate'>;
  readonly audits: Pick<AuditRuns, 'request'>;
  readonly events: Pick<Events, 'redeliver' | 'redeliverPeriod' | 'test'>;
  readonly platforms: Platforms;
  readonly sca: Pick<Sca, 'decideReset'>;
  readonly transactions: Pick<TransactionsArea, 'cancel'>;
  readonly treasury: TreasuryArea;
  readonly verification: Pick<VerificationArea, 'decide'>;
  readonly documents: Pick<BlobStore, 'get'>;
  readonly connections: readonly RailConnection[];
  readonly reconciliation: Pick<ReconciliationArea, 'record'>;
}

const ofRecord =
  <T extends BaseRecord>(kind: KindOf<T>, fields: readonly (keyof T & string)[]) =>
  async (tx: Tx, id: string): Promise<object | null> => {
    const record = await tx.get(kind, id);
    return record === null ? null : partOf(record, fields);
  };

const partOf = <T extends object>(record: T, fields: readonly (keyof T & string)[]): object =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));

interface Simple<I, O> {
  readonly title: string;
  readonly role: OperatorRole;
  readonly effects: OperatorAction['effects'];
  /** Whether this input has the effects; absent: each has. */
  readonly hasEffects?: (tx: Tx, ctx: Context, input: I) => boolean | Promise<boolean>;
  readonly byMasterKey?: true;
  readonly subject: (input: I, ctx: Context) => string;
  /** The parts of the subject that the action changes; read before and after it. */
  readonly shows?: (tx: Tx, subject: string, ctx: Context, input: I) => Promise<object | null>;
  /** Refuses what cannot be done, before a second operator is asked. */
  readonly refuses?: UseCase<I, unknown>;
  readonly forLog?: OperatorAction['forLog'];
  readonly run: UseCase<I, O>;
}

/** An action that is one use case. */
const simple = <I, O>({
  title,
  role,
  effects,
  hasEffects = () => true,
  byMasterKey,
  subject,
  shows,
  refuses = async () => ok(),
  forLog,
  run,
}: Simple<I, O>): OperatorAction<I, O> => ({
  kind: 'unit',
  title,
  role,
  effects,
  ...(byMasterKey && { byMasterKey }),
  ...(forLog && { forLog }),
  plan: async (tx, ctx, input) => {
    const checked = await refuses(tx, ctx, input);
    if (!checked.ok) return checked;
    const id = subject(input, ctx);
    const before = (await shows?.(tx, id, ctx, input)) ?? null;
    return ok({ subject: id, before, moves: [], ...(!(await hasEffects(tx, ctx, input)) && { effects: [] }) });
  },
  perform: async ({ tx, ctx }, input) => {
    const done = await run(tx, ctx, input);
    if (!done.ok) return done;
    return ok({ output: done.value, after: (await shows?.(tx, subject(input, ctx), ctx, input)) ?? null });
  },
});

/** An action of the treasury, which may move money: it names who requested and who approved it. */
const decided = <I extends object, O>(
  title: string,
  plan: UseCase<I, Planned>,
  run: UseCase<I & { readonly by: { id: never; name: string } }, O>,
  after: (output: O) => object,
  prepare?: OperatorAction<I>['prepare'],
): OperatorAction<I, O> => ({
  kind: 'unit',
  title,
  role: 'OPERATOR',
  effects: ['MOVES_MONEY'],
  ...(prepare && { prepare }),
  plan,
  perform: async ({ tx, ctx }, input, { requestedBy, approvedBy }) => {
    const done = await run(tx, ctx, { ...input, by: requestedBy, approvedBy } as never);
    return done.ok ? ok({ output: done.value, after: after(done.value) }) : done;
  },
});

/** A configuration, or a part of it, without the secrets of its endpoint. */
const withShownEndpoint = (part: object): object => {
  const { webhookEndpoint: endpoint } = part as ConfigPatch;
  return typeof endpoint === 'string' ? { ...part, webhookEndpoint: shownEndpoint(endpoint) } : part;
};

/** The limits of one currency: an approval is bound to them, and not to those of other currencies. */
async function currencyOf(
  tx: Tx,
  tenant: string,
  _ctx: Context,
  { currencyCode }: { readonly currencyCode: string },
): Promise<object | null> {
  const platform = await tx.get(PLATFORMS, tenant);
  return platform?.supportedCurrencies.find((one) => one.currencyCode === currencyCode) ?? null;
}

/** A document as a reviewer sees it. */
export interface RevealedDocument {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Every action of operators: what the console and the command line can do (docs/areas/operators.md#actions). */
export function operatorActions(ports: OperatorActionPorts) {
  const { accounts, agents, audits, cards, events, platforms, sca, transactions, treasury } = ports;
  const { verification, documents, connections, reconciliation, units } = ports;
  /** The connection, in the house tenant of its environment: the log must not name another one. */
  const connection = ({ tenant }: Context, name: string): RailConnection | null =>
    connections.find((each) => each.name === name && houseTenant(each.environment) === tenant) ?? null;
  // Agents are not confined to a tenant (see AGENTS), so the tenant is compared here.
  const agent = async (tx: Tx, id: string, { tenant }: Context): Promise<object | null> => {
    const found = await tx.get(AGENTS, id);
    return found?.tenant === tenant ? partOf(found, ['isPaused']) : null;
  };
  /** The version keeps an older request from ending a later pause. */
  const pausedAgent = async (tx: Tx, id: string, ctx: Context): Promise<object | null> => {
    const [shown, found] = [await agent(tx, id, ctx), await tx.get(AGENTS, id)];
    return shown === null ? null : { ...shown, version: found?.version };
  };
  const settings = ofRecord(PLATFORMS, [
    'name',
    'requiresEndUserTerms',
    'isRegulatedFinancialInstitution',
    'allowsMoneyDuringReview',
    'umaDomain',
  ]);
  const configuration = ofRecord(PLATFORMS, [
    'webhookEndpoint',
    'umaDomain',
    'pendingUmaDomain',
    'supportedCurrencies',
    'feeConfigs',
    'redirectSchemes',
    'invitationUri',
  ]);

  const openException: OperatorAction<OpenByHand, ExceptionRecord> = {
    kind: 'unit',
    title: 'Open an exception',
    role: 'OPERATOR',
    effects: [],
    plan: async (_tx, _ctx, { kind, subject, reference }) =>
      ok({ subject: subject ?? `${kind}/${reference ?? ''}`, before: null, moves: [] }),
    perform: async ({ tx, ctx }, input, { requestedBy }) => {
      const reason = `${input.reason} (opened by ${operatorText(requestedBy)})`;
      const opened = await treasury.open(tx, ctx, { ...input, reason });
      return opened.ok
        ? ok({ output: opened.value, after: { id: opened.value.id, status: opened.value.status } })
        : opened;
    },
  };

  const reveal: OutsideAction<{ readonly id: string }, RevealedDocument> = {
    kind: 'outside',
    title: 'Show a document',
    role: 'OPERATOR',
    effects: [],
    subject: ({ id }) => id,
    perform: async (ctx, { id }) => {
      const document = await units.read(ctx.tenant, (reads) => reads.get(DOCUMENTS, id));
      if (document === null) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
      const content = await documents.get(ctx.tenant, document.blobKey);
      if (content === null) return err('REFERENCE_NOT_FOUND', `the content of ${id} is missing`);
      return ok({ output: { contentType: document.contentType, content }, after: null });
    },
  };

  /** Many events take several units. */
  const redeliverPeriod: OutsideAction<RedeliverPeriod, RedeliveredPeriod> = {
    kind: 'outside',
    title: 'Deliver the events of a period again',
    role: 'OPERATOR',
    effects: [],
    subject: ({ status, from, to }) => `events/${status}/${toIso(from)}/${toIso(to)}`,
    perform: async (ctx, input) => {
      const done = await events.redeliverPeriod(ctx, input);
      return done.ok ? ok({ output: done.value, after: done.value }) : done;
    },
  };

  const auditLedger: OperatorAction<{ readonly keptHead?: string | undefined }, AuditRun> = {
    kind: 'unit',
    title: 'Audit the ledger',
    role: 'OPERATOR',
    effects: [],
    plan: async () => ok({ subject: 'audit', before: null, moves: [] }),
    perform: async ({ tx, ctx }, input, { requestedBy }) => {
      const asked = await audits.request(tx, ctx, { ...input, requestedBy: operatorText(requestedBy) });
      return asked.ok ? ok({ output: asked.value, after: { id: asked.value.id } }) : asked;
    },
  };

  /** The rail is asked between two units. */
  const cancelPayment: OutsideAction<CancelTransaction, Transaction> = {
    kind: 'outside',
    title: 'Cancel a payment',
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    exempt: 'ABOUT_ACCEPTED_PAYMENT',
    subject: ({ id }) => id,
    perform: async (ctx, input) => {
      const cancelled = await transactions.cancel(ctx, input);
      return cancelled.ok
        ? ok({ output: cancelled.value, after: partOf(cancelled.value, ['status', 'refundStatus']) })
        : cancelled;
    },
  };

  const releaseHold: OperatorAction<ReleaseHold, CardTransaction> = {
    kind: 'unit',
    title: 'Release the hold of a card transaction',
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    plan: async (tx, ctx, input) => {
      const planned = await cards.planRelease(tx, ctx, input);
      if (!planned.ok) return planned;
      const { status, reserved, currency } = planned.value;
      return ok({ subject: input.id, before: { status, reserved }, moves: [{ currency, amount: reserved }] });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await cards.release(tx, ctx, input);
      if (!done.ok) return done;
      const { status, card } = done.value;
      return ok({ output: done.value, after: { status, reserved: card.reserved } });
    },
  };

  const release: OutsideAction<{ readonly rail: string; readonly id: string; readonly digest: string }, null> = {
    kind: 'outside',
    title: 'Release payments of a rail',
    role: 'APPROVER',
    effects: ['MOVES_MONEY'],
    exempt: 'IS_SECOND_STEP',
    subject: ({ rail, id }) => `${rail}/${id}`,
    perform: async (ctx, { rail, id, digest }, by) => {
      const releases = connection(ctx, rail)?.releases ?? null;
      if (releases === null) return err('REFERENCE_NOT_FOUND', `rail: ${rail} has nothing to release`);
      const released = await releases.release(id, digest, by);
      return released.ok ? ok({ output: null, after: { released: true } }) : released;
    },
  };

  const act: OutsideAction<{ readonly rail: string; readonly action: string; readonly subject: string }, string> = {
    kind: 'outside',
    title: 'Decide about a connection',
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    exempt: 'ABOUT_ACCEPTED_PAYMENT',
    subject: ({ rail, subject }) => `${rail}/${subject}`,
    perform: async (ctx, { rail, action, subject }, by) => {
      const named = connection(ctx, rail)?.actions?.find(({ name }) => name === action);
      if (named === undefined) return err('REFERENCE_NOT_FOUND', `action: ${rail} has no action ${action}`);
      const done = await named.run(subject, by);
      return done.ok ? ok({ output: done.value, after: { result: done.value } }) : done;
    },
  };

  const record: OutsideAction<RailPeriod, readonly ExceptionRecord[]> = {
    kind: 'outside',
    title: 'Record the differences between statements and ledger',
    role: 'OPERATOR',
    effects: [],
    subject: ({ rail }) => rail,
    perform: async ({ tenant }, period) => {
      const owner = connections.find(({ rails }) => rails.some(({ name }) => name === period.rail));
      if (owner === undefined || houseTenant(owner.environment) !== tenant)
        return err('REFERENCE_NOT_FOUND', `no connection of this environment keeps statements of ${period.rail}`);
      const recorded = await reconciliation.record(period);
      return recorded.ok
        ? ok({ output: recorded.value, after: { exceptions: recorded.value.map(({ id }) => id) } })
        : recorded;
    },
  };

  return {
    ...blockActions(ports.customerAccounts, ports.digest),
    'exceptions.open': openException,
    'exceptions.resolve': decided<ResolveException, ExceptionRecord>(
      'Resolve an exception',
      treasury.planResolution.finish as never,
      treasury.resolve.finish as never,
      ({ status, resolution, entryId }) => ({ status, resolution, entryId }),
      treasury.planResolution.prepare,
    ),
    'treasury.book': decided<BookTreasury, Awaited<Done<TreasuryArea['book']>>>(
      "Book the service's own money",
      treasury.planBooking.finish as never,
      treasury.book.finish as never,
      ({ id, kind }) => ({ id, kind }),
      treasury.planBooking.prepare,
    ),
    'treasury.confirm': {
      ...decided<ConfirmOutside, OutsidePayment>(
        'Confirm an outside payment',
        treasury.planConfirmation,
        treasury.confirm as never,
        ({ status, document }) => ({ status, document }),
      ),
      exempt: 'IS_SECOND_STEP',
    } as const,
    ...freezeActions(accounts),
    'accounts.renew': simple({
      title: 'Renew the funding instructions of an account',
      role: 'OPERATOR',
      effects: [],
      subject: ({ id }: { readonly id: string }) => id,
      run: accounts.renewInstructions,
    }),
    'agents.pause': simple({
      title: 'Pause an agent',
      role: 'OPERATOR',
      effects: [],
      subject: ({ id }: { readonly id: string }) => id,
      shows: agent,
      run: (tx, ctx, { id }) => agents.update(tx, ctx, { id, isPaused: true }),
    }),
    'agents.resume': simple({
      title: 'Resume an agent',
      role: 'OPERATOR',
      effects: ['WEAKENS_CONTROL'],
      subject: ({ id }: { readonly id: string }) => id,
      shows: pausedAgent,
      run: (tx, ctx, { id }) => agents.update(tx, ctx, { id, isPaused: false }),
    }),
    'verification.decide': simple({
      title: 'Decide a verification',
      role: 'OPERATOR',
      effects: [],
      subject: ({ id }: Review) => id,
      shows: async (tx, id) =>
        (await ofRecord(VERIFICATIONS, ['verificationStatus'])(tx, id)) ??
        (await ofRecord(BENEFICIAL_OWNERS, ['kycStatus'])(tx, id)),
      run: verification.decide,
    }),
    'resets.decide': simple({
      title: 'Decide the reset of a factor',
      role: 'OPERATOR',
      effects: ['ISSUES_CREDENTIAL'],
      subject: ({ resetId }: { readonly resetId: string; readonly verdict: 'PASSED' | 'REJECTED' }) => resetId,
      hasEffects: (_tx, _ctx, { verdict }) => verdict === 'PASSED',
      shows: ofRecord(SCA_RESETS, ['status']),
      run: sca.decideReset,
    }),
    'documents.reveal': reveal,
    'events.redeliver-period': redeliverPeriod,
    'ledger.audit': auditLedger,
    'payments.cancel': cancelPayment,
    'cards.recover': {
      ...simple({
        title: 'Collect the missing amount of a card transaction',
        role: 'OPERATOR',
        effects: ['MOVES_MONEY'],
        subject: ({ id }: { readonly id: string }) => id,
        shows: ofRecord(TRANSACTIONS, ['status']),
        run: cards.recover,
      }),
      plan: async (tx, ctx, input) => {
        const planned = await cards.planRecovery(tx, ctx, input);
        if (!planned.ok) return planned;
        const { status, card } = planned.value;
        return ok({ subject: input.id, before: { status }, moves: [{ currency: card.currency, amount: card.lost }] });
      },
    } satisfies OperatorAction<{ readonly id: string }, CardTransaction>,
    'cards.release': releaseHold,
    'events.redeliver': simple({
      title: 'Deliver an event again',
      role: 'OPERATOR',
      effects: [],
      subject: ({ id }: { readonly id: string }) => id,
      shows: ofRecord(EVENTS, ['status']),
      run: events.redeliver,
    }),
    'platforms.create': simple({
      title: 'Create a platform',
      role: 'ADMIN',
      effects: ['ISSUES_CREDENTIAL', 'SETS_DOMAIN'],
      byMasterKey: true,
      subject: (_input: WithoutCredentials<NewPlatform>, { tenant }) => tenant,
      shows: settings,
      refuses: async (tx, ctx, input) => {
        const refused = refuseCredentials(input);
        return refused.ok ? platforms.checkNew(tx, ctx, input) : refused;
      },
      run: platforms.create,
    }),
    'platforms.update': simple({
      title: 'Change the settings of a platform',
      role: 'ADMIN',
      effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
      subject: (_input: OperatorSettings, { tenant }) => tenant,
      shows: settings,
      run: platforms.updateOperatorSettings,
    }),
    'platforms.configure': simple({
      title: 'Change the configuration of a platform',
      role: 'ADMIN',
      effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
      subject: (_input: ConfigPatch, { tenant }) => tenant,
      shows: configuration,
      forLog: withShownEndpoint,
      run: platforms.updateConfig,
    }),
    'platforms.currency': simple({
      title: 'Set the limits of a currency of a platform',
      role: 'ADMIN',
      effects: ['WEAKENS_CONTROL'],
      subject: (_input: CurrencyLimits, { tenant }) => tenant,
      shows: currencyOf,
      run: (tx, ctx, input) =>
        changeCurrencies(platforms, tx, ctx, (present) => {
          const kept = present.find(({ currencyCode }) => currencyCode === input.currencyCode);
          const changed = { requiredCounterpartyFields: kept?.requiredCounterpartyFields ?? [], ...input };
          return kept === undefined ? [...present, changed] : present.map((one) => (one === kept ? changed : one));
        }),
    }),
    'platforms.drop-currency': simple({
      title: 'End a currency of a platform',
      role: 'ADMIN',
      effects: ['WEAKENS_CONTROL'],
      subject: (_input: { readonly currencyCode: string }, { tenant }) => tenant,
      shows: currencyOf,
      run: (tx, ctx, { currencyCode }) =>
        changeCurrencies(platforms, tx, ctx, (present) => present.filter((one) => one.currencyCode !== currencyCode)),
    }),
    'tokens.create': {
      ...simple({
        title: 'Create an API token',
        role: 'ADMIN',
        effects: ['ISSUES_CREDENTIAL'],
        byMasterKey: true,
        subject: ({ name }: WithoutCredentials<NewToken>) => name,
        refuses: async (tx, ctx, input) => {
          const refused = refuseCredentials(input);
          if (!refused.ok) return refused;
          if ((await settings(tx, ctx.tenant)) === null) return err('REFERENCE_NOT_FOUND', 'no such platform');
          return ok();
        },
        run: platforms.createToken,
      }),
      perform: async ({ tx, ctx }, input) => {
        const issued = await platforms.createToken(tx, ctx, input);
        if (!issued.ok) return issued;
        const { id, clientId, permissions } = issued.value.token;
        return ok({ output: issued.value, after: { id, clientId, permissions } });
      },
    } satisfies OperatorAction<WithoutCredentials<NewToken>, Awaited<Done<Platforms['createToken']>>>,
    'tokens.revoke': simple({
      title: 'Revoke an API token',
      role: 'ADMIN',
      effects: [],
      byMasterKey: true,
      subject: ({ id }: { readonly id: string }) => id,
      shows: ofRecord(TOKENS, ['name', 'clientId', 'permissions']),
      run: platforms.deleteToken,
    }),
    'rails.release': release,
    'rails.act': act,
    'rails.record': record,
    'operators.role': changeRole,
    'operators.disable': disable,
    ...sandboxActions(ports),
  } as const;
}

/** One currency of a platform, without the data that it requires of counterparties, which stay as they are. */
export type CurrencyLimits = Pick<
  PlatformCurrencyInput,
  'currencyCode' | 'minAmount' | 'maxAmount' | 'enabledTransactionTypes'
>;

/**
 * A configuration replaces the whole list of currencies. The list is read in the unit that changes it, so that an action
 * which waited for an approval does not undo what was changed meanwhile.
 */
async function changeCurrencies(
  platforms: Platforms,
  tx: Tx,
  ctx: Context,
  changed: (present: readonly PlatformCurrencyInput[]) => readonly PlatformCurrencyInput[],
): Promise<Result<Platform>> {
  const own = await tx.get(PLATFORMS, ctx.tenant);
  if (own === null) return err('REFERENCE_NOT_FOUND', 'the platform does not exist');
  const present = own.supportedCurrencies.map(
    ({ currencyCode, minAmount, maxAmount, requiredCounterpartyFields, enabledTransactionTypes }) => ({
      ...{ currencyCode, minAmount, maxAmount, requiredCounterpartyFields, enabledTransactionTypes },
    }),
  );
  return platforms.updateConfig(tx, ctx, { supportedCurrencies: changed(present) });
}

/** The output of a use case. */
type Done<U> = U extends UseCase<never, infer O> ? O : never;

export type OperatorActions = ReturnType<typeof operatorActions>;

const role = ofRecord(OPERATORS, ['role', 'status']);

async function living(tx: Tx, id: string): Promise<Result<OperatorAccount>> {
  const found = await tx.get(OPERATORS, id);
  return found === null ? err('REFERENCE_NOT_FOUND', `the operator ${id} does not exist`) : ok(found);
}

/** Operators belong to no platform, so no action about them is written to the log of one. */
async function inHouse(tx: Tx, { tenant }: Context, { id }: { readonly id: string }): Promise<Result<OperatorAccount>> {
  if (!isHouse(tenant)) return err('FORBIDDEN', 'operators are changed in a house tenant only');
  return living(tx, id);
}

/** Always needs a second operator, so that an administrator alone cannot raise a role. Runs in a house tenant. */
const changeRole = simple({
  title: 'Change the role of an operator',
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  subject: ({ id }: { readonly id: string; readonly role: OperatorRole }) => id,
  shows: role,
  refuses: inHouse,
  run: async (tx, ctx, { id, role: to }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    await endSessions(tx, id);
    return ok(update(tx, ctx, OPERATORS, found.value, { role: to, sessionsFrom: endOfSessions(ctx) }));
  },
});

/**
 * At once, without a second operator, because access must be withdrawn quickly; but one administrator alone cannot
 * become the only one. Runs in a house tenant.
 */
const disable = simple({
  title: 'Withdraw the access of an operator',
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  subject: ({ id }: { readonly id: string }) => id,
  shows: role,
  refuses: inHouse,
  hasEffects: (tx, ctx, { id }) => leavesTooFew(tx, ctx, id),
  run: async (tx, ctx, { id }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    return withdrawAccess(tx, ctx, found.value);
  },
});

/** So many administrators have to remain that one can approve what the other requests. */
const ADMINISTRATORS = 2;

/**
 * Whether fewer than two active administrators are left without this one. Those who are counted are guarded, so that of
 * two units that withdraw the access of different administrators one counts again.
 */
async function leavesTooFew(tx: Tx, ctx: Context, id: string): Promise<boolean> {
  if ((await tx.get(OPERATORS, id))?.role !== 'ADMIN') return false;
  const left: OperatorAccount[] = [];
  for await (const each of everyRecord(tx, OPERATORS)) {
    if (each.id !== id && each.role === 'ADMIN' && each.status === 'ACTIVE') left.push(each);
    if (left.length === ADMINISTRATORS) break;
  }
  if (left.length < ADMINISTRATORS) return true;
  for (const each of left) update(tx, ctx, OPERATORS, each, {});
  return false;
}
