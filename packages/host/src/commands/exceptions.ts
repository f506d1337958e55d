import { ENVIRONMENTS } from '@corridor/core';
import { DIRECTIONS, houseTenant } from '@corridor/core/internal';
import { oneOf, optionOf } from '../terminal/arguments.js';
import { actionCommand } from './action-command.js';
import type { ActionTenant } from './action-declaration.js';
import { exceptionLine, resolvedLine } from './action-lines.js';
import { missingPlatform, ofRecord, platformIn } from './action-tenants.js';
import { type Command, head, option, type OptionLine, together } from './command.js';
import { JSON_ARRAY, JSON_OBJECT } from './options.js';

const OF_EXCEPTION = ofRecord(
  'exceptionId',
  async (core, id) => (await (await import('./exception-commands.js')).exceptionOf(core, id)).tenant,
);

/** A difference of a statement belongs to the service, any other case to a platform. */
const OF_ITS_CASE: ActionTenant = {
  options: [
    option('platform', 'ID', 'Its platform; not for a STATEMENT_DIFFERENCE'),
    option(
      'environment',
      'NAME',
      'SANDBOX or PRODUCTION, if the platform has both; STATEMENT_DIFFERENCE: default PRODUCTION',
      ENVIRONMENTS,
    ),
  ],
  missing: (given) => (given['kind'] === 'STATEMENT_DIFFERENCE' ? [] : missingPlatform(given)),
  find: ({ core, given, input }) =>
    input['kind'] === 'STATEMENT_DIFFERENCE'
      ? houseTenant(oneOf(ENVIRONMENTS, 'environment', optionOf(given, 'environment') ?? 'PRODUCTION'))
      : platformIn({ core, given }),
};

const LINES_OF_CASE: readonly OptionLine[] = [
  together(
    'STATEMENT_DIFFERENCE: all four, direction IN or OUT; other kinds: a partial amount.\nRAIL_CONTRADICTION: direction OUT for money that the bank sent, such as a second time',
    [head('rail', 'NAME'), head('currency', 'CODE'), head('amount', 'NUMBER'), head('direction', 'NAME', DIRECTIONS)],
  ),
];

export const EXCEPTION_COMMANDS: readonly Command[] = [
  {
    name: 'suspense list',
    summary: 'Print deposits that cannot be credited to an account, with their senders',
    options: [JSON_ARRAY],
    run: async (...given) => (await import('./suspense-commands.js')).listSuspense(...given),
  },
  {
    name: 'exceptions list',
    summary: 'Print the cases that wait for an operator, oldest first',
    options: [option('status', 'NAME', 'OPEN (default) or RESOLVED', ['OPEN', 'RESOLVED']), JSON_ARRAY],
    note: 'The objects of `--json` have the fields of the exception, among them `id`, `tenant`, `kind`, `status`, `subject`, `amount` in smallest units as a text, `currency`, `createdAt` and `resolvedAt`; what is absent is null.',
    run: async (...given) => (await import('./exception-commands.js')).listExceptions(...given),
  },
  {
    name: 'exceptions show',
    summary: 'Print an exception and the resolutions that its kind allows',
    options: [option('id', 'ID', 'The exception, as Exception:…'), JSON_OBJECT],
    note: 'The object of `--json` has the fields of an exception of `exceptions list --json`, and `resolutions`: those that its kind allows, none if it is resolved.',
    run: async (...given) => (await import('./exception-commands.js')).showException(...given),
  },
  actionCommand({
    action: 'exceptions.open',
    summary: 'Open an exception by hand, such as a recall',
    tenant: OF_ITS_CASE,
    lines: LINES_OF_CASE,
    order: ['kind', 'platform', 'environment', 'subject', 'reference', 'rail', 'reason', 'operator'],
    prints: (opened) => [exceptionLine(opened)],
  }),
  actionCommand({
    action: 'exceptions.resolve',
    summary: 'Resolve an exception',
    tenant: OF_EXCEPTION,
    order: [...['id', 'resolution', 'account', 'note', 'evidence', 'bank-reference', 'value-date', 'operator']],
    prints: (resolved) => [resolvedLine(resolved)],
  }),
];
