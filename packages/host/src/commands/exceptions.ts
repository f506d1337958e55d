import { ENVIRONMENTS } from '@corridor/core';
import { DIRECTIONS, OPENED_BY_HAND } from '@corridor/core/internal';
import { RESOLUTIONS } from '@corridor/core/records';
import { type Command, head, option, together } from './command.js';
import { JSON_ARRAY, OPERATOR } from './options.js';

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
    run: async (...given) => (await import('./exception-commands.js')).listExceptions(...given),
  },
  {
    name: 'exceptions show',
    summary: 'Print an exception and the resolutions that its kind allows',
    options: [option('id', 'ID', 'The exception, as Exception:…')],
    run: async (...given) => (await import('./exception-commands.js')).showException(...given),
  },
  {
    name: 'exceptions open',
    summary: 'Open an exception by hand, such as a recall',
    options: [
      option(
        'kind',
        'NAME',
        'RECALL, STATEMENT_DIFFERENCE, RAIL_CONTRADICTION, REFUND_FAILED, DEPOSIT_REFUSED, DEPOSIT_HELD',
        OPENED_BY_HAND,
      ),
      option('platform', 'ID', 'Its platform; not for a STATEMENT_DIFFERENCE'),
      option(
        'environment',
        'NAME',
        'SANDBOX or PRODUCTION, if the platform has both; STATEMENT_DIFFERENCE: default PRODUCTION',
        ENVIRONMENTS,
      ),
      option('subject', 'ID', 'The transaction or deposit that it concerns'),
      option('reference', 'TEXT', "The bank's reference"),
      together(
        'STATEMENT_DIFFERENCE: all four, direction IN or OUT; other kinds: a partial amount.\nRAIL_CONTRADICTION: direction OUT for money that the bank sent, such as a second time',
        [
          head('rail', 'NAME'),
          head('currency', 'CODE'),
          head('amount', 'NUMBER'),
          head('direction', 'NAME', DIRECTIONS),
        ],
      ),
      option('reason', 'TEXT', 'What happened'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./exception-commands.js')).openByHand(...given),
  },
  {
    name: 'exceptions resolve',
    summary: 'Resolve an exception',
    options: [
      option('id', 'ID', 'The exception'),
      option('resolution', 'NAME', 'RETRIED, CREDITED, PAID_ELSEWHERE, ADJUSTED, WRITTEN_OFF or REFUSED', RESOLUTIONS),
      option('account', 'ID', 'The internal account to credit or debit, if the resolution needs one'),
      option('note', 'TEXT', 'Why'),
      option(
        'evidence',
        'TEXT',
        "The reference of the bank's statement that it did not pay the former attempt, for RETRIED",
      ),
      option(
        'bank-reference',
        'TEXT',
        'The reference of the payment at the bank that made it; required for PAID_ELSEWHERE',
      ),
      option('value-date', 'DATE', 'Its value date, as YYYY-MM-DD; required for PAID_ELSEWHERE'),
      OPERATOR,
    ],
    run: async (...given) => (await import('./exception-commands.js')).resolveException(...given),
  },
];
