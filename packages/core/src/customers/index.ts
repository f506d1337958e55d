export * from './area.js';
export * from './bulk-import.js';
export * from './bulk-imports-area.js';
export { CONTACT_CHANNELS, type ContactChannel, type ContactRequest } from './contact-verification.js';
export { COUNTRIES, isScaRegulated, WITHOUT_POSTAL_CODES } from './countries.js';
export { invalidInNewCustomer, type NewCustomer } from './create-customer.js';
export * from './customer.js';
export {
  CUSTOMER_LIMITS,
  type CustomerFields,
  invalidTaxIds,
  type IsTaxNumber,
  personRules,
  type Sent,
  type TaxNumberFields,
  taxNumberRule,
} from './customer-fields.js';
export { type CustomerFilter, findCustomer, findNamedCustomer } from './customer-service.js';
export {
  type CustomerNumbers,
  openCustomer,
  type OpenCustomer,
  openNumbers,
  showNumbers,
  withTaxId,
} from './customer-numbers.js';
export * from './customer-states.js';
export {
  addressDomain,
  heldAddress,
  type HeldAddress,
  heldAddressId,
  standsFor,
  UMA_ADDRESSES,
} from './held-address.js';
export { nameKind } from './full-name.js';
export {
  type IdentityChange,
  identityPaths,
  type IdentityReviews,
  isEmptyChange,
  UNDER_REVIEW,
  withParts,
} from './identity.js';
export { type DecideAtOnce, hasEnding, moveKyc, sandboxDecision, sandboxOutcome, snapshotOf } from './kyc.js';
export { blockedError, mayMoveMoney, mustNotBeBlocked, notReady } from './readiness.js';
export * from './ports.js';
export type { Intake } from './receive-import.js';
export { isUmaAddress, partyKey } from './uma-address.js';
export { applyIdentity, type CustomerPatch, invalidInCustomerPatch } from './update-customer.js';
export * from './vocabulary.js';
