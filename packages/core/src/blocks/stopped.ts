import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { blockedError, CUSTOMERS } from '../customers/index.js';
import { type Instant, isId, ok, type Reads, type Result, type TenantKey, type Tx } from '../kernel/index.js';
import { type BlockedAs, PLATFORMS } from '../platforms/index.js';
import { BLOCKS } from './block.js';

/** Whom a payment or another change concerns, besides its platform. */
export interface Parties {
  /** Ids of customers; those of other parties are ignored. */
  readonly customers?: readonly (string | null)[];
  /** Ids of external accounts. A block of their owner stops them too, because another party can pay them. */
  readonly payees?: readonly (string | null)[];
}

interface Stoppable {
  readonly blockedAs: BlockedAs;
}

/** Who knows of the strictest block: a silent one makes all silent. */
const strictest = (found: readonly Stoppable[]): BlockedAs =>
  found.some(({ blockedAs }) => blockedAs === 'SILENT')
    ? 'SILENT'
    : found.some(({ blockedAs }) => blockedAs === 'TOLD')
      ? 'TOLD'
      : null;

async function read(reads: Reads, tenant: TenantKey, { customers = [], payees = [] }: Parties) {
  const people = [...new Set(customers)].filter((id) => id !== null && isId('Customer', id)) as string[];
  const accounts = [...new Set(payees)].filter((id) => id !== null && isId('ExternalAccount', id)) as string[];
  const platform = await reads.get(PLATFORMS, tenant);
  const named = people.length === 0 ? [] : await reads.getMany(CUSTOMERS, people);
  const found = accounts.length === 0 ? [] : await reads.getMany(EXTERNAL_ACCOUNTS, accounts);
  // The owner of the account is the payer of most payments, who is read already.
  const owners = new Set(found.map(({ customerId }) => customerId).filter((id) => id !== null && !people.includes(id)));
  const others = owners.size === 0 ? [] : await reads.getMany(CUSTOMERS, [...owners] as string[]);
  return { platform, customers: [...named, ...others], payees: found };
}

type Found = Awaited<ReturnType<typeof read>>;

const subjectsOf = ({ platform, customers, payees }: Found) => [
  ...(platform === null ? [] : [platform]),
  ...customers,
  ...payees,
];

/** Whether operators have stopped one of the parties or the platform, and whether the platform knows it; null: none. */
export async function blockOf(reads: Reads, tenant: TenantKey, parties: Parties): Promise<BlockedAs> {
  return strictest(subjectsOf(await read(reads, tenant, parties)));
}

/**
 * `blockOf`, for a unit that relies on the answer: a block that commits first makes this unit run again, and a block that
 * commits later finds what this unit has done.
 */
export async function pinnedBlockOf(tx: Tx, tenant: TenantKey, parties: Parties): Promise<BlockedAs> {
  const found = await read(tx, tenant, parties);
  pinAll(tx, found);
  return strictest(subjectsOf(found));
}

function pinAll(tx: Tx, { platform, customers, payees }: Found): void {
  if (platform !== null) tx.pin(PLATFORMS, platform);
  for (const customer of customers) tx.pin(CUSTOMERS, customer);
  for (const payee of payees) tx.pin(EXTERNAL_ACCOUNTS, payee);
}

const blockedOf = (found: Found): ReadonlySet<string> =>
  new Set(
    subjectsOf(found)
      .filter(({ blockedAs }) => blockedAs !== null)
      .map(({ id }) => id),
  );

/**
 * Whether operators have stopped one of the parties or the platform at any time since `since`, for a unit that relies on the
 * answer as on that of `pinnedBlockOf`. What waited meanwhile is not released by the end of the block.
 */
export async function pinnedBlockSince(tx: Tx, tenant: TenantKey, parties: Parties, since: Instant): Promise<boolean> {
  const found = await read(tx, tenant, parties);
  pinAll(tx, found);
  if (strictest(subjectsOf(found)) !== null) return true;
  for (const { id } of subjectsOf(found)) {
    // A subject has one block at a time, so the newest one is the last that ended.
    const { rows } = await tx.list(BLOCKS, { where: { subject: id }, order: 'desc', limit: 1, counted: false });
    if (rows.some(({ endedAt }) => endedAt !== null && endedAt >= since)) return true;
  }
  return false;
}

/** Whether one of the parties of a payment, or the platform, is blocked. */
type IsBlocked = (of: Parties) => boolean;

function isBlockedIn(found: Found, tenant: TenantKey): IsBlocked {
  const blocked = blockedOf(found);
  const owners = new Map<string | null, string | null>(found.payees.map(({ id, customerId }) => [id, customerId]));
  return ({ customers = [], payees = [] }) => {
    const concerned = [...customers, ...payees, ...payees.map((id) => owners.get(id) ?? null)];
    return blocked.has(tenant) || concerned.some((id) => id !== null && blocked.has(id));
  };
}

/** The parties of all these payments, to read them at once. */
const union = (all: readonly Parties[]): Parties => ({
  customers: all.flatMap(({ customers = [] }) => customers),
  payees: all.flatMap(({ payees = [] }) => payees),
});

/** As `blockOf`, for several payments at once. The parties asked about must be among these. */
export const blocksAmong = async (reads: Reads, tenant: TenantKey, all: readonly Parties[]): Promise<IsBlocked> =>
  isBlockedIn(await read(reads, tenant, union(all)), tenant);

/** As `pinnedBlockOf`, for several payments at once. The parties asked about must be among these. */
export async function pinnedBlocks(tx: Tx, tenant: TenantKey, all: readonly Parties[]): Promise<IsBlocked> {
  const found = await read(tx, tenant, union(all));
  pinAll(tx, found);
  return isBlockedIn(found, tenant);
}

/** The ids of the parties that are blocked, and the tenant key if the platform is. For operators only. */
export const blockedParties = async (reads: Reads, tenant: TenantKey, parties: Parties): Promise<readonly string[]> => [
  ...blockedOf(await read(reads, tenant, parties)),
];

/** Ids of `blockedParties` in a sentence of a message to operators. */
export const namedParties = (tenant: TenantKey, blocked: readonly string[]): string =>
  blocked.map((id) => (id === tenant ? 'the platform' : id)).join(' and ');

/** A sentence for operators with the parties that are blocked now, if any is. */
export async function withBlocked(
  reads: Reads,
  tenant: TenantKey,
  sentence: string,
  parties: Parties,
): Promise<string> {
  const blocked = await blockedParties(reads, tenant, parties);
  if (blocked.length === 0) return sentence;
  return `${sentence}: ${namedParties(tenant, blocked)} ${blocked.length === 1 ? 'is' : 'are'} blocked`;
}

/** `blockedParties`, for a unit that relies on the answer as on that of `pinnedBlockOf`. */
export async function pinnedBlockedParties(tx: Tx, tenant: TenantKey, parties: Parties): Promise<readonly string[]> {
  const found = await read(tx, tenant, parties);
  pinAll(tx, found);
  return [...blockedOf(found)];
}

/** Fails if one of the parties or the platform is blocked: 403 USER_BLOCKED, or 403 USER_NOT_READY for a silent block. */
export async function mustNotBeStopped(tx: Tx, tenant: TenantKey, parties: Parties): Promise<Result<void>> {
  const blockedAs = await pinnedBlockOf(tx, tenant, parties);
  return blockedAs === null ? ok() : blockedError(blockedAs);
}
