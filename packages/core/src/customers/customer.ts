import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  recordKind,
} from '../kernel/index.js';
import type { BlockedAs, PaymentLimit } from '../platforms/index.js';
import type { ContactStatus, KycStatus } from './customer-states.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly CUSTOMER: Customer;
  }
}

export const CUSTOMER_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

export interface Address {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string;
  readonly country: string;
}

/** What is known of a business. Its name is there from the start, the rest when it is sent. */
export interface BusinessInfo {
  readonly legalName: string;
  readonly doingBusinessAs?: string;
  /** Where it is registered. */
  readonly country?: string;
  readonly registrationNumber?: string;
  /** `YYYY-MM-DD`. */
  readonly incorporatedOn?: string;
  readonly entityType?: string;
  /** In plain text, so never in a stored record: see `sealedTaxId`. */
  readonly taxId?: string;
  readonly countriesOfOperation?: readonly string[];
  readonly businessType?: string;
  readonly naicsCode?: string;
  readonly purposeOfAccount?: string;
  readonly purposeOfAccountOtherDescription?: string;
  readonly sourceOfFunds?: string;
  readonly sourceOfFundsCategories?: readonly string[];
  readonly sourceOfFundsOtherDescription?: string;
  readonly expectedMonthlyTransactionCount?: string;
  readonly expectedMonthlyTransactionVolume?: string;
  readonly expectedRecipientJurisdictions?: readonly string[];
  readonly expectedCounterpartyCountries?: readonly string[];
  readonly primaryContactFirstName?: string;
  readonly primaryContactLastName?: string;
}

export interface EndUserTermsConsent {
  readonly acceptedAt: Instant;
  readonly ipAddress: string;
  readonly termsVersion: string;
  readonly acceptanceMethod: string;
}

/** A customer of a platform. Individuals and businesses share the record. */
export interface Customer extends BaseRecord {
  readonly id: Id<'Customer'>;
  readonly platformCustomerId: string;
  /**
   * The id that the platform itself gives to the customer's account, and the platform's note. Corridor does not
   * interpret them.
   */
  readonly platformAccountId: string | null;
  readonly description: string | null;
  readonly customerType: CustomerType;
  /** As given, otherwise the country of the address. Customers in the EEA need verified contacts and SCA. */
  readonly region: string | null;
  readonly currencies: readonly CurrencyCode[];
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly umaAddress: string;
  readonly kycStatus: KycStatus;
  readonly contactEmail: ContactStatus | null;
  readonly contactPhone: ContactStatus | null;
  readonly address: Address | null;
  readonly fullName: string | null;
  readonly birthDate: string | null;
  readonly nationality: string | null;
  readonly idType: string | null;
  /** Write-only: never serialized, never logged. */
  readonly sealedIdentifier: string | null;
  readonly countryOfIssuance: string | null;
  /** Enhanced due diligence answers. */
  readonly dueDiligence: Readonly<Record<string, unknown>> | null;
  /** Without the tax number, which is sealed. */
  readonly businessInfo: BusinessInfo | null;
  readonly sealedTaxId: string | null;
  readonly endUserTermsConsent: EndUserTermsConsent | null;
  /** Undecided verifications of a changed identity, of the customer or of one of its owners. */
  readonly identityReviews: readonly Id<'Verification'>[];
  /**
   * Whether operators have stopped the customer. The texts are in `BLOCKS`.
   */
  readonly blockedAs: BlockedAs;
  /** Limits of this customer, in the place of those that the platform has; null: none. Only operators change them. */
  readonly ownLimits: readonly PaymentLimit[] | null;
  readonly isDeleted: boolean;
}

/** The name of the person or company; null if it is not known. A stored name that is not a text counts as unknown. */
export function nameOf({ fullName, businessInfo }: Pick<Customer, 'fullName' | 'businessInfo'>): string | null {
  const legalName: unknown = businessInfo?.legalName;
  return fullName ?? (typeof legalName === 'string' ? legalName : null);
}

export const CUSTOMERS = recordKind<Customer>()({
  name: 'customers',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    platformCustomerId: 'text',
    platformAccountId: 'text?',
    description: 'text?',
    customerType: 'text',
    region: 'text?',
    currencies: 'json',
    email: 'text?',
    phoneNumber: 'text?',
    umaAddress: 'text',
    kycStatus: 'text',
    contactEmail: 'text?',
    contactPhone: 'text?',
    address: 'json?',
    fullName: 'text?',
    birthDate: 'text?',
    nationality: 'text?',
    idType: 'text?',
    sealedIdentifier: 'text?',
    countryOfIssuance: 'text?',
    dueDiligence: 'json?',
    businessInfo: 'json?',
    sealedTaxId: 'text?',
    endUserTermsConsent: 'json?',
    identityReviews: 'json',
    blockedAs: 'text?',
    ownLimits: 'json?',
    isDeleted: 'flag',
  },
  states: ['kycStatus', 'contactEmail', 'contactPhone'],
  unique: [
    { name: 'platformCustomerId', columns: ['platformCustomerId'], unless: 'isDeleted' },
    { name: 'umaAddress', columns: ['umaAddress'], unless: 'isDeleted' },
  ],
  filters: ['platformCustomerId', 'umaAddress', 'email', 'kycStatus', 'region', 'customerType', 'isDeleted'],
  immutable: ['customerType'],
  sealed: ['sealedIdentifier', 'sealedTaxId'],
});

/** What `ownerUnderReview` of each open account of the customer says: no payment that was agreed on before may begin. */
export const isStopped = ({ blockedAs, identityReviews }: Pick<Customer, 'blockedAs' | 'identityReviews'>): boolean =>
  blockedAs !== null || identityReviews.length > 0;
