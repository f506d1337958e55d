import type { Address } from './addresses.js';
import { Unavailable } from '../port/storage.js';

/** Which of several servers accepts writes. */
export interface Route {
  /** The server that accepts writes. Throws Unavailable if none does. */
  find(): Promise<Address>;
  /** Call when a server does not accept writes any more, or cannot be reached: it is looked for again. */
  lost(address: Address): void;
}

/** Asks the servers in their order, once for all that wait for the answer. `isWritable` throws for a server that is away. */
export function createRoute(addresses: readonly Address[], isWritable: (address: Address) => Promise<boolean>): Route {
  let known: Address | null = null;
  let finding: Promise<Address> | null = null;

  async function look(): Promise<Address> {
    let cause: unknown;
    for (const address of addresses) {
      try {
        if (!(await isWritable(address))) continue;
        known = address;
        return address;
      } catch (error) {
        cause = error;
      }
    }
    const why = cause instanceof Error ? `, and the last error is: ${cause.message}` : '';
    throw new Unavailable(`none of the ${addresses.length} database servers accepts writes${why}`, { cause });
  }

  return {
    async find() {
      return known ?? (finding ??= look().finally(() => (finding = null)));
    },
    lost(address) {
      if (known === address) known = null;
    },
  };
}
