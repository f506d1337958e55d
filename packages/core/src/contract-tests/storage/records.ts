import type { ExternalAccount, InternalAccount } from '../../accounts/index.js';
import type { Job, OutboxEvent } from '../../events/index.js';
import { type CurrencyCode, domainError, type Id, type Instant, instant, type TenantKey } from '../../kernel/index.js';
import type { Balance, Posting } from '../../ledger/index.js';
import type { Quote } from '../../quotes/index.js';
import { type Transaction, UNSET } from '../../transactions/index.js';
import type { BeneficialOwner } from '../../verification/index.js';

export const ALICE = 'Platform:alice/SANDBOX' as TenantKey;
export const BOB = 'Platform:bob/SANDBOX' as TenantKey;
export const T0: Instant = instant(1_700_000_000_000);

export const SHORT = domainError('INVALID_AMOUNT', 'too little');
export const TAKEN = domainError('CONFLICT', 'taken');
export const LOST = domainError('INVALID_STATE_TRANSITION', 'changed by another');

const base = <I extends string>(id: string, tenant: TenantKey, createdAt: number = T0) => ({
  id: id as I,
  tenant,
  version: 1,
  createdAt: instant(createdAt),
  updatedAt: instant(createdAt),
});

export const USD = 'USD' as CurrencyCode;

export const balance = (id: string, available: bigint, tenant: TenantKey = ALICE): Balance => ({
  ...base(id, tenant),
  currency: USD,
  available,
  held: 0n,
});

export const posting = (id: string, account: string, amount: bigint, tenant: TenantKey = ALICE): Posting => ({
  ...base(id, tenant),
  entryId: 'JournalEntry:1' as Id<'JournalEntry'>,
  kind: 'DEPOSIT',
  cause: 'Transaction:1',
  entryCause: 'Transaction:1',
  account,
  currency: USD,
  amount,
});

export const account = (id: string, patch: Partial<InternalAccount> = {}): InternalAccount => ({
  ...base<Id<'InternalAccount'>>(id, patch.tenant ?? ALICE),
  customerId: null,
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  currency: USD,
  reference: `reference of ${id}`,
  fundingPaymentInstructions: [],
  walletAddresses: null,
  fundingRails: null,
  privateEnabled: null,
  ownerUnderReview: false,
  owner: `owner of ${id}`,
  ownerType: 'CUSTOMER',
  ...patch,
});

export const externalAccount = (id: string, patch: Partial<ExternalAccount> = {}): ExternalAccount => ({
  ...base<Id<'ExternalAccount'>>(id, patch.tenant ?? ALICE),
  customerId: null,
  owner: 'platform',
  ownerType: 'PLATFORM',
  status: 'ACTIVE',
  currency: USD,
  platformAccountId: null,
  ownershipType: null,
  defaultUmaDepositAccount: false,
  accountInfo: {} as ExternalAccount['accountInfo'],
  identity: `identity of ${id}`,
  beneficiaryVerificationStatus: null,
  beneficiaryVerifiedName: null,
  ownershipChallenge: null,
  ownershipProof: null,
  trustedAt: null,
  trustChallenge: null,
  duplicateOf: null,
  isDeleted: false,
  blockedAs: null,
  ...patch,
});

export const beneficialOwner = (id: string): BeneficialOwner => ({
  ...base<Id<'BeneficialOwner'>>(id, ALICE),
  customerId: 'Customer:1' as Id<'Customer'>,
  roles: ['UBO'],
  ownershipPpm: 250_000,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  email: null,
  phoneNumber: null,
  address: { line1: '1 Main St', line2: null, city: null, state: null, postalCode: '94105', country: 'US' },
  idType: 'SSN',
  sealedIdentifier: 'sealed',
  countryOfIssuance: null,
  kycStatus: 'PENDING',
  deletedAt: null,
});

export const transaction = (id: string, patch: Partial<Transaction> = {}): Transaction => ({
  ...UNSET,
  ...base<Id<'Transaction'>>(id, patch.tenant ?? ALICE),
  type: 'OUTGOING',
  status: 'PROCESSING',
  direction: 'DEBIT',
  customerId: 'Platform:alice',
  platformCustomerId: 'Platform:alice',
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'ExternalAccount:1',
    currency: USD,
    onChainTransaction: null,
  },
  ...patch,
});

export const job = (id: string, patch: Partial<Job> = {}): Job => ({
  ...base<Id<'Job'>>(id, patch.tenant ?? ALICE),
  kind: 'payout.submit',
  subject: 'Transaction:1',
  dueAt: T0,
  clockOffset: 0,
  leaseUntil: instant(0),
  attempts: 0,
  dedupe: null,
  lastError: null,
  trace: null,
  ...patch,
});

export const event = (id: string, patch: Partial<OutboxEvent> = {}): OutboxEvent => ({
  ...base<Id<'Webhook'>>(id, patch.tenant ?? ALICE),
  type: 'OUTGOING_PAYMENT.PENDING',
  resource: `resource of ${id}`,
  snapshot: {},
  available: null,
  held: null,
  status: 'QUEUED',
  queuedAt: T0,
  attempts: 0,
  nextAttemptAt: T0,
  clockOffset: 0,
  leaseUntil: instant(0),
  deliveredAt: null,
  lastError: null,
  tries: null,
  trace: null,
  salt: null,
  erasedDigest: null,
  ...patch,
});

export const quote = (id: string, patch: Partial<Quote> = {}): Quote => ({
  ...base<Id<'Quote'>>(id, patch.tenant ?? ALICE),
  status: 'PENDING',
  expiresAt: T0,
  customerId: 'Customer:1',
  platformCustomerId: 'ada',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' as Id<'InternalAccount'>, customerId: 'Customer:1' },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'ExternalAccount:1' as Id<'ExternalAccount'>,
    paymentRail: null,
  },
  destinationId: 'ExternalAccount:1',
  pulledFrom: null,
  sendingCurrency: USD,
  receivingCurrency: USD,
  totalSendingAmount: 100n,
  totalReceivingAmount: 100n,
  rateBasis: null,
  termsIds: null,
  exchangeRate: { num: 1n, den: 1n },
  platformFee: 0n,
  serviceFee: 0n,
  serviceFeeBps: 0,
  serviceFixedFee: 0n,
  paymentInstructions: null,
  reference: null,
  fundingRail: null,
  rail: 'bank',
  paymentRail: null,
  settlementSeconds: null,
  dailyVolume: null,
  transactionId: `Transaction:${id}` as Id<'Transaction'>,
  description: null,
  remittanceInformation: null,
  purposeOfPayment: null,
  uma: null,
  paymentRequest: null,
  sca: null,
  agentId: null,
  ...patch,
});
