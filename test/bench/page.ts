import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, type Machine, type Result, type Run } from './result.js';
import { repository } from './service/host.js';
import { SHORTFALLS } from './shortfalls.js';
import { markdown, peers, rows } from './table.js';

export const RESULTS = 'test/bench/results.json';
export const PAGE = 'docs/performance.md';

/** The kept results, in the order of their rows. */
export const readResults = (): readonly Result[] =>
  JSON.parse(readFileSync(join(repository(), RESULTS), 'utf8')) as readonly Result[];

const INTRODUCTION = `# Performance

Generated from \`${RESULTS}\` by \`npm run bench -- --write\`; do not edit. This page is for operators and contributors who
ask how fast Corridor is, compared with what, and how to measure the same on their own machine.

## What is measured

A **payment** is \`POST /quotes\` and \`POST /quotes/{id}/execute\`, from a funded internal account to an external account:
two HTTP requests with authentication, validation, an idempotency record, ledger entries, state changes and events, each
committed to the disk before it is answered. The host is the one that you start with \`corridor serve\`, in a process of
its own; the load comes from another process on the same machine.

Each row is a **ratio** to a program that does less or nothing of this on the same machine: requests per second say more
about the processor and the disk than about a service, and a ratio can be compared between machines. Both sides of a
ratio are measured in turn, round after round, so that other work on the machine disturbs both. A row gives the median
of the rounds, the least and the greatest. Absolute figures are printed only beside those of their baseline.

A **target** was set before the row was measured. A row that misses its target stays in the table, with what was tried
below it. Latencies come from load at a fixed rate, in which a request that had to wait for its turn counts from the
time at which it was due.`;

const REPEAT = `## How to repeat it

\`\`\`bash
npm ci
npm run bench                                   # all rows, as a table
npm run bench -- --rows 1,2                     # some of them
npm run bench -- --rows 1,2 --write             # replaces these rows of this page
npm run bench -- --rounds 2 --seconds 1         # a quick look: the figures vary more
\`\`\`

\`--seconds\` is the length of each side of a round, \`--rounds\` their number, and \`--webhooks\` the number of queued events
of row 9. A row whose peer is missing is left out and says so: \`pgbench\` is part of Debian's \`postgresql-contrib\`, and the
mock of row 6 is installed from the npm registry into \`~/.cache/corridor-tools\`. Leave the machine alone meanwhile.

What this means for the choice of a machine is in [sizing](operate/sizing.md).`;

/** The page, before it is formatted. */
export function performancePage(results: readonly Result[] = readResults()): string {
  const runs = runsOf(results);
  const runOf = (result: Result): string => String(runs.findIndex((run) => isSame(run, result.run)) + 1);
  const missed = [...new Set(results.filter((result) => holds(result) === false).map(({ number }) => number))];
  const shortfalls = missed.flatMap((number) => {
    const text = SHORTFALLS.get(number);
    return text === undefined ? [] : [`### Row ${number}`, text];
  });
  const known = peers(results);
  return [
    INTRODUCTION,
    '## Results',
    rows(results, { head: 'Run', cell: runOf }),
    ...runs.flatMap((run, index) => [`### Run ${index + 1}`, runTable(run)]),
    ...(shortfalls.length === 0 ? [] : ['## Rows short of their target', ...shortfalls]),
    ...(known === null
      ? []
      : ['## Peers', 'The same figures in absolute numbers, each beside that of Corridor in the same run.', known]),
    '## Conditions',
    'What each row means exactly, and what was measured beside its ratio.',
    ...results.map(conditions),
    REPEAT,
  ].join('\n\n');
}

function conditions({ number, title, notes, outcome }: Result): string {
  const list = [`**Row ${number}**: ${title}`, ...notes.map((note) => `- ${sentence(note)}`)];
  const text = `${list[0]!}${list.length > 1 ? '\n\n' : ''}${list.slice(1).join('\n')}`;
  return 'details' in outcome ? `${text}\n\n${markdown(outcome.details)}` : text;
}

const sentence = (note: string): string => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

const isSame = (a: Run, b: Run): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The different runs that the results come from. */
const runsOf = (results: readonly Result[]): readonly Run[] =>
  results.map(({ run }) => run).filter((run, index, all) => all.findIndex((other) => isSame(other, run)) === index);

const NAMES: Readonly<Record<keyof Machine, string>> = {
  processor: 'Processor',
  cores: 'Cores',
  memory: 'Memory',
  system: 'System',
  fileSystem: 'File system',
  node: 'Node.js',
  sqlite: 'SQLite',
  postgres: 'Postgres',
  pgbench: 'pgbench',
};

const runTable = ({ date, rounds, seconds, machine }: Run): string =>
  markdown([
    ['Date', date],
    ['Rounds', `${rounds}, of ${seconds} s for each side`],
    ...Object.entries(NAMES).map(([key, name]) => [name, String(machine[key as keyof Machine])]),
  ]);
