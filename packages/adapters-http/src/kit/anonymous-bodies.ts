import type { Result } from '@corridor/core';
import { readBody } from './body.js';
import { sourceOf } from './client-address.js';
import type { HttpContext } from './state.js';

/** The largest body of a request without a credential. */
export const ANONYMOUS_BYTES = 64 * 1024;
/** Bodies without a credential that a process receives at once: together 16 MiB. */
const AT_ONCE = 256;
/** Of these, from one address. */
const OF_ONE_SOURCE = 64;

/** Reads the bodies of requests whose sender is not known yet, and limits how many arrive at once. */
export interface AnonymousBodies {
  /** The errors of `readBody`; SERVICE_UNAVAILABLE for the body that has been arriving longest if there are too many. */
  read(ctx: HttpContext, limit?: number): Promise<Result<Buffer>>;
}

interface Arriving {
  readonly source: string;
  readonly place: AbortController;
}

/**
 * Creates the limit of one process. A new body takes the place of the oldest one, of the same address if that has too
 * many. An honest body arrives within milliseconds, so bodies that never end lose their places and keep none from
 * others.
 */
export function createAnonymousBodies({ atOnce = AT_ONCE, ofOneSource = OF_ONE_SOURCE } = {}): AnonymousBodies {
  /** In the order in which they began to arrive. */
  const arriving = new Set<Arriving>();

  function makeRoom(source: string): void {
    const own = [...arriving].filter((body) => body.source === source);
    const [oldest] = own.length >= ofOneSource ? own : arriving.size >= atOnce ? arriving : [];
    if (oldest === undefined) return;
    arriving.delete(oldest);
    oldest.place.abort();
  }

  return {
    async read(ctx, limit = ANONYMOUS_BYTES) {
      const source = sourceOf(ctx.state.address);
      makeRoom(source);
      const body: Arriving = { source, place: new AbortController() };
      arriving.add(body);
      try {
        return await readBody(ctx.req, ctx.res, limit, { dropped: body.place.signal });
      } finally {
        arriving.delete(body);
      }
    },
  };
}
