import { actionCommand } from './action-command.js';
import { frozenLines } from './action-lines.js';
import { OF_ITS_PLATFORM, ofPlatform } from './action-tenants.js';
import { type Command, option, repeated } from './command.js';
import { ENVIRONMENT, JSON_ARRAY } from './options.js';

export const ACCOUNT_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'accounts.freeze',
    name: 'account freeze',
    summary: 'Refuse debits of one internal account; its owner can still pay from elsewhere (see customer block)',
    note: 'Emits `INTERNAL_ACCOUNT.STATUS_UPDATED`, as `account unfreeze` does. Payments that are funded from outside, and other and new accounts of the customer, are not stopped: use `customer block` for that.',
    tenant: OF_ITS_PLATFORM,
    prints: frozenLines,
  }),
  actionCommand({
    action: 'accounts.unfreeze',
    name: 'account unfreeze',
    summary: 'Allow debits again',
    tenant: OF_ITS_PLATFORM,
    repeatsOptions: true,
    prints: frozenLines,
  }),
  actionCommand({
    action: 'accounts.renew-all',
    name: 'account renew',
    summary: 'Request new funding instructions for internal accounts, after rails were added or changed',
    note: 'Each account whose instructions change emits `INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED`.',
    tenant: ofPlatform(
      option('platform', 'ID', 'The platform; all of its accounts are renewed'),
      repeated(ENVIRONMENT),
    ),
    prints: ({ renewed, all }) => [`${renewed} of ${all} accounts have new funding instructions`],
  }),
  actionCommand({
    action: 'accounts.renew',
    note: 'Renews one account; `account renew` renews all accounts of a platform.',
    tenant: OF_ITS_PLATFORM,
    prints: ({ renewed }, { id }) => [`${String(id)} ${renewed ? 'has new' : 'keeps its'} funding instructions`],
  }),
  {
    name: 'account duplicates',
    summary: 'List external accounts that are the same as another one of their owner',
    options: [option('platform', 'ID', 'The platform'), repeated(ENVIRONMENT), JSON_ARRAY],
    note: 'They were added in different notations before accounts had one notation. The platform deletes one of them.',
    run: async (...given) => (await import('./account-commands.js')).listDuplicates(...given),
  },
];
