import type { OutboundHttp } from '@corridor/core/ports';
import type { TestRunner } from '@corridor/core/testing';
import { repliedText } from './explained-faults.js';
import type { ConfiguredConnection } from './rail-connections.js';
import type { TestedConnection } from './tested-connection.js';

const MEBIBYTE = 1024 * 1024;
const SEE = 'See docs/connections/protocol.md#failures-and-repeats';

/** A partner accepts 1 MiB of JSON: `ask` makes a call with a body, to which blanks are added. */
export function largeJsonCase(
  { test }: Pick<TestRunner, 'test'>,
  { open, signed, exchanges }: Pick<TestedConnection, 'open' | 'signed' | 'exchanges'>,
  ask: (connection: ConfiguredConnection) => Promise<unknown>,
): void {
  test('a request with 1 MiB of JSON is accepted', async () => {
    const filling = (http: OutboundHttp): OutboundHttp => ({
      send: ({ ...request }) => {
        if (typeof request.body !== 'string') return http.send(request);
        const blanks = ' '.repeat(MEBIBYTE - Buffer.byteLength(request.body));
        return http.send(signed(request, { body: request.body + blanks }));
      },
    });
    const before = exchanges.length;
    const failure = await ask(await open({ http: filling })).then(
      () => null,
      (cause: unknown) => cause as Error,
    );
    const large = exchanges.slice(before).find(({ request }) => typeof request.body === 'string');
    if (large === undefined) throw failure ?? new Error('no request with a body was sent');
    const { request, outcome } = large;
    if (outcome.kind === 'answered' && outcome.status === 200) {
      if (failure !== null) throw failure;
      return;
    }
    const came =
      outcome.kind === 'answered'
        ? `the status is ${outcome.status}${repliedText(outcome)}`
        : `there is no answer: ${outcome.reason}`;
    const sent = `${request.method} ${new URL(request.url).pathname} with ${MEBIBYTE} bytes of JSON, most of them blanks`;
    throw new Error(`${sent}: ${came}, but must be 200; accept at least 1 MiB of JSON. ${SEE}`);
  });
}
