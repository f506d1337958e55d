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
import { domainError, runAttempt } from '@corridor/core/internal';
import * as z from 'zod';
import { earlierAnswer } from './idempotency.js';
import type { Declaration, PlatformOperation, PublicOperation, Request } from './operation.js';
import type { Wire } from './wire.js';

type QuerySchema = z.ZodObject | undefined;
type BodySchema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Responses = Declaration['responses'];
/** What an operation may answer: the wire form of one of its responses; null where one of them has no body. */
type Answered<R extends Responses> = AnswerBody<R[keyof R]>;
type AnswerBody<S> = S extends z.ZodType ? Wire<S> : null;

type Described = Pick<Declaration, 'method' | 'path' | 'operationId' | 'tag' | 'summary' | 'responses'> &
  Partial<
    Pick<Declaration, 'headers' | 'contentType' | 'errors' | 'secretAnswer' | 'upload' | 'keyRequired' | 'deprecated'>
  > & {
    readonly params?: Declaration['params'];
    readonly query?: QuerySchema;
    readonly body?: BodySchema;
    /** Default true where there is a body. */
    readonly bodyRequired?: boolean;
  };

interface Spec<
  I,
  O,
  P extends string,
  Q extends QuerySchema,
  B extends BodySchema,
  R extends Responses = Responses,
> extends Described {
  readonly responses: R;
  readonly permission: PlatformOperation['permission'];
  readonly params?: Readonly<Record<P, Declaration['params'][string]>>;
  readonly query?: Q;
  readonly body?: B;
  /** Translates a checked request into the input of the use case or query; holds no rule. */
  readonly input: (request: Request<P, Parsed<Q>, Parsed<B>>) => I;
  /** The core's rules for this input. The use case applies them; here they add to what the schemas refuse. */
  readonly invalid?: (ctx: Context, input: I) => readonly FieldError[];
  /** The wire form of what came out: an object as JSON, a text as it is; null for an answer without a body. */
  readonly serialize: (output: O) => Answered<R>;
  /** Where there is more than one success status; else it is the declared one. */
  readonly status?: (output: O) => number;
  /** Its 202 says that something is done, and is no challenge: it is remembered like any other success. */
  readonly isDone?: true;
}

/** A write: one use case in one unit, under the caller's idempotency key; the bytes answered are the bytes stored. */
export function command<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> & {
    readonly useCase: (core: Core) => UseCase<I, O | Refused>;
    /** Waited for before a success is answered, and before it is repeated: work that the caller counts on. */
    readonly afterwards?: (core: Core, ctx: Context) => Promise<void>;
  },
): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx, claim }, request) => {
    const answer = await core.commands.run(ctx, spec.useCase(core), translate(request), render, claim);
    if (answer.ok) await spec.afterwards?.(core, ctx);
    return answer;
  });
}

/** A write whose refusal is written too. */
export function attempted<
  I,
  X,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(spec: Spec<I, O, P, Q, B, R> & { readonly useCase: (core: Core) => Attempt<I, X, O> }): PlatformOperation {
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

/** A read: one query, outside any write unit. */
export function query<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(spec: Spec<I, O, P, Q, B, R> & { readonly reads: (core: Core) => Query<I, O> }): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx }, request) => {
    const input = translate(request);
    const result = await core.commands.read(ctx.tenant, (reads) => spec.reads(core)(reads, ctx, input));
    return result.ok ? ok({ replayed: false, ...render(result.value) }) : result;
  });
}

/**
 * A write for which somebody outside is asked before its unit. An earlier answer is looked for first, so that a repeated
 * request asks nobody, and once more where the preparation refuses: a twin may have used up what it needs.
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
  spec: Spec<I, O, P, Q, B, R> & { readonly useCase: (core: Core) => PreparedUseCase<I, X, O | Refused> },
): PlatformOperation {
  return platformOperation(spec, (translate, render) => async (core, { ctx, claim }, request) => {
    const input = translate(request);
    const { prepare, finish, asks = always } = spec.useCase(core);
    if (asks(input)) {
      const earlier = await earlierAnswer(core, { ctx, claim }, NOT_YET);
      if (earlier.ok || earlier.error !== NOT_YET) return earlier;
    }
    const ready = await prepare(ctx, input);
    if (!ready.ok) return earlierAnswer(core, { ctx, claim }, ready.error);
    return core.commands.run(ctx, finish, ready.value, render, claim);
  });
}

/**
 * Something that talks to the outside between units of its own: what it brings is all there is to write. Twins at the
 * same instant both act, and get the same answer.
 */
export function exchange<
  I,
  O,
  P extends string = never,
  Q extends QuerySchema = undefined,
  B extends BodySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Spec<I, O, P, Q, B, R> & { readonly perform: (core: Core) => (ctx: Context, input: I) => Promise<Result<O>> },
): PlatformOperation {
  const finish: UseCase<O, O> = async (_tx, _ctx, output) => ok(output);
  return prepared({ ...spec, useCase: (core) => ({ prepare: spec.perform(core), finish }) });
}

/** For whoever has no credential but what stands in the path. Nothing tells one who asks twice: the answer is not kept. */
export function unauthenticated<
  O,
  P extends string,
  Q extends QuerySchema = undefined,
  const R extends Responses = Responses,
>(
  spec: Described & {
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
    run: async (core, params, query) => {
      const result = await spec.perform(core)(params as Readonly<Record<P, string>>, query as Parsed<Q>);
      return result.ok ? ok({ replayed: false, ...render(result.value) }) : result;
    },
  };
}

const always = (): boolean => true;
const NOT_YET = domainError('CONFLICT', 'not answered yet');

export const JSON_CONTENT = 'application/json; charset=utf-8';

/** What the answer to a change shows and its body cannot set. */
function readOnlyFields({ body, responses }: Described): readonly string[] {
  const settable = fieldsOf(body);
  return [...new Set(fieldsOf(responses[200] ?? undefined))].filter((name) => !settable.includes(name));
}

function fieldsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}

const declaration = (spec: Described): Declaration => ({
  method: spec.method,
  path: spec.path,
  operationId: spec.operationId,
  tag: spec.tag,
  summary: spec.summary,
  params: spec.params ?? {},
  query: spec.query ?? null,
  headers: spec.headers ?? [],
  body: spec.body ?? null,
  bodyRequired: spec.bodyRequired ?? spec.body !== undefined,
  upload: spec.upload ?? null,
  responses: spec.responses,
  contentType: spec.contentType ?? JSON_CONTENT,
  errors: spec.errors ?? [],
  secretAnswer: spec.secretAnswer ?? false,
  keyRequired: spec.keyRequired ?? false,
  deprecated: spec.deprecated ?? null,
  readOnly: spec.method === 'PATCH' ? readOnlyFields(spec) : [],
});

/** An operation of this spec; `serve` is given the ways from a request to the input, and from the output to an answer. */
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

/** The request has passed the schemas of this very spec, which is what the cast relies on. */
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
    // A challenge (202) is made anew for every call; a file is not taken in twice.
    const remember = status !== 202 || spec.upload !== undefined || spec.isDone === true;
    return { status, body: typeof wire === 'string' ? wire : wire === null ? '' : JSON.stringify(wire), remember };
  };
}
