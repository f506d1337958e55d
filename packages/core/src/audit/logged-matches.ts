import { ERASED_TEXT, isId, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type DecidedEntry, SCREENING_MATCHES, type ScreeningMatchRecord, SCREENINGS } from '../screening/index.js';
import { carriedOut, type CarriedOut } from './carried-out.js';

const ACTIONS = ['screening.clear', 'screening.confirm', 'screening.withdraw'];

/** What both a match and the last entry of the operator log about it say. */
type Stated = Pick<ScreeningMatchRecord, 'status' | 'decidedBy' | 'approvedBy' | 'decision'> & Partial<DecidedEntry>;

interface Said {
  readonly entry: CarriedOut['entry'];
  readonly stated: Stated;
}

/**
 * Compares the decision about each match with the entries of the operator log that took it, both ways. Every decision
 * writes such an entry in its own unit, and entries are sealed. An open match has no entry.
 */
export async function inspectLoggedMatches(reads: Reads): Promise<readonly string[]> {
  const { said, erased } = await saidAbout(reads);
  const findings: string[] = [];
  for await (const match of everyRecord(reads, SCREENING_MATCHES)) {
    const last = said.get(match.id);
    said.delete(match.id);
    if (last !== undefined) findings.push(...faultsOf(match, last));
    // An erased entry does not say any more about which match it was.
    else if (match.status !== 'OPEN' && !erased.has(match.id))
      findings.push(`${match.id} is ${match.status}, and no entry of the operator log says so`);
  }
  for (const [id, { entry }] of said) findings.push(`${entry.id} decides about ${id}, but this match is missing`);
  return findings;
}

function faultsOf(match: ScreeningMatchRecord, { entry, stated }: Said): readonly string[] {
  const differing = (Object.keys(stated) as (keyof Stated)[]).filter(
    (field) => match[field] !== stated[field] && match[field] !== ERASED_TEXT,
  );
  if (match.tenant !== entry.tenant) differing.push('tenant' as never);
  return differing.length === 0 ? [] : [`${match.id} differs from ${entry.id} in ${differing.join(', ')}`];
}

async function saidAbout(reads: Reads) {
  const said = new Map<string, Said>();
  /** The matches of screenings that have an erased entry. */
  const erased = new Set<string>();
  for await (const { entry, requestedBy, approvedBy } of carriedOut(reads, (action) => ACTIONS.includes(action))) {
    if (entry.erasedDigest !== null) {
      const screening = isId('Screening', entry.subject) ? await reads.get(SCREENINGS, entry.subject) : null;
      for (const id of screening?.matches ?? []) erased.add(id);
      continue;
    }
    const { reason } = { ...entry.input } as { readonly reason?: string };
    const before = matchesIn(entry.before);
    const decided = ({ ...entry.after } as { readonly decided?: Readonly<Record<string, DecidedEntry>> }).decided;
    for (const [id, status] of Object.entries(matchesIn(entry.after))) {
      if (before[id] === status) continue;
      // Only a confirmation and its withdrawal keep who approved them.
      const approved = entry.action === 'screening.clear' ? null : approvedBy;
      const stated = { status, decidedBy: requestedBy, approvedBy: approved, decision: reason ?? null };
      said.set(id, { entry, stated: { ...stated, ...decided?.[id] } });
    }
  }
  return { said, erased };
}

/** An entry that was altered can have anything. */
const matchesIn = (part: object | null): Readonly<Record<string, Stated['status']>> => {
  const { matches } = { ...part } as { readonly matches?: unknown };
  return matches !== null && typeof matches === 'object' ? (matches as Readonly<Record<string, Stated['status']>>) : {};
};
