import { type Command, flag, option } from './command.js';
import { ENVIRONMENT, ITS_PLATFORM, JSON_ARRAY, OPERATOR } from './options.js';

export const CUSTOMER_COMMANDS: readonly Command[] = [
  {
    name: 'customer block',
    summary: 'Stop a customer at once: refuse what it starts, and hold money that arrives for it',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('id', 'ID', 'The customer, as Customer:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the case or the order'),
      option('notes', 'TEXT', 'What else operators have to know'),
      flag('silent', 'The platform must not know: no event, and the code USER_NOT_READY'),
      OPERATOR,
    ],
    note: 'Emits `CUSTOMER.BLOCKED` unless the block is silent.',
    run: async (...given) => (await import('./block-commands.js')).blockCustomer(...given),
  },
  {
    name: 'customer unblock',
    summary: 'End the block of a customer, with the approval of another operator; it releases nothing',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('id', 'ID', 'The customer, as Customer:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the decision'),
      OPERATOR,
    ],
    note: 'Emits `CUSTOMER.UNBLOCKED` unless the block was silent.',
    run: async (...given) => (await import('./block-commands.js')).unblockCustomer(...given),
  },
  {
    name: 'external-account block',
    summary: 'Stop payments to and from an external account at once; money that arrives is not affected',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('id', 'ID', 'The external account, as ExternalAccount:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the case or the order'),
      option('notes', 'TEXT', 'What else operators have to know'),
      flag('silent', 'The platform must not know: the code USER_NOT_READY'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./block-commands.js')).blockPayee(...given),
  },
  {
    name: 'external-account unblock',
    summary: 'End the block of an external account, with the approval of another operator',
    options: [
      ITS_PLATFORM,
      ENVIRONMENT,
      option('id', 'ID', 'The external account, as ExternalAccount:…'),
      option('reason', 'TEXT', 'Why; only operators read it'),
      option('case', 'TEXT', 'The reference of the decision'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./block-commands.js')).unblockPayee(...given),
  },
  {
    name: 'blocks list',
    summary: 'Print the blocks of customers, external accounts and platforms with their texts',
    options: [
      option('platform', 'ID', 'Of this platform; default: of all platforms'),
      ENVIRONMENT,
      option('status', 'NAME', 'BLOCKED (default) or ENDED', ['BLOCKED', 'ENDED']),
      JSON_ARRAY,
    ],
    note: 'The texts are for operators only: nothing that platforms or customers read has them.',
    run: async (...given) => (await import('./block-commands.js')).listBlocks(...given),
  },
];
