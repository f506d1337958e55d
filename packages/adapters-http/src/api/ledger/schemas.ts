import { ENTRY_KINDS, type EntryKind } from '@corridor/core/records';
import * as z from 'zod';
import { answeredAmount, queryInstant, meanings, pageOf, pageQuery, queryText, timestamp } from '../../kit/schemas.js';

const entryKind = z.enum(ENTRY_KINDS).meta({
  id: 'LedgerEntryKind',
  description: meanings<EntryKind>({
    DEPOSIT: 'money arrives in an internal account',
    SUSPENSE_IN: 'money arrives that cannot be credited, such as with an unknown reference',
    SUSPENSE_RETURN: 'such money goes back to its sender',
    SUSPENSE_CREDIT: 'money that was kept until its sender was screened is credited',
    HOLD: 'an internal account sets money aside for a payment',
    FUNDING: 'money for a quote arrives from outside',
    SETTLEMENT: 'a payment is delivered: it is converted, and fees are booked',
    SETTLEMENT_REVERSAL: 'a delivered payment comes back',
    HOLD_RELEASE: 'a payment failed or was cancelled, and its money goes back to the account',
    FUNDING_REFUND: 'the money of a failed payment went back to its payer',
    REFUND_FAILED: 'the money of a failed payment cannot go back',
    REFUND_BOUNCED: 'a completed refund comes back',
    BANK_CHARGE: 'a returned payment came back with less, and the service bears the difference',
    DEPOSIT_REVERSAL: 'a deposit is taken back, such as a disputed direct debit',
    FUNDING_LOST: 'the money of a payment was taken back after the payment had moved on',
    FUNDING_RECOVERED: 'such a payment failed, which makes good the loss',
    REFUND_RETRIED: 'an operator tries a failed refund again',
    FEE_SWEEP: 'collected fees of the platform go to its own internal account',
    RECEIVABLE_SETTLEMENT: 'an account pays what it owes from money that has just arrived',
    UMA_RECEIPT: 'a UMA payment arrives',
    TOKEN_MINT: 'a stablecoin is minted',
    TOKEN_BURN: 'a stablecoin is burned',
    CARD_HOLD: 'a card payment is authorized',
    CARD_CLEARING: 'a merchant collects an authorized amount',
    CARD_RELEASE: 'an authorized amount that is not needed goes back to the account',
    CARD_PULL: 'a merchant collects more than was reserved, from the balance',
    CARD_OWED: 'a merchant collects what the network approved and the balance lacks',
    CARD_CREDIT: 'a merchant credits a card',
    CARD_RETURN: 'a merchant refunds a purchase',
    CARD_RETURN_REVERSAL: 'a merchant takes a refund back',
    CARD_REVERSAL_OWED: 'a merchant takes a refund back that the balance lacks, of what the network approved',
    CARD_LOSS: 'a merchant collects what the account cannot pay',
    CARD_PULL_FAILED: 'the money of a card payment could not be pulled from its source',
    CARD_RECOVERY: 'the account pays a loss of its card afterwards',
    CARD_EXCESS: 'the network settles more than the customer may be charged',
    CARD_LOSS_RETURN: 'a refund by the merchant makes good a loss',
    CARD_INTERCHANGE: 'the banks of merchants pay for uses of cards, as a processor reports it',
    CARD_NETWORK_FEES: 'a card processor charges fees for a day',
    CARD_CHARGEBACK: 'the network pays a disputed amount back',
    CARD_REPRESENTMENT: 'the network takes a disputed amount again, because the merchant contests the dispute',
    CARD_PROVISIONAL_CREDIT: 'the account gets a disputed amount until the dispute is decided',
    CARD_PROVISIONAL_WITHDRAWAL: 'such an amount is taken back',
    CARD_PROVISIONAL_OWED: 'such an amount is taken back, and the balance lacks it',
    CARD_DISPUTE_WON: 'a dispute is won, and its money is returned',
    CARD_DISPUTE_TAKEN_BACK: 'the network takes the money of a won dispute back',
    CARD_DISPUTE_FEE: 'the network collects a fee for a dispute',
    CARD_DISPUTE_FEE_RETURN: 'the network pays a fee of a dispute back',
    CARD_DISPUTE_LOSS: 'the service bears what is left of a dispute',
    CARD_DISPUTE_GAIN: 'the service keeps what is left of a dispute',
    EXCEPTION_CREDITED: 'an operator credits an account with the money of an exception',
    EXCEPTION_PAID_ELSEWHERE: 'an operator has settled an exception outside the service',
    EXCEPTION_ADJUSTED: 'an operator makes an account bear the amount of an exception',
    EXCEPTION_WRITTEN_OFF: 'an operator books an exception as a loss or gain of the service',
    EXCEPTION_RECOVERED: 'money comes back to those who bore it by a resolution',
    TREASURY_TOP_UP: 'the owners of the service put money into a rail',
    TREASURY_WITHDRAWAL: 'the owners of the service take money out of a rail',
    TREASURY_CHARGE: 'a bank charges the service',
    TREASURY_INTEREST: 'a bank pays interest to the service',
    TREASURY_NETWORK_FEE: 'a chain takes its fee for a payment of the service',
    TREASURY_TRANSFER: 'the service moves its own money between rails',
    TREASURY_TRADE: 'the service exchanges its own currencies',
  }),
});

const ledgerPosting = z
  .object({
    account: z.string().meta({
      description:
        'Name in the chart of accounts: its kind, then whose it is, such as `available:` and the id of an internal ' +
        'account. `available` is spendable, `held` is set aside for payments, `clearing` is at a rail.',
      examples: ['fees:Platform:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d01/SANDBOX:USD'],
    }),
    currency: z.string().describe('Code of what `amount` counts.'),
    amount: answeredAmount.describe(
      'In smallest units, with a sign: the lines of an entry sum to 0 in each currency. Positive adds to `available` and `held`.',
    ),
  })
  .meta({ id: 'LedgerPosting' });

export const ledgerEntry = z
  .object({
    id: z.string().describe('Never changes, like the entry itself: a correction is another entry.'),
    kind: entryKind.describe('Why money moved.'),
    cause: z.string().describe('Id of the record that moved the money, such as a transaction, deposit or account.'),
    createdAt: timestamp.describe('When the money moved, in the time of the platform.'),
    postings: z.array(ledgerPosting).describe('All lines, in the order in which they were booked.'),
  })
  .meta({ id: 'LedgerEntry' });

export const ledgerEntryList = pageOf('LedgerEntryListResponse', ledgerEntry);

export const ledgerEntryFilter = z.object({
  account: queryText
    .optional()
    .describe(
      'Only entries with a line on this ledger account, such as `available:` and the id of an internal account.',
    ),
  cause: queryText.optional().describe('Only entries of this record, such as the id of a transaction.'),
  kind: entryKind.optional().describe('Only entries that moved money for this reason.'),
  createdAfter: queryInstant.optional().describe('Only entries that were booked at this time or later.'),
  createdBefore: queryInstant.optional().describe('Only entries that were booked at this time or earlier.'),
  ...pageQuery,
});
