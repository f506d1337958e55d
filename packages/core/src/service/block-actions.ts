import type { ExternalAccount } from '../accounts/index.js';
import {
  blockCustomer,
  blockPayee,
  blockPlatform,
  type BlockRequest,
  customerToBlock,
  customerToUnblock,
  lastingBlock,
  payeeToBlock,
  payeeToUnblock,
  platformToBlock,
  platformToUnblock,
  unblockCustomer,
  unblockPayee,
  unblockPlatform,
  type UnblockRequest,
} from '../blocks/index.js';
import type { Customer, CustomerAccounts } from '../customers/index.js';
import {
  type BaseRecord,
  type Context,
  type Digest,
  ok,
  type Reads,
  type Result,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { type OperatorAction, operatorText } from '../operators/index.js';
import type { BlockedAs, Platform } from '../platforms/index.js';

type Blockable = BaseRecord & { readonly blockedAs: BlockedAs };

interface Step<I, O extends Blockable> {
  readonly title: string;
  readonly find: (tx: Tx, ctx: Context, input: I) => Promise<Result<O>>;
  readonly run: (unit: Unit, input: I, by: string, approvedBy: string | null) => Promise<Result<O>>;
}

/** What an approver decides about. The id of the block keeps an older request from ending a later block. */
async function shown(reads: Reads, { id, blockedAs }: Blockable) {
  return { blockedAs, block: (await lastingBlock(reads, id))?.id ?? null };
}

const blockAction = <I extends object, O extends Blockable>(
  effects: OperatorAction['effects'],
  { title, find, run }: Step<I, O>,
): OperatorAction<I, O> => ({
  kind: 'unit',
  title,
  role: 'OPERATOR',
  effects,
  plan: async (tx, ctx, input) => {
    const found = await find(tx, ctx, input);
    return found.ok ? ok({ subject: found.value.id, before: await shown(tx, found.value), moves: [] }) : found;
  },
  perform: async (unit, input, { requestedBy, approvedBy }) => {
    const second = approvedBy === null ? null : operatorText(approvedBy);
    const done = await run(unit, input, operatorText(requestedBy), second);
    return done.ok ? ok({ output: done.value, after: await shown(unit.tx, done.value) }) : done;
  },
});

/** The log names the other records that were blocked with the account, so that the audit finds the entry of each. */
const blockPayeeAction = (digest: Digest): OperatorAction<BlockRequest, ExternalAccount> => ({
  ...blockAction<BlockRequest, ExternalAccount>([], {
    title: 'Block an external account',
    find: payeeToBlock,
    run: async (unit, input, by) => {
      const done = await blockPayee(digest, unit, input, by);
      return done.ok ? ok(done.value.account) : done;
    },
  }),
  perform: async (unit, input, { requestedBy }) => {
    const done = await blockPayee(digest, unit, input, operatorText(requestedBy));
    if (!done.ok) return done;
    const { account, also } = done.value;
    return ok({ output: account, after: { ...(await shown(unit.tx, account)), also } });
  },
});

/**
 * The actions that stop customers, payees and platforms. A block takes effect at once, because an order of an authority
 * must take effect before the money leaves; its end always needs two operators.
 */
export const blockActions = (accounts: Pick<CustomerAccounts, 'markUnderReview'>, digest: Digest) => ({
  'customers.block': blockAction<BlockRequest, Customer>([], {
    title: 'Block a customer',
    find: (tx, _ctx, input) => customerToBlock(tx, input),
    run: (unit, input, by) => blockCustomer(accounts, unit, input, by),
  }),
  'customers.unblock': blockAction<UnblockRequest, Customer>(['ENDS_BLOCK'], {
    title: 'Unblock a customer',
    find: (tx, _ctx, input) => customerToUnblock(tx, input),
    run: (unit, input, by, approvedBy) => unblockCustomer(accounts, unit, input, by, approvedBy),
  }),
  'external-accounts.block': blockPayeeAction(digest),
  'external-accounts.unblock': blockAction<UnblockRequest, ExternalAccount>(['ENDS_BLOCK'], {
    title: 'Unblock an external account',
    find: payeeToUnblock,
    run: unblockPayee,
  }),
  'platforms.block': blockAction<Omit<BlockRequest, 'id'>, Platform>([], {
    title: 'Block a platform',
    find: platformToBlock,
    run: blockPlatform,
  }),
  'platforms.unblock': blockAction<Omit<UnblockRequest, 'id'>, Platform>(['ENDS_BLOCK'], {
    title: 'Unblock a platform',
    find: platformToUnblock,
    run: unblockPlatform,
  }),
});
