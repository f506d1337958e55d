import { type SettingDifference, settingDifferences, scopeText, TERM_NAMES, type Terms } from '@corridor/core/internal';
import type { Instant } from '@corridor/core';
import type { Configuration } from '../settings/configuration.js';
import { settingOf } from '../settings/settings.js';
import type { CorridorsFile } from '../files/corridors-file.js';

const FEE = 'CORRIDOR_SERVICE_FEE_BPS';

/** What to do about settings that are without effect. */
export const TERMS_REMEDY =
  'change terms in the console or with corridor terms change, and remove these settings (docs/areas/terms.md)';

/**
 * One sentence for each setting that differs from the terms in force at this time of the host. A fee that is its default,
 * and a file without corridors, say nothing.
 */
export function termsDifferences(
  configuration: Configuration,
  { corridors }: Pick<CorridorsFile, 'corridors'>,
  stored: readonly Terms[],
  at: Instant,
): readonly string[] {
  const isSet = String(configuration.serviceFeeBps) !== settingOf(FEE).default;
  const variableFeeBps = isSet ? configuration.serviceFeeBps : null;
  return settingDifferences({ variableFeeBps, corridors }, stored, at).map(sentence);
}

function sentence({ environment, scope, term, setting, inForce }: SettingDifference): string {
  const isFee = scope === 'GENERAL';
  const path = isFee ? FEE : `CORRIDOR_CORRIDORS_FILE ${scope}.${term}`;
  const of = isFee ? 'the fee' : `the ${TERM_NAMES[term]} of ${scopeText(scope)}`;
  return `${path} says ${setting}, and ${of} in force in ${environment} is ${inForce}`;
}
