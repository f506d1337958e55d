import {
  type AgentActionView,
  type AgentView,
  type Arrival,
  type DeviceCode,
  type Redeemed,
  type ApiToken,
  type BulkImportReport,
  type Card,
  type CardTransaction,
  type CurrencyCode,
  type Customer,
  type ExchangeRate,
  type Challenge,
  type DelegatedKey,
  type BeneficialOwner,
  type Document,
  type ExternalAccount,
  exampleAccountInfo,
  type Id,
  type IdType,
  instant,
  type Instant,
  type InternalAccount,
  type InternalAccountView,
  type Lookup,
  type LedgerEntry,
  type Invitation,
  type Platform,
  type Quote,
  rateOf,
  type Stablecoin,
  type StablecoinOperation,
  type StablecoinProviderAccount,
  type StablecoinQuote,
  type ScaChallenge,
  type TenantKey,
  type Transaction,
  type UmaLookup,
  type UmaProvider,
  UNSET,
  type WalletCredential,
  type WalletSession,
  type Verification,
} from '@corridor/core';

const UUID = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

export const idOf = <T extends IdType>(type: T): Id<T> => `${type}:${UUID}` as Id<T>;

export const NOW: Instant = instant(Date.UTC(2025, 9, 13, 12, 0, 0, 250));
export const NOW_TEXT = '2025-10-13T12:00:00.250Z';
export const TENANT = `${idOf('Platform')}/SANDBOX` as TenantKey;

const USD = 'USD' as CurrencyCode;
const BTC = 'BTC' as CurrencyCode;

const record = <I extends string>(id: I) => ({ id, tenant: TENANT, version: 1, createdAt: NOW, updatedAt: NOW });

export const token: ApiToken = {
  ...record(idOf('Token')),
  name: 'reporting',
  permissions: ['VIEW', 'TRANSACT'],
  clientId: 'client_example',
  secretDigest: 'canary-digest',
};

export const ledgerEntry: LedgerEntry = {
  id: idOf('JournalEntry'),
  kind: 'DEPOSIT',
  cause: idOf('Transaction'),
  createdAt: NOW,
  postings: [-1_000n, 1_000n].map((amount, index) => ({
    ...record(`${idOf('JournalEntry')}/${index}`),
    entryId: idOf('JournalEntry'),
    kind: 'DEPOSIT',
    cause: idOf('Transaction'),
    entryCause: index === 0 ? idOf('Transaction') : null,
    account: index === 0 ? 'clearing:SANDBOX:sandbox-bank:USD' : `available:${idOf('InternalAccount')}`,
    currency: USD,
    amount,
  })),
};

export const platform: Platform = {
  ...record(TENANT),
  platformId: idOf('Platform'),
  environment: 'SANDBOX',
  name: 'Example platform',
  umaDomain: 'pay.example.com',
  webhookEndpoint: 'https://platform.example.com/webhooks',
  supportedCurrencies: [
    {
      currencyCode: USD,
      minAmount: 1n,
      maxAmount: 9_000_000_000_000_000n,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      providerRequiredCustomerFields: ['FULL_NAME'],
      providerRequiredCounterpartyCustomerFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    },
  ],
  feeConfigs: [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: USD,
      variableFeeBps: 30,
      fixedFee: { amount: 50n, currency: USD },
    },
  ],
  isRegulatedFinancialInstitution: false,
  embeddedWalletConfig: { appName: 'Example', otpLength: 6 },
  cardTokenization2faConfig: { displayName: 'Example', sms: { bodyText: 'Your code: {code}' } },
  requiresEndUserTerms: false,
  webhookSecret: 'sealed',
  previousWebhookSecret: null,
  previousWebhookSecretUntil: null,
  clockOffset: 0,
};

export const individual: Customer = {
  ...record(idOf('Customer')),
  platformCustomerId: 'customer-1',
  customerType: 'INDIVIDUAL',
  region: 'DE',
  currencies: [USD, BTC],
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$ada@pay.example.com',
  kycStatus: 'PENDING',
  contactEmail: 'PENDING',
  contactPhone: null,
  address: { line1: '1 Example Street', line2: null, city: 'Berlin', state: null, postalCode: '10115', country: 'DE' },
  fullName: 'Ada Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  idType: 'NON_US_TAX_ID',
  identifier: 'canary-identifier',
  countryOfIssuance: 'DE',
  dueDiligence: { pepStatus: 'NONE', sourceOfFundsCategories: ['SALARY'] },
  businessInfo: null,
  endUserTermsConsent: {
    acceptedAt: NOW,
    ipAddress: '203.0.113.7',
    termsVersion: '2025-01',
    acceptanceMethod: 'CHECKBOX',
  },
  isDeleted: false,
};

export const business: Customer = {
  ...individual,
  customerType: 'BUSINESS',
  kycStatus: 'APPROVED',
  contactEmail: null,
  email: null,
  phoneNumber: null,
  fullName: null,
  birthDate: null,
  nationality: null,
  idType: null,
  countryOfIssuance: null,
  dueDiligence: null,
  endUserTermsConsent: null,
  businessInfo: { legalName: 'Example Trading Ltd', country: 'DE', entityType: 'LLC', incorporatedOn: '2020-02-29' },
};

export const bulkImport: BulkImportReport = {
  ...record(idOf('BulkImport')),
  status: 'COMPLETED',
  columns: ['platformCustomerId'],
  chunks: 1,
  nextChunk: 1,
  total: 2,
  successful: 1,
  failed: 1,
  completedAt: NOW,
  errors: [
    {
      row: 2,
      error: {
        code: 'INVALID_INPUT',
        message: 'Invalid input: country',
        details: { errors: [{ field: 'country', message: 'is required' }] },
      },
    },
  ],
};

export const internalAccount: InternalAccount = {
  ...record(idOf('InternalAccount')),
  customerId: idOf('Customer'),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  currency: USD,
  reference: 'K7QF9M3X',
  fundingPaymentInstructions: [
    {
      instructionsNotes: null,
      isPlatformAccount: null,
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        paymentRails: ['ACH', 'WIRE'],
        accountNumber: '1234567890',
        routingNumber: '021000021',
        bankName: 'First Example Bank',
        reference: 'K7QF9M3X',
      },
    },
  ],
  privateEnabled: null,
  owner: idOf('Customer'),
  ownerType: 'CUSTOMER',
};

export const accountView: InternalAccountView = { account: internalAccount, available: 900n, held: 100n };

export const externalAccount: ExternalAccount = {
  ...record(idOf('ExternalAccount')),
  customerId: idOf('Customer'),
  owner: idOf('Customer'),
  ownerType: 'CUSTOMER',
  status: 'ACTIVE',
  currency: BTC,
  platformAccountId: null,
  ownershipType: null,
  defaultUmaDepositAccount: false,
  accountInfo: exampleAccountInfo('LAYER2_WALLET'),
  identity: 'digest',
  beneficiaryVerificationStatus: null,
  beneficiaryVerifiedName: null,
  ownershipChallenge: null,
  ownershipProof: null,
  trustedAt: null,
  trustChallenge: null,
  isDeleted: false,
};

export const quote: Quote = {
  ...record(idOf('Quote')),
  status: 'PENDING',
  expiresAt: instant(NOW + 300_000),
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD, cryptoNetwork: null },
  destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: null },
  destinationId: idOf('ExternalAccount'),
  pulledFrom: null,
  sendingCurrency: USD,
  receivingCurrency: BTC,
  totalSendingAmount: 10_000n,
  totalReceivingAmount: 156_000n,
  exchangeRate: rateOf(1000n, 63n),
  platformFee: 53n,
  serviceFee: 63n,
  serviceFeeBps: 50,
  serviceFixedFee: 13n,
  paymentInstructions: internalAccount.fundingPaymentInstructions,
  reference: 'K7QF9M3X',
  fundingRail: 'sandbox',
  rail: 'sandbox',
  settlementSeconds: 60,
  dailyVolume: null,
  transactionId: idOf('Transaction'),
  description: 'Buy bitcoin',
  remittanceInformation: null,
  purposeOfPayment: null,
  agentId: null,
  uma: null,
  sca: null,
};

export const scaChallenge: ScaChallenge = {
  id: idOf('Request'),
  expiresAt: NOW,
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP', 'PASSKEY'],
  purpose: 'pay 100.00 USD to Ada Example (…7890)',
  passkey: { options: { challenge: 'Y2hhbGxlbmdl', rpId: 'example.com' }, origins: ['https://app.example.com'] },
};

export const umaQuote: Quote = {
  ...quote,
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example', currency: USD },
  destinationId: '$bob@bank.example',
  rail: 'lightning',
  uma: {
    lookupId: idOf('Lookup'),
    invoice: 'lnbcrt1560n1…',
    settlementAmount: 156n,
    counterpartyFeeMsat: 20n,
    utxoCallback: null,
    domain: 'pay.example.com',
    payeeData: { identifier: '$bob@bank.example' },
  },
};

export const providerAccount: StablecoinProviderAccount = {
  ...record(idOf('StablecoinProviderAccount')),
  provider: 'BRALE',
  providerAccountId: 'acct_example',
  providerEnvironment: 'SANDBOX',
  status: 'ACTIVE',
  lastVerifiedAt: NOW,
  sealedCredentials: 'canary-sealed',
};

export const stablecoin: Stablecoin = {
  ...record(idOf('Stablecoin')),
  name: 'Example dollar',
  symbol: 'USDB',
  baseCurrency: USD,
  network: 'SPARK',
  decimals: 6,
  issuanceStatus: 'PROVISIONED',
  svcOperationsStatus: 'ENABLED',
  networkTokenIdentifier: 'btkn1example',
  providerTokenIdentifier: 'token-1',
  currency: 'USDB' as CurrencyCode,
  provider: 'BRALE',
  stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
  providerEnvironment: 'SANDBOX',
};

export const stablecoinQuote: StablecoinQuote = {
  ...record(idOf('StablecoinQuote')),
  stablecoinId: idOf('Stablecoin'),
  operationType: 'MINT',
  status: 'EXECUTED',
  amount: 250_000_000n,
  fees: 0n,
  netAmount: 250_000_000n,
  request: {
    operationType: 'MINT',
    amount: 250_000_000n,
    source: {
      type: 'WIRE',
      externalAccountId: null,
      accountId: null,
      sourceTokenIdentifier: null,
      cryptoNetwork: null,
    },
    destination: { accountId: idOf('InternalAccount'), rail: null },
    description: null,
  },
  timing: null,
  stablecoinOperationId: idOf('StablecoinOperation'),
  expiresAt: instant(NOW + 300_000),
};

export const stablecoinOperation: StablecoinOperation = {
  ...record(idOf('StablecoinOperation')),
  stablecoinId: idOf('Stablecoin'),
  operationType: 'MINT',
  status: 'PENDING_FUNDING',
  amount: 10n ** 17n,
  netAmount: 10n ** 17n,
  source: { type: 'WIRE', externalAccountId: null, accountId: null, sourceTokenIdentifier: null, cryptoNetwork: null },
  destination: { accountId: idOf('InternalAccount'), rail: null },
  provider: 'BRALE',
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
  owner: 'platform',
  collectedFrom: null,
  deliveredTo: null,
  baseCurrency: USD,
  currency: 'USDB' as CurrencyCode,
  heldAmount: null,
  quoteId: null,
  fundingInstructions: { rail: 'WIRE', accountNumber: '1234567890', reference: 'K7QF9M3X' },
  estimatedDelivery: { rail: null, amount: 10n ** 17n, currency: 'USDB', timing: 'WITHIN_MINUTES' },
  expiresAt: instant(NOW + 86_400_000),
  providerStatus: 'awaiting_funding',
  failureReason: null,
  description: 'Treasury',
  submittedAt: NOW,
};

export const invitation: Invitation = {
  ...record(idOf('Invitation')),
  status: 'CLAIMED',
  environment: 'SANDBOX',
  code: '7hq4k9xm2c8nvtw3',
  inviterUma: '$ada@pay.example.com',
  inviterId: idOf('Customer'),
  inviteeUma: '$bob@bank.example',
  firstName: 'Bob',
  amountToSend: 1_000n,
  currency: USD,
  expiresAt: instant(NOW + 600_000),
  claimedAt: NOW,
  quoteId: idOf('Quote'),
  url: 'https://pay.example.com/invite/7hq4k9xm2c8nvtw3',
};

export const umaProvider: UmaProvider = {
  name: 'Bank',
  domain: 'bank.example',
  supportedRegions: ['DE'],
  supportedCurrencies: ['EUR', 'NOPE'],
  logoUrl: 'https://bank.example/logo.png',
  lei: '529900T8BM49AURSDO55',
  isBlocked: false,
  hourlyLimit: null,
};

export const exchangeRate: ExchangeRate = {
  sourceCurrency: USD,
  destinationCurrency: 'MXN' as CurrencyCode,
  destinationPaymentRail: 'SPEI',
  sendingAmount: 10_000n,
  minSendingAmount: 1n,
  maxSendingAmount: 1_000_000n,
  receivingAmount: 183_150n,
  exchangeRate: rateOf(37n, 2n),
  fixedFees: 50n,
  totalFees: 100n,
  updatedAt: NOW,
};

export const outgoing: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'OUTGOING',
  status: 'PROCESSING',
  direction: 'DEBIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('ExternalAccount'),
    currency: BTC,
    onChainTransaction: null,
  },
  sentAmount: 10_000n,
  sentCurrency: USD,
  receivedAmount: 156_000n,
  receivedCurrency: BTC,
  exchangeRate: rateOf(1000n, 63n),
  fees: 116n,
  platformFees: 53n,
  quoteId: idOf('Quote'),
  description: 'Buy bitcoin',
  reference: 'K7QF9M3X',
  expectedSettlementAt: instant(NOW + 60_000),
};

/** Collected from an external account. */
export const transferIn: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'INCOMING',
  status: 'FAILED',
  direction: 'CREDIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'ACCOUNT', accountId: idOf('ExternalAccount'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('InternalAccount'),
    currency: USD,
    onChainTransaction: null,
  },
  sentAmount: 500n,
  sentCurrency: USD,
  receivedAmount: 500n,
  receivedCurrency: USD,
  failureReason: 'COLLECTION_FAILED',
  refundStatus: 'COMPLETED',
  refundReference: 'R-2',
  refundReason: 'USER_CANCELLATION',
  refundInitiatedAt: NOW,
  refundSettledAt: NOW,
};

export const lookup: Lookup = {
  ...record(idOf('Lookup')),
  receiverType: 'EXTERNAL_ACCOUNT',
  receiver: idOf('ExternalAccount'),
  customerId: null,
  expiresAt: instant(NOW + 600_000),
  supportedCurrencies: [{ currency: BTC, estimatedExchangeRate: rateOf(1n, 63_000n), min: 1n, max: 9_000_000n }],
  requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
  vasp: null,
  counterparty: null,
};

export const umaLookup: UmaLookup = {
  ...lookup,
  receiverType: 'UMA_ADDRESS',
  receiver: '$bob@bank.example',
  customerId: idOf('Customer'),
  vasp: 'bank.example',
  counterparty: {
    receiver: '$bob@bank.example',
    callback: 'https://bank.example/payreq',
    metadata: '[]',
    minMsat: 1n,
    maxMsat: 1_000_000n,
    currencies: [],
    payerData: [],
    isSubjectToTravelRule: false,
    majorVersion: 1,
  },
};

export const arrival: Arrival = {
  ...record(idOf('Arrival')),
  rail: 'sandbox',
  paymentId: 'payment-1',
  reference: 'K7QF9M3X',
  currency: USD,
  amount: 10_000n,
  outcome: 'QUOTE_FUNDED',
  transactionId: idOf('Transaction'),
  depositId: null,
};

/** Failed, and on its way back. */
export const refunded: Transaction = {
  ...outgoing,
  status: 'FAILED',
  failureReason: 'QUOTE_EXECUTION_FAILED',
  refundStatus: 'COMPLETED',
  refundReference: 'R-1',
  refundReason: 'TRANSACTION_FAILED',
  refundInitiatedAt: NOW,
  refundSettledAt: NOW,
  settledAt: NOW,
};

export const incoming: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'INCOMING',
  status: 'COMPLETED',
  direction: 'CREDIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('InternalAccount'),
    currency: USD,
    onChainTransaction: { transactionHash: '0xabc', network: 'ETHEREUM' },
  },
  receivedAmount: 500n,
  receivedCurrency: USD,
  settledAt: NOW,
};

export const walletCredential: WalletCredential = {
  ...record(idOf('AuthMethod')),
  accountId: idOf('InternalAccount'),
  livingIn: idOf('InternalAccount'),
  type: 'EMAIL_OTP',
  status: 'ACTIVE',
  nickname: 'ada@example.com',
  slot: 'slot',
  signInEmail: 'ada@example.com',
  contact: 'ada@example.com',
  identity: null,
  passkey: null,
  otpTarget: 'sealed',
};

export const walletSession: WalletSession = {
  ...record(idOf('Session')),
  accountId: idOf('InternalAccount'),
  livingIn: idOf('InternalAccount'),
  credentialId: idOf('AuthMethod'),
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  passkeyId: null,
  status: 'ACTIVE',
  publicKey: `02${'a'.repeat(64)}`,
  clientKey: null,
  expiresAt: instant(NOW + 900_000),
};

export const delegatedKey: DelegatedKey = {
  ...record(idOf('DelegatedKey')),
  cardId: idOf('Card'),
  fundingSourceId: idOf('InternalAccount'),
  accountId: idOf('InternalAccount'),
  publicKey: `03${'b'.repeat(64)}`,
  keyHandle: 'sealed',
  nickname: 'Card',
  status: 'ACTIVE',
  slot: 'slot',
};

export const challenge: Challenge = {
  kind: 'challenge',
  type: 'EMAIL_OTP',
  payloadToSign: '{}',
  requestId: idOf('Request'),
  expiresAt: instant(NOW + 300_000),
};

export const verification: Verification = {
  ...record(idOf('Verification')),
  customerId: idOf('Customer'),
  verificationStatus: 'RESOLVE_ERRORS',
  provider: 'SANDBOX',
  errors: [
    {
      resourceId: idOf('Customer'),
      type: 'MISSING_FIELD',
      field: 'fullName',
      acceptedDocumentTypes: null,
      reason: 'is required',
    },
    {
      resourceId: idOf('Customer'),
      type: 'MISSING_IDENTITY_DOCUMENT',
      field: null,
      acceptedDocumentTypes: ['PASSPORT'],
      reason: 'a passport is required',
    },
  ],
};

export const beneficialOwner: BeneficialOwner = {
  ...record(idOf('BeneficialOwner')),
  customerId: idOf('Customer'),
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 60,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  email: 'ada@example.com',
  phoneNumber: null,
  address: individual.address!,
  idType: 'NON_US_TAX_ID',
  sealedIdentifier: 'sealed canary-identifier',
  countryOfIssuance: 'DE',
  kycStatus: 'PENDING',
};

export const document: Document = {
  ...record(idOf('Document')),
  documentHolder: idOf('Customer'),
  customerId: idOf('Customer'),
  documentType: 'NATIONAL_ID',
  side: 'FRONT',
  country: 'DE',
  documentNumber: 'L01X00T47',
  issuingAuthority: 'Stadt Berlin',
  fileName: 'ausweis.jpg',
  contentType: 'image/jpeg',
  size: 1000,
  contentDigest: '0'.repeat(64),
  blobKey: 'key-1',
  uploadedAt: NOW,
  revision: 1,
  submittedWith: null,
};

export const agentView: AgentView = {
  agent: {
    ...record(idOf('Agent')),
    name: 'Bookkeeper',
    customerId: idOf('Customer'),
    isPaused: false,
    isConnected: true,
    policy: {
      permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: {
        currency: USD,
        perTransactionLimit: 50_000n,
        dailyLimit: 200_000n,
        dailyTransactionLimit: 10,
        monthlyLimit: null,
      },
      accountRestrictions: {
        allowedAccountIds: [idOf('InternalAccount')],
        accountRules: [
          { accountId: idOf('InternalAccount'), executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 5_000n },
        ],
      },
      approvalThresholds: { currency: USD, amount: 10_000n },
    },
    tokenDigest: 'canary-digest',
    codeDigest: 'canary-digest',
    codeExpiresAt: NOW,
    isCodeRedeemed: true,
    gate: 0n,
    latch: 0n,
  },
  usage: { dailySpend: 10_000n, dailyCount: 1n, monthlySpend: 30_000n },
  day: '2025-10-13',
  month: '2025-10',
};

export const agentCode: DeviceCode = {
  code: '7HQ4K9XMCRVW',
  agentId: idOf('Agent'),
  expiresAt: NOW,
  isRedeemed: false,
};

export const redeemedCode: Redeemed = {
  agentId: idOf('Agent'),
  agentName: 'Bookkeeper',
  accessToken: 'agent_token',
  policy: agentView.agent.policy,
};

export const quoteAction: AgentActionView = {
  ...record(idOf('AgentAction')),
  agentId: idOf('Agent'),
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  status: 'PENDING_APPROVAL',
  type: 'EXECUTE_QUOTE',
  quoteId: quote.id,
  transfer: null,
  stamp: 'canary-stamp',
  wasAsked: true,
  transactionId: null,
  spent: null,
  rejectionReason: null,
  quote,
  transaction: null,
};

export const transferAction: AgentActionView = {
  ...quoteAction,
  status: 'REJECTED',
  type: 'TRANSFER_OUT',
  quoteId: null,
  quote: null,
  transfer: {
    sourceId: idOf('InternalAccount'),
    destinationId: idOf('ExternalAccount'),
    amount: 10_000n,
    currency: USD,
    paymentRail: null,
    remittanceInformation: null,
    purposeOfPayment: null,
  },
  transaction: outgoing,
  rejectionReason: 'Not expected',
};

export const card: Card = {
  ...record(idOf('Card')),
  cardholderId: idOf('Customer'),
  platformCardId: 'card-1',
  state: 'ACTIVE',
  stateReason: null,
  form: 'VIRTUAL',
  brand: 'VISA',
  last4: '4242',
  expMonth: 10,
  expYear: 2029,
  fundingSources: [idOf('InternalAccount')],
  currency: USD,
  maxSpendPerTransaction: 50_000n,
  processorRef: 'sandbox-cards',
  issuerRef: 'issued-1',
  sealedPassword: 'canary-password',
  stateChanges: 1,
  fundingChanges: 0,
};

export const cardTransaction: CardTransaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'CARD',
  status: 'SETTLED',
  direction: 'DEBIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount'), currency: USD },
  destination: { destinationType: 'MERCHANT', descriptor: 'COFFEE BAR', currency: USD },
  senderIdentifier: idOf('InternalAccount'),
  rail: 'sandbox-cards',
  issuerToken: 'token-1',
  card: {
    cardId: idOf('Card'),
    accountId: idOf('InternalAccount'),
    currency: USD,
    merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: null },
    authorized: 1_250n,
    reserved: 0n,
    settled: 1_300n,
    refunded: 300n,
    lost: 0n,
    clearings: 1,
    returns: 1,
    pendingPulls: 0,
    moved: {
      CARD_HOLD: { count: 1, total: 1_250n },
      CARD_CLEARING: { count: 1, total: 1_250n },
      CARD_PULL: { count: 1, total: 50n },
      CARD_RETURN: { count: 1, total: 300n },
    },
    told: 3,
    pulls: 'AT_ONCE',
    delegate: null,
    authorizedAt: NOW,
    lastEventAt: NOW,
  },
};
