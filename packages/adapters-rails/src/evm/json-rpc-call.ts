import type * as z from 'zod';

/** One call of JSON-RPC, and the reader of its result. */
export interface RpcCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly read: z.ZodType<T, unknown>;
  /** Set for a block, which nodes that are overloaded deny at times although they have it. */
  readonly block?: bigint | string;
}

/** The node answered a call with an error. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** The node did not answer, or its answer is not usable. Its message is fit for operators. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';

  constructor(
    message: string,
    /** The answer was longer than what is read of it. */
    readonly isTooLong = false,
    /** Set if the same request may succeed soon: after how many milliseconds the node wants it, 0 if it does not say. */
    readonly restMs: number | null = null,
  ) {
    super(message);
  }
}
