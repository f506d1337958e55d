import type {
  Answer,
  Context,
  Core,
  ErrorCode,
  FieldError,
  IdempotencyClaim,
  Permission,
  Result,
  SignedCall,
} from '@corridor/core';
import type * as z from 'zod';
import type { Deprecation } from './deprecation.js';
import type { ErrorStatus } from './errors.js';
import type { Upload } from './upload.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Headers of signed retries. The host's prefix stands before the wallet signature's name. */
export type SignedRetryHeader = 'Wallet-Signature' | 'Request-Id';

/** A parameter of a path. What does not match cannot name a record, and is answered as one that does not exist. */
export interface PathParameter {
  readonly schema: z.ZodType<string>;
  readonly matches: (text: string) => boolean;
  readonly notFound: ErrorCode;
  /** It is a credential, or names a person: paths are logged without it. */
  readonly isSecret?: boolean;
}

/** What the document says of an operation, and what is checked before its handler sees a request. */
export interface Declaration {
  readonly method: Method;
  /** Relative to the versioned base path, parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly params: Readonly<Record<string, PathParameter>>;
  readonly query: z.ZodObject | null;
  readonly headers: readonly SignedRetryHeader[];
  readonly body: z.ZodType | null;
  readonly bodyRequired: boolean;
  /** The body is a form with a file, which is taken in so; null: JSON. */
  readonly upload: Upload | null;
  /** Schemas of the success statuses; null for an answer without a body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>;
  readonly contentType: string;
  /** Statuses of errors that this operation answers beside those that any can. */
  readonly errors: readonly ErrorStatus[];
  /** The answer shows a secret once: it is remembered sealed with a key from the caller's credential. */
  readonly secretAnswer: boolean;
  /** Fields of the answer that the body of a change cannot set: who sends one is told so (400), not passed over. */
  readonly readOnly: readonly string[];
  /** The contract marks `Idempotency-Key` required. */
  readonly keyRequired: boolean;
  /** Every answer says so, and the document; null: it stays. */
  readonly deprecated: Deprecation | null;
}

/** A request after its checks. */
export interface Request<P extends string = string, Q = unknown, B = unknown> {
  readonly params: Readonly<Record<P, string>>;
  readonly query: Q;
  readonly body: B;
  /** The headers of a signed retry; null where the operation knows none. */
  readonly signed: SignedCall;
}

/** Who calls, and under which idempotency key. */
export interface Caller {
  readonly ctx: Context;
  readonly claim: IdempotencyClaim | null;
}

/** In place of a permission: agents alone are served, with their access token, as far as their policy lets them. */
export const AGENT = 'AGENT';

export interface PlatformOperation extends Declaration {
  readonly permission: Permission | typeof AGENT;
  /**
   * What the core's own rules find in a request that its schemas have refused, so that one answer names every invalid
   * field. What the schemas refused stands in it as it came.
   */
  readonly invalid: (ctx: Context, request: Request) => readonly FieldError[];
  readonly run: (core: Core, caller: Caller, request: Request) => Promise<Result<Answer>>;
}

/** Served without a credential. */
export interface PublicOperation extends Declaration {
  readonly permission: 'none';
  readonly run: (core: Core, params: Readonly<Record<string, string>>, query: unknown) => Promise<Result<Answer>>;
}

/** Declared once: the router, the checks, the document and the reference page are made from the list of these. */
export type Operation = PlatformOperation | PublicOperation;

/** Whether a parameter of the path is shown in no log. */
export const hasSecretPath = ({ params }: Pick<Declaration, 'params'>): boolean =>
  Object.values(params).some(({ isSecret }) => isSecret === true);
