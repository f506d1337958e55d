import type { CurrencyCode } from '@corridor/core';
import type { PayoutInstruction, PayoutStatus, Rail } from '@corridor/core/ports';

const BTC = 'BTC' as CurrencyCode;

export interface LedgeredRail extends Rail {
  /** The delivered amounts by the reference of the payment. */
  readonly delivered: ReadonlyMap<string, bigint>;
}

/** A consumer's own rail: delivers to Spark wallets by recording the instruction. */
export function ledgeredRail(): LedgeredRail {
  const delivered = new Map<string, bigint>();

  function deliver({ reference, amount }: PayoutInstruction): PayoutStatus {
    delivered.set(reference, amount);
    return { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
  }

  return {
    delivered,
    name: 'consumer-spark',
    environment: 'SANDBOX',
    simulated: false,
    capabilities: {
      accountTypes: ['LAYER2_WALLET'],
      currencies: [BTC],
      paymentRails: [],
      push: true,
      pull: false,
      pullsFrom: [],
      receive: false,
      followsWallets: false,
      cancellable: false,
      settlementSeconds: 0,
    },
    payouts: {
      submit: async (instruction) => deliver(instruction),
      status: async (instruction) => deliver(instruction),
      cancel: null,
      lookUp: async () => 'reachable',
    },
    pulls: null,
    funding: null,
    networkFees: null,
  };
}
