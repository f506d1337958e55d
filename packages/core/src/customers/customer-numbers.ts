import { openSealed, type SealedPlace, sealedPlace, type Sealer, showSealed } from '../kernel/index.js';
import { type BusinessInfo, type Customer, CUSTOMERS } from './customer.js';

/** Numbers that authorities know a customer by. They are stored sealed. */
export interface CustomerNumbers {
  readonly identifier: string | null;
  readonly taxId: string | null;
}

type SealedNumbers = Pick<Customer, 'sealedIdentifier' | 'sealedTaxId'>;

const identifierOf = (id: string): SealedPlace => sealedPlace(CUSTOMERS, id, 'sealedIdentifier');
const taxIdOf = (id: string): SealedPlace => sealedPlace(CUSTOMERS, id, 'sealedTaxId');

export const openNumbers = (sealer: Sealer, { id, sealedIdentifier, sealedTaxId }: Customer): CustomerNumbers => ({
  identifier: sealedIdentifier === null ? null : openSealed(sealer, sealedIdentifier, identifierOf(id)),
  taxId: sealedTaxId === null ? null : openSealed(sealer, sealedTaxId, taxIdOf(id)),
});

export const sealNumbers = (sealer: Sealer, id: string, { identifier, taxId }: CustomerNumbers): SealedNumbers => ({
  sealedIdentifier: identifier === null ? null : sealer.seal(identifier, identifierOf(id)),
  sealedTaxId: taxId === null ? null : sealer.seal(taxId, taxIdOf(id)),
});

/** Separates the tax number from `businessInfo`, because it is stored sealed in its own column. */
export function splitTaxId(businessInfo: BusinessInfo | null): {
  readonly businessInfo: BusinessInfo | null;
  readonly taxId: string | null;
} {
  if (businessInfo === null) return { businessInfo, taxId: null };
  const { taxId = null, ...others } = businessInfo;
  return { businessInfo: others, taxId };
}

export const joinTaxId = (businessInfo: BusinessInfo | null, taxId: string | null): BusinessInfo | null =>
  businessInfo === null || taxId === null ? businessInfo : { ...businessInfo, taxId };

/** The numbers for an answer that only shows them; null if they cannot be opened. */
export const showNumbers = (sealer: Sealer, { id, sealedIdentifier, sealedTaxId }: Customer): CustomerNumbers => ({
  identifier: sealedIdentifier === null ? null : showSealed(sealer, sealedIdentifier, identifierOf(id)),
  taxId: sealedTaxId === null ? null : showSealed(sealer, sealedTaxId, taxIdOf(id)),
});

/**
 * The customer as its platform sees it: with the tax number, which the record does not have in `businessInfo`. A number
 * that cannot be opened is absent.
 */
export const withTaxId = (sealer: Sealer, customer: Customer): Customer =>
  customer.sealedTaxId === null
    ? customer
    : {
        ...customer,
        businessInfo: joinTaxId(customer.businessInfo, showSealed(sealer, customer.sealedTaxId, taxIdOf(customer.id))),
      };

/** A customer with its numbers in plain text; the tax number is in `businessInfo`. Never stored. */
export type OpenCustomer = Customer & Pick<CustomerNumbers, 'identifier'>;

export function openCustomer(sealer: Sealer, customer: Customer): OpenCustomer {
  const { identifier, taxId } = openNumbers(sealer, customer);
  return { ...customer, businessInfo: joinTaxId(customer.businessInfo, taxId), identifier };
}

/** The stored form of a customer's numbers; the tax number is taken out of `businessInfo`. */
export function storedNumbers(
  sealer: Sealer,
  id: string,
  { identifier, businessInfo }: Pick<OpenCustomer, 'identifier' | 'businessInfo'>,
): SealedNumbers & Pick<Customer, 'businessInfo'> {
  const stored = splitTaxId(businessInfo);
  return { businessInfo: stored.businessInfo, ...sealNumbers(sealer, id, { identifier, taxId: stored.taxId }) };
}
