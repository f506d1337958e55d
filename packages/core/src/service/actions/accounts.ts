import { amountText } from '../../money/index.js';
import {
  type Accounts,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type InternalAccountKey,
  withBalances,
} from '../../accounts/index.js';
import {
  err,
  idField,
  type InputOfFields,
  ok,
  readAll,
  type Result,
  textField,
  type UnitOfWork,
  type UseCase,
} from '../../kernel/index.js';
import { type OperatorAction, outsideAction, unitAction, type Asking, saying } from '../../operators/index.js';
import { partOf } from './records.js';
import { simple } from './simple-action.js';

const ACCOUNT = idField('InternalAccount', {
  label: 'Internal account',
  option: { name: 'account', meaning: 'The account, as InternalAccount:…' },
});

/** The account, and why: the reason is kept in the log of operators only. */
const FROZEN = {
  id: ACCOUNT,
  reason: textField({
    label: 'Reason',
    hint: 'Stored in the log of operators, and shown to operators only',
    maxLength: 500,
    rows: 3,
    option: { meaning: 'Why; only operators read it' },
  }),
};

const changeOf = (
  title: string,
  effects: OperatorAction['effects'],
  run: UseCase<InternalAccountKey, InternalAccount>,
  shown: readonly ('status' | 'version')[],
  { weight, words }: Pick<OperatorAction<InputOfFields<typeof FROZEN>>, 'weight' | 'words'>,
) =>
  unitAction({
    title,
    words,
    ...(weight !== undefined && { weight }),
    role: 'OPERATOR',
    effects,
    input: FROZEN,
    plan: async (tx, _ctx, { id }) => {
      const account = await tx.get(INTERNAL_ACCOUNTS, id);
      if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
      return ok({ subject: id, before: partOf(account, shown), moves: [] });
    },
    perform: async ({ tx, ctx }, { id }) => {
      const done = await run(tx, ctx, { id });
      return done.ok ? ok({ output: done.value, after: { status: done.value.status } }) : done;
    },
  });

/** The account with its money: `the GBP account …0f68 of Ada Lovelace (1,200.00 GBP, and 5.00 GBP held)`. */
async function accountWithMoney({ input: { id }, reads, name }: Asking<{ readonly id: string }>): Promise<string> {
  const account = await reads.get(INTERNAL_ACCOUNTS, id);
  const [view] = account === null ? [] : await withBalances(reads, [account]);
  if (view === undefined) return name(id);
  const { currency } = view.account;
  const held = view.held === 0n ? '' : `, and ${amountText(view.held, currency)} held`;
  return `${await name(id)} (${amountText(view.available, currency)}${held})`;
}

/** How many accounts of a platform have other funding instructions now. */
export interface RenewedAccounts {
  readonly renewed: number;
  readonly all: number;
}

export interface AccountActionPorts {
  readonly units: UnitOfWork;
  readonly accounts: Pick<Accounts, 'freezeInternal' | 'unfreezeInternal' | 'renewInstructions'>;
}

/**
 * The actions that stop the debits of one account and allow them again (what else its owner does goes on), and those that
 * renew funding instructions.
 */
export const accountActions = ({ units, accounts }: AccountActionPorts) => ({
  'accounts.freeze': changeOf('Freeze an account', [], accounts.freezeInternal, ['status'], {
    weight: 'danger',
    words: saying(
      'Freeze the account',
      async (asking) => `Freeze ${await accountWithMoney(asking)}: no money leaves it`,
    ),
  }),
  // The version keeps an older request from ending a later freeze.
  'accounts.unfreeze': changeOf(
    'Unfreeze an account',
    ['WEAKENS_CONTROL'],
    accounts.unfreezeInternal,
    ['status', 'version'],
    {
      words: saying(
        'Unfreeze the account',
        async (asking) => `Unfreeze ${await accountWithMoney(asking)}: money may leave it again`,
      ),
    },
  ),
  'accounts.renew': simple({
    title: 'Renew the funding instructions of an account',
    words: saying(
      'Renew the funding instructions',
      async ({ input, name }) => `Give ${await name(input.id)} the funding instructions that its rails have now`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: { id: ACCOUNT },
    subject: ({ id }) => id,
    run: accounts.renewInstructions,
  }),
  /** Each account in a unit of its own, so that a failure does not undo those that are renewed already. */
  'accounts.renew-all': outsideAction({
    title: 'Renew the funding instructions of all accounts of a platform',
    words: saying(
      'Renew all funding instructions',
      async ({ subject, name }) =>
        `Give every account of ${await name(subject)} the funding instructions that its rails have now`,
    ),
    role: 'OPERATOR',
    effects: [],
    byMasterKey: true,
    input: {},
    subject: (_input, { tenant }) => tenant,
    async perform(ctx) {
      const all = await units.read(ctx.tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS));
      let renewed = 0;
      for (const { id } of all) {
        const done: Result<{ readonly renewed: boolean }> = await units.run(ctx.tenant, (tx) =>
          accounts.renewInstructions(tx, ctx, { id }),
        );
        if (!done.ok) return done;
        if (done.value.renewed) renewed += 1;
      }
      const output: RenewedAccounts = { renewed, all: all.length };
      return ok({ output, after: output });
    },
  }),
});
