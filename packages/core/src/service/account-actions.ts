import { type Accounts, INTERNAL_ACCOUNTS, type InternalAccount, type InternalAccountKey } from '../accounts/index.js';
import { err, invalidFields, ok, type UseCase } from '../kernel/index.js';
import type { OperatorAction } from '../operators/index.js';

const LONGEST_REASON = 500;

/** The account, and why: the reason is kept in the log of operators only. */
export interface FreezeRequest extends InternalAccountKey {
  readonly reason: string;
}

const changeOf = (
  title: string,
  effects: OperatorAction['effects'],
  run: UseCase<InternalAccountKey, InternalAccount>,
  shown: readonly ('status' | 'version')[],
): OperatorAction<FreezeRequest, InternalAccount> => ({
  kind: 'unit',
  title,
  role: 'OPERATOR',
  effects,
  plan: async (tx, _ctx, { id, reason }) => {
    if (typeof reason !== 'string' || reason.trim() === '' || reason.length > LONGEST_REASON)
      return invalidFields([{ field: 'reason', message: `must have 1 to ${LONGEST_REASON} characters` }]);
    const account = await tx.get(INTERNAL_ACCOUNTS, id);
    if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
    const before = Object.fromEntries(shown.map((field) => [field, account[field]]));
    return ok({ subject: id, before, moves: [] });
  },
  perform: async ({ tx, ctx }, { id }) => {
    const done = await run(tx, ctx, { id });
    return done.ok ? ok({ output: done.value, after: { status: done.value.status } }) : done;
  },
});

/** The actions that stop the debits of one account, and allow them again. What else its owner does goes on. */
export const freezeActions = (accounts: Pick<Accounts, 'freezeInternal' | 'unfreezeInternal'>) => ({
  'accounts.freeze': changeOf('Freeze an account', [], accounts.freezeInternal, ['status']),
  // The version keeps an older request from ending a later freeze.
  'accounts.unfreeze': changeOf('Unfreeze an account', ['WEAKENS_CONTROL'], accounts.unfreezeInternal, [
    'status',
    'version',
  ]),
});
