import { CommandError } from '../../kernel/errors.js';
import {
  advanceClock,
  createCustomer,
  deposit,
  type Customer,
  eventually,
  externalAccount,
  internalAccount,
  transferIn,
} from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

/** Collects 100.00 USD from a bank account; its ending chooses the outcome (docs/sandbox.md). */
async function collect(stage: Stage, ending?: string): Promise<Ending> {
  const customer = await createCustomer(stage, { currencies: ['USD'] });
  return collectFor(stage, customer, ending);
}

async function collectFor(stage: Stage, { id }: Pick<Customer, 'id'>, ending?: string): Promise<Ending> {
  const payer = await externalAccount(stage, id, 'USD', ending);
  const { id: account } = await internalAccount(stage, id, 'USD');
  return { record: (await transferIn(stage, payer.id, account, 10_000)).id };
}

/** The customer whose account is full. Each platform has one, so that the sums of repeated scenes do not add up. */
const FULL = 'corridor-trigger-full-account';
/** The largest balance of an account, and the largest amount of one payment into it. */
const LARGEST_BALANCE = Number.MAX_SAFE_INTEGER;
const LARGEST_AMOUNT = 9_000_000_000_000_000;

async function fullCustomer(stage: Stage): Promise<Pick<Customer, 'id'>> {
  const { data } = await stage.corridor.listCustomers({ query: { platformCustomerId: FULL } });
  const customer = data[0] ?? (await createCustomer(stage, { currencies: ['USD'], platformCustomerId: FULL }));
  const account = await internalAccount(stage, customer.id, 'USD');
  for (let missing = LARGEST_BALANCE - account.totalBalance.amount; missing > 0; missing -= LARGEST_AMOUNT) {
    await deposit(stage, account, 'USD', Math.min(missing, LARGEST_AMOUNT));
  }
  return customer;
}

/** Collects money that the account cannot take, so that it goes back to where it came from. */
const collectTooMuch = async (stage: Stage, ending?: string): Promise<Ending> =>
  collectFor(stage, await fullCustomer(stage), ending);

/** The rail answers that the refund failed 30 seconds after its submission. */
const REFUND_SECONDS = 31;
const MOST_MOVES = 3;
const ANSWER_MS = 2_000;

/** The clock moves again if the refund was submitted after the move, which the API does not show. */
async function failedRefund(stage: Stage): Promise<Ending> {
  const ending = await collectTooMuch(stage, '009');
  const refundIs = (status: string) => async () => {
    const payment = await stage.corridor.getTransactionById({ path: { transactionId: ending.record } });
    return 'refund' in payment && payment.refund?.status === status ? payment : null;
  };
  await eventually(`the refund of ${ending.record}`, refundIs('PENDING'));
  for (let moves = 1; ; moves++) {
    await advanceClock(stage, REFUND_SECONDS);
    try {
      await eventually(`the end of the refund of ${ending.record}`, refundIs('FAILED'), ANSWER_MS);
      return ending;
    } catch (error) {
      if (moves === MOST_MOVES) throw error;
    }
  }
}

/** A payer outside sends 100.00 USD with the reference of the account. */
async function receive(stage: Stage): Promise<Ending> {
  const { id } = await createCustomer(stage, { currencies: ['USD'] });
  const { outcome, transaction } = await deposit(stage, await internalAccount(stage, id, 'USD'), 'USD', 10_000);
  if (transaction === undefined) throw new CommandError(`the money was not credited: ${outcome}`);
  return { record: transaction.id };
}

export const INCOMING: Scenes<TypesOf<'INCOMING_PAYMENT'>> = {
  'INCOMING_PAYMENT.PENDING': { plays: 'a transfer in: money is collected from a bank account', play: collect },
  'INCOMING_PAYMENT.COMPLETED': { plays: 'a payer who sends money to an account', play: receive },
  'INCOMING_PAYMENT.FAILED': {
    plays: 'a transfer in from a bank account without the money',
    play: (stage) => collect(stage, '002'),
  },
  'INCOMING_PAYMENT.REFUND_PENDING': {
    plays: 'a transfer in to an account that is full: the refund starts',
    play: collectTooMuch,
  },
  'INCOMING_PAYMENT.REFUND_COMPLETED': {
    plays: 'a transfer in to an account that is full: the money goes back',
    play: collectTooMuch,
  },
  'INCOMING_PAYMENT.REFUND_FAILED': {
    plays:
      'a transfer in to an account that is full, whose money cannot go back; moves the test clock by half a minute',
    play: failedRefund,
  },
};
