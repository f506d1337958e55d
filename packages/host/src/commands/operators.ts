import { OPERATOR_ROLES } from '@corridor/core';
import { shown } from '../terminal/terminal.js';
import { actionCommand } from './action-command.js';
import { OF_SERVICE } from './action-tenants.js';
import { type Command, option } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';

export const OPERATOR_COMMANDS: readonly Command[] = [
  {
    name: 'operator create',
    summary: 'Create an operator, and print a link that works once within an hour',
    options: [
      option('name', 'TEXT', 'The name with which the operator signs in'),
      option(
        'role',
        'NAME',
        'viewer, operator, approver or admin',
        OPERATOR_ROLES.map((role) => role.toLowerCase()),
      ),
      option('platforms', 'LIST', 'Only these platforms, as Platform:… with commas between them; default: all'),
      option(
        'credential',
        'FILE',
        'Instead of a link, write a credential to this new file: for programs, which cannot sign in',
      ),
    ],
    note: 'The holder of the master key is the only one who creates operators; the log names the system user. The link leads to the console, where the person sets up a passkey, or a password with an authenticator app.',
    run: async (...given) => (await import('./operator-commands.js')).createOperator(...given),
  },
  {
    name: 'operator list',
    summary: 'Print the operators with their roles and states',
    options: [JSON_ARRAY],
    run: async (...given) => (await import('./operator-commands.js')).listOperators(...given),
  },
  {
    name: 'operator reset',
    summary: 'End the sign-in of an operator who lost it, and print a new link',
    options: [option('name', 'TEXT', 'The operator')],
    note: 'The password, the passkeys, the sessions and the credentials of the operator end at once. A new link also replaces one that has expired.',
    run: async (...given) => (await import('./operator-commands.js')).resetOperator(...given),
  },
  {
    name: 'operator disable',
    summary: 'Withdraw the access of an operator for good',
    options: [option('name', 'TEXT', 'The operator')],
    note: 'The sessions and credentials of the operator end at once. A disabled operator stays in the log and keeps the name.',
    run: async (...given) => (await import('./operator-commands.js')).disableOperator(...given),
  },
  actionCommand({
    action: 'operators.role',
    name: 'operator role',
    note: 'Another administrator has to approve it.',
    tenant: OF_SERVICE,
    prints: ({ id, name, role }) => [`${id} ${shown(name)} is ${role}`],
  }),
  actionCommand({
    action: 'operators.platforms',
    note: 'Another administrator has to approve what widens the limit, and what leaves fewer than two administrators without one.',
    tenant: OF_SERVICE,
    prints: ({ id, name, platforms }) => [
      `${id} ${shown(name)} ${platforms === null ? 'has no limit' : `is limited to ${platforms.join(' ')}`}`,
    ],
  }),
  actionCommand({
    action: 'operators.disable',
    note: 'As an administrator; `operator disable` is for the holder of the master key.',
    tenant: OF_SERVICE,
    prints: ({ id, name, status }) => [`${id} ${shown(name)} is ${status}`],
  }),
  {
    name: 'operator log',
    summary: 'Print what operators did as JSON lines, newest first',
    options: [option('since', 'TIME', 'Only entries from this time on'), JSON_ARRAY],
    note: 'The log is never changed; keep a copy of it elsewhere.',
    run: async (...given) => (await import('./operator-commands.js')).printLog(...given),
  },
  {
    name: 'approvals list',
    summary: 'Print the requests that wait for the approval of a second operator',
    options: [JSON_ARRAY],
    run: async (...given) => (await import('./approval-commands.js')).listApprovals(...given),
  },
  {
    name: 'approvals approve',
    summary: 'Approve the request of another operator, which carries it out',
    options: [
      option('id', 'ID', 'The request, as Request:…'),
      option('digest', 'TEXT', 'Its digest, as the list prints it'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./approval-commands.js')).approve(...given),
  },
  {
    name: 'approvals decline',
    summary: 'Decline a request',
    repeatsOptions: true,
    options: [
      option('id', 'ID', 'The request, as Request:…'),
      option('digest', 'TEXT', 'Its digest, as the list prints it'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./approval-commands.js')).decline(...given),
  },
];
