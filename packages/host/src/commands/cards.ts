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
];
