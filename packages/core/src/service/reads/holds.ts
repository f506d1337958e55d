import { type ErasureWait, erasureWaits } from '../../erasure/index.js';
import { type Id, readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import {
  type Erasure,
  ERASURES,
  erasuresOf,
  type ErasureStatus,
  holdsOf,
  type LegalHold,
  LEGAL_HOLDS,
  type LegalHoldStatus,
} from '../../retention/index.js';

export interface HoldReads {
  /** The erasures of a customer, newest first. */
  erasuresOf(tenant: TenantKey, customerId: Id<'Customer'>): Promise<readonly Erasure[]>;
  /** Every erasure of a tenant with this status, oldest first. */
  erasures(tenant: TenantKey, status: ErasureStatus): Promise<readonly Erasure[]>;
  /** What an erasure that has begun waits for; empty if it goes on by itself. */
  erasureWaits(tenant: TenantKey, erasure: Erasure): Promise<readonly ErasureWait[]>;
  legalHold(tenant: TenantKey, id: Id<'LegalHold'>): Promise<LegalHold | null>;
  /** The legal holds of a customer, newest first. */
  legalHoldsOf(tenant: TenantKey, customerId: Id<'Customer'>): Promise<readonly LegalHold[]>;
  /** Every legal hold of a tenant with this status, oldest first. */
  legalHolds(tenant: TenantKey, status: LegalHoldStatus): Promise<readonly LegalHold[]>;
}

export const holdReads = (units: UnitOfWork): HoldReads => ({
  erasuresOf: (tenant, customerId) => units.read(tenant, (reads) => erasuresOf(reads, customerId)),
  erasures: (tenant, status) => units.read(tenant, (reads) => readAll(reads, ERASURES, { status })),
  erasureWaits: (_tenant, erasure) => erasureWaits(units, erasure),
  legalHold: (tenant, id) => units.read(tenant, (reads) => reads.get(LEGAL_HOLDS, id)),
  legalHoldsOf: async (tenant, customerId) =>
    (await units.read(tenant, (reads) => holdsOf(reads, customerId))).toReversed(),
  legalHolds: (tenant, status) => units.read(tenant, (reads) => readAll(reads, LEGAL_HOLDS, { status })),
});
