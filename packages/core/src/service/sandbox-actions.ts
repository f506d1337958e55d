import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Cards, CARDS, type SimulatedTelling, type SimulatedUse } from '../cards/index.js';
import type { Events, WebhookTest } from '../events/index.js';
import {
  type Context,
  err,
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
} from '../kernel/index.js';
import type { OperatorAction, OutsideAction } from '../operators/index.js';
import type { SandboxArea, SandboxDeposit, TestClock } from '../sandbox/index.js';
import type { UmaArea } from '../uma/index.js';

export interface SandboxActionPorts {
  readonly units: UnitOfWork;
  readonly sandbox: SandboxArea & {
    readonly stepClock: PreparedUseCase<{ readonly seconds: number }, number | null, TestClock>;
  };
  readonly cards: Pick<Cards, 'simulate'>;
  readonly uma: Pick<UmaArea, 'receiveSimulated'>;
  readonly events: Pick<Events, 'test'>;
}

/** What a merchant asks of a card: the names of the simulations. */
export const CARD_USES = [
  'authorization',
  'financialAuthorization',
  'creditAuthorization',
  'creditAuthorizationAdvice',
  'financialCreditAuthorization',
] as const;
export type CardUseName = (typeof CARD_USES)[number];

/** What a card network tells later about a transaction. A reversal has no amount of its own. */
export const CARD_MESSAGES = ['clearing', 'authorizationAdvice', 'return', 'returnReversal'] as const;
export type CardMessageName = (typeof CARD_MESSAGES)[number];

export type PlayedUse = SimulatedUse & { readonly use: CardUseName };
/**
 * `currency` must be that of the card, in whose smallest units the amount is. The message gets an id of its own, so it
 * cannot contradict another one.
 */
export type PlayedMessage = Omit<SimulatedTelling, 'networkMessageId'> & {
  readonly message: CardMessageName;
  readonly currency: string;
};

/** `currency` must be that of the account, in whose smallest units the amount is. */
export interface PlayedFunding {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: bigint;
}

interface Played<I, O> {
  readonly title: string;
  readonly subject: (input: I, ctx: Context) => string;
  readonly run: UseCase<I, O>;
  /** The subject before the simulation, or why there can be none. */
  readonly before?: (...reading: Parameters<UseCase<I, O>>) => Promise<Result<object | null>>;
  /** What the log says of the outcome. */
  readonly after: (output: O) => object;
}

const NOT_SANDBOX = err('FORBIDDEN', 'simulations are available in the sandbox only');
const isSandbox = ({ tenant }: Pick<Context, 'tenant'>): boolean => splitTenant(tenant).environment === 'SANDBOX';

/** A simulation. Its money is not real, so that none of it counts as moved or needs an approval. */
const played = <I, O>({ title, subject, run, before, after }: Played<I, O>): OperatorAction<I, O> => ({
  kind: 'unit',
  title,
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
  const useCard: OutsideAction<PlayedUse, { readonly issuerToken: string }> = {
    kind: 'outside',
    title: 'Simulate the use of a card',
    role: 'OPERATOR',
    effects: [],
    subject: ({ cardId }) => cardId,
    perform: async (ctx, { use, ...input }) => {
      const simulate = cards.simulate[use] as PreparedUseCase<
        SimulatedUse,
        unknown,
        { readonly issuerToken: string } | Refused
      >;
      const done = await runUseCase(units, ctx, simulate, input);
      return done.ok ? ok({ output: done.value, after: { issuerToken: done.value.issuerToken } }) : done;
    },
  };

  /** As the API does: from due time to due time, so no unit spans the move. */
  const advanceClock: OutsideAction<{ readonly seconds: number }, TestClock> = {
    kind: 'outside',
    title: 'Move the test clock ahead',
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
  };

  const testWebhook: OutsideAction<Readonly<Record<never, never>>, WebhookTest> = {
    kind: 'outside',
    title: 'Send a test event',
    role: 'OPERATOR',
    effects: [],
    subject: () => 'webhook-test',
    perform: async (ctx) => {
      const sent = await runUseCase(units, ctx, events.test, undefined);
      return sent.ok ? ok({ output: sent.value, after: { responseStatus: sent.value.responseStatus } }) : sent;
    },
  };

  return {
    'sandbox.advance-clock': advanceClock,
    'sandbox.fund': played({
      title: 'Fund an account with simulated money',
      subject: ({ accountId }: PlayedFunding) => accountId,
      before: async (tx, _ctx, { accountId, currency }) =>
        inCurrency((await tx.get(INTERNAL_ACCOUNTS, accountId))?.currency, currency),
      run: (tx, ctx, { accountId, amount }) => sandbox.fund(tx, ctx, { accountId, amount }),
      after: ({ available, held }) => ({ available, held }),
    }),
    'sandbox.pay-quote': played({
      title: 'Pay a quote as its payer',
      subject: ({
        quoteId,
      }: {
        readonly quoteId: string;
        readonly currencyCode: string;
        readonly currencyAmount?: bigint | undefined;
      }) => quoteId,
      run: async (tx, ctx, input) => withoutRefused(await sandbox.send(tx, ctx, input)),
      after: transactionOf,
    }),
    'sandbox.deposit': played({
      title: 'Send simulated money with a reference',
      subject: ({ reference }: SandboxDeposit) => reference,
      run: sandbox.deposit,
      after: ({ arrival, transaction }) => ({ outcome: arrival.outcome, transaction: transaction?.id ?? null }),
    }),
    'sandbox.receive-uma': played({
      title: 'Simulate an incoming UMA payment',
      subject: ({ receiverUmaAddress, customerId }: Parameters<UmaArea['receiveSimulated']>[2]) =>
        receiverUmaAddress ?? customerId ?? '',
      run: uma.receiveSimulated,
      after: transactionOf,
    }),
    'sandbox.use-card': useCard,
    'sandbox.card-message': played<PlayedMessage, { readonly issuerToken: string }>({
      title: 'Simulate a message of a card network',
      subject: ({ transactionId }) => transactionId,
      before: async (tx, _ctx, { cardId, currency }) => inCurrency((await tx.get(CARDS, cardId))?.currency, currency),
      run: async (tx, ctx, { message, currency: _checked, ...input }) =>
        withoutRefused(await cards.simulate[message](tx, ctx, input)),
      after: ({ issuerToken }) => ({ issuerToken }),
    }),
    'sandbox.test-webhook': testWebhook,
  } as const;
}
