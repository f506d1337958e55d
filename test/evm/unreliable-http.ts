import type { OutboundHttp, OutboundOutcome, Random } from '@corridor/core/ports';

interface Call {
  readonly id: unknown;
  readonly method: string;
}

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
}

/**
 * The nodes of a provider that refuses half of all requests and denies half of the blocks, drops connections, takes no
 * batches above a size, and answers them in any order. What it does is drawn by a seed.
 */
export function unreliableHttp(http: OutboundHttp, random: Random): OutboundHttp & { faults(): number } {
  let faults = 0;
  const isOdd = (share: number): boolean => {
    const isFault = random.bytes(1)[0]! < 256 * share;
    if (isFault) faults += 1;
    return isFault;
  };
  const refusals: readonly OutboundOutcome[] = [
    { kind: 'answered', status: 429, headers: {}, body: 'slow down', truncated: false },
    { kind: 'answered', status: 429, headers: { 'retry-after': '0' }, body: '', truncated: false },
    { kind: 'unreachable', reason: 'socket hang up' },
  ];
  return {
    faults: () => faults,
    async send(request) {
      const asked = JSON.parse(String(request.body)) as Call | readonly Call[];
      const calls = [asked].flat() as readonly Call[];
      if (isOdd(0.5)) return refusals[random.bytes(1)[0]! % refusals.length]!;
      if (calls.length > 8) return { kind: 'answered', status: 413, headers: {}, body: '', truncated: false };
      const outcome = await http.send(request);
      if (outcome.kind !== 'answered') return outcome;
      const methods = new Map(calls.map(({ id, method }) => [id, method]));
      const denying = (answer: Answer): Answer =>
        methods.get(answer.id) === 'eth_getBlockByNumber' && isOdd(0.5) ? { ...answer, result: null } : answer;
      const body = JSON.parse(outcome.body) as Answer | readonly Answer[];
      const altered = Array.isArray(body)
        ? (body as readonly Answer[]).map(denying).toReversed()
        : denying(body as Answer);
      return { ...outcome, body: JSON.stringify(altered) };
    },
  };
}
