import {
  birth,
  domainError,
  mark,
  newRecord,
  type Reads,
  sealedPlace,
  type Sealer,
  showSealed,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { identityOf } from './identity.js';
import type { ScreenedParty, ScreeningMatch, ScreeningQuestion } from './ports.js';
import { type Screening, SCREENING_MATCHES, type ScreeningMatchRecord } from './screening.js';
import { SCREENING_MATCH } from './screening-states.js';
import type { QuestionPorts } from './store-question.js';

/** Another unit recorded the same match at the same time: this one runs again. */
export const MATCH_RACED = domainError('CONFLICT', 'another host recorded the same match at the same time');

/**
 * Records the matches of an answer, each once. A match that is known already counts as it is decided: it is the same
 * list, entry, content of the entry, party and identity.
 */
export async function recordMatches(
  unit: Unit,
  ports: QuestionPorts,
  screening: Screening,
  question: ScreeningQuestion,
  answer: { readonly listVersion: string; readonly matches: readonly ScreeningMatch[] },
): Promise<readonly ScreeningMatchRecord[]> {
  const { tx } = unit;
  const recorded = new Map<string, ScreeningMatchRecord>();
  for (const said of answer.matches) {
    const party = question.parties.find(({ id }) => id === said.party) ?? null;
    const about = {
      party: party?.id ?? question.payment?.id ?? screening.subject,
      role: party?.role ?? null,
      identity: party === null ? screening.identity : matchIdentity(ports, party),
    };
    const key = [about.party, said.list, said.entry, said.entryVersion, about.identity];
    if (recorded.has(JSON.stringify(key))) continue;
    const known = await tx.find(SCREENING_MATCHES, 'match', key);
    const match =
      known === null
        ? addMatch(unit, ports.sealer, { ...about, listVersion: answer.listVersion }, said)
        : reliedOn(tx, known);
    recorded.set(JSON.stringify(key), match);
  }
  return [...recorded.values()];
}

/**
 * A known match, which the unit relies on. An open one is written, because it holds another screening from now on: a decision that
 * has listed what the match holds conflicts with the unit, whichever commits first.
 */
function reliedOn(tx: Tx, known: ScreeningMatchRecord): ScreeningMatchRecord {
  if (known.status === 'OPEN') return mark(tx, SCREENING_MATCHES, known, {});
  tx.pin(SCREENING_MATCHES, known);
  return known;
}

/** An external account is the same party, whether money goes to it or comes from it. */
const matchIdentity = ({ digest }: QuestionPorts, party: ScreenedParty): string =>
  identityOf(digest, [party.role === 'PAYER' ? { ...party, role: 'PAYEE' } : party]);

type About = Pick<ScreeningMatchRecord, 'party' | 'role' | 'identity' | 'listVersion'>;

function addMatch({ tx, ctx, ids }: Unit, sealer: Sealer, about: About, said: ScreeningMatch): ScreeningMatchRecord {
  const id = ids.next('ScreeningMatch');
  const { list, entry, entryVersion, name, score, reason } = said;
  const match: ScreeningMatchRecord = {
    status: birth(SCREENING_MATCH, 'match').to,
    ...about,
    ...{ list, entry, entryVersion },
    sealedDetails: sealer.seal(JSON.stringify({ name, score, reason }), detailsPlace(id)),
    ...{ decidedBy: null, approvedBy: null, decidedAt: null, decision: null },
    ...newRecord(id, ctx),
  };
  tx.add(SCREENING_MATCHES, match, { conflicts: { match: MATCH_RACED } });
  return match;
}

const detailsPlace = (id: string) => sealedPlace(SCREENING_MATCHES, id, 'sealedDetails');

/** What the provider said of a match, for pages; null if it was erased or cannot be opened. */
export type MatchDetails = Pick<ScreeningMatch, 'name' | 'score' | 'reason'>;

export function matchDetails(sealer: Sealer, { id, sealedDetails }: ScreeningMatchRecord): MatchDetails | null {
  const text = showSealed(sealer, sealedDetails, detailsPlace(id));
  return text === null || !text.startsWith('{') ? null : (JSON.parse(text) as MatchDetails);
}

/** The matches of a screening, in the order of its answer. */
export async function matchesOf(
  reads: Pick<Reads, 'getMany'>,
  { matches }: Pick<Screening, 'matches'>,
): Promise<readonly ScreeningMatchRecord[]> {
  const found = await reads.getMany(SCREENING_MATCHES, matches);
  return matches.flatMap((id) => found.filter((match) => match.id === id));
}

/**
 * As `matchesOf`, for a unit whose decision relies on what the matches are, also on those that stay open: a decision about one of
 * them at the same moment conflicts with the unit.
 */
export async function pinnedMatchesOf(
  tx: Tx,
  screening: Pick<Screening, 'matches'>,
): Promise<readonly ScreeningMatchRecord[]> {
  const matches = await matchesOf(tx, screening);
  for (const match of matches) tx.pin(SCREENING_MATCHES, match);
  return matches;
}

export const isCleared = ({ status }: Pick<ScreeningMatchRecord, 'status'>): boolean => status === 'CLEARED';
