import type { OutboundHttp } from '@corridor/core/ports';

/** Outgoing HTTP without the guards of a host, to servers that a test started. */
export const fetchHttp: OutboundHttp = {
  async send({ url, method, headers, body, withinMs = 10_000 }) {
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body: body as string | null,
        signal: AbortSignal.timeout(withinMs),
      });
      const text = await answer.text();
      const { status } = answer;
      return { kind: 'answered', status, headers: Object.fromEntries(answer.headers), body: text, truncated: false };
    } catch (cause) {
      return { kind: 'unreachable', reason: String(cause) };
    }
  },
};
