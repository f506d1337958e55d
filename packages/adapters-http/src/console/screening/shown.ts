import { err, type Id, ok, type Result, type ShownMatch, type ShownScreening } from '@corridor/core';
import type { ScreeningMatchRecord } from '@corridor/core/records';
import { type Content, idText, linkIf } from '../kit/components.js';
import { recordLook } from '../kit/looks.js';
import { idOf } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';

export const params = { id: idOf('Screening') };
export type OfScreening = TenantVisit<{ readonly id: Id<'Screening'> }>;

export const pathOf = ({ place, params: { id } }: OfScreening): string => `${place.base}/screening/${id}`;

/** The screening of the page, with its personal data: the look is in the log before it is read. */
export async function screeningOf(visit: OfScreening): Promise<Result<ShownScreening>> {
  const { core, place, params: of } = visit;
  const screening = await core.operators.screening.get(of.id);
  if (screening?.tenant !== place.tenant) return err('REFERENCE_NOT_FOUND', `the screening ${of.id} does not exist`);
  const recorded = await recordLook(visit, { action: 'screening.look', subject: of.id, what: 'screening' });
  if (!recorded.ok) return recorded;
  const shown = await core.operators.screening.show(of.id);
  return shown === null ? err('REFERENCE_NOT_FOUND', `the screening ${of.id} does not exist`) : ok(shown);
}

/** What the record is called that waits, as a link. */
export async function subjectOf(visit: TenantVisit, subject: string): Promise<Content> {
  const record = { tenant: visit.place.tenant, id: subject };
  const names = await visit.core.operators.reads.recordNames([record]);
  return linkIf(visit.pathOf(record), names.get(subject) ?? idText(subject));
}

export const isOpen = ({ match }: ShownMatch): boolean => match.status === 'OPEN';

export const isConfirmed = ({ match }: ShownMatch): boolean => match.status === 'CONFIRMED';

/** A match in a list of choices: `Ada Lovelace: SDN-1 of OFAC SDN`. */
export const matchText = (
  { party, list, entry }: ScreeningMatchRecord,
  question: ShownScreening['question'],
): string => {
  const name =
    question?.parties.find(({ id }) => id === party)?.name ??
    (party.startsWith('Transaction:') ? 'The payment' : party);
  return `${name}: ${entry} of ${list}`;
};
