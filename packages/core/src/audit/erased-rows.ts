import { customerOf } from '../erasure/index.js';
import { isErased, type OutboxEvent } from '../events/index.js';
import type { Reads, TenantKey } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { erasuresOf } from '../retention/index.js';

/** A row that says that its personal data were erased. */
interface ErasedRow {
  readonly id: string;
  readonly tenant: TenantKey | null;
  /** The record that the row is about. */
  readonly about: string;
}

/**
 * The findings about a row that says that it was erased. A row keeps its seal if an attacker hides its personal data in this
 * way, so it needs a record of an erasure of the customer to whom its record belongs. `known`: what was found of earlier
 * rows.
 */
async function withoutErasure(
  reads: Reads,
  { id, tenant, about }: ErasedRow,
  known: Map<string, boolean>,
): Promise<readonly string[]> {
  const key = `${tenant} ${about}`;
  const hasErasure = known.get(key) ?? (await isOfErased(reads, tenant, about));
  known.set(key, hasErasure);
  return hasErasure
    ? []
    : [
        `${id} says that its personal data were erased, but ${about} belongs to no customer whose data were erased: restore the row from a backup`,
      ];
}

async function isOfErased(reads: Reads, tenant: TenantKey | null, about: string): Promise<boolean> {
  const customer = await customerOf(reads, about);
  return customer !== null && (await erasuresOf(reads, customer)).some((erasure) => erasure.tenant === tenant);
}

/** The findings about erased events, by the id of the event. */
export async function erasedEventFindings(
  reads: Reads,
  page: readonly OutboxEvent[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = new Map<string, boolean>();
  const findings = new Map<string, readonly string[]>();
  for (const event of page)
    if (isErased(event)) {
      const { id, tenant, resource: about } = event;
      findings.set(id, await withoutErasure(reads, { id, tenant, about }, known));
    }
  return findings;
}

/** The findings about erased entries of the operator log. */
export async function inspectErasedEntries(reads: Reads): Promise<readonly string[]> {
  const known = new Map<string, boolean>();
  const findings: string[] = [];
  for await (const { id, tenant, subject: about, erasedDigest } of everyRecord(reads, OPERATOR_LOG))
    if (erasedDigest !== null) findings.push(...(await withoutErasure(reads, { id, tenant, about }, known)));
  return findings;
}
