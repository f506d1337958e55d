import type { UseCase } from '../kernel/index.js';
import type { Core } from './core.js';
import { treat, type Treatment } from './refuse-blocked.js';

/** Areas whose operations no platform, customer, agent or page can start: they are of operators, of rails and of the host. */
type OfOperators =
  | 'addressesOf'
  | 'commands'
  | 'context'
  | 'exceptions'
  | 'figures'
  | 'operators'
  | 'payments'
  | 'railTells'
  | 'rails'
  | 'cardProcessors'
  | 'kyc'
  | 'reconciliation'
  | 'screening'
  | 'safeguarding'
  | 'vouchers'
  | 'treasury'
  | 'units'
  | 'work';

/** The areas whose operations can be started from outside. */
export type OfferedAreas = Omit<Core, OfOperators>;

type AnyFunction = (...given: never[]) => unknown;
type Prepared = { readonly prepare: AnyFunction } & (
  | { readonly finish: AnyFunction }
  | { readonly attempt: AnyFunction }
);
/** Only what runs in a unit of work that the caller opens can be refused by a wrapper. */
type TreatmentOf<O> =
  O extends UseCase<never, unknown>
    ? Treatment
    : O extends AnyFunction
      ? Exclude<Treatment, 'refused' | 'refused neutrally'>
      : Treatment;

type TableOf<A> = {
  readonly [O in keyof A]: A[O] extends AnyFunction | Prepared ? TreatmentOf<A[O]> : TableOf<A[O]>;
};

const { refused, checked, held, booked, allowed } = {
  refused: 'refused',
  checked: 'checked',
  held: 'held',
  booked: 'booked',
  allowed: 'allowed',
} as const;

/**
 * How each operation that a platform, a customer, an agent or a page can start treats blocks
 * (docs/decisions/0080-blocks-refuse-at-the-end-of-a-unit.md). An operation without a line does not compile.
 */
export const BLOCKED_OPERATIONS: TableOf<OfferedAreas> = {
  platforms: {
    authenticate: allowed,
    settings: allowed,
    create: allowed,
    checkNew: allowed,
    listTenants: allowed,
    list: allowed,
    getConfig: allowed,
    // New currencies open accounts, and the terms of payments must not change under a block.
    updateConfig: refused,
    updateOperatorSettings: allowed,
    webhookSecret: allowed,
    // The former secret loses its right.
    rotateWebhookSecret: allowed,
    createToken: refused,
    getToken: allowed,
    listTokens: allowed,
    deleteToken: allowed,
    hasPermission: allowed,
    webhookKeys: allowed,
    findWebhookKeys: allowed,
    rotateWebhookKey: allowed,
  },
  customers: {
    list: allowed,
    get: allowed,
    create: refused,
    update: refused,
    delete: refused,
    endUserTerms: allowed,
    sendContactCode: refused,
    confirmContact: refused,
  },
  bulkImports: {
    // Stores the rows of a file that `accept` then refuses. The job refuses each row of a file accepted before the block.
    open: allowed,
    accept: refused,
    get: allowed,
    list: allowed,
  },
  verification: {
    submit: refused,
    get: allowed,
    list: allowed,
    application: allowed,
    decide: allowed,
    dossier: allowed,
    reviews: { verifications: allowed, owners: allowed },
    owners: { create: refused, get: allowed, list: allowed, update: refused, delete: refused },
    documents: {
      prepare: allowed,
      prepareReplacement: allowed,
      upload: refused,
      replace: refused,
      delete: refused,
      get: allowed,
      list: allowed,
    },
    links: {
      create: refused,
      find: allowed,
      refusalOf: allowed,
      resume: allowed,
      // Opens the page in one browser; everything that the page then sends is refused.
      start: allowed,
      submit: refused,
    },
  },
  accounts: {
    getInternal: allowed,
    listInternal: allowed,
    inspect: allowed,
    inspectAll: allowed,
    freezeInternal: allowed,
    unfreezeInternal: allowed,
    renewInstructions: refused,
    showWalletAddresses: allowed,
    addExternal: refused,
    getExternal: allowed,
    listExternal: allowed,
    deleteExternal: refused,
    challengeOwnership: refused,
    verifyOwnership: refused,
  },
  rates: {
    exchangeRates: allowed,
    institutions: allowed,
    vasps: allowed,
    refresh: allowed,
    mid: allowed,
    ages: allowed,
  },
  quotes: {
    create: checked,
    execute: checked,
    authorize: refused,
    resendCode: refused,
    cancel: refused,
    get: allowed,
    list: allowed,
    lookUpAccount: allowed,
  },
  transfers: { in: refused, out: refused, estimateWithdrawal: allowed },
  transactions: {
    get: allowed,
    list: allowed,
    confirm: allowed,
    cancel: checked,
    // The rail is asked before the unit of work, so the block is looked up before that too.
    cancellation: refused,
    checkCancellable: allowed,
    suspense: allowed,
  },
  uma: {
    lookUp: allowed,
    approve: refused,
    reject: refused,
    receiveSimulated: held,
    providers: allowed,
    invitations: {
      create: refused,
      get: allowed,
      // The claiming platform must not learn of a block of the inviter, who may be another platform's customer.
      claim: 'refused neutrally',
      cancel: allowed,
      read: allowed,
    },
    serve: {
      answersFor: allowed,
      keys: allowed,
      configuration: allowed,
      offer: held,
      payRequest: held,
      notice: booked,
    },
    keys: { rotate: allowed },
  },
  wallets: {
    createCredential: refused,
    listCredentials: allowed,
    challengeCredential: refused,
    verifyCredential: refused,
    revokeCredential: refused,
    listSessions: allowed,
    refreshSession: refused,
    revokeSession: allowed,
    updateAccount: refused,
    exportAccount: refused,
    createDelegatedKey: refused,
    listDelegatedKeys: allowed,
    getDelegatedKey: allowed,
    revokeDelegatedKey: allowed,
  },
  stablecoins: {
    link: refused,
    getLink: allowed,
    listLinks: allowed,
    register: refused,
    get: allowed,
    list: allowed,
    createQuote: refused,
    getQuote: allowed,
    executeQuote: refused,
    order: refused,
    getOperation: allowed,
    listOperations: allowed,
  },
  sca: {
    listFactors: allowed,
    startEnrollment: refused,
    confirmEnrollment: refused,
    deleteFactor: refused,
    // Reads of a regulated customer's data need a login.
    startLogin: allowed,
    completeLogin: allowed,
    recordSecurityEvent: allowed,
    startReset: refused,
    getReset: allowed,
    completeReset: refused,
    decideReset: allowed,
    resetsInReview: allowed,
    standing: allowed,
    startTrust: refused,
    confirmTrust: refused,
    startUntrust: refused,
    confirmUntrust: refused,
  },
  agents: {
    create: refused,
    get: allowed,
    list: allowed,
    update: refused,
    updatePolicy: refused,
    delete: allowed,
    regenerateCode: refused,
    codeStatus: allowed,
    actions: allowed,
    approvals: allowed,
    approve: refused,
    reject: allowed,
    redeemCode: checked,
    findCode: allowed,
    redeem: refused,
    authenticate: allowed,
    me: {
      get: allowed,
      listTransactions: allowed,
      getTransaction: allowed,
      listInternalAccounts: allowed,
      listExternalAccounts: allowed,
      getExternalAccount: allowed,
      createQuote: refused,
      getQuote: allowed,
      executeQuote: refused,
      transferIn: refused,
      transferOut: refused,
      addExternalAccount: refused,
      deleteExternalAccount: refused,
      listActions: allowed,
      getAction: allowed,
    },
  },
  cards: {
    order: refused,
    get: allowed,
    list: allowed,
    update: refused,
    reveal: refused,
    log: allowed,
    recover: allowed,
    planRecovery: allowed,
    planRelease: allowed,
    release: allowed,
    disputes: {
      open: refused,
      get: allowed,
      list: allowed,
      planCredit: allowed,
      credit: allowed,
      planWithdrawal: allowed,
      withdrawCredit: allowed,
      planWriteOff: allowed,
      writeOff: allowed,
      planRecord: allowed,
      record: allowed,
    },
    // The issuer asks, and a decline is an answer: the authorization itself looks at the block.
    network: { authorize: checked, clear: booked, advise: booked, return: booked, reverseReturn: booked },
    simulate: {
      authorization: checked,
      financialAuthorization: checked,
      creditAuthorization: checked,
      creditAuthorizationAdvice: booked,
      financialCreditAuthorization: checked,
      clearing: booked,
      authorizationAdvice: booked,
      return: booked,
      returnReversal: booked,
      balanceInquiry: allowed,
    },
  },
  events: {
    test: allowed,
    redeliver: allowed,
    deliverNow: allowed,
    redeliverPeriod: allowed,
    health: allowed,
    undelivered: allowed,
    get: allowed,
    list: allowed,
    follow: allowed,
    sign: allowed,
  },
  sandbox: {
    send: held,
    deposit: held,
    fund: held,
    advanceClock: allowed,
    advanceClockTo: allowed,
    clockTarget: allowed,
    clock: allowed,
    stepClock: allowed,
  },
  statements: { read: allowed },
  ledger: {
    audit: allowed,
    auditSupply: allowed,
    entries: allowed,
    entry: allowed,
    audits: { request: allowed, list: allowed, get: allowed },
    positions: allowed,
    positionsAt: allowed,
    journal: allowed,
  },
};

const TREATMENTS: readonly unknown[] = ['refused', 'refused neutrally', 'checked', 'held', 'booked', 'allowed'];
const isTreatment = (line: unknown): line is Treatment => TREATMENTS.includes(line);

function treated(area: object, table: object): object {
  const lines = table as Readonly<Record<string, Treatment | object>>;
  return Object.fromEntries(
    Object.entries(area).map(([name, operation]) => {
      const line = lines[name];
      if (isTreatment(line)) return [name, treat(operation, line)];
      return [name, line === undefined ? operation : treated(operation as object, line)];
    }),
  );
}

/** The areas as callers get them: their operations refuse what a block stops. */
export const refusingForBlocked = (areas: OfferedAreas): OfferedAreas =>
  treated(areas, BLOCKED_OPERATIONS) as OfferedAreas;
