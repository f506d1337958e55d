import type { QuoteRequest } from '@corridor/core';
import type * as z from 'zod';
import type { Request } from '../../kit/operation.js';
import { pathId } from '../../kit/schemas.js';
import { quote, quoteRequest } from './schemas.js';
import { serializeQuote } from './serialize.js';

interface QuoteCall {
  readonly body: z.output<typeof quoteRequest>;
}

/** What operations that create a quote share, for platforms and for agents. */
export const newQuote = {
  body: quoteRequest,
  input: ({ body: { platformFeeOverride: fee, ...body } }: QuoteCall): QuoteRequest => ({
    ...body,
    ...(fee !== undefined && {
      platformFeeOverride: { fixed: fee.platformFixedFee, variableBps: fee.platformVariableFeeBps },
    }),
  }),
  serialize: serializeQuote,
} as const;

/** What operations that read a quote share, for platforms and for agents. */
export const oneQuote = {
  params: { quoteId: pathId('Quote', 'QUOTE_NOT_FOUND') },
  responses: { 200: quote },
  input: ({ params }: Pick<Request<'quoteId'>, 'params'>) => ({ id: params.quoteId }),
  serialize: serializeQuote,
} as const;
