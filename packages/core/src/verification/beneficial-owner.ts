import type { Address } from '../customers/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  recordKind,
  sealedPlace,
  type SealedPlace,
} from '../kernel/index.js';
import type { BeneficialOwnerStatus } from './verification-states.js';
import type { BeneficialOwnerRole } from './vocabulary.js';

/** A person who owns or controls a business customer. */
export interface BeneficialOwner extends BaseRecord {
  readonly id: Id<'BeneficialOwner'>;
  readonly customerId: Id<'Customer'>;
  readonly roles: readonly BeneficialOwnerRole[];
  /** Millionths of the whole: 25 % is 250,000. Integers make the sum of all shares exact. */
  readonly ownershipPpm: number;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly birthDate: string;
  readonly nationality: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly address: Address;
  readonly idType: string;
  /** Write-only: sealed with the master key, opened only for the provider and for checks of its format. */
  readonly sealedIdentifier: string;
  readonly countryOfIssuance: string | null;
  readonly kycStatus: BeneficialOwnerStatus;
  /** A deleted owner stays as a record, because verifications and documents refer to it. Null if it is not deleted. */
  readonly deletedAt: Instant | null;
}

export const BENEFICIAL_OWNERS = recordKind<BeneficialOwner>()({
  name: 'beneficial_owners',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    roles: 'json',
    ownershipPpm: 'int',
    firstName: 'text',
    middleName: 'text?',
    lastName: 'text',
    birthDate: 'text',
    nationality: 'text',
    email: 'text?',
    phoneNumber: 'text?',
    address: 'json',
    idType: 'text',
    sealedIdentifier: 'text',
    countryOfIssuance: 'text?',
    kycStatus: 'text',
    deletedAt: 'instant?',
  },
  states: ['kycStatus'],
  unique: [],
  filters: ['customerId', 'deletedAt'],
  immutable: ['customerId'],
  sealed: ['sealedIdentifier'],
});

/** The sealed column of an owner's identifier. */
export const identifierOf = (id: string): SealedPlace => sealedPlace(BENEFICIAL_OWNERS, id, 'sealedIdentifier');
