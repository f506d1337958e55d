import { ENVIRONMENTS } from '@corridor/core';
import { actionCommand } from './action-command.js';
import { OF_SERVICE } from './action-tenants.js';
import { type Command, flag, head, option, together } from './command.js';
import { AS_HOLDER_OR_OPERATOR, JSON_ARRAY, JSON_OBJECT } from './options.js';
import { amountOn, JOURNAL_FORMATS } from '@corridor/core/internal';

const ONE_PLATFORM = option('platform', 'ID', 'Only this platform; house for the service itself');
const ONE_ENVIRONMENT = option('environment', 'NAME', 'Only SANDBOX or PRODUCTION', ENVIRONMENTS);
const ACCOUNTS = option(
  'accounts',
  'FILE',
  'CSV with the columns account, currency, number, name: the accounts of your general ledger',
);

export const LEDGER_COMMANDS: readonly Command[] = [
  {
    name: 'positions',
    summary: 'Print the trial balance, now or of a moment: each platform, currency and type of ledger account',
    options: [
      option('at', 'TIME', 'What was booked before this day or time in UTC; default: everything'),
      ONE_PLATFORM,
      ONE_ENVIRONMENT,
      ACCOUNTS,
      option('format', 'NAME', 'csv: with the columns debit and credit', ['csv']),
      JSON_ARRAY,
    ],
    note: 'Prints amounts signed like the postings of the ledger: one line for each platform (or `house`), environment, currency and kind of ledger account, then the sum of each currency, which is 0. `--at` must be at least five minutes ago. The columns of `--format csv` are `platform`, `environment`, `account`, `currency`, `debit` and `credit`. The objects of `--json` have `platformId`, `environment`, `currency`, `account`, and `balance` in smallest units as a text. With `--accounts` both also have `gl_account` and `gl_name`, in JSON `glAccount` and `glName`. See [close a month](../operate/close-the-month.md).',
    run: async (...given) => (await import('./positions.js')).positions(...given),
  },
  {
    name: 'journal export',
    summary: 'Print the postings of a period, a line for each',
    options: [
      option('month', 'MONTH', 'The month in UTC, such as 2026-10'),
      together('Instead of a month: the days or times in UTC from which, and before which, the entries were booked', [
        head('from', 'TIME'),
        head('to', 'TIME'),
      ]),
      ONE_PLATFORM,
      ONE_ENVIRONMENT,
      option('format', 'NAME', 'csv (default) or jsonl', JOURNAL_FORMATS),
      ACCOUNTS,
      flag('balances', 'Also print the trial balance at both ends of the period'),
    ],
    note: 'Without `--from`, the period begins with the first entry. It must have ended five minutes ago, so that no entry of it can still be booked; hosts may run meanwhile. The columns of `csv` are `booked_at`, `entry_id`, `kind`, `platform` (or `house`), `environment`, `account` (as `positions` prints it), `account_name` (the account of the posting), `currency`, `debit`, `credit` and `cause` (the record that caused the entry); amounts are decimal numbers. `jsonl` prints a JSON object in each line, with `bookedAt`, `entryId`, `kind`, `platformId`, `environment`, `account`, `accountName`, `currency`, `debit`, `credit`, `units` (signed, in smallest units, as a text) and `cause`; what is absent is null. With `--accounts` both also have `gl_account` and `gl_name`, in JSON `glAccount` and `glName`. `--balances` prints lines of the kinds `OPENING_BALANCE` and `CLOSING_BALANCE`, without entry, account name and cause. See [close a month](../operate/close-the-month.md).',
    run: async (...given) => (await import('./journal.js')).exportPostings(...given),
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
      JSON_OBJECT,
    ],
    note: 'Also checks the chain of seals, and the supply of stablecoins against their issuers, which `--restored` does not ask; with `--restored`, the command refuses to run while a host of the database runs. Prints one line for each finding, and the head of the chain of seals. Keep heads outside the database to detect a chain that was replaced. The object of `--json` has `findings` (a sentence for each), `receivables`, `unconfirmed` and `shortfalls` (what is open without being a finding, with amounts in smallest units as texts), `checked` (a number for each kind of record), `sealed` (`seals`, `rows`, `head`, `sealedAt` and `signaturesChecked`) and `issuersAsked`.',
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
