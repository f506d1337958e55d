import {
  type Clock,
  type Digest,
  domainError,
  ENVIRONMENTS,
  houseTenant,
  instant,
  newRecord,
  ok,
  type Reads,
  type UnitOfWork,
} from '../kernel/index.js';
import { contentsOf, type TermsSettings } from './content.js';
import { importedId } from './derived-id.js';
import { IMPORTED, placeOf, TERMS } from './terms.js';

export interface ImportPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly settings: TermsSettings;
}

const RACED = domainError('CONFLICT', 'another host has stored the terms of its settings');
const FROM_THE_FIRST_START = 'settings at the first start';

const hasTerms = async (reads: Reads): Promise<boolean> =>
  (await reads.list(TERMS, { order: 'asc', limit: 1, counted: false })).rows.length > 0;

/**
 * Stores the terms of the settings, in force since ever, if no terms exist: in one unit, so that all of them come from
 * one host. Of several hosts that start at once, the unique numbers let one store its terms. Throws if the database does
 * not answer. Once terms exist, the settings have no effect.
 */
export function createImport({ units, clock, digest, settings }: ImportPorts): () => Promise<void> {
  let exist = false;
  return async () => {
    exist ||= await units.read(null, hasTerms);
    if (exist) return;
    const stored = await units.run(null, async (tx) => {
      if (await hasTerms(tx)) return ok();
      for (const environment of ENVIRONMENTS) {
        for (const [scope, content] of contentsOf(settings)) {
          tx.add(
            TERMS,
            {
              ...{
                environment,
                scope,
                number: 1,
                place: placeOf({ environment, scope, number: 1 }),
                validFrom: instant(0),
                content,
                withdraws: null,
              },
              ...{ reason: FROM_THE_FIRST_START, createdBy: IMPORTED, approvedBy: null },
              ...newRecord(importedId(digest, environment, scope), {
                tenant: houseTenant(environment),
                now: clock.now(),
              }),
            },
            { conflicts: { id: RACED, place: RACED } },
          );
        }
      }
      return ok();
    });
    if (!stored.ok && stored.error.code !== RACED.code)
      throw new Error(`the terms of the settings were not stored: ${stored.error.message}`);
    exist = true;
  };
}
