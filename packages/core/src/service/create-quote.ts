import { ok, type PreparedUseCase, type UseCase } from '../kernel/index.js';
import type { Quote, QuoteRequest } from '../quotes/index.js';
import type { AgreedQuote, UmaQuotes } from '../uma/index.js';

/** A prepared quote. `agreed` is null if no other institution takes part. */
export interface PreparedQuote {
  readonly request: QuoteRequest;
  readonly agreed: AgreedQuote | null;
}

const asksInstitution = ({ destination }: QuoteRequest): boolean => destination.destinationType === 'UMA_ADDRESS';

/** `POST /quotes`. The agreement with another institution is made before the unit of work. */
export const createAnyQuote = (
  plain: UseCase<QuoteRequest, Quote>,
  uma: UmaQuotes,
): PreparedUseCase<QuoteRequest, PreparedQuote, Quote> => ({
  asks: asksInstitution,
  prepare: async (ctx, request) => {
    if (!asksInstitution(request)) return ok({ request, agreed: null });
    const agreed = await uma.agree(ctx, request);
    return agreed.ok ? ok({ request, agreed: agreed.value }) : agreed;
  },
  finish: (tx, ctx, { request, agreed }) => (agreed === null ? plain(tx, ctx, request) : uma.open(tx, ctx, agreed)),
});
