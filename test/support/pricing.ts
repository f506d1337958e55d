/** Fees and rates by the rules of docs/areas/quotes.md, implemented a second time to check the first. */
export interface Terms {
  /** The exchange rate as a fraction: smallest receiving units for one smallest sending unit. */
  readonly rate: readonly [bigint, bigint];
  readonly serviceBps?: bigint;
  readonly platformBps?: bigint;
  readonly platformFixed?: bigint;
}

export interface Price {
  readonly sending: number;
  readonly fees: number;
  readonly platformFees: number;
  readonly receiving: number;
}

const ONE = 10_000n;
const share = (net: bigint, bps: bigint): bigint => (net * bps + ONE / 2n) / ONE;

/** The received amount and the fees of a debit. */
export function priceOf(sending: bigint, terms: Terms): Price {
  const { rate, serviceBps = 50n, platformBps = 0n, platformFixed = 0n } = terms;
  const net = sending - platformFixed;
  const platform = share(net, platformBps);
  const service = share(net, serviceBps);
  return {
    sending: Number(sending),
    fees: Number(platformFixed + platform + service),
    platformFees: Number(platformFixed + platform),
    receiving: Number(((net - platform - service) * rate[0]) / rate[1]),
  };
}

/** The smallest debit that delivers at least this amount, found by trying every one. Exactly this amount arrives. */
export function priceToDeliver(receiving: bigint, terms: Terms): Price {
  for (let sending = terms.platformFixed ?? 0n; ; sending += 1n) {
    const price = priceOf(sending, terms);
    if (price.receiving >= Number(receiving)) return { ...price, receiving: Number(receiving) };
  }
}
