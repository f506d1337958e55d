import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { mustNotBeStopped, pinnedBlockOf } from '../blocks/index.js';
import { blockedError } from '../customers/index.js';
import {
  type AnyKind,
  type Attempt,
  type BaseRecord,
  type Context,
  isId,
  ok,
  type PreparedUseCase,
  Refused,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';

/** The ids of those whom a unit of work concerns. */
interface Concerned {
  readonly customers: Set<string>;
  readonly payees: Set<string>;
  /** Internal accounts, whose owners are looked up at the end. */
  readonly accounts: Set<string>;
}

/** Columns that name the customer on whose side a record is, or an account of it. Those of counterparties are not among them. */
const OWNERS = ['customerId', 'cardholderId', 'inviterId', 'accountId'] as const;

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).filter((field): field is string => typeof field === 'string')
    : [];

function noteId({ customers, payees, accounts }: Concerned, id: unknown): void {
  if (typeof id !== 'string') return;
  if (isId('Customer', id)) customers.add(id);
  if (isId('ExternalAccount', id)) payees.add(id);
  if (isId('InternalAccount', id)) accounts.add(id);
}

function noteRead(concerned: Concerned, record: BaseRecord): void {
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  noteId(concerned, record.id);
  for (const column of OWNERS) noteId(concerned, fields[column]);
}

function noteWritten(concerned: Concerned, record: BaseRecord): void {
  noteRead(concerned, record);
  for (const text of textsOf(record)) if (isId('ExternalAccount', text)) concerned.payees.add(text);
}

/** An input names the customer and the accounts of the caller in its own fields, and counterparties deeper. */
function noteInput(concerned: Concerned, input: unknown): void {
  for (const text of textsOf(input)) noteId(concerned, text);
}

/** A unit of work that notes whom it concerns. */
function noting(tx: Tx, concerned: Concerned): Tx {
  const noted = <T extends BaseRecord>(record: T | null): T | null => {
    if (record !== null) noteRead(concerned, record);
    return record;
  };
  return {
    ...tx,
    get: async (kind, id) => noted(await tx.get(kind, id)),
    find: async (kind, key, values) => noted(await tx.find(kind, key, values)),
    add(kind, record, options) {
      noteWritten(concerned, record);
      tx.add(kind, record, options);
    },
    change(kind, before, after, lost) {
      noteWritten(concerned, after);
      tx.change(kind, before, after, lost);
    },
    remove(kind, record, lost) {
      noteWritten(concerned, record);
      tx.remove(kind, record, lost);
    },
    increase(kind: AnyKind, increase, short) {
      noteId(concerned, increase.id);
      tx.increase(kind, increase, short);
    },
  };
}

/** The answer to callers who must not learn of a block: those of another platform. */
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
    const concerned: Concerned = { customers: new Set(), payees: new Set(), accounts: new Set() };
    noteInput(concerned, input);
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
