import {
  BLOCKS,
  blockCustomer,
  blockPayee,
  blockPlatform,
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
} from '../../blocks/index.js';
import type { CustomerAccounts } from '../../customers/index.js';
import {
  type BaseRecord,
  type Context,
  type Digest,
  type Fields,
  flagField,
  idField,
  type IdType,
  type InputOfFields,
  ok,
  optional,
  type Reads,
  type Result,
  textField,
  type Tx,
  type Unit,
} from '../../kernel/index.js';
import {
  type Fact,
  type OperatorAction,
  operatorText,
  unitAction,
  type SaysWords,
  saying,
  type Weight,
} from '../../operators/index.js';
import type { BlockedAs } from '../../platforms/index.js';

type Blockable = BaseRecord & { readonly blockedAs: BlockedAs };

interface Step<F extends Fields, O extends Blockable> extends Pick<
  OperatorAction<InputOfFields<F>>,
  'weight' | 'words'
> {
  readonly title: string;
  readonly input: F;
  readonly find: (tx: Tx, ctx: Context, input: InputOfFields<F>) => Promise<Result<O>>;
  readonly run: (unit: Unit, input: InputOfFields<F>, by: string, approvedBy: string | null) => Promise<Result<O>>;
}

const textsOf = (caseReference: string) => ({
  reason: textField({
    label: 'Reason',
    hint: 'Only operators read it',
    maxLength: 500,
    rows: 3,
    option: { meaning: 'Why; only operators read it' },
  }),
  caseReference: textField({
    label: 'Case',
    hint: 'The reference of the case or the order',
    maxLength: 100,
    option: { name: 'case', meaning: caseReference },
  }),
});

/** `unknowing`: what the platform does not get of a silent block. */
const blocked = (unknowing: string) => ({
  ...textsOf('The reference of the case or the order'),
  notes: optional(textField({ label: 'Notes', hint: 'What else operators have to know', maxLength: 4_000, rows: 4 })),
  tellPlatform: flagField({
    label: 'Secrecy',
    states: false,
    statement: 'The platform must not know: no event, and the error of a customer who is not ready',
    option: { name: 'silent', value: '', meaning: `The platform must not know: ${unknowing}` },
  }),
});
const unblocked = textsOf('The reference of the decision');

const named = <const T extends IdType>(type: T, name: string) => ({
  id: idField(type, {
    label: name[0]!.toUpperCase() + name.slice(1),
    option: { meaning: `The ${name}, as ${type}:…` },
  }),
});

/** What an approver decides about. The id of the block keeps an older request from ending a later block. */
async function shown(reads: Reads, { id, blockedAs }: Blockable) {
  return { blockedAs, block: (await lastingBlock(reads, id))?.id ?? null };
}

const blockAction = <const F extends Fields, O extends Blockable>(
  effects: OperatorAction['effects'],
  { title, input: fields, find, run, words, weight = 'usual' }: Step<F, O>,
): OperatorAction<InputOfFields<F>, O> =>
  unitAction<F, O>({
    title,
    words,
    weight,
    role: 'OPERATOR',
    effects,
    input: fields,
    plan: async (tx, ctx, input) => {
      const found = await find(tx, ctx, input);
      return found.ok ? ok({ subject: found.value.id, before: await shown(tx, found.value), moves: [] }) : found;
    },
    perform: async (unit, input, { requestedBy, approvedBy }) => {
      const second = approvedBy === null ? null : operatorText(approvedBy);
      const done = await run(unit, input, operatorText(requestedBy), second);
      if (!done.ok) return done;
      return ok({ output: done.value, after: await shown(unit.tx, done.value) });
    },
  });

type OfCase = { readonly caseReference: string };

const blocks = (
  heading: string,
): { readonly weight: Weight; readonly words: SaysWords<OfCase & { readonly tellPlatform: boolean }> } => ({
  weight: 'danger',
  words: saying(heading, async ({ input: { caseReference, tellPlatform }, subject, name }) => {
    const learns = tellPlatform ? 'learns' : 'does not learn';
    return `Block ${await name(subject)} for the case ${caseReference}: from now on nothing is sent or credited without the decision of an operator. What a bank or a card network already has settles, and is booked. The platform ${learns} of it`;
  }),
});

/** What the approver of an unblock has to know about the block that it ends. */
async function blockFacts(reads: Reads, before: object | null): Promise<readonly Fact[] | null> {
  const id = before !== null && 'block' in before ? before.block : null;
  const block = typeof id === 'string' ? await reads.get(BLOCKS, id) : null;
  if (block === null) return null;
  return [
    { label: 'Blocked', text: block.tellPlatform ? 'Yes; the platform knows' : 'Yes; the platform does not know' },
    { label: 'Reason of the block', text: block.reason },
    { label: 'Case of the block', text: block.caseReference },
    ...(block.notes === null ? [] : [{ label: 'Notes of the block', text: block.notes }]),
  ];
}

const unblocks =
  (heading: string): SaysWords<OfCase> =>
  async ({ input: { caseReference }, subject, name, reads, before }) => {
    const state = await blockFacts(reads, before);
    const sentence = `Unblock ${await name(subject)}: money may move again, and what is held waits for its own decision. The decision: ${caseReference}`;
    return { heading, sentence, ...(state !== null && { state }) };
  };

const SILENT_CODE = 'the code USER_NOT_READY';

/**
 * The actions that stop customers, payees and platforms. A block takes effect at once, because an order of an authority
 * must take effect before the money leaves; its end always needs two operators.
 */
export const blockActions = (accounts: Pick<CustomerAccounts, 'markUnderReview'>, digest: Digest) => ({
  'customers.block': blockAction([], {
    title: 'Block a customer',
    ...blocks('Block the customer'),
    input: { ...named('Customer', 'customer'), ...blocked(`no event, and ${SILENT_CODE}`) },
    find: (tx, _ctx, input) => customerToBlock(tx, input),
    run: (unit, input, by) => blockCustomer(accounts, unit, input, by),
  }),
  'customers.unblock': blockAction(['ENDS_BLOCK'], {
    title: 'Unblock a customer',
    words: unblocks('Unblock the customer'),
    input: { ...named('Customer', 'customer'), ...unblocked },
    find: (tx, _ctx, input) => customerToUnblock(tx, input),
    run: (unit, input, by, approvedBy) => unblockCustomer(accounts, unit, input, by, approvedBy),
  }),
  'external-accounts.block': blockPayeeAction(digest),
  'external-accounts.unblock': blockAction(['ENDS_BLOCK'], {
    title: 'Unblock an external account',
    words: unblocks('Unblock the external account'),
    input: { ...named('ExternalAccount', 'external account'), ...unblocked },
    find: payeeToUnblock,
    run: unblockPayee,
  }),
  'platforms.block': blockAction([], {
    title: 'Block a platform',
    ...blocks('Block the platform'),
    input: blocked(SILENT_CODE),
    find: platformToBlock,
    run: blockPlatform,
  }),
  'platforms.unblock': blockAction(['ENDS_BLOCK'], {
    title: 'Unblock a platform',
    words: unblocks('Unblock the platform'),
    input: unblocked,
    find: platformToUnblock,
    run: unblockPlatform,
  }),
});

/** The log names the other records that were blocked with the account, so that the audit finds the entry of each. */
const blockPayeeAction = (digest: Digest) =>
  unitAction({
    title: 'Block an external account',
    ...blocks('Block the external account'),
    role: 'OPERATOR',
    effects: [],
    input: { ...named('ExternalAccount', 'external account'), ...blocked(SILENT_CODE) },
    plan: async (tx, ctx, input) => {
      const found = await payeeToBlock(tx, ctx, input);
      return found.ok ? ok({ subject: found.value.id, before: await shown(tx, found.value), moves: [] }) : found;
    },
    perform: async (unit, input, { requestedBy }) => {
      const done = await blockPayee(digest, unit, input, operatorText(requestedBy));
      if (!done.ok) return done;
      const { account, also } = done.value;
      return ok({ output: account, after: { ...(await shown(unit.tx, account)), also } });
    },
  });
