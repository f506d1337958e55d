import { parseArgs } from 'node:util';
import { wholeNumber } from '../options.js';

/** What a soak runs on, and for how long. */
export interface Options {
  readonly minutes: number;
  readonly database: 'sqlite' | 'postgres';
  /** Duration in seconds of the load that finds the saturation. */
  readonly saturation: number;
  /** Folder for a heap snapshot after the second and after the last minute; null for none. */
  readonly snapshots: string | null;
}

export const USAGE =
  'npm run soak -- [--minutes 20] [--database sqlite|postgres] [--saturation 15] [--snapshots folder]';

/** The minute with which the last one is compared. */
export const COMPARED = 2;

/** Throws an Error that names the faulty option. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '20' },
      database: { type: 'string', default: 'sqlite' },
      saturation: { type: 'string', default: '15' },
      snapshots: { type: 'string' },
    },
  });
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database: ${database} is neither sqlite nor postgres`);
  const minutes = wholeNumber('minutes', values.minutes);
  if (minutes <= COMPARED) throw new Error(`--minutes: ${minutes} is not above ${COMPARED}`);
  return {
    minutes,
    database,
    saturation: wholeNumber('saturation', values.saturation),
    snapshots: values.snapshots ?? null,
  };
}
