import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { headsOf } from '../commands/command.js';
import { runCommand } from '../commands/command-line.js';
import { helpOf } from '../commands/help.js';
import { COMMANDS } from '../commands/table.js';
import { printedList } from './printed-list.js';

vi.setConfig({ testTimeout: 60_000 });

const CLI = fileURLToPath(new URL('../../bin/corridor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function corridor(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const settings = { CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'error' };
  const code = await runCommand(args, settings, output);
  return { code, out, err };
}
const recordsOf = async (...args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { code, out, err } = await corridor(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as readonly Readonly<Record<string, unknown>>[];
};

describe('with --json', () => {
  const LISTS = COMMANDS.map(({ name }) => name).filter((name) => / list$/.test(name));
  const ALSO = ['operator log', 'positions', 'rails release', 'rails act'];
  const OF_ONE = ['account duplicates', 'card log', 'connections test'];

  test('every list of the command line prints JSON, and its help says so', () => {
    expect(LISTS.length).toBeGreaterThan(8);
    for (const name of [...LISTS, ...ALSO, ...OF_ONE]) {
      const command = COMMANDS.find((each) => each.name === name)!;
      const flags = headsOf(command).filter(({ isFlag }) => isFlag);
      expect([name, flags.map((each) => each.name)]).toEqual([name, ['json']]);
      expect([name, helpOf(command)]).toEqual([name, expect.stringContaining('--json')]);
    }
  });

  test.each([...LISTS, ...ALSO].filter((name) => !['token list', 'notes list', 'limits list'].includes(name)))(
    '%s prints an array if it is empty',
    async (name) => {
      const records = await recordsOf(...name.split(' '));
      expect(Array.isArray(records)).toBe(true);
      if (name !== 'connections list') expect(records).toEqual([]);
    },
  );

  test('platforms, tokens and operators have the fields of their lines, and no secrets', async () => {
    const created = await corridor(
      'platform',
      'create',
      '--name',
      'Acme \u{1f469}\u200d\u{1f4bb}',
      '--currencies',
      'USD,EUR',
    );
    const [, platformId = ''] = /^platform: (.*)$/m.exec(created.out)!;
    await corridor('operator', 'create', '--name', 'Ada', '--role', 'admin');
    const [platform] = await recordsOf('platform', 'list');
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    expect(platform).toEqual({
      ...{
        platformId,
        environment: 'SANDBOX',
        name: 'Acme \u{1f469}\u200d\u{1f4bb}',
        createdAt,
        tokens: 1,
        currencies: ['USD', 'EUR'],
      },
    });
    const [token] = await recordsOf('token', 'list', '--platform', platformId);
    expect(Object.keys(token!).sort()).toEqual(['clientId', 'createdAt', 'id', 'name', 'permissions']);
    const [operator] = await recordsOf('operator', 'list');
    expect(operator).toMatchObject({ name: 'Ada', role: 'ADMIN', hasPassword: false, passkeys: 0 });
    expect(Object.keys(operator!).sort()).toEqual([
      ...['hasPassword', 'id', 'name', 'passkeys', 'platforms', 'role', 'status'],
    ]);
    // Characters that are not shown are escaped on a terminal.
    expect((await corridor('platform', 'list', '--json')).out).toContain('\\u200d');
  });

  test('rails have their capabilities, and scenes their types', async () => {
    const rails = await recordsOf('connections', 'list');
    expect(rails[0]).toMatchObject({ type: 'bundled', environment: 'SANDBOX', claims: [] });
    expect(rails[0]!['rails']).toEqual([expect.objectContaining({ currencies: expect.any(Array) as unknown })]);
    const scenes = await recordsOf('trigger', '--list');
    expect(scenes).toContainEqual({ type: 'OUTGOING_PAYMENT.COMPLETED', scene: expect.any(String) as string });
  });

  test('amounts are texts that lose no digit', () => {
    const lines: string[] = [];
    const list = printedList({ print: (line) => lines.push(line) }, { json: true }, 'none');
    list.add({ amount: 9_007_199_254_740_993n, deep: [{ balance: -1n }] }, 'a line');
    expect(list.end()).toBe(0);
    expect(JSON.parse(lines.join('\n'))).toEqual([{ amount: '9007199254740993', deep: [{ balance: '-1' }] }]);
  });
});

/** Runs the built command with its standard output, or its standard error, on a full device. */
async function onFullDevice(stream: 'stdout' | 'stderr', args: readonly string[]) {
  const full = openSync('/dev/full', 'w');
  try {
    const stdio = stream === 'stdout' ? (['ignore', full, 'pipe'] as const) : (['ignore', 'pipe', full] as const);
    const other = Object.entries(process.env).filter(([name]) => !name.startsWith('CORRIDOR_'));
    const env = { ...Object.fromEntries(other), CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: [...stdio] });
    let text = '';
    (stream === 'stdout' ? child.stderr : child.stdout)!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text };
  } finally {
    closeSync(full);
  }
}

describe.runIf(existsSync('/dev/full'))('on a full device', () => {
  test.each(['openapi', '--help', 'trigger --list', 'platform list', 'completion bash'])(
    'the output of %s ends in one line',
    async (command) => {
      expect(await onFullDevice('stdout', command.split(' '))).toEqual({
        code: 1,
        text: 'corridor: standard output cannot be written: ENOSPC: no space left on device, write\n',
      });
    },
  );

  test('an error that cannot be written still has its exit code', async () => {
    expect(await onFullDevice('stderr', ['nothing'])).toEqual({ code: 2, text: '' });
  });
});
