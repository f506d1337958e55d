import { type Instant, toIso } from '@corridor/core';
import type { RailRecords, RailWrites } from '@corridor/core/ports';
import { daysBetween } from './identity.js';
import { contentOf, type List, listAfter, movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import { accountIn, ACCOUNTS, nextTurn } from './report-records.js';
import type { Chain } from './statement-chain.js';
import { disagree } from './wording.js';

/**
 * What a movement is that may be another one.
 * - `other`: statements have both.
 * - `same`: the statements of both days have only one of them.
 * - `open`: a statement may show it, or a person has to decide.
 */
export type Settled = { readonly kind: 'other' } | { readonly kind: 'same' | 'open'; readonly as: StoredMovement };

/** What the statements say about the movement that this one may be. */
export async function settledDoubt(records: RailRecords, stored: StoredMovement, now: Instant): Promise<Settled> {
  const record = stored.doubts === null ? null : await records.get(MOVEMENTS, stored.doubts);
  if (record === null) return { kind: 'other' };
  const as = movementIn(record);
  const [isStated, isOtherStated] = [stored, as].map(({ claims }) => claims.statement !== undefined);
  if (isStated && isOtherStated) return { kind: 'other' };
  const missing = isStated ? as : isOtherStated ? stored : null;
  // Only the day differs: the payment has one day in one kind of report and another one in the other.
  if (missing === null || stored.movement.date === as.movement.date || disagree(stored.movement, as.movement))
    return { kind: 'open', as };
  const chain = accountIn(await records.get(ACCOUNTS, stored.iban));
  return { kind: isOver(chain, missing.movement.date, now) ? 'same' : 'open', as };
}

const DAYS_FOR_ALL_STATEMENTS = 2;

/** Whether the statements of a day are there: a bank may make several for one day. */
export function isOver({ segments }: Chain, date: string | null, now: Instant): boolean {
  if (date === null) return false;
  const isPast = daysBetween(date, toIso(now).slice(0, date.length)) >= DAYS_FOR_ALL_STATEMENTS;
  return segments.some(({ from, to }) => from <= date && (to > date || (to === date && isPast)));
}

/** Lets the movement that core knows, or will hear of, stand for both: what a statement says of one, it says of both. */
export async function join(records: RailWrites, stored: StoredMovement, as: string): Promise<void> {
  const record = await records.get(MOVEMENTS, as);
  const { statement } = stored.claims;
  if (record === null || statement === undefined) return;
  const before = movementIn(record);
  if (before.claims.statement !== undefined) return;
  const after = { ...before, claims: { ...before.claims, statement }, onlyPayments: false };
  const list = record.status as List | null;
  const status = list === 'IN_FLIGHT' ? listAfter(after) : list === 'NOTED' ? 'TO_TELL' : list;
  records.change(record, { ...contentOf(after), status });
  await nextTurn(records, stored.iban);
}
