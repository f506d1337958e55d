import { type Id, readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { holdsOf, type LegalHold, LEGAL_HOLDS, type LegalHoldStatus } from '../../retention/index.js';

export interface HoldReads {
  legalHold(tenant: TenantKey, id: Id<'LegalHold'>): Promise<LegalHold | null>;
  /** The legal holds of a customer, newest first. */
  legalHoldsOf(tenant: TenantKey, customerId: Id<'Customer'>): Promise<readonly LegalHold[]>;
  /** Every legal hold of a tenant with this status, oldest first. */
  legalHolds(tenant: TenantKey, status: LegalHoldStatus): Promise<readonly LegalHold[]>;
}

export const holdReads = (units: UnitOfWork): HoldReads => ({
  legalHold: (tenant, id) => units.read(tenant, (reads) => reads.get(LEGAL_HOLDS, id)),
  legalHoldsOf: async (tenant, customerId) =>
    (await units.read(tenant, (reads) => holdsOf(reads, customerId))).toReversed(),
  legalHolds: (tenant, status) => units.read(tenant, (reads) => readAll(reads, LEGAL_HOLDS, { status })),
});
