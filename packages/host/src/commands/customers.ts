import { actionCommand } from './action-command.js';
import { isBlocked, isErasing, isFree, isHeld, isReleased } from './action-lines.js';
import { OF_ITS_PLATFORM } from './action-tenants.js';
import { type Command, flag, option } from './command.js';
import { ENVIRONMENT, JSON_ARRAY, OPERATOR } from './options.js';

export const CUSTOMER_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'customers.block',
    name: 'customer block',
    summary: 'Stop a customer at once: refuse what it starts, and hold money that arrives for it',
    note: 'Emits `CUSTOMER.BLOCKED` unless the block is silent.',
    tenant: OF_ITS_PLATFORM,
    prints: isBlocked,
  }),
  actionCommand({
    action: 'customers.unblock',
    name: 'customer unblock',
    summary: 'End the block of a customer, with the approval of another operator; it releases nothing',
    note: 'Emits `CUSTOMER.UNBLOCKED` unless the block was silent.',
    tenant: OF_ITS_PLATFORM,
    prints: isFree,
  }),
  actionCommand({
    action: 'customers.hold',
    name: 'customer hold',
    summary: 'Place a legal hold on a customer: its data cannot be erased until the hold is released',
    note: 'The hold stops nothing else, and the platform does not learn of it.',
    tenant: OF_ITS_PLATFORM,
    prints: isHeld,
  }),
  actionCommand({
    action: 'customers.release-hold',
    name: 'customer release-hold',
    summary: 'Release a legal hold, with the approval of another operator',
    tenant: OF_ITS_PLATFORM,
    prints: isReleased,
  }),
  actionCommand({
    action: 'customers.erase',
    name: 'customer erase',
    summary: 'Erase the personal data of a deleted customer for good, with the approval of another operator',
    note: 'Needs the role `ADMIN`. Names all obstacles at once: it is refused while a period runs, a legal hold lasts or money is open. Hosts erase the data afterwards; `corridor erasures list` shows how far they are. [Personal data](../operate/personal-data.md#erase-a-customer) says what stays, and what has to be run on the database.',
    tenant: OF_ITS_PLATFORM,
    prints: isErasing,
  }),
  {
    name: 'erasures list',
    summary: 'Print the erasures of customers: who decided them, how far they are, and what they wait for',
    options: [
      option('platform', 'ID', 'Of this platform; default: of all platforms'),
      ENVIRONMENT,
      option('status', 'NAME', 'ERASING (default) or ERASED', ['ERASING', 'ERASED']),
      JSON_ARRAY,
    ],
    run: async (...given) => (await import('./hold-commands.js')).listErasures(...given),
  },
  {
    name: 'holds list',
    summary: 'Print the legal holds of customers with their texts',
    options: [
      option('platform', 'ID', 'Of this platform; default: of all platforms'),
      ENVIRONMENT,
      option('status', 'NAME', 'HELD (default) or RELEASED', ['HELD', 'RELEASED']),
      JSON_ARRAY,
    ],
    note: 'The texts are for operators only: nothing that platforms or customers read has them.',
    run: async (...given) => (await import('./hold-commands.js')).listHolds(...given),
  },
  actionCommand({
    action: 'external-accounts.block',
    name: 'external-account block',
    summary: 'Stop payments to and from an external account at once; money that arrives is not affected',
    tenant: OF_ITS_PLATFORM,
    prints: isBlocked,
  }),
  actionCommand({
    action: 'external-accounts.unblock',
    name: 'external-account unblock',
    summary: 'End the block of an external account, with the approval of another operator',
    tenant: OF_ITS_PLATFORM,
    prints: isFree,
  }),
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
  {
    name: 'customer export',
    summary: 'Write all data of a customer into a folder, to answer the person or an authority',
    options: [
      option('customer', 'ID', 'The customer, as Customer:…; also a deleted one'),
      option('output', 'FOLDER', 'A new or empty folder; only its owner can read it'),
      flag('authority', 'For an authority: with blocks, notes, exceptions, the log and the data of other persons'),
      option('case', 'TEXT', "With --authority: the reference of the authority's case"),
      OPERATOR,
    ],
    note: 'Needs the role `OPERATOR`, with `--authority` the role `ADMIN`. Writes `README.txt`, a JSON file for each kind of record, the documents in `files`, and last `index.json`: a folder without it is incomplete. Files have the mode 0600. The export is in the operator log before it is read, as `personal-data.export` with the customer and the case. Hosts may run meanwhile. [Personal data](../operate/personal-data.md) says what each export has.',
    run: async (...given) => (await import('./customer-commands.js')).exportCustomer(...given),
  },
];
