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

/** A request that is allowed to the agent, and the data that was prepared for its quote. */
export interface PreparedAgentQuote<P> {
  readonly request: QuoteRequest;
  readonly prepared: P;
}

/**
 * Creates a quote between accounts of the customer of the agent. With `immediatelyExecute`, it is also executed or, if
 * the policy requires an approval, stays PENDING with a waiting action. The errors of `POST /quotes`; 403 FORBIDDEN for
 * what the policy does not allow; 404 for records of another customer; 400 INVALID_INPUT for a platform fee set by the
 * agent.
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
        const message =
          'is not possible for a wallet, whose owner signs the quote first; create the quote without it, then execute the quote';
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

/** Checks a request against the scope and policy of the agent, and names its customer. */
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
    return invalidFields([{ field: 'platformFeeOverride', message: 'can only be set by the platform' }]);
  }
  if (request.immediatelyExecute && source.sourceType !== 'ACCOUNT') {
    return invalidFields([{ field: 'immediatelyExecute', message: 'is only possible for a quote from an account' }]);
  }
  return ok({ ...request, source: { ...source, customerId: agent.customerId } });
}

/** A quote of this agent. 404 QUOTE_NOT_FOUND for any other quote. */
export const getAgentQuote: Query<{ readonly id: string }, Quote> = agentQuery((reads, _ctx, agent, { id }) =>
  ownQuote(reads, agent, id),
);

async function ownQuote(reads: Reads, agent: Agent, id: string): Promise<Result<Quote>> {
  const quote = isId('Quote', id) ? await reads.get(QUOTES, id) : null;
  return quote === null || quote.agentId !== agent.id ? err('QUOTE_NOT_FOUND') : ok(quote);
}

/**
 * Executes a quote of this agent, or requests its approval. A quote has one action; a repeated call returns it. The
 * errors of `POST /quotes/{quoteId}/execute`; 403 FORBIDDEN for what the policy does not allow.
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

/** A payment from a wallet is signed before the approval, because an approval has no signature of its own. */
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
