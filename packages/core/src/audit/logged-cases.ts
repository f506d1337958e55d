import { ERASED_TEXT, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { SCREENING_CASE_LINKS, SCREENING_CASES, type ScreeningCase } from '../screening/index.js';
import { carriedOut } from './carried-out.js';

/** What both a case and its entries in the operator log say; the log hides the title. */
type Stated = Pick<ScreeningCase, 'tenant' | 'status' | 'openedBy' | 'outcome' | 'closeReason' | 'closedBy'>;

const ACTIONS = ['cases.open', 'cases.add', 'cases.close'];

interface Logged {
  readonly entry: string;
  stated: Partial<Stated>;
  /** By record: who added it. */
  readonly links: Map<string, string>;
}

/**
 * Compares each case and its links with the entries of the operator log, both ways. Each change writes such an entry in its own
 * unit, and entries are sealed. An erased entry of a tenant excuses what no other entry says.
 */
export async function inspectLoggedCases(reads: Reads): Promise<readonly string[]> {
  const logged = new Map<string, Logged>();
  const erased = new Set<string>();
  for await (const { entry, requestedBy } of carriedOut(reads, (action) => ACTIONS.includes(action))) {
    if (entry.erasedDigest !== null) {
      erased.add(entry.tenant);
      continue;
    }
    const input = { ...entry.input } as { readonly about?: string; readonly reason?: string };
    const after = { ...entry.after } as { readonly case?: string; readonly outcome?: ScreeningCase['outcome'] };
    if (entry.action === 'cases.open') {
      const links = new Map(input.about === undefined ? [] : [[input.about, requestedBy] as const]);
      const open = { outcome: null, closeReason: null, closedBy: null };
      const stated: Partial<Stated> = { ...open, tenant: entry.tenant as never, status: 'OPEN', openedBy: requestedBy };
      logged.set(String(after.case), { entry: entry.id, stated, links });
      continue;
    }
    const known = logged.get(entry.subject);
    if (known === undefined) continue;
    if (entry.action === 'cases.add') known.links.set(String(input.about), requestedBy);
    else {
      const closed = { outcome: after.outcome ?? null, closeReason: input.reason ?? null, closedBy: requestedBy };
      known.stated = { ...known.stated, ...closed, status: 'CLOSED' };
    }
  }
  const findings: string[] = [];
  for await (const { id, caseId, subject, addedBy, tenant } of everyRecord(reads, SCREENING_CASE_LINKS)) {
    const by = logged.get(caseId)?.links.get(subject);
    if (by === addedBy) logged.get(caseId)!.links.delete(subject);
    else if (!erased.has(tenant))
      findings.push(`${id} adds ${subject} to ${caseId}, and no entry of the operator log says so`);
  }
  for await (const found of everyRecord(reads, SCREENING_CASES)) {
    const known = logged.get(found.id);
    logged.delete(found.id);
    if (known === undefined) {
      if (!erased.has(found.tenant)) findings.push(`${found.id} is a case, and no entry of the operator log opens it`);
      continue;
    }
    const { entry, stated, links } = known;
    const differing = (Object.keys(stated) as (keyof Stated)[]).filter(
      // An erased entry may have closed it.
      (field) => found[field] !== stated[field] && found[field] !== ERASED_TEXT && !erased.has(found.tenant),
    );
    if (differing.length > 0) findings.push(`${found.id} differs from ${entry} in ${differing.join(', ')}`);
    for (const subject of links.keys()) findings.push(`${found.id} does not have ${subject}, which the log has added`);
  }
  for (const [id, { entry }] of logged) findings.push(`${entry} opens ${id}, but this case is missing`);
  return findings;
}
