import type { ParameterizedContext } from 'koa';
import type { Operation } from './operation.js';

/** What the middlewares of one request tell each other. */
export interface State {
  requestId: string;
  /** Of the client, behind trusted proxies. */
  address: string;
  /** What was asked for; null until it is known, and for everything that is not an operation. */
  operation: Operation | null;
  /** Id of the token that asks. */
  tokenId: string | null;
  /** The path as it may be logged, where a part of it is secret. */
  shownPath: string | null;
}

export type HttpContext = ParameterizedContext<State>;
export type Next = () => Promise<unknown>;
