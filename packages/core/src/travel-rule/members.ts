import { type RailConnection, shapedTravelRule, type TravelRuleMember } from '../accounts/index.js';
import type { Environment } from '../kernel/index.js';

/** What a connection to a chain has for the travel rule, for one of its rails. */
export interface ConnectedTravelRule extends TravelRuleMember {
  readonly connection: string;
  readonly environment: Environment;
}

/** By the names of rails, and by the names of connections. A rail of a connection without a partner has none. */
export interface TravelRuleMembers {
  ofRail(name: string | null): ConnectedTravelRule | null;
  ofConnection(name: string): ConnectedTravelRule | null;
}

export function membersOf(
  connections: readonly Pick<RailConnection, 'name' | 'environment' | 'rails' | 'travelRule'>[],
): TravelRuleMembers {
  const byConnection = new Map<string, ConnectedTravelRule>();
  const byRail = new Map<string, ConnectedTravelRule>();
  for (const { name: connection, environment, rails, travelRule } of connections) {
    if (travelRule === undefined) continue;
    const member = { ...travelRule, partner: shapedTravelRule(travelRule.partner), connection, environment };
    byConnection.set(connection, member);
    for (const { name } of rails) byRail.set(name, member);
  }
  return {
    ofRail: (name) => (name === null ? null : (byRail.get(name) ?? null)),
    ofConnection: (name) => byConnection.get(name) ?? null,
  };
}
