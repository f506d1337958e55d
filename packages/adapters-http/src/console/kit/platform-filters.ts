import { ENVIRONMENTS } from '@corridor/core';
import type { ConsoleField } from './fields.js';
import type { Visit } from './visit.js';
import { choicesOf } from './words.js';

/** The filters of a list over all platforms. */
export async function filtersOfPlatforms({ core }: Visit): Promise<readonly ConsoleField[]> {
  const platforms = await core.operators.reads.platforms();
  return [
    {
      name: 'platform',
      label: 'Platform',
      choices: [...new Map(platforms.map((each) => [each.platformId, each.name]))],
    },
    { name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) },
  ];
}
