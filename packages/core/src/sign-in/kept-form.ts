import {
  awaitSecondCall,
  completePending,
  domainError,
  findPending,
  type Id,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  plusSeconds,
  readAll,
  type Result,
  type Tx,
} from '../kernel/index.js';
import { findSession, OPERATORS, type SignedIn } from '../operators/index.js';
import type { SignInPorts } from './factors.js';

/** So long is what was entered kept. */
export const KEPT_SECONDS = 900;
const LONGEST_FORM = 100_000;
/** So many forms of an operator are kept; the next one replaces the oldest. */
export const MOST_KEPT = 20;

/** What was entered in a form of the console, without its token and without secrets. */
export interface EnteredForm {
  /** The path of the form, with which it is read again. */
  readonly path: string;
  readonly body: string;
}

const OPERATION = 'operators.keptForm';
const bound = (operatorId: string, path: string) => ({ operation: OPERATION, path, account: operatorId });
const payloadOf = (id: Id<'Request'>) => ({ table: 'pending_commands', row: id, column: 'payload' });
const USED = domainError('CONFLICT', 'what was entered was read by another request');

/** Makes room for one more form of an operator. Two at the same moment can leave one too many, until the next. */
async function dropOldest(tx: Tx, operatorId: Id<'Operator'>): Promise<void> {
  const forms = (await readAll(tx, PENDING_COMMANDS, { account: operatorId })).filter(
    ({ operation }) => operation === OPERATION,
  );
  for (const form of forms.slice(0, Math.max(0, forms.length + 1 - MOST_KEPT))) tx.remove(PENDING_COMMANDS, form);
}

/** Keeps a form for its operator, sealed; returns its id, or null for one that is too long. */
export const keepForm =
  (ports: SignInPorts) =>
  async (operatorId: Id<'Operator'>, { path, body }: EnteredForm, requestId: string): Promise<Id<'Request'> | null> => {
    if (body.length > LONGEST_FORM) return null;
    const ctx = ports.context(requestId);
    const kept = await ports.units.run(ctx.tenant, async (tx) => {
      const id = ports.ids.next('Request');
      await dropOldest(tx, operatorId);
      awaitSecondCall(tx, ctx, ports.digest, {
        id,
        ...bound(operatorId, path),
        body: {},
        payload: ports.sealer.seal(body, payloadOf(id)),
        expiresAt: plusSeconds(ctx.now, KEPT_SECONDS),
      });
      return ok(id);
    });
    return kept.ok ? kept.value : null;
  };

/**
 * Keeps a form that a browser sent after its session had ended by time, so that its operator finds it after the sign-in.
 * Null for an unknown session, and for one that ended because the access was withdrawn or changed.
 */
export const keepFormOfEnded =
  (ports: SignInPorts) =>
  async (text: string, form: EnteredForm, requestId: string): Promise<Id<'Request'> | null> => {
    const operatorId = await ports.units.read(null, async (reads) => {
      const session = await findSession(reads, ports.digest, text, 'CONSOLE');
      const operator = session === null ? null : await reads.get(OPERATORS, session.operatorId);
      const isOpen = operator?.status === 'ACTIVE' && session!.createdAt >= operator.sessionsFrom;
      return isOpen ? operator.id : null;
    });
    return operatorId === null ? null : keepForm(ports)(operatorId, form, requestId);
  };

/** What was kept for this operator and path; null if there is nothing. `isUsed`: it is kept no longer. */
export const keptForm =
  (ports: SignInPorts) =>
  async (
    { operator }: Pick<SignedIn, 'operator'>,
    { id, path, isUsed }: { readonly id: string; readonly path: string; readonly isUsed: boolean },
    requestId: string,
  ): Promise<string | null> => {
    const ctx = ports.context(requestId);
    const opened = (pending: PendingCommand): string => ports.sealer.open(pending.payload, payloadOf(pending.id));
    if (!isUsed) {
      const pending = await ports.units.read(ctx.tenant, (reads) =>
        findPending(reads, ctx, id, bound(operator.id, path)),
      );
      return pending === null ? null : opened(pending);
    }
    const taken: Result<string | null> = await ports.units.run(ctx.tenant, async (tx) => {
      const pending = await findPending(tx, ctx, id, bound(operator.id, path));
      if (pending === null) return ok(null);
      completePending(tx, pending, USED);
      return ok(opened(pending));
    });
    return taken.ok ? taken.value : null;
  };
