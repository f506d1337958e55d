import { type Environment, ENVIRONMENTS, type Instant } from '../kernel/index.js';
import { type CorridorSetting, GENERAL } from '../rates/index.js';
import { changedTerms, contentsOf, type TermName, type TermsContent, termText } from './content.js';
import { chainsOf, inForceAt, type Terms } from './terms.js';

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
