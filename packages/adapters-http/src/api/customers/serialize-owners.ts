import { type CustomerWithOwners, toIso } from '@corridor/core';
import { percentOf } from '@corridor/core/internal';
import type { BeneficialOwner } from '@corridor/core/records';
import { checkedBy, type Wire } from '../../kit/wire.js';
import type { beneficialOwner } from './fields.js';
import type { customer as customerSchema } from './schemas.js';
import { serializeAddress, serializeBusiness, serializeCustomer } from './serialize.js';
import { identificationType } from './vocabulary.js';

/** The wire form of a beneficial owner. The identifier is write-only and therefore not included. */
export const serializeBeneficialOwner = (owner: BeneficialOwner): Wire<typeof beneficialOwner> => ({
  id: owner.id,
  customerId: owner.customerId,
  roles: owner.roles,
  ownershipPercentage: percentOf(owner.ownershipPpm),
  personalInfo: {
    firstName: owner.firstName,
    middleName: owner.middleName ?? undefined,
    lastName: owner.lastName,
    birthDate: owner.birthDate,
    nationality: owner.nationality,
    email: owner.email ?? undefined,
    phoneNumber: owner.phoneNumber ?? undefined,
    address: serializeAddress(owner.address),
    idType: checkedBy(identificationType, owner.idType),
    countryOfIssuance: owner.countryOfIssuance ?? undefined,
  },
  kycStatus: owner.kycStatus,
  createdAt: toIso(owner.createdAt),
  updatedAt: toIso(owner.updatedAt),
});

export const serializeCustomerWithOwners = ({ customer, owners }: CustomerWithOwners): Wire<typeof customerSchema> =>
  customer.customerType === 'BUSINESS'
    ? { ...serializeBusiness(customer), beneficialOwners: owners.map(serializeBeneficialOwner) }
    : serializeCustomer(customer);
