import type { OutboundHttp } from '@corridor/core/ports';
import { RateSourceError } from './rate-source-error.js';

export interface DocumentAddress {
  readonly url: string;
  readonly httpsOnly: boolean;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The whole body of an answer with status 200. Throws a RateSourceError, whose message contains no header. */
export async function fetchDocument(http: OutboundHttp, { url, httpsOnly, headers }: DocumentAddress): Promise<string> {
  const outcome = await http.send({
    url,
    method: 'GET',
    headers: { 'user-agent': 'Corridor', ...headers },
    body: null,
    httpsOnly,
  });
  if (outcome.kind === 'unreachable') throw new RateSourceError(outcome.reason);
  if (outcome.status !== 200) throw new RateSourceError(`the address answered ${outcome.status}`);
  if (outcome.truncated) throw new RateSourceError('the document is too long');
  return outcome.body;
}
