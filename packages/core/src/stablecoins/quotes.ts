import {
  birth,
  Bug,
  err,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Query,
  type Result,
  transition,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { quoteExpired } from '../rates/index.js';
import { beginOperation, netOf, type PricedOrder, priceOrder } from './begin-operation.js';
import { STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { type OrderInput, readOrder } from './order.js';
import type { StablecoinPorts } from './ports.js';
import { STABLECOIN_QUOTE, STABLECOIN_QUOTES, type StablecoinQuote } from './stablecoin-quote.js';

/**
 * Creates a quote of a mint or burn, which is valid as long as other quotes. It holds no money. The errors of
 * `priceOrder`; 400 AMOUNT_OUT_OF_RANGE.
 */
export const createStablecoinQuote = (
  ports: StablecoinPorts,
): PreparedUseCase<OrderInput, PricedOrder, StablecoinQuote> => ({
  prepare: (ctx, input) => priceOrder(ports, ctx, input),
  async finish(tx, ctx, { input, terms }) {
    const read = await readOrder(tx, ctx, ports, input);
    if (!read.ok) return read;
    const { coin, request } = read.value;
    const net = netOf(read.value, terms);
    if (!net.ok) return net;
    const { operationType, amount } = request;
    const quote: StablecoinQuote = {
      stablecoinId: coin.id,
      operationType,
      status: birth(STABLECOIN_QUOTE, 'create').to,
      amount,
      fees: terms.fees,
      netAmount: net.value,
      request,
      timing: terms.timing,
      stablecoinOperationId: null,
      expiresAt: plusSeconds(ctx.now, ports.quoteSeconds),
      ...newRecord(ports.ids.next('StablecoinQuote'), ctx),
    };
    tx.add(STABLECOIN_QUOTES, quote);
    return ok(quote);
  },
});

/** 404 QUOTE_NOT_FOUND. */
export const getStablecoinQuote: Query<{ readonly id: string }, StablecoinQuote> = async (reads, _ctx, { id }) => {
  const quote = isId('StablecoinQuote', id) ? await reads.get(STABLECOIN_QUOTES, id) : null;
  return quote === null ? err('QUOTE_NOT_FOUND') : ok(quote);
};

/**
 * Creates the operation of a quote, once: a second call returns that operation. 404 QUOTE_NOT_FOUND; `quoteExpired`; the errors of `readOrder`; 400 INVALID_AMOUNT if the balance is too small. After an error the quote
 * stays PENDING.
 */
export const executeStablecoinQuote =
  (ports: StablecoinPorts): UseCase<{ readonly id: string }, StablecoinOperation> =>
  async (tx, ctx, input) => {
    const found = await getStablecoinQuote(tx, ctx, input);
    if (!found.ok) return found;
    const quote = found.value;
    if (quote.stablecoinOperationId !== null) {
      const operation = await tx.get(STABLECOIN_OPERATIONS, quote.stablecoinOperationId);
      if (operation === null) throw new Bug(`${quote.id} has no operation`);
      return ok(operation);
    }
    if (quote.status === 'EXPIRED' || quote.expiresAt <= ctx.now) return quoteExpired();
    const { stablecoinId, request, fees, timing } = quote;
    const read = await readOrder(tx, ctx, ports, { stablecoinId, request });
    if (!read.ok) return read;
    const begun = await beginOperation({ tx, ctx, ids: ports.ids }, ports, read.value, { fees, timing }, quote.id);
    if (!begun.ok) return begun;
    const stablecoinOperationId = begun.value.id;
    const moved = transition(tx, ctx, STABLECOIN_QUOTE, STABLECOIN_QUOTES, quote, 'execute', { stablecoinOperationId });
    return moved.ok ? begun : moved;
  };

/** Expires a quote that was not executed. */
export const expireStablecoinQuote = ({ tx, ctx }: Unit, quote: StablecoinQuote): Result<unknown> =>
  transition(tx, ctx, STABLECOIN_QUOTE, STABLECOIN_QUOTES, quote, 'expire');
