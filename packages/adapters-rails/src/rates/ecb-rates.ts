import type { Clock, OutboundHttp, RateSource } from '@corridor/core/ports';
import { RateSourceError } from './rate-source-error.js';

export interface EcbRatesOptions {
  /** Has a time-out, a limit to what it reads, and its own mind about the addresses it connects to. */
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly url: string;
  /** False takes plain http too: a mirror in one's own network. */
  readonly httpsOnly: boolean;
}

/**
 * Mid-rates in euros from the ECB's daily XML (behaviour, "Money, rates, fees"), for both environments; the document
 * has some thirty currencies, none of chains. A document that is not wholly what it must be is refused whole, so that
 * the rates before it stay in force. Throws a RateSourceError.
 */
export const ecbRates = ({ http, clock, url, httpsOnly }: EcbRatesOptions): RateSource => ({
  name: 'ecb',
  environments: ['SANDBOX', 'PRODUCTION'],
  async fetch() {
    const outcome = await http.send({
      url,
      method: 'GET',
      headers: { accept: 'application/xml, text/xml', 'user-agent': 'Corridor' },
      body: null,
      httpsOnly,
    });
    if (outcome.kind === 'unreachable') throw new RateSourceError(outcome.reason);
    if (outcome.status !== 200) throw new RateSourceError(`answered ${outcome.status}`);
    if (outcome.truncated) throw new RateSourceError('the document is too long');
    // The parser is loaded with the first document: a start does without it.
    const { readEcbDocument } = await import('./ecb-document.js');
    return readEcbDocument(outcome.body, clock.now());
  },
});
