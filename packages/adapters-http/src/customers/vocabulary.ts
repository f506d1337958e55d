import { BENEFICIAL_OWNER_ROLES, CONTACT_EMAIL, CUSTOMER_TYPES, KYC } from '@corridor/core/records';
import {
  ACCEPTANCE_METHODS,
  ANNUAL_INCOMES,
  BUSINESS_TYPES,
  ENTITY_TYPES,
  EXPECTED_TRANSACTION_COUNTS,
  EXPECTED_TRANSACTION_VOLUMES,
  IDENTIFICATION_TYPES,
  KYB,
  NET_WORTHS,
  PEP_STATUSES,
  PURPOSES_OF_ACCOUNT,
  SOURCES_OF_FUNDS_OF_BUSINESSES,
  SOURCES_OF_FUNDS_OF_INDIVIDUALS,
  SOURCES_OF_WEALTH,
  statesOf,
} from '@corridor/core/internal';
import * as z from 'zod';
import { statuses } from '../app/schemas.js';

/** The enumerations of customers; each is a component of the document. */
const named = <const V extends readonly [string, ...string[]]>(id: string, values: V) => z.enum(values).meta({ id });

export const customerType = named('CustomerType', CUSTOMER_TYPES);
export const identificationType = named('IdentificationType', IDENTIFICATION_TYPES);
export const acceptanceMethod = named('EndUserTermsAcceptanceMethod', ACCEPTANCE_METHODS);

const KYC_STATUSES = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'] as const;
export const kycStatus = statuses(KYC, KYC_STATUSES).meta({ id: 'KycStatus' });
export const kybStatus = statuses(KYB, KYC_STATUSES).meta({ id: 'KybStatus' });
export const contactVerificationStatus = named('ContactVerificationStatus', statesOf(CONTACT_EMAIL));

export const purposeOfAccount = named('PurposeOfAccount', PURPOSES_OF_ACCOUNT);
export const expectedTransactionCount = named('ExpectedMonthlyTransactionCount', EXPECTED_TRANSACTION_COUNTS);
export const expectedTransactionVolume = named('ExpectedMonthlyTransactionVolume', EXPECTED_TRANSACTION_VOLUMES);

export const sourceOfFundsOfIndividual = named('IndividualSourceOfFundsCategory', SOURCES_OF_FUNDS_OF_INDIVIDUALS);
export const sourceOfWealth = named('SourceOfWealthCategory', SOURCES_OF_WEALTH);
export const annualIncome = named('AnnualIncomeRange', ANNUAL_INCOMES);
export const netWorth = named('NetWorthRange', NET_WORTHS);
export const pepStatus = named('PepStatus', PEP_STATUSES);

export const entityType = named('EntityType', ENTITY_TYPES);
export const businessType = named('BusinessType', BUSINESS_TYPES);
export const sourceOfFundsOfBusiness = named('SourceOfFundsCategory', SOURCES_OF_FUNDS_OF_BUSINESSES);
export const beneficialOwnerRole = named('BeneficialOwnerRole', BENEFICIAL_OWNER_ROLES);
