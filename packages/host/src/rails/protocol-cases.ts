import { type Instant, plusSeconds } from '@corridor/core';
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { TestRunner } from '@corridor/core/testing';
import { repliedText } from './explained-faults.js';
import { type TestedConnection, Unanswered } from './tested-connection.js';

/** Longer than the age at which a signature is refused. */
const SIX_MINUTES_SECONDS = 360;
const REFUSED = 401;
const SEE = 'See docs/connections/protocol.md#signatures';
/** It has the right length, but no secret makes it. */
const FORGED = `v1,${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * What every partner of the signed protocol does: it answers what its entry declares, and refuses requests that the
 * service did not sign for this path and at this time. `lookUp` is a path at which the partner answers 200 although it does
 * not know the reference; null if it has none.
 */
export function protocolCases(
  { test }: Pick<TestRunner, 'test'>,
  { open, signed }: Pick<TestedConnection, 'open' | 'signed'>,
  lookUp: string | null,
): void {
  /** The outcome of `GET /capabilities`, changed after it was signed, or signed at another time. */
  async function outcomeOf(
    change: (request: OutboundRequest) => OutboundRequest,
    time: (now: Instant) => Instant = (now) => now,
  ): Promise<OutboundOutcome> {
    let outcome: OutboundOutcome = { kind: 'unreachable', reason: 'nothing was sent' };
    const changing = (http: OutboundHttp): OutboundHttp => ({
      send: async (request) => (outcome = await http.send(change(request))),
    });
    const { connection } = await open({ http: changing, time });
    await connection.check();
    return outcome;
  }

  test('GET /capabilities has the answer that the entry declares', async () => {
    const { connection } = await open();
    const { isReachable, problems } = await connection.check();
    if (!isReachable) throw new Unanswered(problems.join('; '));
    if (problems.length > 0) throw new Error(problems.join('; '));
  });

  test('a request with a wrong signature is refused', async () => {
    const outcome = await outcomeOf((request) => ({
      ...request,
      headers: { ...request.headers, 'webhook-signature': FORGED },
    }));
    mustRefuse('GET /capabilities with a wrong signature', outcome, 'every caller can send it');
  });

  test('a request that was signed six minutes ago is refused', async () => {
    const outcome = await outcomeOf(
      (request) => request,
      (now) => plusSeconds(now, -SIX_MINUTES_SECONDS),
    );
    mustRefuse('GET /capabilities with an old signature', outcome, 'a caller who has seen it can send it again');
  });

  test('a request that was signed six minutes ahead is refused', async () => {
    const outcome = await outcomeOf(
      (request) => request,
      (now) => plusSeconds(now, SIX_MINUTES_SECONDS),
    );
    const why = 'a timestamp may be 5 minutes off in either direction';
    mustRefuse('GET /capabilities with a timestamp 6 minutes in the future', outcome, why);
  });

  test('a request that was signed for another method is refused', async () => {
    const outcome = await outcomeOf((request) =>
      signed(request, { id: request.headers['webhook-id']!.replace(/^GET /, 'POST ') }),
    );
    const sent = 'GET /capabilities, signed for POST /capabilities';
    mustRefuse(sent, outcome, 'its webhook-id names another method');
  });

  test('a request with two signatures is accepted if one of them is right', async () => {
    for (const [place, pair] of [
      ['first', (right: string) => `${right} ${FORGED}`],
      ['second', (right: string) => `${FORGED} ${right}`],
    ] as const) {
      const outcome = await outcomeOf((request) => ({
        ...request,
        headers: { ...request.headers, 'webhook-signature': pair(request.headers['webhook-signature']!) },
      }));
      mustAnswer(`GET /capabilities with two signatures, of which the ${place} is right`, outcome, {
        status: 200,
        why: 'requests have two with a space between while secrets are exchanged; compare each of them',
        see: SEE,
      });
    }
  });

  if (lookUp !== null)
    test('a request that was signed for another path is refused', async () => {
      const outcome = await outcomeOf((request) => ({
        ...request,
        url: request.url.replace(/\/capabilities$/, lookUp),
      }));
      const sent = `GET ${lookUp}, signed for GET /capabilities`;
      mustRefuse(sent, outcome, 'its webhook-id names another path');
    });
}

/** What a partner must answer with, and why. */
interface Expected {
  readonly status: number;
  readonly why: string;
  readonly see: string;
}

export function mustAnswer(sent: string, outcome: OutboundOutcome, { status, why, see }: Expected): void {
  if (outcome.kind === 'unreachable') throw new Error(`${sent}: there is no answer: ${outcome.reason}`);
  if (outcome.status !== status)
    throw new Error(
      `${sent}: the status is ${outcome.status}${repliedText(outcome)}, but must be ${status}, because ${why}. ${see}`,
    );
}

const mustRefuse = (sent: string, outcome: OutboundOutcome, why: string): void =>
  mustAnswer(sent, outcome, { status: REFUSED, why, see: SEE });
