/** A valid request. The body has every kind of field; null for an operation that takes none. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | FormData | null;
}

/** By the id of the operation. */
export type Requests = Readonly<Record<string, Request>>;
