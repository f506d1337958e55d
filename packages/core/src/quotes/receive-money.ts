import {
  type ArrivalMessage,
  type ArrivedMoney,
  creditObstacle,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  type Rails,
} from '../accounts/index.js';
import { pinnedBlockOf } from '../blocks/index.js';
import { CUSTOMERS, type Settings } from '../customers/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  type Reads,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { isCurrency, MAX_AMOUNT } from '../money/index.js';
import {
  type Arrival,
  ARRIVALS,
  askAboutDeposit,
  type Deposit,
  isScreenedArrival,
  receiveDeposit,
  receiveUnattributed,
  type ScreenPorts,
  sealRemitter,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type Quote, QUOTES } from './quote.js';
import type { PayingUnit } from './payment.js';
import { receiveFunding, TWIN_ARRIVAL } from './receive-funding.js';

/**
 * The stored arrival and its transaction, as the transaction is now. The transaction is null if the arrival has none.
 */
export interface Receipt {
  readonly arrival: Arrival;
  readonly transaction: Transaction | null;
  /** Whether the arrival was stored before, so that nothing was booked now. */
  readonly isRepeat: boolean;
}

export interface ReceivePorts extends ScreenPorts {
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly settings: Settings;
  readonly expected: ExpectedMoney;
}

/** Arrived money, and why it must not be credited if its rail says so. */
export type IncomingMoney = ArrivedMoney & Pick<ArrivalMessage, 'hold'>;

export type Money = IncomingMoney & { readonly currency: CurrencyCode };
/** What arrived money has become. */
export type Became = Pick<Arrival, 'outcome' | 'depositId'> & { readonly transaction: Transaction | null };

/** Money that another area awaits at an address, by the reference that the address is allocated for. */
export interface ExpectedMoney {
  /** The tenant that awaits it; null if none does. */
  ownerOf(reads: Reads, reference: string): Promise<TenantKey | null>;
  /** Books it; null if the area awaits none with this reference. */
  receive(unit: Unit, ports: ScreenPorts, money: Money): Promise<Result<Became> | null>;
  /** The customer for whom it is; null if the area awaits none with this reference. */
  customerOf(reads: Reads, reference: string): Promise<string | null>;
}

const LONGEST_HOLD = 500;

/**
 * Books money that arrives with a reference (docs/areas/transactions.md#money-that-arrives). The reference of a quote
 * executes it or fails it, the reference of an internal account credits it. Money that cannot be attributed goes to
 * suspense and back: an unknown reference, another currency or rail than the reference was made for, a closed or full
 * account, a quote that has its money or awaits authorization. Money that its rail forbids to credit goes to suspense
 * and stays there, whatever its reference.
 * Errors: 400 INVALID_AMOUNT, 400 INVALID_CURRENCY; 400 INVALID_INPUT for an invalid `hold`; 409 CONFLICT if another
 * request books the same payment at the same time.
 */
export function receiveMoney(ports: ReceivePorts): UseCase<IncomingMoney, Receipt> {
  return async (tx, ctx, arrived) => {
    const { rail, paymentId } = arrived;
    const checked = arrivedMoney(arrived);
    if (!checked.ok) return checked;
    const money = checked.value;
    const earlier = await tx.find(ARRIVALS, 'payment', [rail, paymentId]);
    if (earlier !== null)
      return ok({ arrival: earlier, transaction: await transactionOf(tx, earlier), isRepeat: true });
    return kept(
      tx,
      ctx,
      ports,
      money,
      await attribute({ tx, ctx, ids: ports.ids, rails: ports.rails, settings: ports.settings }, ports, money),
    );
  };
}

/** 400 INVALID_AMOUNT, 400 INVALID_CURRENCY, and 400 INVALID_INPUT for an invalid `hold`. */
export function arrivedMoney(arrived: IncomingMoney): Result<Money> {
  const { currency, amount, hold } = arrived;
  if (amount <= 0n || amount > MAX_AMOUNT) return err('INVALID_AMOUNT', `the amount must be from 1 to ${MAX_AMOUNT}`);
  if (!isCurrency(currency)) return err('INVALID_CURRENCY', `${currency} is not a supported currency`);
  if (hold !== undefined && (hold === '' || hold.length > LONGEST_HOLD))
    return invalidFields([{ field: 'hold', message: `must have 1 to ${LONGEST_HOLD} characters` }]);
  return ok({ ...arrived, currency });
}

/** Books the money of a simulated payer for a quote. */
export const payQuote =
  (ports: ReceivePorts): UseCase<{ readonly quote: Quote; readonly money: Money }, Receipt> =>
  async (tx, ctx, { quote, money }) =>
    kept(
      tx,
      ctx,
      ports,
      money,
      await fund({ tx, ctx, ids: ports.ids, rails: ports.rails, settings: ports.settings }, ports, quote, money),
    );

/**
 * Books the money of a simulated payer for an internal account. 403 USER_NOT_READY if it is closed; 400
 * AMOUNT_OUT_OF_RANGE if it cannot hold the amount.
 */
export const payAccount =
  (ports: ReceivePorts): UseCase<{ readonly account: InternalAccount; readonly money: Money }, Receipt> =>
  async (tx, ctx, { account, money }) =>
    kept(tx, ctx, ports, money, await credit({ tx, ctx, ids: ports.ids }, ports, account, money));

/** Stores the arrival with its outcome. */
function kept(
  tx: Tx,
  ctx: Context,
  { ids, sealer }: ReceivePorts,
  { rail, paymentId, reference, currency, amount, remitter, valueDate }: Money,
  became: Result<Became>,
): Result<Receipt> {
  if (!became.ok) return became;
  const { outcome, depositId, transaction } = became.value;
  const id = ids.next('Arrival');
  const arrival: Arrival = {
    rail,
    paymentId,
    reference,
    currency,
    amount,
    sealedRemitter: sealRemitter(sealer, id, remitter),
    valueDate,
    outcome,
    transactionId: transaction?.id ?? null,
    depositId,
    ...newRecord(id, ctx),
  };
  tx.add(ARRIVALS, arrival, { conflicts: { payment: TWIN_ARRIVAL } });
  return ok({ arrival, transaction, isRepeat: false });
}

const transactionOf = async (reads: Reads, { transactionId }: Arrival): Promise<Transaction | null> =>
  transactionId === null ? null : reads.get(TRANSACTIONS, transactionId);

async function attribute(unit: PayingUnit, ports: ReceivePorts, money: Money): Promise<Result<Became>> {
  const { tx } = unit;
  const { expected } = ports;
  const quote = await tx.find(QUOTES, 'reference', [money.reference]);
  if (quote !== null) {
    const isUsable = money.hold === undefined && isFor(money, quote);
    return isUsable ? fund(unit, ports, quote, money) : sendBack(unit, ports, money, quote.customerId);
  }
  const account = await tx.find(INTERNAL_ACCOUNTS, 'reference', [money.reference]);
  if (account !== null) {
    const isUsable = money.hold === undefined && (await canHold(tx, account, money));
    return isUsable ? credit(unit, ports, account, money) : sendBack(unit, ports, money, account.customerId);
  }
  const received = money.hold === undefined ? await expected.receive(unit, ports, money) : null;
  return received ?? sendBack(unit, ports, money, await expected.customerOf(tx, money.reference));
}

/** Whether operators have stopped the customer: its money is neither credited nor sent back without their decision. */
const isBlocked = async ({ tx, ctx }: Unit, customerId: string | null): Promise<boolean> =>
  (await pinnedBlockOf(tx, ctx.tenant, { customers: [customerId] })) !== null;

const isFor = ({ rail, currency }: Money, quote: Quote): boolean =>
  quote.fundingRail === rail && quote.sendingCurrency === currency && quote.status !== 'PENDING_AUTHORIZATION';

async function canHold(reads: Reads, account: InternalAccount, { rail, currency, amount }: Money): Promise<boolean> {
  if (account.currency !== currency) return false;
  if (account.fundingRails !== null && !account.fundingRails.includes(rail)) return false;
  return (await creditObstacle(reads, account.id, amount)) === null;
}

async function fund(unit: PayingUnit, ports: ReceivePorts, quote: Quote, money: Money): Promise<Result<Became>> {
  if (await isBlocked(unit, quote.customerId)) return holdFor(unit, ports, money, quote.customerId);
  const funded = await receiveFunding(unit, quote, money.amount, money.returnAfterSeconds);
  if (!funded.ok) return funded;
  const { transaction, deposit } = funded.value;
  if (deposit !== null) {
    await askIfKept(unit, ports, deposit, money);
    return ok({ outcome: 'RETURNED', transaction, depositId: deposit.id });
  }
  const outcome = transaction.status === 'FAILED' ? 'QUOTE_REFUNDED' : 'QUOTE_FUNDED';
  return ok({ outcome, transaction, depositId: null });
}

/** Credits an account. Money of a sender whom its rail named is kept until the answer about them, if money is screened. */
async function credit(
  unit: Unit,
  ports: ReceivePorts,
  account: InternalAccount,
  money: Money,
): Promise<Result<Became>> {
  const { amount, rail } = money;
  if (await isBlocked(unit, account.customerId)) return holdFor(unit, ports, money, account.customerId);
  if (isScreenedArrival(ports, unit.ctx.tenant, money.remitter)) {
    const deposit = await receiveUnattributed(unit, { ...money, ownerId: account.customerId, isAwaited: true });
    await askAboutDeposit(unit, ports, deposit, money.remitter);
    return ok({ outcome: 'RETURNED', transaction: null, depositId: deposit.id });
  }
  const owner = account.customerId === null ? null : await unit.tx.get(CUSTOMERS, account.customerId);
  const received = await receiveDeposit(unit, { account, owner, amount, rail });
  return received.ok ? ok({ outcome: 'ACCOUNT_CREDITED', transaction: received.value, depositId: null }) : received;
}

/** The money stays in suspense until an operator decides. */
const holdFor = (unit: Unit, ports: ReceivePorts, money: Money, ownerId: string | null): Promise<Result<Became>> =>
  sendBack(unit, ports, money, ownerId, true);

/** Asks about the sender of money that waits for an operator, so that the answer is there before the operator credits it. */
async function askIfKept(unit: Unit, ports: ReceivePorts, deposit: Deposit, { remitter }: Money): Promise<void> {
  if (deposit.status === 'KEPT' && isScreenedArrival(ports, unit.ctx.tenant, remitter))
    await askAboutDeposit(unit, ports, deposit, remitter);
}

/** The money goes to suspense, and back unless it is held or its owner is stopped. */
async function sendBack(
  unit: Unit,
  ports: ReceivePorts,
  money: Money,
  ownerId: string | null,
  isStopped = false,
): Promise<Result<Became>> {
  const deposit = await receiveUnattributed(unit, { ...money, ownerId, isStopped });
  await askIfKept(unit, ports, deposit, money);
  return ok({ outcome: 'RETURNED', transaction: null, depositId: deposit.id });
}
