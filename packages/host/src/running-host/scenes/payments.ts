import {
  createCustomer,
  createQuote,
  executeQuote,
  externalAccount,
  fundedCustomer,
  playPayer,
  quoteFunding,
} from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

/** Pays 100.00 USD from an account to a bank account in euros; its ending chooses the outcome (docs/sandbox.md). */
async function payOut(stage: Stage, ending?: string): Promise<Ending> {
  const { customer, account } = await fundedCustomer(stage);
  const payee = await externalAccount(stage, customer.id, 'EUR', ending);
  const { transactionId } = await executeQuote(stage, await createQuote(stage, account.id, payee.id, 10_000));
  return { record: transactionId };
}

/** The same payment, whose money is collected from a bank account first. */
async function collectAndPayOut(stage: Stage): Promise<Ending> {
  const customer = await createCustomer(stage, { currencies: ['USD'] });
  const payer = await externalAccount(stage, customer.id, 'USD');
  const payee = await externalAccount(stage, customer.id, 'EUR');
  const { transactionId } = await executeQuote(stage, await createQuote(stage, payer.id, payee.id, 10_000));
  return { record: transactionId };
}

/** The same payment, whose money a payer sends with the reference of the quote. */
async function payOutOnArrival(stage: Stage): Promise<Ending> {
  const { id: customerId } = await createCustomer(stage, { currencies: ['USD'] });
  const { id: to } = await externalAccount(stage, customerId, 'EUR');
  const quote = await quoteFunding(stage, { customerId, currency: 'USD', to, amount: 10_000 });
  return { record: (await playPayer(stage, quote)).id };
}

export const PAYMENTS: Scenes<TypesOf<'OUTGOING_PAYMENT'>> = {
  'OUTGOING_PAYMENT.PENDING': {
    plays: 'a payout whose money is collected from a bank account first',
    play: collectAndPayOut,
  },
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': {
    neverSent:
      'the quote waits for the authorization of the payer, before there is a payment; its status is PENDING_AUTHORIZATION',
  },
  'OUTGOING_PAYMENT.PROCESSING': {
    plays: 'a payout to a bank account, for which a payer sends the money',
    play: payOutOnArrival,
  },
  'OUTGOING_PAYMENT.COMPLETED': { plays: 'a payout from an account to a bank account', play: payOut },
  'OUTGOING_PAYMENT.FAILED': {
    plays: 'a payout to a bank account whose bank refuses it',
    play: (stage) => payOut(stage, '002'),
  },
  'OUTGOING_PAYMENT.EXPIRED': {
    neverSent: 'only quotes expire: QUOTE.EXPIRED; money that arrives afterwards is a payment that has FAILED',
  },
  'OUTGOING_PAYMENT.REFUND_PENDING': {
    plays: 'a payout to a bank account whose bank refuses it: its refund starts',
    play: (stage) => payOut(stage, '002'),
  },
  'OUTGOING_PAYMENT.REFUND_COMPLETED': {
    plays: 'a payout to a bank account whose bank refuses it: its money goes back to the account',
    play: (stage) => payOut(stage, '002'),
  },
  'OUTGOING_PAYMENT.REFUND_FAILED': {
    plays: 'a payout that the rail neither delivers nor gives back; it opens an exception',
    play: (stage) => payOut(stage, '007'),
  },
};
