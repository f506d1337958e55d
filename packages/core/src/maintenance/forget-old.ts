import { forgetCodes } from '../codes/index.js';
import { type Clock, forgetAnswers, forgetPending, HOUSE_TENANTS, instant, type UnitOfWork } from '../kernel/index.js';
import type { Platforms } from '../platforms/index.js';

export interface ForgetOldPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly listTenants: Platforms['listTenants'];
  readonly forgetNonces: () => Promise<number>;
}

/** Deletes the expired answers, pending commands, codes and nonces of all tenants and returns their number. */
export const forgetOld =
  ({ units, clock, listTenants, forgetNonces }: ForgetOldPorts) =>
  async (): Promise<number> => {
    let forgotten = await forgetNonces();
    const house = HOUSE_TENANTS.map((id) => ({ id, clockOffset: 0 }));
    for (const { id, clockOffset } of [...(await listTenants()), ...house]) {
      const hostNow = clock.now();
      const now = instant(hostNow + clockOffset);
      forgotten += await forgetAnswers(units, id, hostNow);
      forgotten += await forgetPending(units, id, now);
      forgotten += await forgetCodes(units, id, now);
    }
    return forgotten;
  };
