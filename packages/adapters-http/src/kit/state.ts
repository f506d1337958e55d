import type { ParameterizedContext } from 'koa';
import type { Operation } from './operation.js';

/** State that the middlewares of one request share. */
export interface State {
  requestId: string;
  /** The client's address, determined behind trusted proxies. */
  address: string;
  /** The requested operation; null until it is known, and for paths outside the API. */
  operation: Operation | null;
  /** The name of a route outside the API in metrics and in the log; null for other routes. */
  routeId: string | null;
  /** Id of the API token or agent that makes the request. */
  tokenId: string | null;
  /** Whether the request carries a valid credential: of a token, an agent, a hosted page or an operator. */
  hasCredential: boolean;
  /** The path for the log if a part of the path is secret. */
  shownPath: string | null;
  /** The span of the request as a W3C `traceparent`; null if it is not traced. */
  trace: string | null;
}

/** The name of the requested operation or route in metrics, logs and traces. */
export const operationIdOf = ({ operation, routeId }: Pick<State, 'operation' | 'routeId'>): string =>
  operation?.operationId ?? routeId ?? 'unmatched';

export type HttpContext = ParameterizedContext<State>;
export type Next = () => Promise<unknown>;
