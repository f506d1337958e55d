import { toIso } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { Address, Customer } from '@corridor/core/records';
import { checkedBy, type Wire } from '../../kit/wire.js';
import {
  type address,
  businessInfoResponse,
  type contactVerification,
  dueDiligence,
  type endUserTermsConsent,
} from './fields.js';
import type { businessCustomer, customer as customerSchema, individualCustomer } from './schemas.js';
import { acceptanceMethod, identificationType } from './vocabulary.js';

/** The wire form of a customer. `identifier` is write-only and therefore not included. */
export const serializeCustomer = (customer: Customer): Wire<typeof customerSchema> =>
  customer.customerType === 'INDIVIDUAL' ? serializeIndividual(customer) : serializeBusiness(customer);

const serializeIndividual = (customer: Customer): Wire<typeof individualCustomer> => ({
  customerType: 'INDIVIDUAL',
  fullName: customer.fullName ?? undefined,
  birthDate: customer.birthDate ?? undefined,
  nationality: customer.nationality ?? undefined,
  idType: checkedBy(identificationType, customer.idType) ?? undefined,
  countryOfIssuance: customer.countryOfIssuance ?? undefined,
  ...common(customer),
  ...checkedBy(dueDiligence, customer.dueDiligence),
});

export function serializeBusiness(customer: Customer): Wire<typeof businessCustomer> {
  const businessInfo = checkedBy(businessInfoResponse, customer.businessInfo);
  if (businessInfo === null) throw new Bug(`${customer.id} is a business without business data`);
  return { customerType: 'BUSINESS', kybStatus: customer.kycStatus, businessInfo, ...common(customer) };
}

/** Fields of both customer types. */
const common = (customer: Customer) => ({
  id: customer.id,
  platformCustomerId: customer.platformCustomerId,
  platformAccountId: customer.platformAccountId ?? undefined,
  description: customer.description ?? undefined,
  region: customer.region ?? undefined,
  currencies: customer.currencies,
  email: customer.email ?? undefined,
  phoneNumber: customer.phoneNumber ?? undefined,
  umaAddress: customer.umaAddress,
  kycStatus: customer.kycStatus,
  address: customer.address === null ? undefined : serializeAddress(customer.address),
  contactVerification: contactVerificationOf(customer),
  endUserTermsConsent: consentOf(customer),
  isDeleted: customer.isDeleted,
  createdAt: toIso(customer.createdAt),
  updatedAt: toIso(customer.updatedAt),
});

export const serializeAddress = (at: Address): Wire<typeof address> => ({
  line1: at.line1,
  line2: at.line2 ?? undefined,
  city: at.city ?? undefined,
  state: at.state ?? undefined,
  postalCode: at.postalCode,
  country: at.country,
});

/** Present only if the provider requires the verification of a channel. */
const contactVerificationOf = ({
  contactEmail,
  contactPhone,
}: Customer): Wire<typeof contactVerification> | undefined =>
  contactEmail === null && contactPhone === null
    ? undefined
    : { email: contactEmail ?? undefined, phone: contactPhone ?? undefined };

const consentOf = ({ endUserTermsConsent: given }: Customer): Wire<typeof endUserTermsConsent> | undefined =>
  given === null
    ? undefined
    : {
        acceptedAt: toIso(given.acceptedAt),
        ipAddress: given.ipAddress,
        termsVersion: given.termsVersion,
        acceptanceMethod: checkedBy(acceptanceMethod, given.acceptanceMethod),
      };
