import { type Context, type Id, type IdSource, type Tx, update } from '../kernel/index.js';
import {
  type LogActor,
  type NewLogEntry,
  type OperatorAccount,
  type OperatorNotice,
  OPERATORS,
  type SignedIn,
  writeLog,
} from '../operators/index.js';

/** More changes than these in a row are in the log alone. */
const MOST_NOTICES = 20;

interface Change {
  readonly actor: LogActor;
  readonly entry: Omit<NewLogEntry, 'outcome' | 'subject'> & { readonly subject?: string };
  readonly from: Pick<OperatorNotice, 'address' | 'by' | 'session'>;
}

/** Writes the change of a sign-in to the log, and returns the account's notices with one of it. */
export function noticed(
  { tx, ctx, ids }: { readonly tx: Tx; readonly ctx: Context; readonly ids: IdSource },
  { id, notices }: Pick<OperatorAccount, 'id' | 'notices'>,
  { actor, entry, from }: Change,
): Pick<OperatorAccount, 'notices'> {
  const written = writeLog({ tx, ctx, ids }, actor, { outcome: 'DONE', subject: id, ...entry });
  const notice = { entry: written, action: entry.action, at: ctx.hostNow, ...from };
  return { notices: [...(notices ?? []), notice].slice(-MOST_NOTICES) };
}

/**
 * What this session shows about changes of the operator's sign-in: all that another session has made. The browser that
 * made a change does not acknowledge it, because it may be an attacker's.
 */
export const noticesFor = ({ operator, session }: SignedIn): readonly OperatorNotice[] =>
  (operator.notices ?? []).filter((notice) => notice.session !== session.id);

/** Removes notices that this session shows, by the ids of their entries; returns those that were removed. */
export function acknowledged(
  tx: Tx,
  ctx: Context,
  operator: OperatorAccount,
  session: SignedIn['session'],
  entries: readonly string[],
): readonly Id<'OperatorLog'>[] {
  const shown = noticesFor({ operator, session }).filter(({ entry }) => entries.includes(entry));
  if (shown.length > 0) {
    const notices = (operator.notices ?? []).filter((notice) => !shown.includes(notice));
    update(tx, ctx, OPERATORS, operator, { notices: notices.length === 0 ? null : notices });
  }
  return shown.map(({ entry }) => entry);
}
