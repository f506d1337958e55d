import type { Environment } from '@corridor/core';
import type { Rail } from '@corridor/core/ports';
import type { ExternalAccountType } from '@corridor/core/records';
import type { EvmEntry, EvmNetwork } from './entry.js';

/** Usual seconds from the broadcast of a transaction until it is confirmed. */
const SETTLEMENT_SECONDS: Readonly<Record<EvmNetwork, { block: number; safe: number; finalized: number }>> = {
  ETHEREUM: { block: 12, safe: 420, finalized: 960 },
  BASE: { block: 2, safe: 180, finalized: 1200 },
  POLYGON: { block: 2, safe: 10, finalized: 10 },
};

interface NamedRail {
  readonly name: string;
  readonly environment: Environment;
}

/** A rail of an address that holds the tokens of the entry, and neither pays nor receives. */
export function holdingRail(entry: EvmEntry, { name, environment }: NamedRail): Rail {
  return {
    ...{ name, environment, simulated: false },
    capabilities: {
      ...{ accountTypes: [], currencies: entry.tokens.map(({ currency }) => currency), paymentRails: [] },
      ...{ push: false, pull: false, pullsFrom: [], receive: false, followsWallets: false, cancellable: false },
      settlementSeconds: settlementSeconds(entry),
    },
    ...{ payouts: null, pulls: null, funding: null, networkFees: null },
  };
}

/** The rail of the treasury, which pays. */
export function treasuryRail(entry: EvmEntry, named: NamedRail, parts: Pick<Rail, 'payouts' | 'networkFees'>): Rail {
  const rail = holdingRail(entry, named);
  return {
    ...rail,
    capabilities: { ...rail.capabilities, accountTypes: accountTypesOf(entry.network), push: true, cancellable: true },
    ...parts,
  };
}

const accountTypesOf = (network: EvmNetwork): readonly ExternalAccountType[] =>
  network === 'ETHEREUM' ? ['ETHEREUM_WALLET', 'ALTCHAIN_WALLET'] : [`${network}_WALLET`];

function settlementSeconds({ network, confirmations }: EvmEntry): number {
  const { block, ...tags } = SETTLEMENT_SECONDS[network];
  return typeof confirmations === 'number' ? block * (confirmations + 1) : tags[confirmations];
}
