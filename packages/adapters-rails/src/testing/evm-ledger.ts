import { ok } from '@corridor/core';
import type { RailHolding, RailTelling, TellCore } from '@corridor/core/ports';

/** The ledger's side of a connection to a chain: what its messages make of each rail, by `rail currency`. */
export interface EvmLedger {
  readonly tell: TellCore;
  readonly told: readonly RailTelling[];
  readonly balances: ReadonlyMap<string, bigint>;
  /** Messages of one kind, such as `NETWORK_FEE` or `arrival`. */
  of(kind: string): readonly RailTelling[];
  /** A payment of this amount is known to have left the rail. */
  paid(rail: string, currency: string, amount: bigint): void;
}

const shown = (message: RailTelling): string =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

/** Throws if a repeated id has other content. `payouts` are the amounts by reference. */
export function evmLedger(payouts: ReadonlyMap<string, readonly [string, bigint]> = new Map()): EvmLedger {
  const told: RailTelling[] = [];
  const byId = new Map<string, string>();
  const balances = new Map<string, bigint>();
  const move = (rail: string, currency: string, amount: bigint): void => {
    const key = `${rail} ${currency}`;
    balances.set(key, (balances.get(key) ?? 0n) + amount);
  };
  const arrived = new Map<string, Extract<RailTelling, { kind: 'arrival' }>>();

  const delivered = new Set<string>();

  function apply(message: RailTelling): void {
    const { rail } = message;
    switch (message.kind) {
      case 'arrival':
        arrived.set(message.paymentId, message);
        return move(rail, message.currency, message.amount);
      case 'reversal':
        return move(rail, arrived.get(message.paymentId)!.currency, -message.amount);
      case 'payout': {
        const payout = payouts.get(message.reference);
        // As core: a delivery is booked once, also if it was undone and reported again.
        if (message.status.state !== 'delivered' || payout === undefined || delivered.has(message.reference)) return;
        delivered.add(message.reference);
        return move(rail, payout[0], -payout[1]);
      }
      case 'booking': {
        const isIn = message.booking === 'TOP_UP' || message.booking === 'INTEREST';
        move(rail, message.currency, isIn ? message.amount : -message.amount);
        if (message.booking === 'TRANSFER') move(message.to!, message.currency, message.amount);
        return;
      }
      default:
    }
  }

  return {
    told,
    balances,
    paid: (rail, currency, amount) => move(rail, currency, -amount),
    of: (kind) => told.filter((each) => each.kind === kind || (each.kind === 'booking' && each.booking === kind)),
    tell: async (message) => {
      const id = `${message.rail}/${message.kind}/${message.kind === 'arrival' ? message.paymentId : message.messageId}`;
      const before = byId.get(id);
      if (before !== undefined) {
        if (before !== shown(message)) throw new Error(`${id} came with other content: ${shown(message)}`);
        return ok({ effect: 'NONE', subject: null });
      }
      byId.set(id, shown(message));
      told.push(message);
      apply(message);
      return ok({ effect: 'APPLIED', subject: null });
    },
  };
}

/** Where the chain and the ledger differ, one line each. */
export const differencesOf = (holdings: readonly RailHolding[], ledger: EvmLedger): readonly string[] => {
  const held = new Map(holdings.map((each) => [`${each.rail} ${each.currency}`, each]));
  return [...new Set([...held.keys(), ...ledger.balances.keys()])].flatMap((key) => {
    const { amount = 0n, untold = 0n, asOf = 'nothing' } = held.get(key) ?? {};
    const known = ledger.balances.get(key) ?? 0n;
    return amount - untold === known
      ? []
      : [`${key}: ledger ${known}, chain ${amount} of which ${untold} is untold (${asOf})`];
  });
};
