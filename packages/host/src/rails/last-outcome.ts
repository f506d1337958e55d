import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { ConfiguredConnection } from './rail-connections.js';
import type { TestedConnection } from './tested-connection.js';

/**
 * What the partner answers to the last `POST` of a call. `play` answers other requests in the place of the partner; null: the
 * partner is asked.
 */
export async function lastOutcome(
  open: TestedConnection['open'],
  call: (connection: ConfiguredConnection) => Promise<unknown>,
  play: (request: OutboundRequest) => OutboundOutcome | null = () => null,
): Promise<OutboundOutcome> {
  let last: OutboundOutcome | null = null;
  const playing = (http: OutboundHttp): OutboundHttp => ({
    async send(request) {
      const played = play(request);
      if (played !== null) return played;
      const outcome = await http.send(request);
      if (request.method === 'POST') last = outcome;
      return outcome;
    },
  });
  const failure = await call(await open({ http: playing })).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (last !== null) return last;
  if (failure instanceof Error) throw failure;
  return { kind: 'unreachable', reason: 'nothing was submitted' };
}
