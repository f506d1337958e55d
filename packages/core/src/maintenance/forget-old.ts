import { forgetCodes } from '../codes/index.js';
import {
  type Clock,
  forgetPending,
  HOUSE_TENANTS,
  instant,
  PENDING_COMMANDS,
  type Pause,
  type UnitOfWork,
} from '../kernel/index.js';
import { forgetRefusals, forgetSessions } from '../operators/index.js';
import type { Platforms } from '../platforms/index.js';

export interface ForgetOldPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly listTenants: Platforms['listTenants'];
  readonly forgetNonces: (pause: Pause) => Promise<number>;
  /** Deletes or archives the expired answers, and returns their number. */
  readonly endAnswers: () => Promise<number>;
  readonly pause: Pause;
}

/** Deletes, or archives, the expired answers; deletes the expired pending commands, codes, nonces and sessions of operators, of all tenants, and returns their number. */
export const forgetOld =
  ({ units, clock, listTenants, forgetNonces, endAnswers, pause }: ForgetOldPorts) =>
  async (): Promise<number> => {
    let forgotten =
      (await forgetNonces(pause)) +
      (await forgetSessions(units, clock.now(), pause)) +
      (await forgetRefusals(units, clock.now(), pause));
    // In host time, because requests of operators do not expire by a test clock. No command is accepted after its end.
    for (const id of await units.read(null, (reads) => reads.tenants(PENDING_COMMANDS)))
      forgotten += await forgetPending(units, id, clock.now(), pause);
    const house = HOUSE_TENANTS.map((id) => ({ id, clockOffset: 0 }));
    for (const { id, clockOffset } of [...(await listTenants()), ...house]) {
      const now = instant(clock.now() + clockOffset);
      forgotten += await forgetCodes(units, id, now, pause);
    }
    // Last, because an archive that cannot be written must not keep the other records.
    return forgotten + (await endAnswers());
  };
