import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { ERASE_ACTION, leftToErase } from '../erasure/index.js';
import {
  type AnyKind,
  type BaseRecord,
  type KindOf,
  type ListQuery,
  MAX_LIMIT,
  readAll,
  type Reads,
} from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG, type OperatorLogEntry } from '../operators/index.js';
import { type Erasure, ERASURES, erasuresOf } from '../retention/index.js';

/** Erasures that two operators did not decide. */
export async function inspectErasures(reads: Reads): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const erasure of everyRecord(reads, ERASURES))
    if (!(await wasApproved(reads, erasure)))
      findings.push(`${erasure.id} erases ${erasure.customerId}, which no entry of the operator log has approved`);
  return findings;
}

/**
 * Records of the erased customers of a tenant that still have personal data, such as those of a late payment. Reads of the
 * tenant find them by its indexes.
 */
export async function inspectErased(reads: Reads): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const erasure of everyRecord(reads, ERASURES)) {
    if (erasure.status !== 'ERASED') continue;
    // A later erasure that is under way takes what came after this one.
    const [newest] = await erasuresOf(reads, erasure.customerId);
    if (newest?.id === erasure.id) findings.push(...(await inspectErasure(reads, erasure)));
  }
  return findings;
}

/** Whether an entry of the operator log, which is sealed, says so. A record of an erasure lets rows be without personal data. */
async function wasApproved(reads: Reads, { tenant, customerId }: Erasure): Promise<boolean> {
  for await (const entry of listed(reads, OPERATOR_LOG as unknown as AnyKind, { subject: customerId })) {
    const { action, outcome } = entry as OperatorLogEntry;
    if (action === ERASE_ACTION && outcome === 'APPROVED' && entry.tenant === tenant) return true;
  }
  return false;
}

async function inspectErasure(reads: Reads, { id, customerId, tenant }: Erasure): Promise<readonly string[]> {
  const customer = await reads.get(CUSTOMERS, customerId);
  if (customer === null) return [`${id} erased ${customerId}, which does not exist`];
  const accounts = await readAll(reads, INTERNAL_ACCOUNTS, { owner: customerId });
  const left = await leftToErase(reads, { tenant, customer, accounts });
  return [
    ...(customer.isDeleted ? [] : [`${id} erased ${customerId}, which is not deleted`]),
    ...left.map(
      ({ id: record, columns }) =>
        `${record} ${columns.length === 0 ? 'exists' : `has ${columns.join(', ')}`}, but ${customerId} is erased: erase it again`,
    ),
  ];
}

async function* listed(reads: Reads, kind: AnyKind, where: object): AsyncGenerator<BaseRecord, void> {
  const any = kind as unknown as KindOf<BaseRecord>;
  for (let after: BaseRecord | undefined, hasMore = true; hasMore;) {
    const query: ListQuery<BaseRecord> = { where, order: 'asc', limit: MAX_LIMIT, counted: false, after };
    const page = await reads.list(any, query);
    yield* page.rows;
    after = page.rows.at(-1);
    hasMore = page.hasMore;
  }
}
