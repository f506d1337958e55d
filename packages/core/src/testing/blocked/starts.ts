import {
  type Attempt,
  type Context,
  domainError,
  fail,
  ok,
  type PreparedUseCase,
  type Refused,
  type Result,
  type UseCase,
  withoutRefused,
} from '../../kernel/index.js';
import type { PlayCore } from '../play-core.js';

/** Makes one request, and takes back what it has written in its unit of work, so that it can be made again. */
export type Start = () => Promise<Result<unknown>>;

/** Requests by the name of their operation. A name can have more words, to tell several requests of it apart. */
export type Starts = Readonly<Record<string, Start>>;

/** Customers and an external account, and what can be started for them and by their platform. */
export interface BlockedWorld {
  readonly play: PlayCore;
  readonly customers: readonly string[];
  readonly ofCustomer: Starts;
  /** Requests that concern no customer of this world. */
  readonly ofPlatform: Starts;
  /** Requests of other platforms that concern the customers. */
  readonly neutral?: Starts;
  readonly payee?: string;
  /** Requests of the customers that concern the payee. */
  readonly ofPayee?: Starts;
}

const TAKEN_BACK = domainError('CONFLICT', 'taken back');

type Startable<I, P, O> =
  | UseCase<I, O | Refused>
  | PreparedUseCase<I, P, O | Refused>
  | Pick<Attempt<I, P, O>, 'prepare' | 'attempt'>;

async function inUnit<I, O>(
  play: PlayCore,
  ctx: Context,
  useCase: UseCase<I, O | Refused>,
  input: I,
): Promise<Result<unknown>> {
  const outcome = await play.core.units.run(ctx.tenant, async (tx) => {
    const done = withoutRefused(await useCase(tx, ctx, input));
    return done.ok ? fail(TAKEN_BACK) : done;
  });
  return !outcome.ok && outcome.error === TAKEN_BACK ? ok() : outcome;
}

/** A request with this input, by the system unless another caller is given. */
export function start<I, P, O>(
  play: PlayCore,
  useCase: Startable<I, P, O>,
  input: I,
  caller: () => Promise<Context> = async () => play.context(),
): Start {
  return async () => {
    const ctx = await caller();
    if (typeof useCase === 'function') return inUnit(play, ctx, useCase, input);
    if ('attempt' in useCase) return inUnit(play, ctx, useCase.attempt, await useCase.prepare(ctx, input));
    const ready = await useCase.prepare(ctx, input);
    return ready.ok ? inUnit(play, useCase.contextOf?.(ready.value) ?? ctx, useCase.finish, ready.value) : ready;
  };
}

/** Two requests that cannot be taken back: the first is made once, the second afterwards. */
export function firstThen(first: Start, second: Start): Start {
  let made = false;
  return () => {
    const next = made ? second : first;
    made = true;
    return next();
  };
}
