import { type Environment, ENVIRONMENTS, type Instant, instant } from '../kernel/index.js';
import { corridorName, type CorridorSetting, GENERAL } from '../rates/index.js';
import {
  changedTerms,
  contentsOf,
  corridorOf,
  definedTerms,
  type TermName,
  type TermsContent,
  termText,
} from './content.js';
import { chainsOf, inForceAt, lasting, type Terms } from './terms.js';

/** What a host is set to, of which terms are imported at the first start. */
export interface ComparedSettings {
  /** Null: the host leaves the fee open. */
  readonly variableFeeBps: number | null;
  /** Empty: the host leaves all corridors open. */
  readonly corridors: readonly CorridorSetting[];
}

/** A setting that differs from the terms in force. */
export interface SettingDifference {
  readonly environment: Environment;
  readonly scope: string;
  readonly term: TermName;
  /** As people read it, such as `0.40 %`. */
  readonly setting: string;
  readonly inForce: string;
}

/** The settings that differ from the terms in force at a time of the host. None before terms are stored. */
export function settingDifferences(
  { variableFeeBps, corridors }: ComparedSettings,
  all: readonly Terms[],
  at: Instant,
): readonly SettingDifference[] {
  const serviceFees = { variableBps: variableFeeBps ?? 0, fixed: new Map() };
  const set = new Map(contentsOf({ serviceFees, corridors }));
  if (variableFeeBps === null) set.delete(GENERAL);
  return ENVIRONMENTS.flatMap((environment) => {
    const chains = chainsOf(all.filter((terms) => terms.environment === environment));
    const stored = corridors.length === 0 ? [] : [...chains.keys()].filter((scope) => scope !== GENERAL);
    const scopes = chains.size === 0 ? [] : [...new Set([...set.keys(), ...stored])];
    return scopes.flatMap((scope) => {
      const setting: TermsContent = set.get(scope) ?? {};
      const inForce: TermsContent = inForceAt(chains.get(scope) ?? [], at)?.content ?? {};
      return changedTerms(setting, inForce).map((term) => ({
        ...{ environment, scope, term },
        ...{ setting: termText(term, setting, scope), inForce: termText(term, inForce, scope) },
      }));
    });
  });
}

/**
 * What is valid in the scope of terms until they come into force, or stays valid if they take back others. Without terms
 * of its own, a corridor has those of the corridor for any rail, and the general fee; transfers have no fee. `all`: the
 * records of the environment; those that were added later are left out, so that the answer never changes.
 */
export function termsUntil(terms: Terms, all: readonly Terms[]): TermsContent {
  const { environment, scope, number, withdraws, validFrom } = terms;
  const known = all.filter((each) => each.environment === environment && each.createdAt <= terms.createdAt);
  const own = known.filter((each) => each.scope === scope && each.number < number && each.id !== withdraws);
  const last = lasting(own).at(-1)?.content ?? {};
  const corridor = corridorOf(scope);
  if (corridor === null || Object.keys(last).length > 0) return last;
  const inForce = (of: string): TermsContent =>
    inForceAt(
      known.filter((each) => each.scope === of),
      // Terms of the same moment come into force together.
      withdraws === null ? instant(validFrom - 1) : validFrom,
    )?.content ?? {};
  const { source, destination, rail } = corridor;
  const { variableFeeBps, fixedFees } = inForce(GENERAL);
  return {
    ...(source !== destination && definedTerms({ variableFeeBps, fixedFee: fixedFees?.[source] })),
    ...(rail !== undefined && inForce(corridorName({ source, destination }))),
  };
}
