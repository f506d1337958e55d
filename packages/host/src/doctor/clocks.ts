import type { Storage } from '@corridor/adapters-storage';
import type { OperatorReads } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import { CLOCK_TOLERANCE_MS, clockSkew } from '../workers/clock-watch.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'clock';

const REMEDY = 'synchronize the clocks of all machines with NTP';

/**
 * Compares the clock of this machine with that of the database server, and with the newest seal, which one of the hosts
 * dated by its own clock.
 */
export async function examineClock(storage: Storage, reads: OperatorReads, clock: Clock): Promise<Finding> {
  const ahead = await clockSkew(storage, clock);
  const after = clock.now();
  if (ahead !== null && Math.abs(ahead) > CLOCK_TOLERANCE_MS) {
    const wrong = `this machine is ${seconds(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the database server`;
    return problem(ABOUT, wrong, REMEDY);
  }
  const sealedAt = await reads.newestSealAt();
  if (sealedAt !== null && sealedAt - after > CLOCK_TOLERANCE_MS) {
    return problem(
      ABOUT,
      `a host has dated a seal ${seconds(sealedAt - after)} ahead of this machine`,
      `${REMEDY}; until then seals carry that time`,
    );
  }
  const others = ahead === null ? 'the newest seal' : 'the database server and the newest seal';
  return ok(ABOUT, `agrees with ${others}`);
}

const seconds = (milliseconds: number): string => `${Math.round(Math.abs(milliseconds) / 1000)} seconds`;
