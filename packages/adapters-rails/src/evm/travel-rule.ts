import type { ConnectionContext, RailConnection } from '@corridor/core/ports';
import { httpTravelRule } from '../http-travel-rule/index.js';
import type { EvmEntry } from './entry.js';
import type { Address } from './nodes.js';
import { followedDeposits } from './treasury/followed-deposits.js';

type Parts = Pick<RailConnection, 'callback' | 'callbackBytes' | 'travelRule'>;

/** What the connection has for the travel rule, and why its partner cannot be asked now; null if it can. */
export interface EvmTravelRule {
  readonly parts: Parts;
  problem(): Promise<string | null>;
}

/** Payouts are sent from the treasury, so its address is that of each originator. */
export function travelRuleOf(
  { network, travelRule: entry }: Pick<EvmEntry, 'network' | 'travelRule'>,
  context: ConnectionContext,
  treasury: Address,
): EvmTravelRule {
  if (entry === null) return { parts: { callback: null }, problem: () => Promise.resolve(null) };
  const { name, store } = context;
  const { partner, rules, callbackBytes, hear, problem } = httpTravelRule(entry, context);
  const place = {
    network,
    rails: { delivers: name, receives: `${name}.deposits` },
    indexOf: async (given: string): Promise<number | null> => {
      const address = given.toLowerCase() as Address;
      const known = await store.read((records) => followedDeposits.indexesOf(records, [address]));
      return known.get(address) ?? null;
    },
  };
  return {
    parts: {
      travelRule: { partner, sendingAddress: treasury, rules },
      callbackBytes,
      callback: (callback, _tell, tellTravelRule) => hear(place, callback, tellTravelRule),
    },
    problem,
  };
}
