/** A valid request. The body contains every kind of field; null for an operation without a body. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | FormData | null;
}

/** By operation id. */
export type Requests = Readonly<Record<string, Request>>;
