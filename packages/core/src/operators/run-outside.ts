import { bodyDigestOf, type Context, type Digest, err, ok, type Result, type UseCase } from '../kernel/index.js';
import type { OutsideAction } from './action.js';
import { inputOf, logged } from './action-input.js';
import type { ActionOutcome, ActionPorts } from './actions.js';
import { type Acting, type Caller, type MasterKeyHolder, signedIn } from './callers.js';
import { writeLog } from './operator-log.js';

/** Identifies a form, so that it has one effect. */
export const claimOf = (
  digest: Digest,
  name: string,
  input: object,
  caller: Caller | MasterKeyHolder,
  once: string | undefined,
) =>
  once === undefined
    ? null
    : {
        credential: caller.source === 'MASTER_KEY' ? caller.name : caller.operatorId,
        operation: `console ${name}`,
        key: once,
        bodyDigest: bodyDigestOf(digest, { action: name, input }),
        seal: null,
      };

/** An action outside the database that has begun. */
interface Started extends Acting {
  readonly subject: string;
}

/** How the first one ended is not known here, so it is not called done. */
const SENT_BEFORE = err(
  'CONFLICT',
  'the form was sent before, and the log shows how its action ended; send a new form to repeat the action',
);

/**
 * Writes to the log before and after the action, because no unit spans it. A form that is sent twice begins it once,
 * also if the first one has failed or has not ended: the page of a failure has a new form.
 */
export async function runOutside<O>(
  { units, commands, ids, digest }: Pick<ActionPorts, 'units' | 'commands' | 'ids' | 'digest'>,
  {
    name,
    action,
    input: given,
  }: { readonly name: string; readonly action: OutsideAction<never, O>; readonly input: object },
  ctx: Context,
  caller: Caller | MasterKeyHolder,
  once: string | undefined,
): Promise<Result<ActionOutcome<O>>> {
  const input = inputOf(action, { input: given, isStored: false });
  const entry = { action: name, input: logged(action, given) };
  const begin: UseCase<null, Started> = async (tx) => {
    const by = await signedIn(tx, ctx.tenant, caller, name, action);
    if (!by.ok) return by;
    if (!input.ok) return input;
    const subject = action.subject(input.value, ctx);
    const before = await action.before?.(tx, ctx);
    writeLog({ tx, ctx, ids }, by.value.actor, {
      ...entry,
      subject,
      outcome: 'STARTED',
      before: before?.ok ? logged(action, before.value) : null,
    });
    return ok({ ...by.value, subject });
  };
  const render = () => ({ status: 200, body: '', remember: true });
  const begun = await commands.run(ctx, begin, null, render, claimOf(digest, name, given, caller, once));
  if (!begun.ok) return begun;
  if (!input.ok) return input;
  if (begun.value.replayed) return SENT_BEFORE;
  const { operator, actor, subject } = begun.value.output;
  const note = (outcome: 'DONE' | 'FAILED', after: object | null): Promise<Result<void>> =>
    units.run(ctx.tenant, async (tx) => {
      writeLog({ tx, ctx, ids }, actor, { ...entry, subject, outcome, after: logged(action, after) });
      return ok();
    });
  const performed = await action.perform(ctx, input.value, operator).catch(async (cause: unknown) => {
    await note('FAILED', null);
    throw cause;
  });
  if (!performed.ok) {
    await note('FAILED', { code: performed.error.code, message: performed.error.message });
    return performed;
  }
  const noted = await note('DONE', performed.value.after);
  return noted.ok ? ok({ kind: 'done', output: performed.value.output }) : noted;
}
