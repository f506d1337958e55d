import { type Customer, type IdentityChange, openCustomer, type OpenCustomer, withParts } from '../customers/index.js';
import { isId, type SealedPlace, sealedPlace, type Sealer } from '../kernel/index.js';
import type { BeneficialOwner } from './beneficial-owner.js';
import { percentOf } from './owner-fields.js';
import type { CustomerApplication, OwnerApplication } from './ports.js';
import { type Proposal, type Verification, VERIFICATIONS } from './verification.js';

/** New values of an owner's identity fields, and of what the owner controls. */
export type OwnerChange = Partial<
  Pick<
    OwnerApplication,
    | 'firstName'
    | 'middleName'
    | 'lastName'
    | 'birthDate'
    | 'nationality'
    | 'idType'
    | 'identifier'
    | 'countryOfIssuance'
    | 'address'
    | 'roles'
    | 'ownershipPpm'
  >
>;

type Fields = Readonly<Record<string, unknown>>;

/** The stored form of a change. Only the tax number is secret, so only the tax number is sealed. */
export function sealChange(
  sealer: Sealer,
  verificationId: string,
  resourceId: Proposal['resourceId'],
  change: IdentityChange | OwnerChange,
): Pick<Verification, 'proposal' | 'sealedNumber'> {
  const { identifier, ...others } = change as Fields;
  const { taxId, ...parts } = (others['businessInfo'] ?? {}) as Fields;
  const number = identifier ?? taxId;
  const businessInfo = Object.keys(parts).length > 0 ? { businessInfo: parts } : {};
  const { businessInfo: _split, ...fields } = others;
  return {
    proposal: {
      resourceId,
      fields: { ...fields, ...businessInfo },
      number: typeof identifier === 'string' ? 'identifier' : typeof taxId === 'string' ? 'taxId' : null,
    },
    sealedNumber: typeof number === 'string' ? sealer.seal(number, numberPlace(verificationId)) : null,
  };
}

/** The proposed change of a customer; empty if the proposal is about an owner. */
export function customerChange(sealer: Sealer, verification: Verification, customer: Customer): IdentityChange {
  const { proposal } = verification;
  if (proposal?.resourceId !== customer.id) return {};
  const number = numberOf(sealer, verification);
  if (number === null) return proposal.fields;
  return proposal.number === 'identifier'
    ? { ...proposal.fields, identifier: number }
    : { ...proposal.fields, businessInfo: { ...(proposal.fields['businessInfo'] as Fields), taxId: number } };
}

/** The customer for a provider, with the proposed values if the verification changes its identity. */
export function openedCustomer(
  sealer: Sealer,
  customer: Customer,
  verification: Verification | null,
): CustomerApplication {
  const change = verification === null ? {} : customerChange(sealer, verification, customer);
  const {
    sealedIdentifier: _identifier,
    sealedTaxId: _taxId,
    ...others
  } = withIdentity(openCustomer(sealer, customer), change);
  return others;
}

/** The proposed change of an owner; empty if the proposal is about the customer or another owner. */
export function ownerChange(sealer: Sealer, verification: Verification, ownerId: BeneficialOwner['id']): OwnerChange {
  const { proposal } = verification;
  if (proposal?.resourceId !== ownerId) return {};
  const number = numberOf(sealer, verification);
  return { ...proposal.fields, ...(number !== null && { identifier: number }) };
}

/** The paths and new values of the fields that a proposal changes. A tax number is listed without its value. */
export function proposedFields({ resourceId, fields, number }: Proposal): readonly ProposedField[] {
  const { businessInfo = {}, ...others } = fields as Fields & { readonly businessInfo?: Fields };
  const prefix = isId('BeneficialOwner', resourceId) ? 'personalInfo.' : '';
  return [
    ...Object.entries(others).map(([name, value]) => proposedField(prefix, name, value)),
    ...Object.entries(businessInfo).map(([name, value]) => ({ field: `businessInfo.${name}`, value })),
    ...(number === null ? [] : [{ field: number === 'taxId' ? 'businessInfo.taxId' : `${prefix}identifier` }]),
  ];
}

function proposedField(prefix: string, name: string, value: unknown): ProposedField {
  if (name === 'roles') return { field: 'roles', value };
  if (name === 'ownershipPpm') return { field: 'ownershipPercentage', value: percentOf(value as number) };
  return { field: prefix + name, value };
}

export interface ProposedField {
  readonly field: string;
  readonly value?: unknown;
}

const numberOf = (sealer: Sealer, { id, sealedNumber }: Verification): string | null =>
  sealedNumber === null ? null : sealer.open(sealedNumber, numberPlace(id));

const numberPlace = (id: string): SealedPlace => sealedPlace(VERIFICATIONS, id, 'sealedNumber');

/** The customer with the change applied. */
export const withIdentity = (customer: OpenCustomer, { businessInfo, ...others }: IdentityChange): OpenCustomer => ({
  ...customer,
  ...others,
  ...(businessInfo !== undefined && { businessInfo: withParts(customer.businessInfo, businessInfo) }),
});

/** Merges two changes; the later one wins for each field. */
export const mergeChanges = <C extends IdentityChange | OwnerChange>(earlier: C, later: C): C => {
  const [before, after] = [earlier as Fields, later as Fields];
  const parts = { ...(before['businessInfo'] as Fields), ...(after['businessInfo'] as Fields) };
  return { ...before, ...after, ...(Object.keys(parts).length > 0 && { businessInfo: parts }) } as C;
};

/** Returns the change without the fields at the given paths. */
export function withoutPaths<C extends IdentityChange | OwnerChange>(change: C, paths: readonly string[]): C {
  const isKept = (path: string): boolean => !paths.includes(path);
  const { businessInfo = {}, ...others } = change as Fields & { readonly businessInfo?: Fields };
  const parts = Object.entries(businessInfo).filter(([name]) => isKept(`businessInfo.${name}`));
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => isKept(name))),
    ...(parts.length > 0 && { businessInfo: Object.fromEntries(parts) }),
  } as unknown as C;
}

/** Whether `other` contains every value of `change`. */
export function isWithin(change: IdentityChange | OwnerChange, other: IdentityChange | OwnerChange): boolean {
  const merged = mergeChanges(other, change) as Fields;
  return JSON.stringify(sorted(merged)) === JSON.stringify(sorted(other as Fields));
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, part]) => [name, sorted(part)])
    : value;
