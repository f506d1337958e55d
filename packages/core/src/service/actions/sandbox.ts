import { amountText } from '../../money/index.js';
import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { type Cards, CARDS, type SimulatedUse } from '../../cards/index.js';
import type { Events } from '../../events/index.js';
import {
  type Context,
  err,
  type Fields,
  type InputOfFields,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Refused,
  type Result,
  runUseCase,
  splitTenant,
  toIso,
  type UnitOfWork,
  type UseCase,
  withoutRefused,
} from '../../kernel/index.js';
import { type OperatorAction, outsideAction, unitAction, type SaysWords, saying } from '../../operators/index.js';
import type { SandboxArea, TestClock } from '../../sandbox/index.js';
import type { UmaArea } from '../../uma/index.js';
import { CARD_MESSAGE_NAMES, DEPOSITED, FUNDED, MOVED, PAID, RECEIVED, TOLD, USED } from './sandbox-inputs.js';

export interface SandboxActionPorts {
  readonly units: UnitOfWork;
  readonly sandbox: SandboxArea & {
    readonly stepClock: PreparedUseCase<{ readonly seconds: number }, number | null, TestClock>;
  };
  readonly cards: Pick<Cards, 'simulate'>;
  readonly uma: Pick<UmaArea, 'receiveSimulated'>;
  readonly events: Pick<Events, 'test'>;
}

interface Played<F extends Fields, O> {
  readonly title: string;
  readonly words: SaysWords<InputOfFields<F>>;
  readonly input: F;
  readonly subject: (input: InputOfFields<F>, ctx: Context) => string;
  readonly run: UseCase<InputOfFields<F>, O>;
  /** The subject before the simulation, or why there can be none. */
  readonly before?: (...reading: Parameters<UseCase<InputOfFields<F>, O>>) => Promise<Result<object | null>>;
  /** What the log says of the outcome. */
  readonly after: (output: O) => object;
}

const NOT_SANDBOX = err('FORBIDDEN', 'simulations are available in the sandbox only');
const isSandbox = ({ tenant }: Pick<Context, 'tenant'>): boolean => splitTenant(tenant).environment === 'SANDBOX';

/** A simulation. Its money is not real, so that none of it counts as moved or needs an approval. */
const played = <const F extends Fields, O>({
  title,
  words,
  input: fields,
  subject,
  run,
  before,
  after,
}: Played<F, O>): OperatorAction<InputOfFields<F>, O> =>
  unitAction<F, O>({
    title,
    words,
    input: fields,
    role: 'OPERATOR',
    effects: [],
    plan: async (tx, ctx, input) => {
      if (!isSandbox(ctx)) return NOT_SANDBOX;
      const was = (await before?.(tx, ctx, input)) ?? ok(null);
      return was.ok ? ok({ subject: subject(input, ctx), before: was.value, moves: [] }) : was;
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await run(tx, ctx, input);
      return done.ok ? ok({ output: done.value, after: after(done.value) }) : done;
    },
  });

const clockOf = ({ now, aheadSeconds }: TestClock): object => ({ now: toIso(now), aheadSeconds });

const inCurrency = (found: string | undefined, currency: string): Result<null> =>
  found === undefined || found === currency
    ? ok(null)
    : invalidFields([{ field: 'currency', message: `must be ${found}` }]);

const transactionOf = ({ id, status }: { readonly id: string; readonly status: string }): object => ({
  transaction: id,
  status,
});

/** The actions of operators on platforms of the sandbox. */
export function sandboxActions({ units, sandbox, cards, uma, events }: SandboxActionPorts) {
  /** The network waits for the answer of the platform's rules outside a unit. */
  const useCard = outsideAction({
    title: 'Simulate the use of a card',
    words: saying(
      'Use the card',
      async ({ input: { cardId, amount, currency, merchant }, name }) =>
        `Use ${await name(cardId)} for ${amountText(amount, currency)} at ${merchant.descriptor}`,
    ),
    input: USED,
    role: 'OPERATOR',
    effects: [],
    subject: ({ cardId }) => cardId,
    perform: async (ctx, { use, merchant: { descriptor, mcc = null, country = null }, ...rest }) => {
      const input = { ...rest, merchant: { descriptor, mcc, country } };
      const simulate = cards.simulate[use] as PreparedUseCase<
        SimulatedUse,
        unknown,
        { readonly issuerToken: string } | Refused
      >;
      const done = await runUseCase(units, ctx, simulate, input);
      return done.ok ? ok({ output: done.value, after: { issuerToken: done.value.issuerToken } }) : done;
    },
  });

  /** As the API does: from due time to due time, so no unit spans the move. */
  const advanceClock = outsideAction({
    title: 'Move the test clock ahead',
    words: saying(
      'Move the test clock ahead',
      async ({ input: { seconds }, tenant, name }) =>
        `Move the test clock of ${await name(tenant)} ${seconds} seconds ahead`,
    ),
    input: MOVED,
    role: 'OPERATOR',
    effects: [],
    subject: (_input, { tenant }) => tenant,
    before: async (reads, ctx) => {
      const clock = await sandbox.clock(reads, ctx, undefined);
      return clock.ok ? ok(clockOf(clock.value)) : clock;
    },
    perform: async (ctx, input) => {
      const moved = await runUseCase(units, ctx, sandbox.stepClock, input);
      return moved.ok ? ok({ output: moved.value, after: clockOf(moved.value) }) : moved;
    },
  });

  const testWebhook = outsideAction({
    title: 'Send a test event',
    words: saying('Send a test event', async ({ tenant, name }) => `Send a test event to ${await name(tenant)}`),
    input: {},
    role: 'OPERATOR',
    effects: [],
    subject: () => 'webhook-test',
    perform: async (ctx) => {
      const sent = await runUseCase(units, ctx, events.test, undefined);
      return sent.ok ? ok({ output: sent.value, after: { responseStatus: sent.value.responseStatus } }) : sent;
    },
  });

  return {
    'sandbox.advance-clock': advanceClock,
    'sandbox.fund': played({
      title: 'Fund an account with simulated money',
      words: saying(
        'Fund the account',
        async ({ input: { accountId, amount, currency }, name }) =>
          `Credit ${amountText(amount, currency)} of simulated money to ${await name(accountId)}`,
      ),
      input: FUNDED,
      subject: ({ accountId }) => accountId,
      before: async (tx, _ctx, { accountId, currency }) =>
        inCurrency((await tx.get(INTERNAL_ACCOUNTS, accountId))?.currency, currency),
      run: (tx, ctx, { accountId, amount }) => sandbox.fund(tx, ctx, { accountId, amount }),
      after: ({ outcome, available, held }) => ({ outcome, available, held }),
    }),
    'sandbox.pay-quote': played({
      title: 'Pay a quote as its payer',
      words: saying('Pay the quote', async ({ input: { quoteId, currencyCode, currencyAmount }, name }) => {
        const money = currencyAmount === undefined ? '' : ` with ${amountText(currencyAmount, currencyCode)}`;
        return `Pay ${await name(quoteId)}${money} as its payer`;
      }),
      input: PAID,
      subject: ({ quoteId }) => quoteId,
      run: async (tx, ctx, input) => withoutRefused(await sandbox.send(tx, ctx, input)),
      after: transactionOf,
    }),
    'sandbox.deposit': played({
      title: 'Send simulated money with a reference',
      words: saying(
        'Send the money',
        ({ input: { amount, currencyCode, reference } }) =>
          `Send ${amountText(amount, currencyCode)} of simulated money with the reference ${reference}`,
      ),
      input: DEPOSITED,
      subject: ({ reference }) => reference,
      run: (tx, ctx, { remitter, ...input }) =>
        sandbox.deposit(tx, ctx, {
          ...input,
          ...(remitter !== undefined && {
            remitter: { name: remitter.name ?? null, account: remitter.account ?? null },
          }),
        }),
      after: ({ outcome, transaction }) => ({ outcome, transaction: transaction?.id ?? null }),
    }),
    'sandbox.receive-uma': played({
      title: 'Simulate an incoming UMA payment',
      words: saying('Receive the UMA payment', async ({ input, subject, name }) => {
        const { senderUmaAddress, receivingCurrencyAmount, receivingCurrencyCode } = input;
        const money = amountText(receivingCurrencyAmount, receivingCurrencyCode);
        return `Receive ${money} from ${senderUmaAddress} for ${await name(subject)}`;
      }),
      input: RECEIVED,
      subject: ({ receiverUmaAddress, customerId }) => receiverUmaAddress ?? customerId ?? '',
      run: uma.receiveSimulated,
      after: transactionOf,
    }),
    'sandbox.use-card': useCard,
    'sandbox.card-message': played({
      title: 'Simulate a message of a card network',
      words: saying(
        'Play the message',
        async ({ input: { transactionId, message, amount, currency }, name }) =>
          `${CARD_MESSAGE_NAMES[message].split(':')[0]} of ${amountText(amount, currency)} for ${await name(transactionId)}`,
      ),
      input: TOLD,
      subject: ({ transactionId }) => transactionId,
      before: async (tx, _ctx, { cardId, currency }) => inCurrency((await tx.get(CARDS, cardId))?.currency, currency),
      run: async (tx, ctx, { message, currency: _checked, ...input }) =>
        withoutRefused(await cards.simulate[message](tx, ctx, input)),
      after: ({ issuerToken }) => ({ issuerToken }),
    }),
    'sandbox.test-webhook': testWebhook,
  } as const;
}
