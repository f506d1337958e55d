import { EXCEPTIONS } from '../exceptions/index.js';
import { isId, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import {
  SCREENED_PARTIES,
  type Screening,
  SCREENING_MATCHES,
  type ScreeningMatchRecord,
  SCREENINGS,
} from '../screening/index.js';

type Match = Pick<ScreeningMatchRecord, 'party' | 'status' | 'tenant'>;

/**
 * Compares screenings, their matches, the exceptions about them and what is known of each party: the matches are compared
 * with the operator log, so that nothing of these can say that a match holds nothing.
 */
export async function inspectScreenings(reads: Reads): Promise<readonly string[]> {
  const matches = new Map<string, Match>();
  for await (const { id, party, status, tenant } of everyRecord(reads, SCREENING_MATCHES))
    matches.set(id, { party, status, tenant });
  const findings: string[] = [];
  /** By screening, the parties with a match that is not cleared. */
  const held = new Map<string, ReadonlySet<string>>();
  const subjects = new Map<string, Pick<Screening, 'status' | 'subject'>>();
  for await (const screening of everyRecord(reads, SCREENINGS)) {
    const { id, status, subject, answer } = screening;
    findings.push(...faultsOf(screening, matches));
    const open = screening.matches.flatMap((each) => {
      const match = matches.get(each);
      return match === undefined || match.status === 'CLEARED' ? [] : [match.party];
    });
    if (open.length > 0) held.set(id, new Set(open));
    if (answer !== null) subjects.set(id, { status, subject });
  }
  for await (const { id, party, isClear, screeningId } of everyRecord(reads, SCREENED_PARTIES)) {
    if (!subjects.has(screeningId)) findings.push(`${id} about ${party} has no screening ${screeningId}`);
    else if (isClear && held.get(screeningId)?.has(party) === true)
      findings.push(`${id} says that ${party} is clear, but ${screeningId} has a match of it that is not cleared`);
  }
  findings.push(...(await faultsOfHits(reads, subjects)));
  return findings;
}

function faultsOf(
  { id, tenant, status, answer, matches: ids }: Screening,
  matches: ReadonlyMap<string, Match>,
): readonly string[] {
  const found = ids.map((each) => [each, matches.get(each)] as const);
  const missing = found.filter(([, match]) => match?.tenant !== tenant).map(([each]) => each);
  if (missing.length > 0) return [`${id} has the matches ${missing.join(', ')}, which do not exist`];
  const statuses = found.map(([, match]) => match!.status);
  const faults: string[] = [];
  if (answer !== null && (answer === 'clear') !== (ids.length === 0))
    faults.push(`${id} has the answer ${answer} and ${ids.length} matches`);
  if (answer === null && (status === 'HELD' || status === 'CONFIRMED' || status === 'CLEAR'))
    faults.push(`${id} is ${status}, but has no answer`);
  if (status === 'CLEAR' && statuses.some((each) => each !== 'CLEARED'))
    faults.push(`${id} is CLEAR, but has a match that is not cleared`);
  if (status === 'HELD' && !statuses.includes('OPEN')) faults.push(`${id} is HELD, but has no open match`);
  if (status === 'CONFIRMED' && !statuses.includes('CONFIRMED'))
    faults.push(`${id} is CONFIRMED, but has no confirmed match`);
  return faults;
}

/** Of a round, a party can be held by an earlier exception, so that its exceptions are not required. */
async function faultsOfHits(
  reads: Reads,
  screenings: ReadonlyMap<string, Pick<Screening, 'status' | 'subject'>>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  const open = new Set<string>();
  for await (const { id, kind, status, subject, reference } of everyRecord(reads, EXCEPTIONS)) {
    if (kind !== 'SCREENING_HIT') continue;
    const screening = screenings.get(reference);
    if (screening === undefined) findings.push(`${id} is about ${reference}, which does not exist or has no answer`);
    else if (status === 'OPEN' && screening.status !== 'HELD')
      findings.push(`${id} is open, but ${reference} is ${screening.status}`);
    if (status === 'OPEN') open.add(`${reference} ${subject}`);
  }
  for (const [id, { status, subject }] of screenings)
    if (status === 'HELD' && !isId('ScreeningRound', subject) && !open.has(`${id} ${subject}`))
      findings.push(`${id} holds ${subject}, but no exception about it is open`);
  return findings;
}
