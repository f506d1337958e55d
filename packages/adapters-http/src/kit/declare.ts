import {
  type Answer,
  type Attempt,
  type Context,
  type Core,
  type FieldError,
  ok,
  type PreparedUseCase,
  type Query,
  type Refused,
  type Result,
  type UseCase,
} from '@corridor/core';
import { domainError, repeatOutdated, runAttempt } from '@corridor/core/internal';
import * as z from 'zod';
import { claimOfCode, earlierAnswer } from './idempotency.js';
import type { Declaration, Example, PlatformOperation, PublicOperation, Refusals, Request } from './operation.js';
import type { ReadOnly, Wire } from './wire.js';

type QuerySchema = z.ZodObject | undefined;
type BodySchema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Responses = Declaration['responses'];
/** What an operation may return: the wire form of one of its responses; null if a response has no body. */
type Answered<R extends Responses> = AnswerBody<R[keyof R]>;
type AnswerBody<S> = S extends z.ZodType ? Wire<S> : null;

type Described = Pick<
  Declaration,
  'method' | 'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'responses'
> &
  Partial<Pick<Declaration, 'headers' | 'contentType' | 'secretAnswer' | 'upload' | 'keyRequired' | 'deprecated'>> & {
    readonly isExtension?: true;
    readonly refusals?: Refusals;
    readonly params?: Declaration['params'];
    readonly query?: QuerySchema;
    readonly body?: BodySchema;
    /** True by default if there is a body. */
    readonly bodyRequired?: boolean;
  };

/** Texts and examples of the responses, for the document. */
interface Documented<R extends Responses, B extends BodySchema = undefined> {
  /** What each success status means. */
  readonly outcomes: { readonly [S in keyof NoInfer<R>]: string };
  readonly examples: readonly ExampleOf<NoInfer<R>, NoInfer<B>>[];
}

/** An example whose body and answer have the types of the schemas. */
type ExampleOf<R extends Responses, B extends BodySchema> = {
  [S in keyof R]: Omit<Example, 'body' | 'status' | 'answer'> & {
    readonly status: S;
    readonly body?: B extends z.ZodType ? ReadOnly<z.input<B>> : undefined;
  } & (R[S] extends z.ZodType ? { readonly answer: Wire<R[S]> } : { readonly answer?: undefined });
}[keyof R];

interface Spec<
  I,
  O,
  P extends string,
  Q extends QuerySchema,
  B extends BodySchema,
  R extends Responses = Responses,
> extends Described {
  readonly outcomes: object;
  readonly examples: readonly object[];
  readonly responses: R;
  readonly permission: PlatformOperation['permission'];
  readonly params?: Readonly<Record<P, Declaration['params'][string]>>;
  readonly query?: Q;
  readonly body?: B;
  /** Translates a checked request into the input of the use case or query. It contains no rule. */
  readonly input: (request: Request<P, Parsed<Q>, Parsed<B>>) => I;
  /**
   * The core's rules for this input. The use case applies them; here they complete the list of errors if the schemas
   * refuse the request.
   */
  readonly invalid?: (ctx: Context, input: I) => readonly FieldError[];
  /**
   * The wire form of the output: an object becomes JSON, a string is sent unchanged, null means a response without a
   * body.
   */
  readonly serialize: (output: O) => Answered<R>;
  /** The status of a success. Needed only if the operation declares several success statuses. */
  readonly status?: (output: O) => number;
  /** The 202 of this operation means success, not a challenge, so it is stored under the idempotency key. */
  readonly isDone?: true;
}

/**
 * A write: one use case in one unit of work (one database transaction), under the caller's idempotency key. The stored
 * response has the same bytes as the sent one.
 */
export function command<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> &
    Documented<R, B> & {
      readonly useCase: (core: Core) => UseCase<I, O | Refused>;
    },
): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx, claim }, request) => {
    return core.commands.run(ctx, spec.useCase(core), translate(request), render, claim);
  });
}

/** A write whose refusal is also written, such as an approval that fails. */
export function attempted<
  I,
  X,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> & Documented<R, B> & { readonly useCase: (core: Core) => Attempt<I, X, O> },
): PlatformOperation {
  const render = renderer(spec);
  const translate = translator(spec);
  return {
    ...declaration(spec),
    permission: spec.permission,
    invalid: judge(spec, translate),
    run: (core, { ctx, claim }, request) =>
      runAttempt(core.commands, ctx, spec.useCase(core), translate(request), render, claim),
  };
}

/** A read: one query, without a unit of work (database transaction) for writes. */
export function query<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> & Documented<R, B> & { readonly reads: (core: Core) => Query<I, O> },
): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx }, request) => {
    const input = translate(request);
    const result = await core.commands.read(ctx.tenant, (reads) => spec.reads(core)(reads, ctx, input));
    return result.ok ? ok({ replayed: false, ...render(result.value) }) : result;
  });
}

/**
 * A write that calls an outside system before its unit of work (database transaction). A stored response is looked up
 * first, so that a repeated request does not call the outside system again. The stored response is looked up once more
 * if the preparation refuses, because a concurrent copy of the request may have succeeded and used up what this one
 * needs.
 */
export function prepared<
  I,
  X,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> &
    Documented<R, B> & {
      readonly useCase: (core: Core) => PreparedUseCase<I, X, O | Refused>;
      /** Work that the caller relies on. It is awaited before the response of a success is sent. */
      readonly afterwards?: (core: Core, ctx: Context) => Promise<void>;
    },
): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx, claim }, request) => {
    const input = translate(request);
    const useCase = spec.useCase(core);
    const { prepare, finish, asks = always, contextOf } = useCase;
    if (asks(input)) {
      const earlier = await earlierAnswer(core, { ctx, claim }, NOT_YET);
      if (earlier.ok || earlier.error !== NOT_YET) return earlier;
    }
    const answer = await repeatOutdated(useCase, async () => {
      const ready = await prepare(ctx, input, claim);
      if (!ready.ok) return earlierAnswer(core, { ctx, claim }, ready.error);
      const inside = contextOf?.(ready.value) ?? ctx;
      return core.commands.run(inside, finish, ready.value, render, claim);
    });
    if (answer.ok) await spec.afterwards?.(core, ctx);
    return answer;
  });
}

/**
 * A request to an outside system that has no effect here that must not be repeated, such as a lookup. Its result is
 * stored as the response in a unit of its own, so a host that dies before that leaves the next copy to ask again. An
 * operation with an effect is `prepared` or a command.
 */
export function exchange<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> &
    Documented<R, B> & { readonly perform: (core: Core) => (ctx: Context, input: I) => Promise<Result<O>> },
): PlatformOperation {
  const finish: UseCase<O, O> = async (_tx, _ctx, output) => ok(output);
  return prepared({ ...spec, useCase: (core) => ({ prepare: spec.perform(core), finish }) });
}

/** A read without a credential; at most its path contains a secret. */
export function unauthenticated<
  O,
  P extends string,
  Q extends QuerySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Described &
    Documented<R> & {
      readonly method: 'GET';
      readonly params: Readonly<Record<P, Declaration['params'][string]>>;
      readonly query?: Q;
      readonly perform: (core: Core) => (params: Readonly<Record<P, string>>, query: Parsed<Q>) => Promise<Result<O>>;
      readonly responses: R;
      readonly serialize: (output: O) => Answered<R>;
    },
): PublicOperation {
  const render = renderer(spec);
  return {
    ...declaration(spec),
    permission: 'none',
    run: async (core, { params, query }) => {
      const result = await spec.perform(core)(params as Readonly<Record<P, string>>, query as Parsed<Q>);
      return result.ok ? ok({ replayed: false, ...render(result.value) }) : result;
    },
  };
}

/**
 * A write whose only credential is a code in its path. Under an idempotency key the response is stored in the tenant of
 * the code, where only the same code with the same key finds and decrypts it.
 */
export function redemption<I, O, P extends string, const R extends Responses = Responses>(
  spec: Described &
    Documented<R> & {
      readonly params: Readonly<Record<P, Declaration['params'][string]>>;
      readonly secretAnswer: true;
      /** The parameter with the code, in which upper and lower case are equal. */
      readonly code: P;
      /** Finds what the code stands for, with a context in its tenant and the ids of the records that it is about. */
      readonly find: (
        core: Core,
      ) => (code: string) => Promise<Result<I & { readonly ctx: Context; readonly about: readonly string[] }>>;
      readonly useCase: (core: Core) => UseCase<I, O>;
      readonly responses: R;
      readonly serialize: (output: O) => Answered<R>;
    },
): PublicOperation {
  const render = renderer(spec);
  const name = `${spec.method} ${spec.path}`;
  return {
    ...declaration(spec),
    permission: 'none',
    run: async (core, { params, idempotencyKey }) => {
      const code = params[spec.code]!;
      const found = await spec.find(core)(code);
      if (!found.ok) return found;
      const { ctx, about } = found.value;
      const claim = idempotencyKey === null ? null : claimOfCode(name, code.toUpperCase(), idempotencyKey, about);
      return core.commands.run(ctx, spec.useCase(core), found.value, render, claim);
    },
  };
}

const always = (): boolean => true;
/** Marks a request without a stored response, which is then carried out. It never reaches a caller. */
const NOT_YET = domainError('CONFLICT', 'no response is stored for this request yet');

export const JSON_CONTENT = 'application/json; charset=utf-8';

/** Fields that the response of a change contains and its body does not accept. */
function readOnlyFields({ body, responses }: Described): readonly string[] {
  const settable = fieldsOf(body);
  return [...new Set(fieldsOf(responses[200] ?? undefined))].filter((name) => !settable.includes(name));
}

function fieldsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}

const declaration = (
  spec: Described & { readonly outcomes: object; readonly examples: readonly object[] },
): Declaration => ({
  method: spec.method,
  path: spec.path,
  operationId: spec.operationId,
  tag: spec.tag,
  summary: spec.summary,
  description: spec.description,
  isExtension: spec.isExtension ?? false,
  params: spec.params ?? {},
  query: spec.query ?? null,
  headers: spec.headers ?? [],
  body: spec.body ?? null,
  bodyRequired: spec.bodyRequired ?? spec.body !== undefined,
  upload: spec.upload ?? null,
  responses: spec.responses,
  outcomes: spec.outcomes as Declaration['outcomes'],
  refusals: spec.refusals ?? {},
  examples: spec.examples as Declaration['examples'],
  contentType: spec.contentType ?? JSON_CONTENT,
  secretAnswer: spec.secretAnswer ?? false,
  keyRequired: spec.keyRequired ?? false,
  deprecated: spec.deprecated ?? null,
  readOnly: spec.method === 'PATCH' ? readOnlyFields(spec) : [],
});

/**
 * An operation from its declaration. `serve` receives two functions: from a request to the input, and from the output
 * to a response.
 */
function platformOperation<I, O, P extends string, Q extends QuerySchema, B extends BodySchema>(
  spec: Spec<I, O, P, Q, B>,
  serve: (translate: (request: Request) => I, render: Render<O>) => Run,
): PlatformOperation {
  const translate = translator(spec);
  return {
    ...declaration(spec),
    permission: spec.permission,
    invalid: judge(spec, translate),
    run: serve(translate, renderer(spec)),
  };
}

/** The cast is safe because the request has passed the schemas of this declaration. */
function translator<I, P extends string, Q extends QuerySchema, B extends BodySchema>(
  spec: Pick<Spec<I, unknown, P, Q, B>, 'input'>,
): (request: Request) => I {
  return (request) => spec.input(request as Request<P, Parsed<Q>, Parsed<B>>);
}

function judge<I>(
  { invalid }: { readonly invalid?: (ctx: Context, input: I) => readonly FieldError[] },
  translate: (request: Request) => I,
): PlatformOperation['invalid'] {
  return invalid === undefined ? () => [] : (ctx, request) => invalid(ctx, translate(request));
}

type Run = PlatformOperation['run'];
type Render<O> = (output: O) => Pick<Answer, 'status' | 'body' | 'remember'>;

function renderer<O>(
  spec: Pick<Spec<unknown, O, never, undefined, undefined>, 'responses' | 'serialize' | 'status' | 'upload' | 'isDone'>,
): Render<O> {
  const [declared = 200] = Object.keys(spec.responses).map(Number);
  return (output) => {
    const status = spec.status === undefined ? declared : spec.status(output);
    const wire = spec.serialize(output);
    // A challenge (202) is created again for each call, so it is not stored. The 202 of an upload is: a file is
    // imported once.
    const remember = status !== 202 || spec.upload !== undefined || spec.isDone === true;
    return { status, body: typeof wire === 'string' ? wire : wire === null ? '' : JSON.stringify(wire), remember };
  };
}
