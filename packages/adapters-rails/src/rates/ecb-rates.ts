import type { Clock, OutboundHttp, RateTableSource } from '@corridor/core/ports';
import { loadEcbReader } from './ecb-document.js';
import { fetchDocument } from './fetch-document.js';

export interface EcbRatesOptions {
  /** Has a time-out, limits the size of the answer, and decides which addresses it connects to. */
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly url: string;
  /** False also allows plain http, for a mirror in the operator's network. */
  readonly httpsOnly: boolean;
}

/**
 * Mid-rates in euros from the ECB's daily XML for both environments, see docs/rails.md#rate-sources. The document has
 * about thirty currencies and no cryptocurrencies. A document with any fault is refused as a whole, and the previous
 * rates stay in force. Throws a RateSourceError. Needs the optional package `libxml2-wasm`.
 */
export const ecbRates = ({ http, clock, url, httpsOnly }: EcbRatesOptions): RateTableSource => ({
  name: 'ecb',
  environments: ['SANDBOX', 'PRODUCTION'],
  async fetch() {
    const headers = { accept: 'application/xml, text/xml' };
    const xml = await fetchDocument(http, { url, httpsOnly, headers });
    // The parser is loaded with the first document, because a start does not need it.
    const readEcbDocument = await loadEcbReader();
    return readEcbDocument(xml, clock.now());
  },
});
