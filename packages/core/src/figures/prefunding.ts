import type { CurrencyCode, Environment } from '../kernel/index.js';
import type { Position } from '../ledger/index.js';

/** What a connection to a bank or provider should hold at least. Amounts in smallest units. */
export interface PrefundingFloor {
  readonly connection: string;
  readonly environment: Environment;
  /** The rails of the connection, whose clearing accounts count together. */
  readonly rails: readonly string[];
  readonly currency: CurrencyCode;
  readonly floor: bigint;
}

export interface Prefunding extends PrefundingFloor {
  /** What the ledger says that the other side holds. */
  readonly held: bigint;
  /** What is missing to the floor; 0 if nothing is. */
  readonly missing: bigint;
}

/** Compares the clearing accounts of connections with their floors. */
export const prefundingOf = (
  positions: readonly Position[],
  floors: readonly PrefundingFloor[],
): readonly Prefunding[] =>
  floors.map((floor) => {
    const accounts = new Set(floor.rails.map((rail) => `clearing:${rail}`));
    const held = positions
      .filter(({ environment, currency, account }) => {
        return environment === floor.environment && currency === floor.currency && accounts.has(account);
      })
      // The other side owes what it holds: its clearing account is negative.
      .reduce((sum, { balance }) => sum - balance, 0n);
    return { ...floor, held, missing: held < floor.floor ? floor.floor - held : 0n };
  });
