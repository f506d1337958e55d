import type { Rails } from '../accounts/index.js';
import { type Customer, findCustomer, type Settings } from '../customers/index.js';
import {
  type Context,
  err,
  type IdSource,
  isId,
  ok,
  type PreparedUseCase,
  type Reads,
  Refused,
  type Result,
  transition,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { quoteExpired } from '../rates/index.js';
import {
  acceptProof,
  type ExaminedProof,
  examineProof,
  type ProofPorts,
  prove,
  resendCode,
  type ScaChallenge,
  type ScaProof,
} from '../sca/index.js';
import { mayPay, paymentAction } from './authorization.js';
import { executeAuthorized } from './execute-quote.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

export interface AuthorizeQuote extends ScaProof {
  readonly id: string;
  readonly endUserIpAddress?: string | undefined;
}

export interface PreparedAuthorization {
  readonly input: AuthorizeQuote;
  readonly examined: ExaminedProof;
}

export interface AuthorizePorts {
  readonly ids: IdSource;
  readonly units: UnitOfWork;
  readonly sca: ProofPorts;
  readonly settings: Settings;
  readonly rails: Rails;
}

interface Asked {
  readonly quote: Quote;
  readonly challenge: ScaChallenge;
  readonly payer: Customer;
}

/**
 * A quote that awaits the authorization of its payer. 404 QUOTE_NOT_FOUND; 409 CONFLICT if it does not, or has expired;
 * 404 USER_NOT_FOUND if the payer is deleted.
 */
async function askedQuote(reads: Reads, ctx: Context, id: string): Promise<Result<Asked>> {
  const quote = isId('Quote', id) ? await reads.get(QUOTES, id) : null;
  if (quote === null) return err('QUOTE_NOT_FOUND');
  const challenge = quote.sca?.challenge ?? null;
  if (quote.status === 'EXPIRED') return quoteExpired();
  if (quote.status !== 'PENDING_AUTHORIZATION' || challenge === null) {
    return err('CONFLICT', `the quote is ${quote.status}; only a quote in PENDING_AUTHORIZATION can be authorized`);
  }
  // The challenge expires with the quote.
  if (quote.expiresAt <= ctx.now) return quoteExpired();
  const payer = await findCustomer(reads, quote.customerId);
  return payer.ok ? ok({ quote, challenge, payer: payer.value }) : payer;
}

/**
 * Accepts the payer's proof for a quote: a quote from an account is executed, a quote with real-time funding shows its
 * payment instructions.
 * Errors: 404 QUOTE_NOT_FOUND; 404 USER_NOT_FOUND if the payer is deleted; 403 USER_NOT_READY if the payer may not move
 * money now; 409 CONFLICT for a quote that awaits no proof or has expired; the errors of proofs (400 INVALID_INPUT, 401
 * INVALID_SIGNATURE, 423 ACCOUNT_LOCKED); the errors of an execution, which leave the challenge open.
 */
export function authorizeQuote(
  ports: AuthorizePorts,
): PreparedUseCase<AuthorizeQuote, PreparedAuthorization, Quote | Refused> {
  return {
    async prepare(ctx, input) {
      const found = await ports.units.read(ctx.tenant, (reads) => askedQuote(reads, ctx, input.id));
      if (!found.ok) return found;
      const { challenge, payer } = found.value;
      const examined = await examineProof(ports.sca, ctx, payer.id, challenge.id, input);
      return examined.ok ? ok({ input, examined: examined.value }) : examined;
    },

    async finish(tx, ctx, { input, examined }) {
      const found = await askedQuote(tx, ctx, input.id);
      if (!found.ok) return found;
      const { quote, challenge, payer } = found.value;
      const ready = await mayPay(tx, ctx, ports.settings, payer);
      if (!ready.ok) return ready;
      const action = await paymentAction(tx, quote, payer);
      const proven = await prove(ports.sca, tx, ctx, payer, action, challenge.id, examined);
      if (!proven.ok) return proven;
      if (proven.value instanceof Refused) return ok(proven.value);
      acceptProof(tx, ctx, proven.value.guard);
      const authorized = {
        factor: proven.value.factor,
        at: ctx.now,
        endUserIpAddress: input.endUserIpAddress ?? null,
      };
      const sca = { factor: quote.sca?.factor ?? null, challenge, authorized };
      if (quote.source.sourceType === 'ACCOUNT')
        return executeAuthorized({ tx, ctx, ids: ports.ids, rails: ports.rails, settings: ports.settings }, quote, sca);
      const moved = transition(tx, ctx, QUOTE, QUOTES, quote, 'authorize-funding', { sca });
      return moved.ok ? ok(moved.value.record) : moved;
    },

    asks: ({ passkeyAssertion }) => passkeyAssertion !== undefined,
  };
}

/**
 * Sends another code to the payer; the expiry of the challenge does not change. 404 QUOTE_NOT_FOUND; 409 CONFLICT for a
 * quote that awaits no code or has expired; 423 ACCOUNT_LOCKED, 429 RATE_LIMITED.
 */
export function resendQuoteCode(sca: ProofPorts): UseCase<{ readonly id: string }, void> {
  return async (tx, ctx, { id }) => {
    const found = await askedQuote(tx, ctx, id);
    return found.ok ? resendCode(sca, tx, ctx, found.value.payer, found.value.challenge) : found;
  };
}
