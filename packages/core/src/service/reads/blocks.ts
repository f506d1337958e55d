import { type Block, BLOCKS, type BlockStatus } from '../../blocks/index.js';
import { readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { type HeldMoney, type ExceptionsAbout, readHeldMoney, readOpenExceptions } from './held-money.js';

export interface BlockReads {
  /** Every block of a tenant with this status, oldest first. */
  blocks(tenant: TenantKey, status: BlockStatus): Promise<readonly Block[]>;
  /** The newest blocks of a customer, an external account or a platform, newest first, at most 20. */
  blocksOf(tenant: TenantKey, subject: string): Promise<readonly Block[]>;
  /**
   * The money that a block of this customer or external account holds, or would hold; of the platform by its tenant key.
   * An unknown id holds nothing.
   */
  heldBy(tenant: TenantKey, subject: string): Promise<HeldMoney>;
  /**
   * The open exceptions about a customer, an internal or an external account: about the record itself, its payments,
   * deposits, orders of stablecoins and, for a customer, its accounts. An unknown id has none.
   */
  openExceptionsAbout(tenant: TenantKey, subject: string): Promise<ExceptionsAbout>;
}

const MOST_BLOCKS = 20;

export const blockReads = (units: UnitOfWork): BlockReads => ({
  blocks: (tenant, status) => units.read(tenant, (reads) => readAll(reads, BLOCKS, { status })),
  blocksOf: async (tenant, subject) => {
    const query = { where: { subject }, order: 'desc', limit: MOST_BLOCKS, counted: false } as const;
    return (await units.read(tenant, (reads) => reads.list(BLOCKS, query))).rows;
  },
  openExceptionsAbout: (tenant, subject) => units.read(tenant, (reads) => readOpenExceptions(reads, subject)),
  heldBy: (tenant, subject) => units.read(tenant, (reads) => readHeldMoney(reads, subject === tenant ? null : subject)),
});
