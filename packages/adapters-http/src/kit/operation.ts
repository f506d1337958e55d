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
import type { Upload } from './upload.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Headers of signed retries. The host's header prefix is added before `Wallet-Signature`. */
export type SignedRetryHeader = 'Wallet-Signature' | 'Request-Id';

/** A path parameter. A value that does not match cannot name a record, so it gets the error of a missing record. */
export interface PathParameter {
  readonly schema: z.ZodType<string>;
  readonly matches: (text: string) => boolean;
  readonly notFound: ErrorCode;
  /** Its name among the components of the document, if `{id}` or `{code}` in the path does not say of what. */
  readonly component?: string;
  /** The value is a credential or names a person; the path is logged without it. */
  readonly isSecret?: boolean;
  /** A code that stands for a right: unknown ones count as guesses. */
  readonly isCode?: boolean;
}

/**
 * A call as the document shows it. A test sends it to a host that holds the records which it names, and compares the
 * response (test/examples).
 */
export interface Example {
  /** What the call does, such as "Pay from a balance". */
  readonly title: string;
  /** Values of path parameters; those that are absent have the example of their schema. */
  readonly params?: Readonly<Record<string, string>>;
  /** Values of the types that the document declares; the address has their texts. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly body?: unknown;
  readonly status: number;
  /** The body of the response; absent if it has none. */
  readonly answer?: unknown;
}

/** When an operation refuses a request with each of these codes. The remedy is in the catalogue of errors. */
export type Refusals = Readonly<Partial<Record<ErrorCode, string>>>;

/** The description of an operation for the OpenAPI document, and what is checked before its handler runs. */
export interface Declaration {
  readonly method: Method;
  /** Relative to the versioned base path, parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** Precondition, effect on money, and events, in Markdown. */
  readonly description: string;
  /** The operation is not part of the contract that other services of this kind have too. */
  readonly isExtension: boolean;
  readonly params: Readonly<Record<string, PathParameter>>;
  readonly query: z.ZodObject | null;
  readonly headers: readonly SignedRetryHeader[];
  readonly body: z.ZodType | null;
  readonly bodyRequired: boolean;
  /** The file of an operation whose body is a form with a file; null for JSON. */
  readonly upload: Upload | null;
  /** Schemas of the success statuses; null for a response without a body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>;
  /** What each success status means. */
  readonly outcomes: Readonly<Record<number, string>>;
  /** Errors of this operation besides those that every operation has. */
  readonly refusals: Refusals;
  readonly examples: readonly Example[];
  readonly contentType: string;
  /**
   * The response contains a secret that is shown once, or personal data: it is stored encrypted with a key derived from
   * the caller's secret.
   */
  readonly secretAnswer: boolean;
  /**
   * Fields of the response that a change cannot set. Sending one is an error (400), so that callers notice that it has
   * no effect.
   */
  readonly readOnly: readonly string[];
  /** `Idempotency-Key` is required. */
  readonly keyRequired: boolean;
  /** Announced in every response and in the document; null if the operation is not deprecated. */
  readonly deprecated: Deprecation | null;
}

/** A request that has passed its checks. */
export interface Request<P extends string = string, Q = unknown, B = unknown> {
  readonly params: Readonly<Record<P, string>>;
  readonly query: Q;
  readonly body: B;
  /** The headers of a signed retry; null if the operation does not use them. */
  readonly signed: SignedCall;
}

/** The caller's context, and its idempotency key if it sent one. */
export interface Caller {
  readonly ctx: Context;
  readonly claim: IdempotencyClaim | null;
}

/** Used in place of a permission: the operation requires an agent's access token, and the agent's policy limits it. */
export const AGENT = 'AGENT';

export interface PlatformOperation extends Declaration {
  readonly permission: Permission | typeof AGENT;
  /**
   * Applies the core's rules to a request that the schemas have refused, so that one response names every invalid
   * field. Parts that the schemas refused are passed as they were sent.
   */
  readonly invalid: (ctx: Context, request: Request) => readonly FieldError[];
  readonly run: (core: Core, caller: Caller, request: Request) => Promise<Result<Answer>>;
}

/** A checked request without a credential. */
export interface PublicRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  /** Null if the `Idempotency-Key` header is missing. */
  readonly idempotencyKey: string | null;
}

/** An operation without a credential. */
export interface PublicOperation extends Declaration {
  readonly permission: 'none';
  readonly run: (core: Core, request: PublicRequest) => Promise<Result<Answer>>;
}

/**
 * The single declaration of an operation: the router, the checks, the OpenAPI document and the reference page are
 * derived from it.
 */
export type Operation = PlatformOperation | PublicOperation;

/** Whether the path has a code that could be guessed. */
export const hasCode = ({ params }: Pick<Declaration, 'params'>): boolean =>
  Object.values(params).some(({ isCode }) => isCode === true);

/** Whether the path contains a secret, which logs must not show. */
export const hasSecretPath = ({ params }: Pick<Declaration, 'params'>): boolean =>
  Object.values(params).some(({ isSecret }) => isSecret === true);
