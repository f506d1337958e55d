import type { AgentActionView, CreatedAgent, PolicyInput, Redeemed } from '../agents/index.js';
import type { Attempt, Context, Query, Result, UseCase } from '../kernel/index.js';
import type { Quote, QuoteRequest } from '../quotes/index.js';
import type { TransferOutRequest } from '../transfers/index.js';
import { valueOf } from './play-core.js';
import type { PlayPayer } from './play-payer.js';

/** A policy that allows everything up to 5,000 dollars a payment, without an approval. */
export const EVERYTHING: PolicyInput = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 500_000n },
};
/** The amount of a quote and of a transfer out, unless a test names another. */
export const SENT = 100_000n;

/** An agent with its access token, and its operations. */
export interface Acting {
  readonly id: string;
  readonly token: string;
  context(): Promise<Context>;
  run<I, O>(useCase: UseCase<I, O>, input: I): Promise<Result<O>>;
  read<I, O>(query: Query<I, O>, input: I): Promise<Result<O>>;
  /** A quote from the dollars of the payer to the payee. */
  quote(changes?: Partial<QuoteRequest>): Promise<Result<Quote>>;
  execute(quote: Quote): Promise<Result<AgentActionView>>;
  transferOut(request: Partial<TransferOutRequest>): Promise<Result<AgentActionView>>;
}

export interface PlayAgents {
  created(policy?: PolicyInput, customerId?: string): Promise<CreatedAgent>;
  redeem(code: string): Promise<Result<Redeemed>>;
  /** An agent that has redeemed its code, with a policy that differs from EVERYTHING in these parts. */
  connected(policy?: PolicyInput, customerId?: string): Promise<Acting>;
  /** Approves an action as the API does: in one unit of work and, after a refusal, in a second one. */
  approve(action: AgentActionView): Promise<Result<AgentActionView>>;
}

/** Agents of a payer, who pay a payee. Both are asked for when an agent acts, because tests may replace them. */
export function playAgents(world: () => { readonly payer: PlayPayer; readonly payee: string }): PlayAgents {
  const agents = () => world().payer.play.core.agents;
  const created: PlayAgents['created'] = async (policy = EVERYTHING, customerId = world().payer.customerId) =>
    valueOf(await world().payer.play.run(agents().create, { name: 'Bookkeeper', customerId, policy }));
  const redeem = (code: string): Promise<Result<Redeemed>> => agents().redeemCode(code);

  async function connected(policy: PolicyInput = {}, customerId = world().payer.customerId): Promise<Acting> {
    const { view, code } = await created({ ...EVERYTHING, ...policy }, customerId);
    const { accessToken } = valueOf(await redeem(code.code));
    return acting(view.agent.id, accessToken);
  }

  function acting(id: string, token: string): Acting {
    const { play } = world().payer;
    const context = async (): Promise<Context> => {
      const session = await agents().authenticate(token);
      if (session === null) throw new Error('the access token is unknown');
      return play.core.context(session.tenant, session.actor, 'test');
    };
    const inUnit = async <I, O>(useCase: UseCase<I, O>, input: I): Promise<Result<O>> => {
      const ctx = await context();
      return play.core.units.run(ctx.tenant, (tx) => useCase(tx, ctx, input));
    };
    return {
      id,
      token,
      context,
      run: inUnit,
      read: async (query, input) => {
        const ctx = await context();
        return play.core.units.read(ctx.tenant, (reads) => query(reads, ctx, input));
      },
      async quote(changes = {}) {
        const { prepare, finish } = agents().me.createQuote;
        const ready = await prepare(
          await context(),
          world().payer.fromAccount(world().payer.usd.id, world().payee, changes),
        );
        return ready.ok ? inUnit(finish, ready.value) : ready;
      },
      execute: (quote) => inUnit(agents().me.executeQuote, { id: quote.id }),
      async transferOut(request) {
        const { prepare, finish } = agents().me.transferOut;
        const ready = await prepare(await context(), {
          sourceId: world().payer.usd.id,
          destinationId: '',
          amount: SENT,
          ...request,
        });
        return ready.ok ? inUnit(finish, ready.value) : ready;
      },
    };
  }

  async function approve({ id: actionId, agentId }: AgentActionView): Promise<Result<AgentActionView>> {
    const { play } = world().payer;
    const through = async <P>({
      prepare,
      attempt,
      refused,
    }: Attempt<{ agentId: string; actionId: string }, P, AgentActionView>) => {
      const first = await play.run(attempt, await prepare(play.context(), { agentId, actionId }));
      return first.ok ? first : play.run(refused(first.error), { agentId, actionId });
    };
    return through(agents().approve);
  }
  return { created, redeem, connected, approve };
}
