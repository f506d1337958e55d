import { ok, plusSeconds } from '@corridor/core';
import type { Clock, Digest, RailLog, RailStore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { BankFilesEntry } from '../entry.js';
import type { Payments } from '../payments.js';
import { join } from './doubts.js';
import { connectLate } from './late-details.js';
import { contentOf, listAfter, movementIn, MOVEMENTS, type Told } from './movement-records.js';

export interface TellingPorts {
  readonly entry: Pick<BankFilesEntry, 'accounts' | 'ownAccounts' | 'returnAfterHours'>;
  readonly railOf: ReadonlyMap<string, string>;
  readonly payments: Payments;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: RailLog;
}

/**
 * - `told`: core knows the movement.
 * - `differs`: the ledger cannot follow it.
 * - `wait`: it may be possible later, but not for ever.
 * - `later`: core or the store did not answer.
 * - `note`: only a statement can move this money.
 * - `same`: the movement with the key `as` stands for it.
 * - `detailed`: the details that came later stand for it.
 */
export type Outcome =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'differs'; readonly why: string }
  | { readonly kind: 'wait'; readonly for: string; readonly otherwise: string }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'note' }
  | { readonly kind: 'same'; readonly as: string }
  | { readonly kind: 'detailed' };

export const toldOutcome = (as: Told['as'], subjects: Told['subjects']): Outcome => ({
  kind: 'told',
  told: { as, subjects },
});

export const differs = async (why: string): Promise<Outcome> => ({ kind: 'differs', why });

export const waiting = async (reason: string, otherwise: string): Promise<Outcome> => ({
  kind: 'wait',
  for: reason,
  otherwise,
});

export const SECONDS_PER_HOUR = 3600;

/** Stores what has become of movements. */
export async function keepOutcomes({ store, log, clock, entry }: TellingPorts, outcomes: ReadonlyMap<string, Outcome>) {
  for (const [key, outcome] of outcomes) {
    if (outcome.kind === 'later') log.warn({ movement: key, reason: outcome.reason }, 'core did not take a movement');
  }
  stored(
    await store.run(async (records) => {
      for (const record of await records.getMany(MOVEMENTS, [...outcomes.keys()])) {
        const before = movementIn(record);
        const outcome = outcomes.get(record.key)!;
        if (before.told !== null || record.status === null) continue;
        switch (outcome.kind) {
          case 'told': {
            const after = { ...before, told: outcome.told, waitsFor: null };
            const status = outcome.told.as === 'nothing' ? null : listAfter(after);
            records.change(record, { ...contentOf(after), status });
            break;
          }
          case 'wait': {
            const waitsUntil = before.waitsUntil ?? plusSeconds(clock.now(), entry.returnAfterHours * SECONDS_PER_HOUR);
            const after = { ...before, waitsUntil, waitsFor: outcome.for };
            if (record.status === 'WAITING' && before.waitsFor === outcome.for) break;
            records.change(record, { ...contentOf(after), status: 'WAITING' });
            break;
          }
          case 'same': {
            const replaced: Told = {
              as: 'same',
              subjects: [{ reference: outcome.as, amount: before.movement.amount }],
            };
            records.change(record, { ...contentOf({ ...before, told: replaced, waitsFor: null }), status: null });
            await join(records, before, outcome.as);
            break;
          }
          case 'detailed':
            await connectLate(records, before);
            break;
          case 'note':
            if (before.onlyPayments) records.change(record, { status: 'NOTED' });
            break;
          case 'differs':
          case 'later':
        }
      }
      return ok();
    }),
  );
}
