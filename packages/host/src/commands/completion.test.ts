import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headsOf } from './command.js';
import { runCommand } from './command-line.js';
import { positionsOf } from './completion.js';
import { SHELLS, type Shell } from './shells.js';
import { COMMANDS } from './table.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function scriptOf(shell: Shell): Promise<string> {
  let [out, err] = ['', ''];
  const code = await runCommand(
    ['completion', shell],
    {},
    { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } },
  );
  expect([code, err]).toEqual([0, '']);
  return out;
}

/** The words of a line, the last of which is completed, such as `['corridor', 'platform', '']`. */
type Line = readonly string[];

const END = 'end of the answer';
const inQuotes = (text: string): string => `'${text}'`;

/** Shell code that prints what a script offers for a line, one word after the other. */
const OFFER: Readonly<Record<Shell, { readonly before: string; readonly offer: (line: Line) => string }>> = {
  bash: {
    before: '',
    offer: (line) =>
      `COMP_WORDS=(${line.map(inQuotes).join(' ')}); COMP_CWORD=${line.length - 1}; _corridor; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    // The functions of its completion system work in an editor only.
    before:
      'compdef() { : }; compset() { PREFIX=${PREFIX#*=} }; _files() { print -rl -- $PREFIX* }; _describe() { print -rl -- ${${(P)2}%%:*} }',
    offer: (line) =>
      `words=(${line.map(inQuotes).join(' ')}); CURRENT=${line.length}; PREFIX=${inQuotes(line.at(-1)!)}; _corridor`,
  },
  fish: { before: '', offer: (line) => `complete -C ${inQuotes(line.join(' '))}` },
};

/** What a shell offers for each line: one process for all of them. */
function offered(shell: Shell, lines: readonly Line[]): readonly (readonly string[])[] {
  const { before, offer } = OFFER[shell];
  const code = [before, `source ${join(folder, shell)}`, ...lines.flatMap((line) => [offer(line), `echo '${END}'`])];
  const program = join(folder, `${shell}.test`);
  writeFileSync(program, code.join('\n'));
  const out = execFileSync(shell, [program], { cwd: folder, encoding: 'utf8' });
  const answers = out.split(`${END}\n`).slice(0, lines.length);
  return answers.map((answer, index) => {
    const begun = lines[index]!.at(-1)!;
    const words = answer.split('\n').map((word) => word.split('\t')[0]!);
    return words.filter((word) => word !== '' && word.startsWith(shell === 'zsh' ? begun.replace(/^.*=/, '') : begun));
  });
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
const NAMES = COMMANDS.map(({ name }) => name);
const optionsOf = (wanted: string): readonly string[] =>
  headsOf(COMMANDS.find(({ name }) => name === wanted)!).map(({ name }) => name);

describe.each(SHELLS)('the script for %s', (shell) => {
  let script = '';
  beforeAll(async () => {
    script = await scriptOf(shell);
    writeFileSync(join(folder, shell), script);
    writeFileSync(join(folder, 'statement.csv'), '');
  });
  const runs = isInstalled(shell);
  if (!runs) process.stdout.write(`${shell} is not installed: the completion script is not run in it\n`);

  test('contains every command and option of the table', () => {
    const tokens = new Set(script.split(/[\s'"|()\t:]+/));
    const expected = NAMES.flatMap((name) => [...name.split(' '), ...optionsOf(name).map((each) => `--${each}`)]);
    expect(expected.filter((token) => !tokens.has(token))).toEqual([]);
    const patterns = NAMES.filter((name) => !script.includes(`'${name}'`));
    expect(patterns).toEqual([]);
  });

  test.runIf(runs)('offers the words and the options of every command', () => {
    const names = NAMES;
    const words = offered(
      shell,
      names.map((name) => ['corridor', ...name.split(' ')]),
    );
    expect(names.filter((name, index) => !words[index]!.includes(name.split(' ').at(-1)!))).toEqual([]);
    const options = offered(
      shell,
      names.map((name) => ['corridor', ...name.split(' '), '--']),
    );
    names.forEach((name, index) => {
      const all = [...optionsOf(name), 'help'].map((option) => `--${option}`);
      expect({ name, options: [...options[index]!].sort() }).toEqual({ name, options: all.sort() });
    });
  });

  test.runIf(runs)('offers the values of options, files, and nothing for free text', () => {
    const lines: readonly Line[] = [
      ['corridor', 'platform', 'create', '--environment', 'SA'],
      ['corridor', 'operator', 'create', '--name', 'Ada', '--role', 'a'],
      ['corridor', 'platform', 'update', '--regulated', ''],
      ['corridor', 'reconcile', '--rail', 'ACH', '--statement', 'state'],
      ['corridor', 'platform', 'create', '--name', ''],
      ['corridor', 'exceptions', 'open', '--kind', 'RECA'],
      ['corridor', 'treasury', 'book', '--kind', 'TOP'],
      ['corridor', 'trigger', 'CARD_TRANSACTION.SET'],
    ];
    expect(offered(shell, lines).map((words) => [...words].sort())).toEqual([
      ['SANDBOX'],
      ['admin', 'approver'],
      ['false', 'true'],
      ['statement.csv'],
      [],
      ['RECALL'],
      ['TOP_UP'],
      ['CARD_TRANSACTION.SETTLED'],
    ]);
  });

  test.runIf(runs)('offers a value without its option name once', () => {
    const [values, rest] = offered(shell, [
      ['corridor', 'completion', ''],
      ['corridor', 'completion', 'bash', ''],
    ]);
    expect([...values!].sort()).toEqual([...SHELLS, '--help', '--shell'].sort());
    expect(rest).toEqual(['--help']);
  });
});

test.runIf(isInstalled('bash'))('completes a value behind a sign, as bash splits it', () => {
  const [begun, empty] = offered('bash', [
    ['corridor', 'platform', 'create', '--environment', '=', 'PR'],
    ['corridor', 'platform', 'create', '--environment', '='],
  ]);
  expect(begun).toEqual(['PRODUCTION']);
  // The sign itself is the current word.
  expect(empty).toEqual([]);
});

test('offers only words that need no quotes in a shell', async () => {
  const words = (await positionsOf(COMMANDS)).flatMap(({ candidates, following }) => [
    ...candidates.map(({ word }) => word),
    ...[...following.values()].flat(),
  ]);
  expect(words.filter((word) => !/^[\w.-]+$/.test(word))).toEqual([]);
});

test('refuses a shell that it does not know', async () => {
  let err = '';
  const output = { out: { write: () => true }, err: { write: (text: string) => (err += text) } };
  expect(await runCommand(['completion', 'tcsh'], {}, output)).toBe(2);
  expect(err).toContain('--shell: tcsh is not one of bash, zsh, fish');
});
