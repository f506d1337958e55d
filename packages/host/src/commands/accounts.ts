import { type Command, option, repeated } from './command.js';
import { ENVIRONMENT, ITS_PLATFORM, JSON_ARRAY, OPERATOR } from './options.js';

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'account freeze',
    summary: 'Refuse debits of one internal account; its owner can still pay from elsewhere (see customer block)',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('account', 'ID', 'The account, as InternalAccount:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      OPERATOR,
    ],
    note: 'Emits `INTERNAL_ACCOUNT.STATUS_UPDATED`, as `account unfreeze` does. Payments that are funded from outside, and other and new accounts of the customer, are not stopped: use `customer block` for that.',
    run: async (...given) => (await import('./account-commands.js')).freezeAccount(...given),
  },
  {
    name: 'account unfreeze',
    summary: 'Allow debits again',
    repeatsOptions: true,
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('account', 'ID', 'The account, as InternalAccount:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./account-commands.js')).unfreezeAccount(...given),
  },
  {
    name: 'account renew',
    summary: 'Request new funding instructions for internal accounts, after rails were added or changed',
    options: [option('platform', 'ID', 'The platform; all of its accounts are renewed'), repeated(ENVIRONMENT)],
    note: 'Each account whose instructions change emits `INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED`.',
    run: async (...given) => (await import('./account-commands.js')).renewAccounts(...given),
  },
  {
    name: 'account duplicates',
    summary: 'List external accounts that are the same as another one of their owner',
    options: [option('platform', 'ID', 'The platform'), repeated(ENVIRONMENT), JSON_ARRAY],
    note: 'They were added in different notations before accounts had one notation. The platform deletes one of them.',
    run: async (...given) => (await import('./account-commands.js')).listDuplicates(...given),
  },
];
