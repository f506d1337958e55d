import { bookEntry, notCovered } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type Id,
  invalidFields,
  newRecord,
  ok,
  type PreparedUseCase,
  type Result,
  type Unit,
} from '../kernel/index.js';
import { reserveLimits } from '../limits/index.js';
import { askWith } from './issuer.js';
import {
  STABLECOIN_OPERATION,
  type EstimatedDelivery,
  type OperationDestination,
  type OperationSource,
  STABLECOIN_OPERATIONS,
  type StablecoinOperation,
} from './operation.js';
import { holdLines } from './operation-books.js';
import { baseAmount, type Order, type OrderInput, readOrder, type RecordedInput, recordedInput } from './order.js';
import type { Price, StablecoinPorts, Unsupported } from './ports.js';

export type Terms = Pick<Price, 'fees' | 'timing'>;

export interface PricedOrder {
  readonly input: RecordedInput;
  readonly terms: Terms;
}

/**
 * Asks the issuer for the price of a request. The errors of `readOrder` and `askWith`; 400 INVALID_INPUT for an order
 * that the issuer does not execute, 400 AMOUNT_OUT_OF_RANGE for an amount that it does not execute.
 */
export async function priceOrder(
  ports: StablecoinPorts,
  ctx: Context,
  asked: OrderInput,
): Promise<Result<PricedOrder>> {
  const input = recordedInput(asked);
  const read = await ports.units.read(ctx.tenant, (reads) => readOrder(reads, ctx, ports, input));
  if (!read.ok) return read;
  const { link, order } = read.value;
  const priced = await askWith<Price | Unsupported>(ports, ctx, link, (issuer, account) =>
    issuer.price(account, order),
  );
  if (!priced.ok) return priced;
  if (priced.value.state === 'unsupported') {
    const { field, message } = priced.value;
    return field === 'amount' ? err('AMOUNT_OUT_OF_RANGE', message) : invalidFields([{ field, message }]);
  }
  const { fees, timing } = priced.value;
  return ok({ input, terms: { fees, timing } });
}

/** The amount minus fees. 400 AMOUNT_OUT_OF_RANGE if nothing is left. */
export function netOf({ coin, request }: Pick<Order, 'coin' | 'request'>, { fees }: Terms): Result<bigint> {
  const net = request.amount - fees;
  if (net <= 0n)
    return err('AMOUNT_OUT_OF_RANGE', 'the fees of the issuer are at least the amount; send a larger amount');
  if (request.operationType === 'MINT') return ok(net);
  const paid = baseAmount(coin, net);
  return paid.ok ? ok(net) : paid;
}

/**
 * Mints or burns without a quote: creates the operation, holds the payment of an internal account in the same unit of
 * work, and schedules the submission to the issuer. The errors of `priceOrder`; 400 AMOUNT_OUT_OF_RANGE; 400
 * INVALID_AMOUNT if the balance is too small; 403 VELOCITY_LIMIT_EXCEEDED.
 */
export const orderAtOnce = (ports: StablecoinPorts): PreparedUseCase<OrderInput, PricedOrder, StablecoinOperation> => ({
  prepare: (ctx, input) => priceOrder(ports, ctx, input),
  async finish(tx, ctx, { input, terms }) {
    const read = await readOrder(tx, ctx, ports, input);
    return read.ok ? beginOperation({ tx, ctx, ids: ports.ids }, ports, read.value, terms, null) : read;
  },
});

/** Writes the operation. 403 VELOCITY_LIMIT_EXCEEDED above a limit of the customer whose account pays. The id is the reference by which the issuer identifies the order. */
export async function beginOperation(
  unit: Unit,
  { settings }: Pick<StablecoinPorts, 'settings'>,
  order: Order,
  terms: Terms,
  quoteId: Id<'StablecoinQuote'> | null,
): Promise<Result<StablecoinOperation>> {
  const { tx, ctx, ids } = unit;
  const net = netOf(order, terms);
  if (!net.ok) return net;
  const { coin, link, request, owner, payer, collectedFrom, deliveredTo } = order;
  const { operationType, amount, description } = request;
  const limitUse =
    payer === null
      ? ok(null)
      : await reserveLimits(tx, ctx, await settings(tx, ctx), {
          ...{ customerId: owner, kind: 'STABLECOIN', currency: payer.account.currency, amount: payer.amount },
        });
  if (!limitUse.ok) return limitUse;
  const operation: StablecoinOperation = {
    stablecoinId: coin.id,
    operationType,
    status: birth(STABLECOIN_OPERATION, 'create').to,
    amount,
    netAmount: net.value,
    source: request.source as OperationSource,
    destination: request.destination as OperationDestination,
    provider: link.provider,
    providerEnvironment: link.providerEnvironment,
    stablecoinProviderAccountId: link.id,
    owner,
    collectedFrom: collectedFrom?.id ?? null,
    deliveredTo: deliveredTo?.id ?? null,
    baseCurrency: coin.baseCurrency,
    currency: coin.currency,
    heldAmount: payer?.amount ?? null,
    limitUse: limitUse.value,
    quoteId,
    fundingInstructions: null,
    estimatedDelivery: deliveryOf(order, net.value, terms),
    expiresAt: null,
    providerStatus: null,
    failureReason: null,
    description,
    submittedAt: null,
    ...newRecord(ids.next('StablecoinOperation'), ctx),
  };
  tx.add(STABLECOIN_OPERATIONS, operation);
  if (payer !== null) {
    const lines = holdLines(operation);
    const short = notCovered(payer.account);
    const held = await bookEntry(unit, { kind: 'HOLD', cause: operation.id, lines }, [payer.account], short);
    if (!held.ok) return held;
  }
  schedule(unit, { kind: 'stablecoin.advance', subject: operation.id, dueAt: ctx.hostNow });
  return ok(operation);
}

function deliveryOf({ coin, request }: Order, net: bigint, { timing }: Terms): EstimatedDelivery {
  const { rail } = request.destination;
  if (request.operationType === 'MINT') return { rail, amount: net, currency: coin.symbol, timing };
  const paid = baseAmount(coin, net);
  return { rail, amount: paid.ok ? paid.value : net, currency: coin.baseCurrency, timing };
}
