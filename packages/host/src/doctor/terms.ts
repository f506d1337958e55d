import type { OperatorReads } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import { readCorridorsFile } from '../files/corridors-file.js';
import { TERMS_REMEDY, termsDifferences } from '../composition/terms-settings.js';
import type { Configuration } from '../settings/configuration.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'terms';
/** A file can have thousands of corridors. */
const MOST_NAMED = 20;

/** Compares the settings that terms were imported from with the terms in force, which they do not change any more. */
export async function examineTerms(
  configuration: Configuration,
  reads: OperatorReads,
  clock: Clock,
): Promise<readonly Finding[]> {
  const stored = await reads.terms();
  const file = readCorridorsFile(configuration.corridorsFile);
  const different = termsDifferences(configuration, file, stored, clock.now());
  if (stored.length === 0) return [ok(ABOUT, 'none are stored; the first start stores those of the settings')];
  if (different.length === 0) return [ok(ABOUT, 'the settings do not contradict the terms in force')];
  const more = different.length - MOST_NAMED;
  return [
    ...different.slice(0, MOST_NAMED).map((each) => problem(ABOUT, each, TERMS_REMEDY)),
    ...(more > 0 ? [problem(ABOUT, `${more} more settings differ`, TERMS_REMEDY)] : []),
  ];
}
