import { type Block, BLOCKS, blocksAmong, type BlockStatus, type Parties } from '../../blocks/index.js';
import type { ExceptionKind, ExceptionRecord } from '../../exceptions/index.js';
import { isId, readAll, type Reads, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { operationParties, STABLECOIN_OPERATIONS } from '../../stablecoins/index.js';
import { DEPOSITS, partiesOf, TRANSACTIONS } from '../../transactions/index.js';
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
  /**
   * The ids of those exceptions whose money a block keeps now: the exception is open, and a party of its payment or its order of
   * stablecoins, the owner of its deposit, or its platform is blocked. Reads each tenant once.
   */
  keptByBlocks(exceptions: readonly ExceptionRecord[]): Promise<ReadonlySet<string>>;
}

/** The kinds about money that waits here, which does not leave while its owner is blocked. */
const WAITS: ReadonlySet<ExceptionKind> = new Set(['PAYMENT_HELD', 'DEPOSIT_HELD', 'DEPOSIT_REFUSED', 'REFUND_FAILED']);

/** The exceptions of one tenant that a block keeps. */
async function keptOf(
  reads: Reads,
  tenant: TenantKey,
  exceptions: readonly ExceptionRecord[],
): Promise<readonly string[]> {
  const subjects = [...new Set(exceptions.map(({ subject }) => subject))];
  const payments = await reads.getMany(
    TRANSACTIONS,
    subjects.filter((id) => isId('Transaction', id)),
  );
  const deposits = await reads.getMany(
    DEPOSITS,
    subjects.filter((id) => isId('Deposit', id)),
  );
  const operations = await reads.getMany(
    STABLECOIN_OPERATIONS,
    subjects.filter((id) => isId('StablecoinOperation', id)),
  );
  const paid = await partiesOf(reads, payments);
  const parties = new Map<string, Parties>([
    ...payments.map(({ id }, at) => [id, paid[at]!] as const),
    ...deposits.map(({ id, ownerId }) => [id, { customers: [ownerId] }] as const),
    ...operations.map((operation) => [operation.id, operationParties(operation)] as const),
  ]);
  const isBlocked = await blocksAmong(reads, tenant, [...parties.values()]);
  return exceptions
    .filter(({ subject }) => parties.has(subject) && isBlocked(parties.get(subject)!))
    .map(({ id }) => id);
}

const MOST_BLOCKS = 20;

export const blockReads = (units: UnitOfWork): BlockReads => ({
  blocks: (tenant, status) => units.read(tenant, (reads) => readAll(reads, BLOCKS, { status })),
  blocksOf: async (tenant, subject) => {
    const query = { where: { subject }, order: 'desc', limit: MOST_BLOCKS, counted: false } as const;
    return (await units.read(tenant, (reads) => reads.list(BLOCKS, query))).rows;
  },
  openExceptionsAbout: (tenant, subject) => units.read(tenant, (reads) => readOpenExceptions(reads, subject)),
  async keptByBlocks(exceptions) {
    const waiting = exceptions.filter(({ kind, status }) => status === 'OPEN' && WAITS.has(kind));
    const kept: string[] = [];
    for (const tenant of new Set(waiting.map((each) => each.tenant))) {
      const own = waiting.filter((each) => each.tenant === tenant);
      kept.push(...(await units.read(tenant, (reads) => keptOf(reads, tenant, own))));
    }
    return new Set(kept);
  },
  heldBy: (tenant, subject) => units.read(tenant, (reads) => readHeldMoney(reads, subject === tenant ? null : subject)),
});
