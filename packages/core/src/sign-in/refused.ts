import { type Context, type DomainError, ok, Refused, type Result, type Tx } from '../kernel/index.js';
import { countRefusal, type LogActor, type OperatorAccount, UNKNOWN_NAME, writeLog } from '../operators/index.js';
import type { SignInPorts } from './factors.js';

export interface Attempt {
  readonly method: string;
  readonly address: string;
}

/** What was entered as a name is not written, because people enter passwords there by mistake. */
const UNKNOWN: LogActor = { operator: null, name: 'unknown', source: 'CONSOLE' };

/**
 * Counts the refusal, and writes the first one of an hour to the log: also that of an unknown name, so that both answers
 * take the same work.
 */
export async function refuse(
  { ids }: SignInPorts,
  { tx, ctx }: { readonly tx: Tx; readonly ctx: Context },
  account: OperatorAccount | null,
  of: { readonly action: 'operators.signIn' | 'operators.confirm'; readonly input: Attempt },
  error: DomainError,
): Promise<Result<Refused>> {
  const actor: LogActor =
    account === null ? UNKNOWN : { operator: { id: account.id, name: account.name }, source: 'CONSOLE' };
  const subject = account?.id ?? UNKNOWN_NAME;
  if (await countRefusal(tx, ctx, subject))
    writeLog({ tx, ctx, ids }, actor, {
      ...{ outcome: 'SIGN_IN_REFUSED', subject, ...of },
      after: { code: error.code },
    });
  return ok(new Refused(error));
}
