import { type Environment, ENVIRONMENTS, type Instant } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { UndeliveredEvents } from '@corridor/core/ports';

/** The undelivered events of all platforms, for metrics. */
export interface UndeliveredReport {
  readonly environments: readonly {
    readonly environment: Environment;
    readonly count: number;
    /** The number of platforms with an event that failed its last attempt. */
    readonly failing: number;
  }[];
  /** The platforms with the oldest undelivered events, oldest first: a label for every platform would be unbounded. */
  readonly platforms: readonly {
    readonly environment: Environment;
    readonly platform: string;
    /** The age of the oldest event. */
    readonly seconds: number;
  }[];
}

const PLATFORMS_SHOWN = 20;

export function undeliveredReport(undelivered: readonly UndeliveredEvents[], now: Instant): UndeliveredReport {
  const ofTenants = undelivered.map((events) => ({ ...events, ...splitTenant(events.tenant) }));
  const environments = ENVIRONMENTS.map((environment) => {
    const own = ofTenants.filter((events) => events.environment === environment);
    return {
      environment,
      count: own.reduce((total, { count }) => total + count, 0),
      failing: own.filter(({ failed }) => failed > 0).length,
    };
  });
  const platforms = [...ofTenants]
    .sort((a, b) => a.oldestAt - b.oldestAt)
    .slice(0, PLATFORMS_SHOWN)
    .map(({ environment, platformId, oldestAt }) => ({
      environment,
      platform: platformId,
      seconds: Math.max(0, now - oldestAt) / 1000,
    }));
  return { environments, platforms };
}
