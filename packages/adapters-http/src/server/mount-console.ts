import { serializeEvent } from '../api/events/serialize.js';
import type { ConsoleMount, ConsolePorts } from '../kit/options.js';
import type { HttpContext, Next } from '../kit/state.js';

type Middleware = (ctx: HttpContext, next: Next) => Promise<unknown>;

/** The middleware of a console, with what it needs from the API. */
export function mountConsole({ serve }: ConsoleMount, { core, log }: Pick<ConsolePorts, 'core' | 'log'>): Middleware {
  // The type of a mount does not name the context of Koa.
  return serve({ core, log, webhookBody: serializeEvent }) as Middleware;
}
