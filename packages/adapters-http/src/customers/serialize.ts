import { type Address, type Customer, toIso } from '@corridor/core';

/** The wire form of a customer. `identifier` is write-only and has no place here. */
export const serializeCustomer = (customer: Customer): object => ({
  id: customer.id,
  platformCustomerId: customer.platformCustomerId,
  platformAccountId: customer.platformAccountId ?? undefined,
  description: customer.description ?? undefined,
  customerType: customer.customerType,
  region: customer.region ?? undefined,
  currencies: customer.currencies,
  email: customer.email ?? undefined,
  phoneNumber: customer.phoneNumber ?? undefined,
  umaAddress: customer.umaAddress,
  kycStatus: customer.kycStatus,
  ...(customer.customerType === 'INDIVIDUAL' ? person(customer) : business(customer)),
  address: customer.address === null ? undefined : serializeAddress(customer.address),
  contactVerification: contactVerification(customer),
  endUserTermsConsent: consent(customer),
  isDeleted: customer.isDeleted,
  createdAt: toIso(customer.createdAt),
  updatedAt: toIso(customer.updatedAt),
});

const person = (customer: Customer): object => ({
  fullName: customer.fullName ?? undefined,
  birthDate: customer.birthDate ?? undefined,
  nationality: customer.nationality ?? undefined,
  idType: customer.idType ?? undefined,
  countryOfIssuance: customer.countryOfIssuance ?? undefined,
  ...customer.dueDiligence,
});

const business = (customer: Customer): object => ({
  kybStatus: customer.kycStatus,
  businessInfo: customer.businessInfo ?? undefined,
});

export const serializeAddress = (at: Address): object => ({
  line1: at.line1,
  line2: at.line2 ?? undefined,
  city: at.city ?? undefined,
  state: at.state ?? undefined,
  postalCode: at.postalCode,
  country: at.country,
});

/** Present only where the provider requires verification of a channel. */
const contactVerification = ({ contactEmail, contactPhone }: Customer): object | undefined =>
  contactEmail === null && contactPhone === null
    ? undefined
    : { email: contactEmail ?? undefined, phone: contactPhone ?? undefined };

const consent = ({ endUserTermsConsent: given }: Customer): object | undefined =>
  given === null ? undefined : { ...given, acceptedAt: toIso(given.acceptedAt) };
