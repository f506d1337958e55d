import { type Command, option, repeated } from './command.js';
import { ENVIRONMENT, ITS_PLATFORM, JSON_ARRAY, OPERATOR } from './options.js';

export const CARD_COMMANDS: readonly Command[] = [
  {
    name: 'card log',
    summary: 'Print the requests to a card and the reveals of its number, newest first',
    options: [ITS_PLATFORM, ENVIRONMENT, option('card', 'ID', 'The card, as Card:…'), JSON_ARRAY],
    note: 'The log includes declined authorizations, and names the API token that revealed the number of the card.',
    run: async (...given) => (await import('./card-commands.js')).printCardLog(...given),
  },
  {
    name: 'card recover',
    summary: 'Debit the missing amount of a card transaction in EXCEPTION from its account',
    options: [
      ITS_PLATFORM,
      repeated(ENVIRONMENT),
      option('transaction', 'ID', 'The transaction, as Transaction:…'),
      OPERATOR,
    ],
    note: 'The account must hold the missing amount. The command settles the transaction.',
    run: async (...given) => (await import('./card-commands.js')).recoverCardTransaction(...given),
  },
  {
    name: 'card release',
    summary: 'Give an account back what a card transaction holds, before its authorization expires',
    options: [
      ITS_PLATFORM,
      repeated(ENVIRONMENT),
      option('transaction', 'ID', 'The transaction, as Transaction:…'),
      option('reason', 'TEXT', 'Why; the log of operators keeps it'),
      OPERATOR,
    ],
    note: 'A clearing in time still debits the account. Above `CORRIDOR_APPROVAL_AMOUNTS` another operator has to approve it.',
    run: async (...given) => (await import('./card-commands.js')).releaseCardHold(...given),
  },
];
