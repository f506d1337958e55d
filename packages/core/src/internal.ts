/** Exports for Corridor's own packages beyond the public entries. They change without notice. */
export {
  type AnswerSeal,
  birth,
  canonicalText,
  createCommands,
  createIds,
  csvLine,
  DEFAULT_LIMIT,
  domainError,
  ERROR_DETAILS,
  fail,
  forgetAnswers,
  HOUSE_TENANTS,
  houseTenant,
  begunAt,
  isHouse,
  isId,
  machine,
  MalformedAnswer,
  MAX_LIMIT,
  openSealed,
  optionalPackage,
  readTraceparent,
  readAll,
  ibanNotation,
  phoneNotation,
  REMEDIES,
  repeatOutdated,
  rules,
  runAttempt,
  type SandboxSuffix,
  sandboxSuffix,
  splitTenant,
  statesOf,
} from './kernel/index.js';
export {
  amountText,
  BPS_PER_ONE,
  cross,
  decimalText,
  inMajor,
  invert,
  MAX_AMOUNT,
  MAX_COMPUTED,
  MAX_FEE_BPS,
  mulDiv,
  rateText,
  unitsText,
  wireCurrency,
} from './money/index.js';
export { amountOn, auditLedger, chart, checkpoint, everyRecord, readPositions, rebuildCheckpoints } from './ledger/index.js';
export { type EventSnapshots, type EventSubject, REDELIVERABLE, subjectOf } from './events/index.js';
export { shapedMessages } from './codes/index.js';
export { countOpenExceptions, DIRECTIONS, type OpenExceptions } from './exceptions/index.js';
export {
  EVENTS_OF_A_RUN,
  figuresArea,
  inspectFigures,
  type Prefunding,
  type PrefundingFloor,
  prefundingOf,
  readTotals,
  readUpkeep,
  SETTLE_BOUNDS,
  type TotalCell,
  type Totals,
  type Upkeep,
  type WaitingFigures,
} from './figures/index.js';
export {
  CODE_PLACE,
  CONFIG_LIMITS,
  defaultLimits,
  FEE_TYPES,
  invalidInConfig,
  invalidInNewToken,
  type KeyOwner,
  proofOf,
  SANDBOX_UMA_DOMAIN,
  shownEndpoint,
} from './platforms/index.js';
export { createJournalSealer, inspectSeals, type SealedSummary } from './seals/index.js';
export {
  ACCEPTANCE_METHODS,
  ANNUAL_INCOMES,
  BUSINESS_TYPES,
  COUNTRIES,
  CUSTOMER_LIMITS,
  ENTITY_TYPES,
  EXPECTED_TRANSACTION_COUNTS,
  EXPECTED_TRANSACTION_VOLUMES,
  IDENTIFICATION_TYPES,
  type Intake,
  invalidInCustomerPatch,
  invalidInNewCustomer,
  isUmaAddress,
  KYB,
  nameOf,
  NET_WORTHS,
  PEP_STATUSES,
  PURPOSES_OF_ACCOUNT,
  sandboxDecision,
  sandboxOutcome,
  SOURCES_OF_FUNDS_OF_BUSINESSES,
  SOURCES_OF_FUNDS_OF_INDIVIDUALS,
  SOURCES_OF_WEALTH,
} from './customers/index.js';
export {
  COMPANY_EVIDENCE,
  DOCUMENT_LIMITS,
  type HeldLink,
  holdingsOf,
  IDENTITY_DOCUMENTS,
  invalidInBeneficialOwnerPatch,
  invalidInDocumentReplacement,
  invalidInNewBeneficialOwner,
  invalidInNewDocument,
  invalidInNewKycLink,
  KYC_SESSION_SECONDS,
  masked,
  percentOf,
  proposedFields,
  REDIRECT_URI_LENGTH,
  shapedVerification,
} from './verification/index.js';
export {
  ACCOUNT_TYPES,
  accountInfoView,
  type AccountInfoView,
  accountServes,
  accountsOf,
  accountType,
  addressesOf,
  ADDRESS_FIELDS,
  behaviourOf,
  BUSINESS_BENEFICIARY,
  createRails,
  exampleAccountInfo,
  expectation,
  EXTERNAL_ACCOUNT_TYPES,
  type Field,
  FIELD_CONTENTS,
  type FieldContent,
  findAccountType,
  inNotation,
  instructionFields,
  instructionRails,
  type InternalAccountKey,
  invalidInNewExternalAccount,
  invalidInOwnershipSignature,
  lightningKey,
  malformedMember,
  OWNERSHIP_METHODS,
  type PartyShape,
  payeeName,
  PAYMENT_ACCOUNTS,
  PLATFORM_ACCOUNT_ID_LENGTH,
  primaryIdentifierField,
  railsOf,
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  SEPA_COUNTRIES,
  SEPA_COUNTRIES_OF,
  shapedRail,
  SIGNATURE_LENGTH,
  validateAccountInfo,
  WALLET_BENEFICIARY,
} from './accounts/index.js';
export { createRailStore, type RailStorePorts } from './rails/index.js';
export { corridorName, createRateBook, type RateAge, type RateBook, shapedSource } from './rates/index.js';
export {
  type IncomingPayment,
  isIncoming,
  isOutgoing,
  KNOWN_FIELDS,
  type OutgoingPayment,
  pulledFor,
  UNSET,
  type CorrectedAmount,
  correctedAmounts,
  NO_CORRECTIONS,
} from './transactions/index.js';
export { type Challenge, HELD_HANDLE, type Signed, UNSIGNED } from './wallets/index.js';
export {
  invalidInLogin,
  invalidInProof,
  passkeyPlaceOf,
  type RecordedSecurityEvent,
  SECURITY_EVENTS,
} from './sca/index.js';
export { CARD_LIMITS, isCardTransaction, shapedCardIssuer, type Simulated } from './cards/index.js';
export { rateTermsOf, scaChallengeOf, shownInstructions } from './quotes/index.js';
export { invalidInEstimate, invalidInTransfer } from './transfers/index.js';
export {
  isLocalDomain,
  MSAT_PER_SAT,
  NO_UMA,
  NOTICES_PATH,
  OFFERS_PATH,
  originOf,
  parseUmaAddress,
  PAY_REQUESTS_PATH,
  toSatoshis,
  type UmaLookup,
} from './uma/index.js';
export {
  auditBookedSupply,
  invalidInOrder,
  ISSUER_CLEARINGS,
  MAX_DESCRIPTION,
  shapedIssuer,
} from './stablecoins/index.js';
export {
  ACCOUNT_ID_LENGTH,
  AGENT_NAME_LENGTH,
  AGENT_PAUSED,
  invalidInAgentChange,
  invalidInNewAgent,
  invalidInPolicyChange,
  MAX_DAILY_TRANSACTIONS,
  MAX_POLICY_ACCOUNTS,
  REASON_LENGTH,
} from './agents/index.js';
export { CLOCK_LIMITS } from './sandbox/index.js';
export { CARD_MESSAGES, CARD_USES } from './service/actions/sandbox-inputs.js';
export { limitedCore } from './service/limited-core.js';
export { PROVIDER_SECONDS } from './sign-in/index.js';
export { MOST_DIFFERENCES } from './service/actions/rails.js';
export { type DeclaredAction, DECLARED_ACTIONS } from './service/actions/declared-actions.js';
export {
  allowedTo,
  type PlatformLimit,
  reaches,
  findWaiting,
  logFields,
  logLine,
  OPERATOR_ACTION,
  operatorText,
  RULE_OF,
  startSession,
  writeLog,
} from './operators/index.js';
export { OPENED_BY_HAND, type OwnMoney, RULES, shortfalls } from './treasury/index.js';
export { audit, findUnreadable } from './audit/index.js';
export { readStatement } from './statements/index.js';
export {
  compareHoldings,
  type ComparedHolding,
  reconcile,
  reconcileRail,
  type RailReconciliation,
  type Reconciliation,
  recordDifferences,
  type Reseal,
  resealAll,
  resealHost,
  type StatementLine,
} from './maintenance/index.js';
export { MACHINES } from './catalogue/index.js';
export { operatorReads } from './service/index.js';
export {
  crc16,
  manualKyc,
  NO_REAL_MONEY,
  outcomeAt,
  paymentAccount,
  reach,
  refundAt,
  sandboxBankRail,
  sandboxKyc,
  sandboxRates,
} from './sandbox-ports/index.js';
export { MOST_HITS } from './search/index.js';
