import {
  canonicalText,
  type Clock,
  type Digest,
  domainError,
  ENVIRONMENTS,
  houseTenant,
  type Instant,
  instant,
  newRecord,
  ok,
  type Reads,
  type UnitOfWork,
} from '../kernel/index.js';
import { GENERAL, type ServiceFees } from '../rates/index.js';
import { readAllTerms } from './book.js';
import { contentsOf, type TermsSettings } from './content.js';
import { importedId } from './derived-id.js';
import { chainsOf, IMPORTED, inForceAt, placeOf, type Terms, TERMS } from './terms.js';

export interface ImportPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly settings: TermsSettings;
  /** Fees that an installation has without settings. */
  readonly defaultFees: ServiceFees;
  /** Called at a start with settings that have changed since the first start and are not in force. */
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

const RACED = domainError('CONFLICT', 'another host has stored the terms of its settings');
const FROM_THE_FIRST_START = 'settings at the first start';

/**
 * The scopes whose settings are neither those of the first start nor the terms in force: a change of these settings has
 * had no effect. Terms that operators have changed since the first start are not reported. Settings without corridors,
 * and fees that are the default, say nothing.
 */
function ignoredScopes(
  { settings, defaultFees }: Pick<ImportPorts, 'settings' | 'defaultFees'>,
  all: readonly Terms[],
  now: Instant,
): readonly string[] {
  const given = textsOf([...contentsOf(settings)].map(([scope, content]) => ({ scope, content })));
  const ofDefaults = contentsOf({ serviceFees: defaultFees, corridors: [] }).get(GENERAL)!;
  const saysNothing = (scope: string): boolean =>
    scope === GENERAL ? given.get(scope) === canonicalText(ofDefaults) : settings.corridors.length === 0;
  const scopes = new Set<string>();
  for (const environment of ENVIRONMENTS) {
    const chains = [...chainsOf(all.filter((terms) => terms.environment === environment)).values()];
    const imported = textsOf(chains.flatMap((chain) => chain.filter(({ createdBy }) => createdBy === IMPORTED)));
    const inForce = textsOf(chains.flatMap((chain) => inForceAt(chain, now) ?? []));
    for (const scope of [...given.keys(), ...imported.keys()]) {
      const text = given.get(scope);
      if (!saysNothing(scope) && text !== imported.get(scope) && text !== inForce.get(scope)) scopes.add(scope);
    }
  }
  return [...scopes].sort();
}

/** The contents in a form that can be compared, by scope. */
const textsOf = (contents: readonly Pick<Terms, 'scope' | 'content'>[]): ReadonlyMap<string, string> =>
  new Map(contents.map(({ scope, content }) => [scope, canonicalText(content)]));

const hasTerms = async (reads: Reads): Promise<boolean> =>
  (await reads.list(TERMS, { order: 'asc', limit: 1, counted: false })).rows.length > 0;

/**
 * Stores the terms of the settings, in force since ever, if no terms exist: in one unit, so that all of them come from
 * one host. Of several hosts that start at once, the unique numbers let one store its terms. Throws if the database does
 * not answer. Once terms exist, the settings have no effect; changed settings are reported.
 */
export function createImport({
  units,
  clock,
  digest,
  settings,
  defaultFees,
  report,
}: ImportPorts): () => Promise<void> {
  let exist = false;
  return async () => {
    if (exist) return;
    const before = await units.read(null, (reads) => readAllTerms(reads));
    if (before.length > 0) {
      exist = true;
      const scopes = ignoredScopes({ settings, defaultFees }, before, clock.now());
      if (scopes.length > 0)
        report('settings of fees and corridors differ from the stored terms and have no effect', { scopes });
      return;
    }
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
