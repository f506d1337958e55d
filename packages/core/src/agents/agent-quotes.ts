import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  Bug,
  type Context,
  err,
  invalidFields,
  isId,
  ok,
  type PreparedUseCase,
  type Query,
  type Reads,
  type Result,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { type ExecuteQuote, LOOKUPS, type Quote, type QuoteRequest, QUOTES } from '../quotes/index.js';
import { authorizeTransfer, isWallet, type SignedCall, transferPayload, UNSIGNED } from '../wallets/index.js';
import { actingNow, agentQuery, agentUse, allowed, ownAccounts } from './acting.js';
import type { Agent } from './agent.js';
import { AGENT_ACTIONS, type AgentActionView, viewOf } from './agent-action.js';
import type { AgentOperations } from './ports.js';
import { executable, propose, type ProposalPorts } from './propose.js';

/** A request within the agent's scope, and what is known of its quote before the unit. */
export interface PreparedAgentQuote<P> {
  readonly request: QuoteRequest;
  readonly prepared: P;
}

/**
 * A quote of the agent's customer, between accounts of that customer. With `immediatelyExecute` it is executed as far as
 * the policy lets it: it stays PENDING, with an action, where the platform is asked. Errors of `POST /quotes`; 403
 * FORBIDDEN beyond the policy; 404 for what is another customer's; 400 INVALID_INPUT for a fee of the agent's own making.
 */
export function createAgentQuote<P>(
  ports: ProposalPorts & { readonly units: UnitOfWork; readonly operations: AgentOperations<P> },
): PreparedUseCase<QuoteRequest, PreparedAgentQuote<P>, Quote> {
  const { createQuote } = ports.operations;
  return {
    ...(createQuote.asks !== undefined && { asks: createQuote.asks }),
    async prepare(ctx, request) {
      const scoped = await ports.units.read(ctx.tenant, async (reads) => {
        const agent = await actingNow(reads, ctx);
        return agent.ok ? inScope(reads, agent.value, request) : agent;
      });
      if (!scoped.ok) return scoped;
      const prepared = await createQuote.prepare(ctx, { ...scoped.value, immediatelyExecute: false });
      return prepared.ok ? ok({ request: scoped.value, prepared: prepared.value }) : prepared;
    },
    finish: agentUse(async (tx, ctx, agent, { request, prepared }) => {
      const scoped = await inScope(tx, agent, request);
      if (!scoped.ok) return scoped;
      const created = await createQuote.finish(tx, ctx, prepared);
      if (!created.ok || request.immediatelyExecute !== true) return created;
      const quote = created.value;
      if (transferPayload(quote.paymentInstructions) !== null) {
        const message = 'the owner of a wallet signs what a quote says';
        return invalidFields([{ field: 'immediatelyExecute', message }]);
      }
      const acted = await propose(ports, tx, ctx, agent, {
        type: 'EXECUTE_QUOTE',
        platformCustomerId: quote.platformCustomerId,
        quote,
        stamp: null,
      });
      return acted.ok ? ok(acted.value.quote ?? quote) : acted;
    }),
  };
}

/** The request as the agent may make it. */
async function inScope(reads: Reads, agent: Agent, request: QuoteRequest): Promise<Result<QuoteRequest>> {
  const { source, destination, lookupId } = request;
  const accounts = [
    ...(source.sourceType === 'ACCOUNT' ? [source.accountId] : []),
    ...(destination.destinationType === 'ACCOUNT' ? [destination.accountId] : []),
  ];
  const party = destination.destinationType === 'UMA_ADDRESS' ? [destination.umaAddress] : [];
  const permitted = allowed(agent, 'CREATE_QUOTES');
  if (!permitted.ok) return permitted;
  if (source.customerId !== undefined && source.customerId !== agent.customerId) return err('USER_NOT_FOUND');
  const own = await ownAccounts(reads, agent, accounts);
  if (!own.ok) return own;
  if (lookupId !== undefined) {
    const lookup = isId('Lookup', lookupId) ? await reads.get(LOOKUPS, lookupId) : null;
    if (lookup === null || (lookup.customerId !== null && lookup.customerId !== agent.customerId)) {
      return err('LOOKUP_REQUEST_NOT_FOUND');
    }
  }
  const unrestricted = allowed(agent, 'CREATE_QUOTES', [...accounts, ...party]);
  if (!unrestricted.ok) return unrestricted;
  if (request.platformFeeOverride !== undefined) {
    return invalidFields([{ field: 'platformFeeOverride', message: 'the platform alone sets its fee' }]);
  }
  if (request.immediatelyExecute && source.sourceType !== 'ACCOUNT') {
    return invalidFields([{ field: 'immediatelyExecute', message: 'only for a quote from an account' }]);
  }
  return ok({ ...request, source: { ...source, customerId: agent.customerId } });
}

/** A quote that this agent has made. 404 QUOTE_NOT_FOUND for any other. */
export const getAgentQuote: Query<{ readonly id: string }, Quote> = agentQuery((reads, _ctx, agent, { id }) =>
  ownQuote(reads, agent, id),
);

async function ownQuote(reads: Reads, agent: Agent, id: string): Promise<Result<Quote>> {
  const quote = isId('Quote', id) ? await reads.get(QUOTES, id) : null;
  return quote === null || quote.agentId !== agent.id ? err('QUOTE_NOT_FOUND') : ok(quote);
}

/**
 * Executes a quote that this agent has made, or asks the platform to. A quote has one action: a further call answers it
 * as it stands. Errors of `POST /quotes/{quoteId}/execute`, 403 FORBIDDEN beyond the policy.
 */
export const executeAgentQuote = (ports: ProposalPorts): UseCase<ExecuteQuote, AgentActionView> =>
  agentUse(async (tx, ctx, agent, { id, signed = UNSIGNED }) => {
    const found = await ownQuote(tx, agent, id);
    if (!found.ok) return found;
    const quote = found.value;
    const permitted = allowed(agent, 'EXECUTE_QUOTES');
    if (!permitted.ok) return permitted;
    const known = await tx.find(AGENT_ACTIONS, 'quote', [quote.id]);
    if (known !== null) return ok(await viewOf(tx, known));
    const possible = executable(ctx, quote);
    if (!possible.ok) return possible;
    const isSigned = await signedByOwner(tx, ctx, quote, signed);
    if (!isSigned.ok) return isSigned;
    const { platformCustomerId } = quote;
    const proposal = { type: 'EXECUTE_QUOTE', platformCustomerId, quote, stamp: signed.stamp ?? null } as const;
    return propose(ports, tx, ctx, agent, proposal);
  });

/** What leaves a wallet is signed before anybody is asked: an approval has no signature of its own. */
async function signedByOwner(reads: Reads, ctx: Context, quote: Quote, signed: SignedCall): Promise<Result<void>> {
  const { source } = quote;
  if (source.sourceType !== 'ACCOUNT' || !isId('InternalAccount', source.accountId)) return ok();
  const account = await reads.get(INTERNAL_ACCOUNTS, source.accountId);
  if (account === null) throw new Bug(`${quote.id} has no source account`);
  if (!isWallet(account)) return ok();
  const payload = transferPayload(quote.paymentInstructions);
  if (payload === null) throw new Bug(`${quote.id} has nothing to sign`);
  return authorizeTransfer(reads, ctx, account.id, payload, signed);
}
