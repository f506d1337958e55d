import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { blockCustomer, blockPayee } from '../blocks/index.js';
import { type CustomerAccounts, CUSTOMERS } from '../customers/index.js';
import { EXCEPTION, EXCEPTIONS, tellException } from '../exceptions/index.js';
import {
  Bug,
  err,
  invalidFields,
  isId,
  ok,
  type Reads,
  readAll,
  type Result,
  transition,
  type Unit,
} from '../kernel/index.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';
import { confirmScreening } from './confirm-screening.js';
import { matchesOf, pinnedMatchesOf } from './matches.js';
import type { RecordPorts } from './record-answer.js';
import { releaseCleared } from './release.js';
import { type Screening, SCREENING_MATCHES, type ScreeningMatchRecord, SCREENINGS } from './screening.js';
import { SCREENING_MATCH } from './screening-states.js';

export interface DecisionPorts extends RecordPorts {
  readonly accounts: Pick<CustomerAccounts, 'markUnderReview'>;
}

/** Which match of a screening an operator decides about. */
export interface MatchChoice {
  /** The screening. */
  readonly id: string;
  /** Absent: every open match to clear them, and the only open one to confirm it. */
  readonly match?: string | undefined;
}

export interface Decision extends MatchChoice {
  readonly reason: string;
}

/** A confirmation also blocks the party, and a block names a case. */
export interface Confirmation extends Decision {
  readonly caseReference: string;
}

/** What the operator log keeps of a match that was decided, so that the audit can compare it. */
export type DecidedEntry = Pick<ScreeningMatchRecord, 'party' | 'list' | 'entry' | 'entryVersion' | 'identity'>;

/** A screening that waits for a decision, with the open matches that a decision is about. */
export interface Hit {
  readonly screening: Screening;
  readonly matches: readonly ScreeningMatchRecord[];
}

/**
 * The matches to clear. 404 REFERENCE_NOT_FOUND for an unknown screening and a match that it does not have; 409
 * INVALID_STATE_TRANSITION if the screening does not wait for a decision, or the match is decided; 409 CONFLICT if the last
 * open match is decided at this moment. The open matches of a
 * `DROPPED` screening can be decided too: they hold the refund of the payment that ended.
 */
export async function matchesToClear(reads: Reads, { id, match }: MatchChoice): Promise<Result<Hit>> {
  const screening = isId('Screening', id) ? await reads.get(SCREENINGS, id) : null;
  if (screening === null) return err('REFERENCE_NOT_FOUND', `id: no screening ${id} exists`);
  const open = (await matchesOf(reads, screening)).filter(({ status }) => status === 'OPEN');
  // What waited has ended, but an open match still holds money that would go back to outside.
  const isLeft = screening.status === 'DROPPED' && open.length > 0;
  if (screening.status !== 'HELD' && !isLeft)
    return err(
      'INVALID_STATE_TRANSITION',
      `${id} is ${screening.status}; only a HELD screening, or a DROPPED one with an open match, waits for a decision`,
    );
  // What is held has an open match: a decision has committed between the two reads.
  if (open.length === 0) return err('CONFLICT', `${id}: the match was decided meanwhile; read the screening again`);
  if (match === undefined) return ok({ screening, matches: open });
  if (!screening.matches.some((each) => each === match))
    return err('REFERENCE_NOT_FOUND', `match: ${id} has no match ${match}`);
  const chosen = open.filter((each) => each.id === match);
  return chosen.length > 0
    ? ok({ screening, matches: chosen })
    : err('INVALID_STATE_TRANSITION', `match: ${match} is decided already`);
}

/** The match to confirm. The errors of `matchesToClear`; 400 INVALID_INPUT if several are open and none is named. */
export async function matchToConfirm(reads: Reads, choice: MatchChoice): Promise<Result<Hit>> {
  const found = await matchesToClear(reads, choice);
  if (!found.ok || found.value.matches.length === 1) return found;
  const named = found.value.matches.map(({ id, list, entry }) => `${id} (${list}, ${entry})`).join(', ');
  return invalidFields([{ field: 'match', message: `must name one of the open matches: ${named}` }]);
}

/**
 * Says that the party is not the entry. Every screening that waits for these matches alone becomes clear in this unit, and
 * what waited for it goes on. The errors of `matchesToClear`.
 */
export async function clearMatches(
  unit: Unit,
  ports: RecordPorts,
  decision: Decision,
  by: string,
): Promise<Result<Screening>> {
  const { tx, ctx } = unit;
  const found = await matchesToClear(tx, decision);
  if (!found.ok) return found;
  const { screening, matches } = found.value;
  const decided = { decidedBy: by, decidedAt: ctx.now, decision: decision.reason };
  const cleared: ScreeningMatchRecord[] = [];
  for (const match of matches) {
    const done = transition(tx, ctx, SCREENING_MATCH, SCREENING_MATCHES, match, 'clear', decided);
    if (!done.ok) return done;
    cleared.push(done.value.record);
  }
  for (const match of cleared) {
    const released = await releaseCleared(unit, ports, match);
    if (!released.ok) return released;
  }
  return ok((await tx.get(SCREENINGS, screening.id))!);
}

/** Who decided, for a confirmation. */
export interface ConfirmedBy {
  readonly by: string;
  readonly approvedBy: string | null;
}

export interface Confirmed {
  readonly screening: Screening;
  readonly match: ScreeningMatchRecord;
  /** The ids of the customer and the external accounts that the confirmation has blocked. */
  readonly blocked: readonly string[];
}

/**
 * Says that the party is the entry. The party is blocked in this unit, and the platform does not learn of it; what waits for
 * the match stays stopped. The errors of `matchToConfirm` and of the block.
 */
export async function confirmMatch(
  unit: Unit,
  ports: DecisionPorts,
  confirmation: Confirmation,
  { by, approvedBy }: ConfirmedBy,
): Promise<Result<Confirmed>> {
  const { tx, ctx } = unit;
  const found = await matchToConfirm(tx, confirmation);
  if (!found.ok) return found;
  const { screening, matches } = found.value;
  const decided = { decidedBy: by, approvedBy, decidedAt: ctx.now, decision: confirmation.reason };
  const done = transition(tx, ctx, SCREENING_MATCH, SCREENING_MATCHES, matches[0]!, 'confirm', decided);
  if (!done.ok) return done;
  const match = done.value.record;
  const blocked = await blockParty(unit, ports, match, confirmation, by);
  if (!blocked.ok) return blocked;
  for (const waiting of await waitingFor(tx, [match])) {
    const all = await pinnedMatchesOf(tx, waiting);
    const isRound = isId('ScreeningRound', waiting.subject);
    // A round asked about many parties: the others still have to be decided about.
    const ended = isRound ? all.filter(({ party }) => party === match.party) : all;
    await endHits(unit, waiting, ended, { by, approvedBy });
    if (isRound && all.some(({ party, status }) => party !== match.party && status === 'OPEN')) continue;
    const confirmed = await confirmScreening(unit, ports, waiting);
    if (!confirmed.ok) return confirmed;
  }
  return ok({ screening: (await tx.get(SCREENINGS, screening.id))!, match, blocked: blocked.value });
}

/** The screenings that wait for any of these matches. Few: each waits for a person. */
async function waitingFor(reads: Reads, matches: readonly ScreeningMatchRecord[]): Promise<readonly Screening[]> {
  const ids = new Set(matches.map(({ id }) => id));
  const held = await readAll(reads, SCREENINGS, { status: 'HELD' });
  return held.filter((screening) => screening.matches.some((id) => ids.has(id)));
}

/** Resolves the exceptions of a screening with a confirmed match: about what waits, or about each party of a round. */
async function endHits(
  unit: Unit,
  { id, subject }: Screening,
  matches: readonly ScreeningMatchRecord[],
  { by, approvedBy }: ConfirmedBy,
): Promise<void> {
  const { tx, ctx } = unit;
  for (const each of new Set([subject, ...matches.map(({ party }) => party)])) {
    const exception = await tx.find(EXCEPTIONS, 'matter', ['SCREENING_HIT', each, id]);
    if (exception?.status !== 'OPEN') continue;
    const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
      ...{ resolution: 'REFUSED', resolvedBy: by, approvedBy, resolvedAt: ctx.now },
    });
    if (!resolved.ok) throw new Bug(resolved.error.message);
    tellException(unit, resolved.value.row.emits, resolved.value.record);
  }
}

/** The customer or the external account that a confirmation of a match blocks; null for a remitter and a payment. */
export async function blockedBy(reads: Reads, { party }: ScreeningMatchRecord): Promise<string | null> {
  if (isId('BeneficialOwner', party)) return (await reads.get(BENEFICIAL_OWNERS, party))?.customerId ?? null;
  return isId('Customer', party) || isId('ExternalAccount', party) ? party : null;
}

/** Blocks the party of a match, unless it is blocked. The business stands for its owner. */
async function blockParty(
  unit: Unit,
  { digest, accounts }: DecisionPorts,
  match: ScreeningMatchRecord,
  { reason, caseReference }: Confirmation,
  by: string,
): Promise<Result<readonly string[]>> {
  const { tx } = unit;
  const id = await blockedBy(tx, match);
  if (id === null) return ok([]);
  const request = { id, reason, caseReference, tellPlatform: false };
  if (isId('ExternalAccount', id)) {
    if ((await tx.get(EXTERNAL_ACCOUNTS, id))?.blockedAs !== null) return ok([]);
    const done = await blockPayee(digest, unit, request, by);
    return done.ok ? ok([done.value.account.id, ...done.value.also]) : done;
  }
  const customer = isId('Customer', id) ? await tx.get(CUSTOMERS, id) : null;
  if (customer === null || customer.blockedAs !== null) return ok([]);
  const done = await blockCustomer(accounts, unit, request, by);
  return done.ok ? ok([done.value.id]) : done;
}
