import { ACCEPTANCE_METHODS, CUSTOMER_TYPES, IDENTIFICATION_TYPES } from '@corridor/core';
import * as z from 'zod';

/** The enumerations of customers, each a component of the document under its name. */
const named = <const V extends readonly [string, ...string[]]>(id: string, values: V) => z.enum(values).meta({ id });

export const customerType = named('CustomerType', CUSTOMER_TYPES);
export const identificationType = named('IdentificationType', IDENTIFICATION_TYPES);
export const acceptanceMethod = named('EndUserTermsAcceptanceMethod', ACCEPTANCE_METHODS);

const VERIFICATION_STATES = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'] as const;
export const kycStatus = named('KycStatus', VERIFICATION_STATES);
export const kybStatus = named('KybStatus', VERIFICATION_STATES);
export const contactVerificationStatus = named('ContactVerificationStatus', ['PENDING', 'VERIFIED']);

export const purposeOfAccount = named('PurposeOfAccount', [
  'CONTRACTOR_PAYOUTS',
  'CREATOR_PAYOUTS',
  'EMPLOYEE_PAYOUTS',
  'MARKETPLACE_SELLER_PAYOUTS',
  'SUPPLIER_PAYMENTS',
  'CROSS_BORDER_B2B',
  'AR_AUTOMATION',
  'AP_AUTOMATION',
  'EMBEDDED_PAYMENTS',
  'PLATFORM_FEE_COLLECTION',
  'P2P_TRANSFERS',
  'CHARITABLE_DONATIONS',
  'OTHER',
]);
export const expectedTransactionCount = named('ExpectedMonthlyTransactionCount', [
  'COUNT_UNDER_10',
  'COUNT_10_TO_100',
  'COUNT_100_TO_500',
  'COUNT_500_TO_1000',
  'COUNT_OVER_1000',
]);
export const expectedTransactionVolume = named('ExpectedMonthlyTransactionVolume', [
  'VOLUME_UNDER_10K',
  'VOLUME_10K_TO_100K',
  'VOLUME_100K_TO_1M',
  'VOLUME_1M_TO_10M',
  'VOLUME_OVER_10M',
]);

export const sourceOfFundsOfIndividual = named('IndividualSourceOfFundsCategory', [
  'SALARY',
  'SELF_EMPLOYMENT_INCOME',
  'INVESTMENT_INCOME',
  'PENSION',
  'RENTAL_INCOME',
  'GIFT',
  'INHERITANCE',
  'LOAN',
  'SAVINGS',
  'SALE_OF_ASSETS',
  'OTHER',
]);
export const sourceOfWealth = named('SourceOfWealthCategory', [
  'SALARY',
  'BUSINESS_INCOME',
  'INVESTMENTS',
  'INHERITANCE',
  'PROPERTY_SALE',
  'GIFT',
  'RETIREMENT',
  'SAVINGS',
  'OTHER',
]);
export const annualIncome = named('AnnualIncomeRange', [
  'UNDER_50K',
  'RANGE_50K_100K',
  'RANGE_100K_250K',
  'RANGE_250K_1M',
  'OVER_1M',
]);
export const netWorth = named('NetWorthRange', [
  'UNDER_100K',
  'RANGE_100K_500K',
  'RANGE_500K_1M',
  'RANGE_1M_5M',
  'RANGE_5M_25M',
  'OVER_25M',
]);
export const pepStatus = named('PepStatus', ['NONE', 'DOMESTIC', 'FOREIGN', 'HIO', 'FAMILY_OR_ASSOCIATE']);

export const entityType = named('EntityType', [
  'SOLE_PROPRIETORSHIP',
  'PARTNERSHIP',
  'LLC',
  'CORPORATION',
  'S_CORPORATION',
  'NON_PROFIT',
  'PUBLICLY_LISTED_COMPANY',
  'TRUST',
  'PRIVATE_FOUNDATION',
  'CHARITY',
  'OTHER',
]);
export const businessType = named('BusinessType', [
  'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING',
  'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION',
  'UTILITIES',
  'CONSTRUCTION',
  'MANUFACTURING',
  'WHOLESALE_TRADE',
  'RETAIL_TRADE',
  'TRANSPORTATION_AND_WAREHOUSING',
  'INFORMATION',
  'FINANCE_AND_INSURANCE',
  'REAL_ESTATE_AND_RENTAL_AND_LEASING',
  'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES',
  'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES',
  'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES',
  'EDUCATIONAL_SERVICES',
  'HEALTH_CARE_AND_SOCIAL_ASSISTANCE',
  'ARTS_ENTERTAINMENT_AND_RECREATION',
  'ACCOMMODATION_AND_FOOD_SERVICES',
  'OTHER_SERVICES',
  'PUBLIC_ADMINISTRATION',
]);
export const sourceOfFundsOfBusiness = named('SourceOfFundsCategory', [
  'OPERATING_REVENUE',
  'INVESTMENT_INCOME',
  'LOANS',
  'VENTURE_CAPITAL',
  'PERSONAL_SAVINGS',
  'DONATIONS',
  'OTHER',
]);
export const beneficialOwnerRole = named('BeneficialOwnerRole', [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
]);
