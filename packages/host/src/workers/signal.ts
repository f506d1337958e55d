import type { UnitOfWork } from '@corridor/core/ports';

/** Notifies its listeners that a unit of work (database transaction) was committed. */
export interface Signal {
  notify(): void;
  listen(listener: () => void): void;
}

export function createSignal(): Signal {
  const listeners: (() => void)[] = [];
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

/**
 * Wraps units of work so that each commit notifies the listeners of `signal`, because the commit may have made work
 * due.
 */
export const signalling = (units: UnitOfWork, signal: Signal): UnitOfWork => ({
  async run(tenant, work, traffic) {
    const result = await units.run(tenant, work, traffic);
    if (result.ok) signal.notify();
    return result;
  },
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
});
