import { ERASED_TEXT, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type LegalHold, LEGAL_HOLDS } from '../retention/index.js';
import { carriedOut } from './carried-out.js';

/** What both a legal hold and its entries in the operator log say. */
type Stated = Pick<
  LegalHold,
  | 'tenant'
  | 'customerId'
  | 'status'
  | 'reason'
  | 'caseReference'
  | 'heldBy'
  | 'releaseReason'
  | 'releaseReference'
  | 'releasedBy'
  | 'releaseApprovedBy'
>;

const ACTIONS = ['customers.hold', 'customers.release-hold'];

/**
 * Compares each legal hold with the entries of the operator log that placed and released it, both ways. Each writes such
 * an entry in its own unit, and entries are sealed.
 */
export async function inspectLoggedHolds(reads: Reads): Promise<readonly string[]> {
  const logged = new Map<string, { readonly entry: string; stated: Partial<Stated> }>();
  /** Customers with erased entries, which do not say any more about which hold they are. */
  const erased = new Set<string>();
  const placements = new Map<string, Placements>();
  const findings: string[] = [];
  for await (const { entry, requestedBy, approvedBy } of carriedOut(reads, (action) => ACTIONS.includes(action))) {
    const { reason = '', caseReference = '', id } = { ...entry.input } as Partial<LegalHold>;
    const { hold } = { ...entry.after } as { readonly hold?: string };
    const placed = placements.get(entry.subject) ?? NO_PLACEMENTS;
    placements.set(entry.subject, {
      placed: entry.action === 'customers.hold' ? [...placed.placed, entry.id] : placed.placed,
      released: placed.released + (entry.action === 'customers.hold' ? 0 : 1),
    });
    if (entry.erasedDigest !== null) erased.add(entry.subject);
    else if (entry.action === 'customers.hold') {
      const placed = { tenant: entry.tenant as never, customerId: entry.subject as never, reason, caseReference };
      const free = { releaseReason: null, releaseReference: null, releasedBy: null, releaseApprovedBy: null };
      const stated: Partial<Stated> = { ...placed, ...free, status: 'HELD', heldBy: requestedBy };
      logged.set(String(hold), { entry: entry.id, stated });
    } else {
      const placed = logged.get(String(id));
      const released = { releaseReason: reason, releaseReference: caseReference, releasedBy: requestedBy };
      if (placed === undefined) findings.push(`${entry.id} releases ${id}, which no entry of the operator log places`);
      else placed.stated = { ...placed.stated, ...released, status: 'RELEASED', releaseApprovedBy: approvedBy };
    }
  }
  const holds = new Map<string, readonly LegalHold[]>();
  for await (const hold of everyRecord(reads, LEGAL_HOLDS)) {
    if (erased.has(hold.customerId)) holds.set(hold.customerId, [...(holds.get(hold.customerId) ?? []), hold]);
    const placed = logged.get(hold.id);
    logged.delete(hold.id);
    if (placed === undefined) {
      if (!erased.has(hold.customerId))
        findings.push(`${hold.id} keeps the data of ${hold.customerId}, and no entry of the operator log says so`);
      continue;
    }
    const { entry, stated } = placed;
    const differing = (Object.keys(stated) as (keyof Stated)[]).filter(
      (field) => hold[field] !== stated[field] && hold[field] !== ERASED_TEXT,
    );
    if (differing.length > 0) findings.push(`${hold.id} differs from ${entry} in ${differing.join(', ')}`);
  }
  for (const customer of erased)
    findings.push(...countedHolds(customer, placements.get(customer)!, holds.get(customer) ?? []));
  for (const [id, { entry }] of logged) findings.push(`${entry} places ${id}, but this legal hold is missing`);
  return findings;
}

/** The entries about the legal holds of a customer; those that were erased as well. */
interface Placements {
  readonly placed: readonly string[];
  readonly released: number;
}
const NO_PLACEMENTS: Placements = { placed: [], released: 0 };

/** Erased entries do not name their holds any more, but there are as many holds as entries that placed one. */
function countedHolds(customer: string, said: Placements, holds: readonly LegalHold[]): readonly string[] {
  const released = holds.filter(({ status }) => status === 'RELEASED').length;
  const of = `of the legal holds of ${customer}`;
  return [
    ...(holds.length === said.placed.length
      ? []
      : [`${of}, ${holds.length} are left, but ${said.placed.length} were placed: ${said.placed.join(', ')}`]),
    ...(released === said.released
      ? []
      : [`${of}, ${released} are released, but the operator log releases ${said.released}`]),
  ];
}
