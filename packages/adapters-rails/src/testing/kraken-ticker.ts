/** The parts of a pair in the answer of Kraken's ticker that price it: ask and bid, each with two volumes. */
export const KRAKEN_PRICES: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  XXBTZUSD: ['113871.90000', '113872.00000'],
  XXBTZEUR: ['98205.60000', '98205.70000'],
  XETHZUSD: ['4127.81000', '4127.82000'],
  XETHZEUR: ['3559.92000', '3560.14000'],
  POLUSD: ['0.19640', '0.19670'],
  POLEUR: ['0.16930', '0.16990'],
};

/** An answer of Kraken's ticker, in the form of the exchange: lists of texts, counts as numbers, pairs by their name. */
export const krakenTicker = (prices: Readonly<Record<string, readonly [string, string]>> = KRAKEN_PRICES): string =>
  JSON.stringify({
    error: [],
    result: Object.fromEntries(
      Object.entries(prices).map(([name, [bid, ask]]) => [
        name,
        {
          a: [ask, '2', '2.000'],
          b: [bid, '15', '15.000'],
          c: [ask, '0.00021987'],
          v: ['812.84612345', '2217.90812764'],
          p: [bid, ask],
          t: [31_407, 82_911],
          l: [bid, bid],
          h: [ask, ask],
          o: bid,
        },
      ]),
    ),
  });
