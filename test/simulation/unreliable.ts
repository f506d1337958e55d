import { RailUnavailable } from '@corridor/core/ports';
import type { Chance } from './chance.js';
import { count, type Process, type Tally } from './process.js';

/** What makes the calls of one host to outside services fail. */
export interface Unreliability {
  readonly process: Process;
  /** Null while no fault is injected. */
  readonly chance: () => Chance | null;
  readonly faults: Tally;
}

type Call = (...args: never[]) => Promise<unknown>;

/** One call to an outside service in two fails while faults are injected: before, after and instead of acting. */
const FATES = ['fails before acting', 'fails after acting', 'acts twice', 'answers late'] as const;

/**
 * The same service, whose named functions are calls of the host's process and fail at random. Members that are absent
 * or null stay as they are.
 */
export function unreliable<T extends object>(
  { process, chance, faults }: Unreliability,
  name: string,
  service: T,
  calls: readonly (keyof T & string)[],
): T {
  const wrapped: Record<string, unknown> = {};
  for (const call of calls) {
    const act = service[call] as Call | null | undefined;
    if (typeof act !== 'function') continue;
    const attempt = (args: never[]): Promise<unknown> => Reflect.apply(act, service, args) as Promise<unknown>;
    wrapped[call] = (...args: never[]) =>
      process.call(async (fate) => {
        // A crash before the call: the service was not reached.
        if (fate === 'crashes') return undefined;
        const drawn = chance()?.under(8) ?? FATES.length;
        const fault = FATES[drawn];
        if (fault === undefined) return attempt(args);
        count(faults, `${name} ${fault}`);
        if (fault === 'fails before acting') throw new RailUnavailable(name, call, 'unreachable');
        const answer = await attempt(args);
        if (fault === 'fails after acting') throw new RailUnavailable(name, call, 'the answer was lost');
        if (fault === 'acts twice') return attempt(args);
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        return answer;
      });
  }
  return { ...service, ...wrapped };
}
