import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { mustNotBeStopped, pinnedBlockOf } from '../blocks/index.js';
import { blockedError } from '../customers/index.js';
import {
  type Attempt,
  type Context,
  ok,
  type PreparedUseCase,
  Refused,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { type Concerned, concernedBy, noting } from './noted-unit.js';

/** Whether the caller may learn of the block; another platform must not. */
type Telling = 'as blocked' | 'neutrally';

async function mustBeFree(tx: Tx, ctx: Context, concerned: Concerned, telling: Telling): Promise<Result<void>> {
  const owned = concerned.accounts.size === 0 ? [] : await tx.getMany(INTERNAL_ACCOUNTS, [...concerned.accounts]);
  const parties = {
    customers: [...concerned.customers, ...owned.map(({ customerId }) => customerId)],
    payees: [...concerned.payees],
  };
  if (telling === 'as blocked') return mustNotBeStopped(tx, ctx.tenant, parties);
  return (await pinnedBlockOf(tx, ctx.tenant, parties)) === null ? ok() : blockedError('SILENT');
}

/**
 * A use case that a customer or its platform starts: it is refused if a customer, an external account or the platform
 * whom its unit concerns is blocked. They are read at the end of the unit and pinned, so that a block which commits
 * first is always seen. Other errors of the request come first. 403 USER_BLOCKED, or USER_NOT_READY for a silent block.
 */
export const refusingBlocked =
  <I, O>(useCase: UseCase<I, O>, telling: Telling = 'as blocked'): UseCase<I, O> =>
  async (tx, ctx, input) => {
    const concerned = concernedBy(input);
    const done = await useCase(noting(tx, concerned), ctx, input);
    // What a refusal counts, such as a wrong code, must not be rolled back.
    if (!done.ok || done.value instanceof Refused) return done;
    const free = await mustBeFree(tx, ctx, concerned, telling);
    return free.ok ? done : free;
  };

/**
 * How an operation treats blocks:
 *
 * - `refused`: the wrapper of this folder refuses it; `refused neutrally` answers USER_NOT_READY in any case;
 * - `checked`: it refuses in its own code;
 * - `held`: it brings money, which is held (docs/areas/customers.md);
 * - `booked`: it tells what the outside has settled;
 * - `allowed`: it reads, is needed to read, takes rights away, or is of an operator.
 */
export type Treatment = 'refused' | 'refused neutrally' | 'checked' | 'held' | 'booked' | 'allowed';

/** The use case with its treatment. */
export function treat(useCase: unknown, treatment: Treatment): unknown {
  if (treatment !== 'refused' && treatment !== 'refused neutrally') return useCase;
  const telling = treatment === 'refused' ? 'as blocked' : 'neutrally';
  if (typeof useCase === 'function') return refusingBlocked(useCase as UseCase<unknown, unknown>, telling);
  const prepared = useCase as Partial<PreparedUseCase<unknown, unknown, unknown> & Attempt<unknown, unknown, unknown>>;
  return {
    ...prepared,
    ...(prepared.finish !== undefined && { finish: refusingBlocked(prepared.finish, telling) }),
    ...(prepared.attempt !== undefined && { attempt: refusingBlocked(prepared.attempt, telling) }),
  };
}
