import { ENVIRONMENTS } from '@corridor/core';
import { actionCommand } from './action-command.js';
import { OF_SERVICE } from './action-tenants.js';
import { type Command, head, option, together } from './command.js';
import { AS_HOLDER_OR_OPERATOR, JSON_ARRAY } from './options.js';
import { amountOn } from '@corridor/core/internal';

export const LEDGER_COMMANDS: readonly Command[] = [
  {
    name: 'positions',
    summary: 'Print the trial balance: each platform, currency and type of ledger account',
    options: [option('platform', 'ID', 'Only this platform'), JSON_ARRAY],
    note: 'Prints amounts in the smallest unit, signed like the postings of the ledger: one line for each platform (or `house`), environment, currency and kind of ledger account, then the sum of each currency, which is 0.',
    run: async (...given) => (await import('./positions.js')).positions(...given),
  },
  {
    name: 'audit',
    summary: 'Check ledger, payments and events against each other; exit code 1 with findings',
    options: [
      option(
        'head',
        'DIGEST',
        'The head of the seal chain (signed hashes) from an earlier audit; must still be in the chain',
      ),
      option('restored', 'FLAG', 'true: the database is a restored copy, so the issuers of stablecoins are not asked'),
    ],
    note: 'Also checks the chain of seals, and the supply of stablecoins against their issuers, which `--restored` does not ask; with `--restored`, the command refuses to run while a host of the database runs. Prints one line for each finding, and the head of the chain of seals. Keep heads outside the database to detect a chain that was replaced.',
    run: async (...given) => (await import('./commands.js')).audit(...given),
  },
  actionCommand({
    action: 'ledger.audit',
    summary: 'Ask a running host to audit the ledger; the console shows the findings',
    note: '`audit` checks at once, in the process of the command.',
    tenant: OF_SERVICE,
    prints: ({ id }) => [`${id} is requested`],
  }),
  actionCommand({
    action: 'ledger.rebuild-checkpoints',
    name: 'checkpoint rebuild',
    summary: 'Recompute the ledger checkpoints from the postings; hosts may run meanwhile',
    note: 'Prints each checkpoint that was wrong. Run it when `audit` asks for it.',
    tenant: OF_SERVICE,
    prints: (rebuilt) => {
      const wrong = rebuilt.filter(({ wasRight }) => !wasRight);
      return [
        ...wrong.map(
          ({ account, before, after }) =>
            `${account}: ${amountOn(account, after.balance)} at position ${after.position}, was ${amountOn(account, before.balance)} at ${before.position}`,
        ),
        `rebuilt ${rebuilt.length} checkpoints, of which ${wrong.length} were wrong`,
      ];
    },
  }),
  {
    name: 'reconcile',
    actions: ['rails.record', 'rails.record-found'],
    summary: "Compare a rail's statement with the ledger; exit code 1 with differences",
    options: [
      option('rail', 'NAME', 'The rail'),
      option(
        'statement',
        'FILE',
        'CSV with the columns reference, currency, amount, direction (IN, OUT); without it, the\nstatements that the rail has received, or what it holds',
      ),
      option(
        'environment',
        'NAME',
        "SANDBOX or PRODUCTION; default: of the rail's connection, with a file PRODUCTION",
        ENVIRONMENTS,
      ),
      together('The time that the statement covers', [head('from'), head('to', 'TIME')]),
      option('record', 'FLAG', 'true: open an exception for each difference'),
      AS_HOLDER_OR_OPERATOR,
    ],
    note: 'Prints one line for each difference. Without `--statement`, it compares the statements that the connection of the rail has received, and their closing balance, or what the other side holds now.',
    run: async (...given) => (await import('./commands.js')).reconcile(...given),
  },
];
