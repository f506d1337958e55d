import { actionCommand } from './action-command.js';
import { isNow } from './action-lines.js';
import { ofPlatform } from './action-tenants.js';
import { type Command, option, repeated } from './command.js';
import { ENVIRONMENT, ITS_PLATFORM, JSON_ARRAY } from './options.js';

export const CARD_COMMANDS: readonly Command[] = [
  {
    name: 'card log',
    summary: 'Print the requests to a card and the reveals of its number, newest first',
    options: [ITS_PLATFORM, ENVIRONMENT, option('card', 'ID', 'The card, as Card:…'), JSON_ARRAY],
    note: 'The log includes declined authorizations, and names the API token that revealed the number of the card.',
    run: async (...given) => (await import('./card-commands.js')).printCardLog(...given),
  },
  actionCommand({
    action: 'cards.recover',
    name: 'card recover',
    summary: 'Debit the missing amount of a card transaction in EXCEPTION from its account',
    note: 'The account must hold the missing amount. The command settles the transaction.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: isNow,
  }),
  actionCommand({
    action: 'cards.release',
    name: 'card release',
    summary: 'Give an account back what a card transaction holds, before its authorization expires',
    note: 'A clearing in time still debits the account. Above `CORRIDOR_APPROVAL_AMOUNTS` another operator has to approve it.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: ({ id, status }) => [`${id} holds nothing any more and is ${status}`],
  }),
  {
    name: 'card disputes',
    summary: 'Print the disputes about card payments, newest first',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('status', 'STATUS', 'Only those in this state, such as CHARGED_BACK; default: all'),
      JSON_ARRAY,
    ],
    note: 'A line says what the network has paid and not taken back, and what the account has provisionally.',
    run: async (...given) => (await import('./card-commands.js')).printDisputes(...given),
  },
  actionCommand({
    action: 'disputes.credit',
    name: 'card credit-dispute',
    summary: 'Credit a disputed amount to its account until the dispute is decided',
    note: 'Above `CORRIDOR_APPROVAL_AMOUNTS` another operator has to approve it.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: ({ id, status }) => [`the account has the amount of ${id}, which is ${status}, provisionally`],
  }),
  actionCommand({
    action: 'disputes.withdraw-credit',
    name: 'card withdraw-credit',
    summary: 'Take a provisional credit of a dispute back from its account',
    note: 'The account owes what its balance lacks. Above `CORRIDOR_APPROVAL_AMOUNTS` another operator has to approve it.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: ({ id, status }) => [`the provisional credit of ${id}, which is ${status}, is taken back`],
  }),
  actionCommand({
    action: 'disputes.write-off',
    name: 'card write-off-dispute',
    summary: 'Write off what is left of a dispute that has ended',
    note: 'The account keeps what it has provisionally. Another operator has to approve it.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: ({ id }) => [`nothing of ${id} is left`],
  }),
  actionCommand({
    action: 'disputes.record',
    name: 'card record-dispute',
    summary: 'Record what a processor has told about a dispute outside of Corridor, such as a chargeback',
    note: 'Another operator has to approve it. Each reference of the processor is recorded once.',
    tenant: ofPlatform(ITS_PLATFORM, repeated(ENVIRONMENT)),
    prints: isNow,
  }),
];
