import { type Customer, CUSTOMERS } from '../../customers/index.js';
import { type Id, isId, readAll, type Reads, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { SCA_RESETS, type ScaReset } from '../../sca/index.js';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  type Document,
  DOCUMENTS,
  type Holdings,
  holdingsOf,
  VERIFICATIONS,
} from '../../verification/index.js';
import { byId } from './by-id.js';

export interface ResetOfCustomer {
  readonly reset: ScaReset;
  readonly customer: Customer;
}

/** What a person reviews: verifications, owners, documents, and resets of authentication factors. */
export interface ReviewReads {
  /** A beneficial owner, also a deleted one; null if it does not exist. */
  beneficialOwner(tenant: TenantKey, id: string): Promise<BeneficialOwner | null>;
  /** A document, also a deleted one; null if it does not exist. */
  document(tenant: TenantKey, id: string): Promise<Document | null>;
  /** The owners and documents of a customer, oldest first, without deleted ones. */
  holdings(tenant: TenantKey, customerId: Id<'Customer'>): Promise<Holdings>;
  /**
   * The documents of a verification's customer and of its owners, or those of one owner, oldest first. Documents of a
   * deleted owner are listed for that owner, and for the verification that they were submitted with. An unknown id has
   * none.
   */
  documentsOf(tenant: TenantKey, id: string): Promise<readonly Document[]>;
  /** The tenant of a verification or a beneficial owner; null if it does not exist. */
  tenantOfReview(id: string): Promise<TenantKey | null>;
  /** The tenant of a customer, an owner or a document, whose numbers can be shown; null if it does not exist. */
  tenantOfNumbers(id: string): Promise<TenantKey | null>;
  /** The reset of a factor with its customer; null if it does not exist. */
  reset(tenant: TenantKey, id: string): Promise<ResetOfCustomer | null>;
  /** The tenant of the reset of a factor; null if it does not exist. */
  tenantOfReset(id: string): Promise<TenantKey | null>;
}

export function reviewReads(units: UnitOfWork): ReviewReads {
  const beneficialOwner = byId(units, 'BeneficialOwner', BENEFICIAL_OWNERS);
  const verification = byId(units, 'Verification', VERIFICATIONS);
  const reset = byId(units, 'ScaReset', SCA_RESETS);
  return {
    beneficialOwner,
    document: byId(units, 'Document', DOCUMENTS),
    holdings: (tenant, customerId) => units.read(tenant, (reads) => holdingsOf(reads, customerId)),
    documentsOf: (tenant, id) => units.read(tenant, (reads) => documentsOf(reads, id)),
    tenantOfReview: async (id) => ((await verification(null, id)) ?? (await beneficialOwner(null, id)))?.tenant ?? null,
    tenantOfNumbers: (id) =>
      units.read(null, async (reads) => {
        const found = isId('Customer', id)
          ? await reads.get(CUSTOMERS, id)
          : isId('BeneficialOwner', id)
            ? await reads.get(BENEFICIAL_OWNERS, id)
            : isId('Document', id)
              ? await reads.get(DOCUMENTS, id)
              : null;
        return found?.tenant ?? null;
      }),
    reset: (tenant, id) =>
      units.read(tenant, async (reads) => {
        const found = isId('ScaReset', id) ? await reads.get(SCA_RESETS, id) : null;
        const customer = found === null ? null : await reads.get(CUSTOMERS, found.customerId);
        return found === null || customer === null ? null : { reset: found, customer };
      }),
    tenantOfReset: async (id) => (await reset(null, id))?.tenant ?? null,
  };
}

async function documentsOf(reads: Reads, id: string): Promise<readonly Document[]> {
  const owner = isId('BeneficialOwner', id) ? await reads.get(BENEFICIAL_OWNERS, id) : null;
  const customerId = (owner ?? (await reads.get(VERIFICATIONS, id)))?.customerId;
  if (customerId === undefined) return [];
  const documents = await readAll(reads, DOCUMENTS, { customerId });
  return owner === null
    ? documents.filter(({ deletedAt, submittedWith }) => deletedAt === null || submittedWith === id)
    : documents.filter(({ documentHolder }) => documentHolder === id);
}
