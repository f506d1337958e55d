import { type ExternalAccount, EXTERNAL_ACCOUNTS, payeeDigests } from '../accounts/index.js';
import { type Block, BLOCKS, PAYEE_COLUMNS, payeeColumns } from '../blocks/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type AnyKind, type Digest, ERASED_TEXT, isId, type Reads } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { erasedFields } from '../personal-data/index.js';
import { type BlockedAs, PLATFORMS } from '../platforms/index.js';
import { type AuditedTenant, byId, type Pass } from './books.js';

interface Blockable {
  readonly id: string;
  readonly blockedAs: BlockedAs;
}

/** By id: how many blocks of these records last. Of records without a mark none is read. */
export async function lastingBlocks(reads: Reads, records: readonly Blockable[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { id, blockedAs } of records) {
    if (blockedAs === null) continue;
    const where = { subject: id, status: 'BLOCKED' } as const;
    const { rows } = await reads.list(BLOCKS, { where, order: 'asc', limit: 2, counted: false });
    found.set(id, rows.length);
  }
  return found;
}

/** Each mark has one record, which says why and by whom. */
export const hasItsBlock = ({ id, blockedAs }: Blockable, blocks: number): readonly string[] =>
  unless(blockedAs === null || blocks === 1, () =>
    blocks === 0 ? `${id} is marked as blocked, but no block of it lasts` : `${id} has several blocks that last`,
  );

interface Blocking {
  readonly block: Block;
  /** The mark of the subject; undefined if it does not exist. */
  readonly mark: BlockedAs | undefined;
  /** The digests of the blocked external account, none for other subjects; undefined if its details were erased. */
  readonly payees: readonly string[] | undefined;
}

const isMarked: Check<Blocking> = ({ block: { id, subject, status, tellPlatform }, mark }) =>
  unless(
    status !== 'BLOCKED' || mark === (tellPlatform ? 'TOLD' : 'SILENT'),
    () =>
      `${id} blocks ${subject}, which ${
        mark === undefined ? 'does not exist' : mark === null ? 'is not marked as blocked' : `is marked as ${mark}`
      }`,
  );

/** The same account outside cannot be added again while its block has its digests. */
function hasItsPayees({ block, payees }: Blocking): readonly string[] {
  if (block.status !== 'BLOCKED' || payees === undefined) return [];
  const expected = payeeColumns(payees);
  const names = PAYEE_COLUMNS.map((column) => block[column] === expected[column]);
  // Blocks of earlier versions have one digest only.
  if (names[0] && payees.length > 1 && block.secondPayee === null && block.thirdPayee === null)
    return [
      `${block.id} names only the first identifier of ${block.subject}: end the block, and block the account again`,
    ];
  return unless(names.every(Boolean), () => `${block.id} blocks another account outside than that of ${block.subject}`);
}

/** Every end of a block had two operators. An erased block does not say its reasons; the operator log has who ended it. */
const hasTwoAtItsEnd: Check<Blocking> = ({ block }) => {
  const { id, status, endReason, endedBy, endApprovedBy } = block;
  const saysWhy = endReason !== null || Object.keys(erasedFields(BLOCKS as unknown as AnyKind, block)).length === 0;
  return unless(
    status !== 'ENDED' || (saysWhy && endedBy !== null && endApprovedBy !== null),
    () => `${id} is ENDED, but does not say why and by which two operators`,
  );
};

const payeesIn = (digest: Digest, { identity, accountInfo }: ExternalAccount): readonly string[] | undefined =>
  identity.startsWith(ERASED_TEXT) ? undefined : payeeDigests(digest, accountInfo);

export const BLOCK_PASS: Pass<Block, Blocking, AuditedTenant> = {
  kind: BLOCKS,
  subjects: async ({ reads, tenant, digest }, page) => {
    const ids = page.map(({ subject }) => subject);
    const accounts = await byId(
      reads,
      EXTERNAL_ACCOUNTS,
      ids.filter((id) => isId('ExternalAccount', id)),
    );
    const marks = new Map<string, Blockable>([
      ...(await byId(
        reads,
        CUSTOMERS,
        ids.filter((id) => isId('Customer', id)),
      )),
      ...accounts,
      ...(await byId(
        reads,
        PLATFORMS,
        ids.filter((id) => id === tenant),
      )),
    ]);
    return page.map((block) => {
      const account = accounts.get(block.subject);
      const payees = account === undefined ? [] : payeesIn(digest, account);
      return { block, payees, mark: marks.get(block.subject)?.blockedAs };
    });
  },
  checks: [isMarked, hasItsPayees, hasTwoAtItsEnd],
};

/** The mark of the platform itself; those of its customers and external accounts are checked with these records. */
export async function inspectPlatformMark({ reads, tenant }: AuditedTenant): Promise<readonly string[]> {
  const platform = await reads.get(PLATFORMS, tenant);
  if (platform === null) return [];
  return hasItsBlock(platform, (await lastingBlocks(reads, [platform])).get(platform.id) ?? 0);
}
