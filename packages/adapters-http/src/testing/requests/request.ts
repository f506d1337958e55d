/** A valid request. The body has every field; null for an operation without a body. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | FormData | null;
}

/** Requests by operation id. */
export type Requests = Readonly<Record<string, Request>>;
