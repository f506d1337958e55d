import {
  type Customer,
  type CustomerNumbers,
  CUSTOMERS,
  isScaRegulated,
  mayMoveMoney,
  nameOf,
} from '../customers/index.js';
import { type CurrencyCode, err, ok, type Reads, type Result } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';

/** The payer, as the transaction names it. A platform pays from its own accounts under its own id. */
export interface Payer {
  readonly customerId: string;
  readonly platformCustomerId: string;
  /** Whether the customer must confirm that money leaves (strong customer authentication). */
  readonly isScaRegulated: boolean;
}

export const platformPayer = (platform: Platform): Payer => ({
  customerId: platform.platformId,
  platformCustomerId: platform.platformId,
  isScaRegulated: false,
});

/** The customer data behind each field name that a provider may require. */
export const KNOWN_FIELDS: Readonly<Record<string, (customer: Customer, numbers: CustomerNumbers) => unknown>> = {
  FULL_NAME: nameOf,
  BIRTH_DATE: (c) => c.birthDate,
  NATIONALITY: (c) => c.nationality,
  PHONE_NUMBER: (c) => c.phoneNumber,
  EMAIL: (c) => c.email,
  POSTAL_ADDRESS: (c) => c.address,
  TAX_ID: (_, { taxId, identifier }) => taxId ?? identifier,
  REGISTRATION_NUMBER: (c) => c.businessInfo?.registrationNumber,
  USER_TYPE: (c) => c.customerType,
  COUNTRY_OF_RESIDENCE: (c) => c.region ?? c.address?.country,
  IDENTIFIER: (_, { identifier }) => identifier,
  BUSINESS_TYPE: (c) => c.businessInfo?.businessType,
  COMPANY_LEGAL_NAME: (c) => c.businessInfo?.legalName,
  ID_TYPE: (c) => c.idType,
  ID_NUMBER: (_, { identifier }) => identifier,
};

/**
 * Returns the payer if the customer may move money in these currencies. Errors: 404 USER_NOT_FOUND, 403 USER_BLOCKED,
 * 403 USER_NOT_READY, 403 END_USER_TERMS_NOT_ACCEPTED, 400 MISSING_MANDATORY_USER_INFO with the missing fields in `details.fields`.
 */
export async function readyCustomer(
  reads: Reads,
  platform: Platform,
  customerId: string,
  currencies: readonly CurrencyCode[],
): Promise<Result<Payer>> {
  const customer = await reads.get(CUSTOMERS, customerId);
  if (customer === null || customer.isDeleted) return err('USER_NOT_FOUND');
  const ready = mayMoveMoney(customer, platform);
  if (!ready.ok) return ready;
  if (platform.requiresEndUserTerms && customer.endUserTermsConsent === null) return err('END_USER_TERMS_NOT_ACCEPTED');
  const required = platform.supportedCurrencies
    .filter((c) => currencies.includes(c.currencyCode))
    .flatMap((c) => c.providerRequiredCustomerFields);
  // The check only asks whether the customer has these numbers, so the sealed values suffice.
  const sealed = { identifier: customer.sealedIdentifier, taxId: customer.sealedTaxId };
  const fields = [...new Set(required)].filter((name) => (KNOWN_FIELDS[name]?.(customer, sealed) ?? null) === null);
  if (fields.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields });
  return ok({
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    isScaRegulated: isScaRegulated(customer.region),
  });
}
