import { type Context, type Core, ok, type Result } from '@corridor/core';

/** One call of a use case or query, with its arguments. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly ctx: Context;
  /** True once the call has succeeded; false while it runs and after a refusal. */
  isDone: boolean;
}

/** Results that replace those of the core, by name of the use case. */
export type Answers = Map<string, (...given: never[]) => unknown>;

type AnyFunction = (...given: never[]) => unknown;
interface Prepared {
  readonly prepare: AnyFunction;
  readonly finish?: AnyFunction;
  readonly attempt?: AnyFunction;
}

/** Functions that every request uses and that are not use cases; their calls are not recorded. */
const UNWATCHED = [
  'context',
  'commands',
  'units',
  'work',
  'platforms.authenticate',
  'platforms.hasPermission',
  'agents.authenticate',
  'bulkImports.open',
  'verification.documents.prepare',
  'verification.documents.prepareReplacement',
];

const isOk = (result: unknown): boolean => (result as Partial<Result<unknown>> | null | undefined)?.ok === true;
const ignore = (): void => undefined;

const isContext = (value: unknown): value is Context =>
  typeof value === 'object' && value !== null && 'actor' in value && 'tenant' in value;

/** Records the calls of the core, and replaces the results of selected use cases. */
export function watchCore(core: Core, calls: Call[], answers: Answers): Core {
  const takeDown = (name: string, given: readonly unknown[]): Call | null => {
    const at = given.findIndex(isContext);
    if (at < 0) return null;
    const call = { name, input: given[at + 1], ctx: given[at] as Context, isDone: false };
    calls.push(call);
    return call;
  };

  const watchFunction =
    (name: string, real: AnyFunction): AnyFunction =>
    (...given) => {
      const call = UNWATCHED.includes(name) ? null : takeDown(name, given);
      const answer = answers.get(name);
      const result = answer === undefined ? real(...given) : (async () => answer(...given))();
      if (call !== null) void Promise.resolve(result).then((of) => (call.isDone = isOk(of)), ignore);
      return result;
    };

  const watchPrepared = (name: string, real: Prepared): Prepared => {
    const answering =
      (part: AnyFunction): AnyFunction =>
      async (...given) => {
        const result = await (answers.get(name) ?? part)(...given);
        const call = calls.findLast((of) => of.name === name);
        if (call !== undefined) call.isDone = isOk(result);
        return result;
      };
    return {
      ...real,
      prepare: (...given) => {
        takeDown(name, given);
        if (!answers.has(name)) return real.prepare(...given);
        return Promise.resolve(real.attempt === undefined ? ok(given[1]) : given[1]);
      },
      ...(real.finish !== undefined && { finish: answering(real.finish) }),
      ...(real.attempt !== undefined && { attempt: answering(real.attempt) }),
    };
  };

  const watch = (path: string, value: unknown): unknown => {
    if (typeof value === 'function') return watchFunction(path, value as AnyFunction);
    if (UNWATCHED.includes(path)) return value;
    if (typeof value !== 'object' || value === null) return value;
    if ('prepare' in value && ('finish' in value || 'attempt' in value)) return watchPrepared(path, value as Prepared);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, watch(`${path}.${name}`, inner)]));
  };
  return Object.fromEntries(Object.entries(core).map(([name, area]) => [name, watch(name, area)])) as unknown as Core;
}
