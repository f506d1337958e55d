import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  err,
  type Id,
  type Instant,
  isId,
  machine,
  newRecord,
  ok,
  type Reads,
  readAll,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Unit,
  update,
} from '../kernel/index.js';

/** Hits, payments and customers that operators examine together. No platform learns of a state. */
export const SCREENING_CASE = machine('Screening case', 'status', ['CLOSED'], [
  { from: null, on: 'open', to: 'OPEN', emits: null, why: 'an operator begins an examination' },
  { from: 'OPEN', on: 'close', to: 'CLOSED', emits: null, why: 'an operator says how the examination ended' },
] as const);
export type ScreeningCaseStatus = StateOf<typeof SCREENING_CASE>;

/**
 * How an examination ended.
 * - `REPORTED`: an authority got a report.
 * - `UNFOUNDED`: nothing of the suspicion is left.
 * - `ENDED`: it ended otherwise, as the reason says.
 */
export const CASE_OUTCOMES = ['REPORTED', 'UNFOUNDED', 'ENDED'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

/** An examination. Its texts are for operators only: no answer, event or page for others has them. */
export interface ScreeningCase extends BaseRecord {
  readonly id: Id<'ScreeningCase'>;
  readonly status: ScreeningCaseStatus;
  readonly title: string;
  readonly openedBy: string;
  readonly outcome: CaseOutcome | null;
  readonly closeReason: string | null;
  readonly closedBy: string | null;
  /** Host time, as `createdAt`. */
  readonly closedAt: Instant | null;
}

export const SCREENING_CASES = recordKind<ScreeningCase>()({
  name: 'screening_cases',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    title: 'text',
    openedBy: 'text',
    outcome: 'text?',
    closeReason: 'text?',
    closedBy: 'text?',
    closedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['status'],
  immutable: ['title', 'openedBy'],
});

/** That a case is about a screening, a payment or a customer. */
export interface ScreeningCaseLink extends BaseRecord {
  readonly id: Id<'ScreeningCaseLink'>;
  readonly caseId: Id<'ScreeningCase'>;
  readonly subject: string;
  /** The customer to whom the subject belongs; null if it belongs to none. */
  readonly customerId: Id<'Customer'> | null;
  readonly addedBy: string;
}

export const SCREENING_CASE_LINKS = recordKind<ScreeningCaseLink>()({
  name: 'screening_case_links',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, caseId: 'text', subject: 'text', customerId: 'text?', addedBy: 'text' },
  states: [],
  unique: [],
  filters: ['caseId', 'subject', 'customerId'],
  immutable: ['caseId', 'subject', 'customerId', 'addedBy'],
});

/** A title says what a list of cases needs, and no more. */
export const LONGEST_TITLE = 140;

/** What a case is about. */
export type Linked = Pick<ScreeningCaseLink, 'subject' | 'customerId'>;

function link({ tx, ctx, ids }: Unit, caseId: Id<'ScreeningCase'>, linked: Linked, addedBy: string): void {
  const made: ScreeningCaseLink = {
    ...{ caseId, ...linked, addedBy },
    ...newRecord(ids.next('ScreeningCaseLink'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(SCREENING_CASE_LINKS, made);
}

/** Begins an examination of these records. */
export function openCase(
  unit: Unit,
  { title, about }: { readonly title: string; readonly about: readonly Linked[] },
  by: string,
): ScreeningCase {
  const { tx, ctx, ids } = unit;
  const opened: ScreeningCase = {
    ...{ status: birth(SCREENING_CASE, 'open').to, title, openedBy: by },
    ...{ outcome: null, closeReason: null, closedBy: null, closedAt: null },
    ...newRecord(ids.next('ScreeningCase'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(SCREENING_CASES, opened);
  for (const linked of about) link(unit, opened.id, linked, by);
  return opened;
}

/** The case to change. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION if it is closed. */
export async function openCaseWith(reads: Reads, id: string): Promise<Result<ScreeningCase>> {
  const found = isId('ScreeningCase', id) ? await reads.get(SCREENING_CASES, id) : null;
  if (found === null) return err('REFERENCE_NOT_FOUND', `no case ${id} exists`);
  if (found.status === 'OPEN') return ok(found);
  return err('INVALID_STATE_TRANSITION', `${id} is closed; open another case for what came to light since`);
}

/** The case to which a record can be added. The errors of `openCaseWith`; 409 CONFLICT if the case has the record. */
export async function caseToExtend(reads: Reads, id: string, subject: string): Promise<Result<ScreeningCase>> {
  const found = await openCaseWith(reads, id);
  if (!found.ok) return found;
  const isIn = (await linksOf(reads, found.value.id)).some((each) => each.subject === subject);
  return !isIn ? found : err('CONFLICT', `the case has ${subject} already`);
}

/** Adds a record to a case. The errors of `caseToExtend`. */
export async function addToCase(unit: Unit, id: string, linked: Linked, by: string): Promise<Result<ScreeningCase>> {
  const { tx, ctx } = unit;
  const found = await caseToExtend(tx, id, linked.subject);
  if (!found.ok) return found;
  link(unit, found.value.id, linked, by);
  // A unit that closes the case or adds to it at the same moment runs again.
  return ok(update(tx, { now: ctx.hostNow }, SCREENING_CASES, found.value, {}));
}

export interface CaseEnd {
  readonly id: string;
  readonly outcome: CaseOutcome;
  readonly reason: string;
}

/** Ends an examination. The errors of `openCaseWith`. */
export async function closeCase(
  { tx, ctx }: Pick<Unit, 'tx' | 'ctx'>,
  { id, outcome, reason }: CaseEnd,
  by: string,
): Promise<Result<ScreeningCase>> {
  const found = await openCaseWith(tx, id);
  if (!found.ok) return found;
  const patch = { outcome, closeReason: reason, closedBy: by, closedAt: ctx.hostNow };
  const closed = transition(tx, { now: ctx.hostNow }, SCREENING_CASE, SCREENING_CASES, found.value, 'close', patch);
  return closed.ok ? ok(closed.value.record) : closed;
}

/** What a case is about, in the order in which it was added. Few: each was added by a person. */
export const linksOf = (reads: Reads, caseId: Id<'ScreeningCase'>): Promise<readonly ScreeningCaseLink[]> =>
  readAll(reads, SCREENING_CASE_LINKS, { caseId });

/** The cases about a customer or what belongs to it, or about another record, newest first. */
export async function casesAbout(
  reads: Reads,
  about: { readonly subject: string } | { readonly customerId: Id<'Customer'> },
): Promise<readonly ScreeningCase[]> {
  const links = await readAll(reads, SCREENING_CASE_LINKS, about);
  const cases = await reads.getMany(SCREENING_CASES, [...new Set(links.map(({ caseId }) => caseId))]);
  return cases.toSorted((one, other) => other.createdAt - one.createdAt);
}
