// Writes the documents that are made from the code; with --check says which of them differ, and fails.
// Works on the built packages: build first.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { railsDocument } from '@corridor/adapters-rails/registry';
import { MACHINES } from '@corridor/core/records';
import { format } from 'oxfmt';
import { bundledRails } from '../../packages/host/dist/rails.js';
import { errorsDocument } from './errors-document.mjs';
import { commandsDocument } from './reference/commands.mjs';
import { eventsDocument } from './reference/events.mjs';
import { metricsDocument } from './reference/metrics.mjs';
import { permissionsDocument } from './reference/permissions.mjs';
import { settingsDocument } from './reference/settings.mjs';
import { sandboxDocument } from './sandbox-document.mjs';

const DOCUMENTS = [
  { path: 'packages/core/STATES.md', compose: () => statesDocument(MACHINES) },
  { path: 'packages/adapters-rails/RAILS.md', compose: () => railsDocument(bundledRails({ digest })) },
  { path: 'docs/errors.md', compose: errorsDocument },
  { path: 'docs/sandbox.md', compose: sandboxDocument },
  { path: 'docs/reference/settings.md', compose: settingsDocument },
  { path: 'docs/reference/commands.md', compose: commandsDocument },
  { path: 'docs/reference/metrics.md', compose: metricsDocument },
  { path: 'docs/reference/permissions.md', compose: permissionsDocument },
  { path: 'docs/reference/events.md', compose: eventsDocument },
];

const digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };

/** Every state machine as a diagram and as its table. */
function statesDocument(machines) {
  return [
    '# States',
    'Written from the transition tables by `npm run docs:write`; do not edit. No record changes its state in another way.',
    machines.map((machine) => `- [${machine.name}](#${anchor(machine.name)})`).join('\n'),
    ...machines.flatMap((machine) => [
      `## ${machine.name}`,
      `Column \`${machine.column}\`.`,
      ['```mermaid', 'stateDiagram-v2', ...diagram(machine), '```'].join('\n'),
      table(machine),
    ]),
  ].join('\n\n');
}

const anchor = (heading) => heading.toLowerCase().replaceAll(' ', '-');

const diagram = ({ transitions, terminal }) => [
  ...transitions.map(({ from, on, to }) => `  ${from ?? '[*]'} --> ${to}: ${on}`),
  ...terminal.map((state) => `  ${state} --> [*]`),
];

function table({ transitions }) {
  const rows = transitions.map(({ from, on, to, emits, why }) => [
    from === null ? '(none)' : `\`${from}\``,
    on,
    `\`${to}\``,
    emits === null ? '' : `\`${emits}\``,
    why.replaceAll('|', '\\|'),
  ]);
  const lines = [['From', 'On', 'To', 'Event', 'Because'], Array(5).fill('---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const style = JSON.parse(await readFile(fileURLToPath(new URL('../../.oxfmtrc.json', import.meta.url)), 'utf8'));
const check = process.argv.includes('--check');
const outdated = [];
for (const { path, compose } of DOCUMENTS) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const { code: text } = await format(file, compose(), style);
  const present = await readFile(file, 'utf8').catch(() => null);
  if (present === text) continue;
  outdated.push(path);
  if (!check) await writeFile(file, text);
}

for (const path of outdated)
  console.log(check ? `${path} is not what the code says: npm run docs:write` : `${path} written`);
if (check && outdated.length > 0) process.exitCode = 1;
