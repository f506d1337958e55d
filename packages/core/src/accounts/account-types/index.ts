export * from './account-info.js';
export * from './account-type.js';
export {
  ADDRESS_FIELDS,
  BENEFICIARY_TYPES,
  type BeneficiaryType,
  BUSINESS_BENEFICIARY,
  WALLET_BENEFICIARY,
} from './beneficiary.js';
export * from './examples.js';
export { expectation, inNotation } from './field-values.js';
export * from './identifiers.js';
export * from './payment-instructions.js';
export { SEPA_COUNTRIES, SEPA_COUNTRIES_OF, type SepaCountry } from './sepa-countries.js';
export * from './table.js';
export * from './validate-account-info.js';
