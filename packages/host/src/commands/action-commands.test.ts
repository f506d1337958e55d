import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DECLARED_ACTIONS } from '@corridor/core/internal';
import { wordsOf } from './action-command.js';
import { askings } from './action-options.js';
import { headsOf } from './command.js';
import { runCommand } from './command-line.js';
import { helpOf } from './help.js';
import { COMMANDS, WITHOUT_OWN_NAME } from './table.js';

const ACTIONS = Object.keys(DECLARED_ACTIONS) as readonly (keyof typeof DECLARED_ACTIONS)[];
const commandOf = (words: string) => COMMANDS.find(({ name, alias }) => name === words || alias === words);

async function corridor(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  return { code: await runCommand(args, {}, output), out, err };
}

/** What commands do that only read. */
const READS = [
  ...[
    'platform list',
    'token list',
    'blocks list',
    'holds list',
    'erasures list',
    'account duplicates',
    'card log',
    'card disputes',
    'kyc list',
    'sca list',
  ],
  ...[
    'search',
    'suspense list',
    'terms list',
    'limits list',
    'exceptions list',
    'exceptions show',
    'screening list',
    'screening show',
    'travel-rule list',
    'cases list',
    'operator list',
    'operator log',
    'approvals list',
  ],
  ...[
    'notes list',
    'archive list',
    'vouchers list',
    'archive verify',
    'archive find',
    'journal export',
    'safeguarding',
    'safeguarding reports',
  ],
  ...[
    'connections list',
    'connections check',
    'connections test',
    'positions',
    'audit',
    'doctor',
    'openapi',
    'schema',
    'completion',
  ],
];

/** Commands that write without an action of operators, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  serve: 'it runs the service, and creates the first platform of an empty sandbox before there are operators',
  migrate: 'it changes the schema that the log of operators needs',
  'operator create': 'it creates the operators, and logs itself',
  'operator reset': 'it is for an operator who cannot sign in, and logs itself',
  'operator disable': 'it is for the holder of the master key, and logs itself',
  'approvals approve': 'it carries out the action that another operator requested, which is logged',
  'approvals decline': 'it ends the request for an action, which is logged',
  'master-key rotate': 'it runs while no host can sign in an operator',
  'archive run': 'it does what hosts do by their settings',
  'customer export': 'it reads, and logs itself',
  'cases export': 'it reads, and logs itself',
  'vouchers export': 'it reads, and logs itself',
  listen: 'it calls a running host by its API',
  mcp: 'it calls a running host by its API',
  'mcp login': 'it calls a running host by its API',
  trigger: 'it calls a running host by its API',
  seed: 'it calls a running host by its API',
};

describe('commands and actions', () => {
  test('each action of operators has a command, which its own name also calls', () => {
    expect(ACTIONS.length).toBeGreaterThan(40);
    const carriedOut = new Set(COMMANDS.flatMap(({ actions = [] }) => actions));
    expect(ACTIONS.filter((action) => !carriedOut.has(action))).toEqual([]);
    const unnamed = ACTIONS.filter((action) => commandOf(wordsOf(action)) === undefined);
    expect(unnamed.sort()).toEqual(Object.keys(WITHOUT_OWN_NAME).sort());
    for (const action of ACTIONS.filter((each) => !unnamed.includes(each)))
      expect([action, commandOf(wordsOf(action))?.actions]).toEqual([action, [action]]);
  });

  test('each command that writes carries out actions of the registry, or is an exception', () => {
    for (const { name, actions = [] } of COMMANDS) {
      const isNamed = READS.includes(name) || Object.hasOwn(EXCEPTIONS, name);
      expect([name, isNamed]).toEqual([name, actions.length === 0]);
      expect(actions.filter((action) => !Object.hasOwn(DECLARED_ACTIONS, action))).toEqual([]);
    }
    expect([...READS, ...Object.keys(EXCEPTIONS)].filter((name) => commandOf(name) === undefined)).toEqual([]);
  });

  test('no module of the commands changes records by itself', () => {
    const folder = new URL('.', import.meta.url);
    const writes = /units\.run\(|runAsSystem\(|runUseCase\(|rebuildCheckpoints\(|recordDifferences\(|\.record\(/;
    const modules = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const writing = modules.filter((name) => writes.test(readFileSync(new URL(name, folder), 'utf8')));
    expect(modules.length).toBeGreaterThan(20);
    expect(writing).toEqual([]);
  });

  test.each(ACTIONS.filter((action) => !Object.hasOwn(WITHOUT_OWN_NAME, action)))(
    'the command of %s has an option for each field of its input, and no option twice',
    (action) => {
      const command = commandOf(wordsOf(action))!;
      const names = headsOf(command).map(({ name }) => name);
      for (const { option, path } of askings(DECLARED_ACTIONS[action].input)) expect(names, path).toContain(option);
      expect([...new Set(names)]).toEqual(names);
      for (const { meaning } of command.options) expect(meaning).not.toBe('');
    },
  );

  test('the name of an action has the help of its command, and its noun has those of all', async () => {
    const block = await corridor('customers', 'block', '--help');
    expect(block).toEqual({ code: 0, out: helpOf(commandOf('customer block')!), err: '' });
    expect((await corridor('customers', '--help')).out).toContain(block.out);
    expect((await corridor('customers', 'blok')).err).toContain('did you mean customers block');
  });
});

describe('the options of an action', () => {
  test('are reported together if they are missing or invalid', async () => {
    const { code, err } = await corridor(
      ...['exceptions', 'resolve', '--id', 'Customer:1', '--resolution', 'MAYBE', '--account', 'here'],
    );
    expect(code).toBe(2);
    expect(
      err
        .trim()
        .split('; ')
        .map((part) => part.replace(/^corridor: /, '')),
    ).toEqual([
      expect.stringMatching(/^--resolution: MAYBE is not one of RETRIED, /),
      expect.stringMatching(/^--id: must be an id/),
      expect.stringMatching(/^--account: must be an id/),
      '--operator is missing',
      'create a credential in the console under Account, and pass its file',
    ]);
  });

  test('are named as they are written, also those of a group', async () => {
    const { err } = await corridor(
      ...['sandbox', 'use-card', '--card', 'Card:1', '--use', 'authorization', '--currency', 'USD'],
      ...['--amount', '1.50', '--merchant', 'Shop', '--mcc', 'food'],
    );
    expect(err).toContain('--amount: 1.50 is not an amount');
    expect(err).toContain('--mcc: must have four digits');
    expect(err).toContain('--platform is missing');
    expect(err).not.toContain('--merchant');
  });
});
