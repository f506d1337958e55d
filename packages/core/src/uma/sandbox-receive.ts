import { findNamedCustomer } from '../customers/index.js';
import {
  type Context,
  err,
  type IdSource,
  invalidFields,
  ok,
  plusSeconds,
  type Random,
  type Reads,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import { mulDiv } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import type { RateBook } from '../rates/index.js';
import type { ScreenPorts, Transaction } from '../transactions/index.js';
import { beginReceipt } from './begin-receipt.js';
import { checkReceives, receivables } from './receiver.js';
import { toSatoshis } from './satoshis.js';
import type { Settlements } from './settlements.js';
import { parseUmaAddress } from './uma-address.js';

export interface SimulatedPayment {
  readonly senderUmaAddress: string;
  readonly receiverUmaAddress?: string | undefined;
  readonly customerId?: string | undefined;
  readonly receivingCurrencyCode: string;
  readonly receivingCurrencyAmount: bigint;
}

/**
 * A simulated payment from any UMA address (docs/areas/uma.md#in-the-sandbox): the platform is asked for approval as
 * usual, and the money arrives as soon as it approves. 403 FORBIDDEN, INVALID_UMA_ADDRESS, INVALID_INPUT without a
 * receiver, USER_NOT_FOUND, SELF_PAYMENT, INVALID_RECEIVER, INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE.
 */
export const receiveSimulated =
  (
    ports: ScreenPorts & {
      readonly ids: IdSource;
      readonly rates: RateBook;
      readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
      readonly random: Random;
      readonly invoiceSeconds: number;
      readonly settlements: Settlements;
    },
  ): UseCase<SimulatedPayment, Transaction> =>
  async (tx, ctx, input): Promise<Result<Transaction>> => {
    if (splitTenant(ctx.tenant).environment !== 'SANDBOX') {
      return err('FORBIDDEN', 'simulations are available in the sandbox only');
    }
    const settlement = ports.settlements.common('SANDBOX');
    if (settlement === null) return err('NOT_IMPLEMENTED', 'no settlement layer serves this environment');
    const payer = parseUmaAddress(input.senderUmaAddress);
    if (payer === null) return err('INVALID_UMA_ADDRESS', 'senderUmaAddress is not a UMA address');
    const customer = await findReceiver(tx, input);
    if (!customer.ok) return customer;
    if (customer.value.umaAddress === payer.address) return err('SELF_PAYMENT');
    const platform = await ports.settings(tx, ctx);
    const payee = { platform, customer: customer.value, address: customer.value.umaAddress };
    const receives = checkReceives(payee);
    if (!receives.ok) return receives;
    const accounts = await receivables(ports, tx, payee);
    if (!accounts.ok) return accounts;
    const into = accounts.value.find(({ currency }) => currency.code === input.receivingCurrencyCode);
    if (into === undefined)
      return err('INVALID_CURRENCY', `the receiver does not accept ${input.receivingCurrencyCode}`);
    const { num, den } = into.currency.multiplier;
    const amount = input.receivingCurrencyAmount;
    const begun = await beginReceipt(
      tx,
      ctx,
      ports,
      {
        payee,
        payer: payer.address,
        vasp: payer.domain,
        into,
        amount,
        settlement,
        settlementAmount: toSatoshis(mulDiv(amount, num, den, 'ceil')),
        payerData: {},
        requestedFields: [],
        travelRule: null,
        isSimulated: true,
      },
      plusSeconds(ctx.now, ports.invoiceSeconds),
    );
    return begun.ok ? ok(begun.value.transaction) : begun;
  };

async function findReceiver(reads: Reads, { receiverUmaAddress, customerId }: SimulatedPayment) {
  if (customerId === undefined && receiverUmaAddress === undefined) {
    const message = 'receiverUmaAddress or customerId is required';
    return invalidFields(['receiverUmaAddress', 'customerId'].map((field) => ({ field, message })));
  }
  const address = receiverUmaAddress === undefined ? undefined : parseUmaAddress(receiverUmaAddress);
  if (address === null) return err('INVALID_UMA_ADDRESS', 'receiverUmaAddress is not a UMA address');
  return findNamedCustomer(reads, customerId, address?.address);
}
