// Writes the documents, and the parts of documents, that are generated from the code. With --check it writes nothing,
// prints which of them are out of date, which links and citations lead nowhere, and fails. It reads the built packages.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cardsOpenApi } from '@corridor/adapters-rails/http-cards';
import { kycOpenApi } from '@corridor/adapters-rails/http-kyc';
import { screeningOpenApi } from '@corridor/adapters-rails/http-screening';
import { travelRuleOpenApi } from '@corridor/adapters-rails/http-travel-rule';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import { railsDocument } from '@corridor/adapters-rails/registry';
import { MACHINES } from '@corridor/core/records';
import { format } from 'oxfmt';
import { bundledRails } from '../../packages/host/dist/rails/rails.js';
import { performancePage } from '../dist/test/bench/page.js';
import { problemsIn } from './citations.mjs';
import { docstringExamples } from './docstring-examples.mjs';
import { errorsDocument } from './errors-document.mjs';
import { actionsTable } from './operator-actions.mjs';
import { columnsTable, erasedTable, otherKinds, placesTable } from './personal-data.mjs';
import { commandsDocument } from './reference/commands.mjs';
import { eventsDocument } from './reference/events.mjs';
import { metricsDocument } from './reference/metrics.mjs';
import { permissionsDocument } from './reference/permissions.mjs';
import { settingsDocument } from './reference/settings.mjs';
import { endingsModule, sandboxDocument } from './sandbox-document.mjs';
import { anchor, code, table as tableOf } from './tables.mjs';
import { uniqueKeysTable } from './unique-keys.mjs';

const DOCUMENTS = [
  { path: 'packages/core/STATES.md', compose: () => statesDocument(MACHINES) },
  { path: 'packages/adapters-rails/RAILS.md', compose: () => railsDocument(bundledRails({ digest })) },
  { path: 'docs/rails/rail.openapi.json', compose: () => JSON.stringify(railOpenApi()) },
  { path: 'docs/connections/kyc.openapi.json', compose: () => JSON.stringify(kycOpenApi()) },
  { path: 'docs/connections/cards.openapi.json', compose: () => JSON.stringify(cardsOpenApi()) },
  { path: 'docs/connections/screening.openapi.json', compose: () => JSON.stringify(screeningOpenApi()) },
  { path: 'docs/connections/travel-rule.openapi.json', compose: () => JSON.stringify(travelRuleOpenApi()) },
  { path: 'docs/errors.md', compose: errorsDocument },
  { path: 'docs/sandbox.md', compose: sandboxDocument },
  { path: 'packages/adapters-http/src/console/sandbox/endings.ts', compose: endingsModule },
  { path: 'test/embedding/docstrings.test.ts', compose: docstringExamples },
  { path: 'docs/reference/settings.md', compose: settingsDocument },
  { path: 'docs/reference/commands.md', compose: commandsDocument },
  { path: 'docs/reference/metrics.md', compose: metricsDocument },
  { path: 'docs/reference/permissions.md', compose: permissionsDocument },
  { path: 'docs/reference/events.md', compose: eventsDocument },
  { path: 'docs/performance.md', compose: () => performancePage() },
];

/** Parts between `<!-- generated: name -->` and `<!-- end -->` in documents that people write. */
const PARTS = [
  ...layeredFolders().map((name) => ({
    path: 'docs/architecture.md',
    name: `layers of ${name}`,
    compose: () => layersTable(name),
  })),
  { path: 'docs/scale.md', name: 'keys without a tenant', compose: uniqueKeysTable },
  { path: 'docs/areas/operators.md', name: 'actions', compose: () => actionsTable() },
  { path: 'docs/operate/personal-data.md', name: 'places', compose: () => placesTable() },
  { path: 'docs/operate/personal-data.md', name: 'columns', compose: () => columnsTable() },
  { path: 'docs/operate/personal-data.md', name: 'erased', compose: () => erasedTable() },
  { path: 'docs/operate/personal-data.md', name: 'others', compose: () => otherKinds() },
];

const digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every state machine as a diagram and as its table. */
function statesDocument(machines) {
  return [
    '# States',
    'Generated from the transition tables by `npm run docs:write`; do not edit. A record changes its state only by these ' +
      'transitions.',
    machines.map((machine) => `- [${machine.name}](#${anchor(machine.name)})`).join('\n'),
    ...machines.flatMap((machine) => [
      `## ${machine.name}`,
      `Column \`${machine.column}\`.`,
      ['```mermaid', 'stateDiagram-v2', ...diagram(machine), '```'].join('\n'),
      table(machine),
    ]),
  ].join('\n\n');
}

const diagram = ({ transitions, terminal }) => [
  ...transitions.map(({ from, on, to }) => `  ${from ?? '[*]'} --> ${to}: ${on}`),
  ...terminal.map((state) => `  ${state} --> [*]`),
];

function table({ transitions }) {
  const rows = transitions.map(({ from, on, to, emits, why }) => [
    from === null ? '(none)' : code(from),
    on,
    code(to),
    emits === null ? '' : code(emits),
    why,
  ]);
  return tableOf(['From', 'On', 'To', 'Event', 'Because'], rows);
}

/** The layers of core as the rules of dependency-cruiser enforce them. */
/** The rules of dependency-cruiser. */
function dependencyRules() {
  return createRequire(import.meta.url)('../../.dependency-cruiser.cjs').forbidden;
}

/** The names of the tables of layers, such as `core` and `adapters-http/api`. */
function layeredFolders() {
  return dependencyRules().flatMap(({ name }) => /^(.+)-is-layered$/.exec(name)?.[1] ?? []);
}

function layersTable(folder) {
  const rows = dependencyRules()
    .filter(({ name }) => name.startsWith(`${folder}-layers-`))
    .map(({ comment }, index) => {
      const [, folders, purpose] = /^(.+?) \((.+)\): imports/.exec(comment);
      return [String(index + 1), folders.split(', ').map(code).join(', '), purpose];
    });
  return tableOf(['Layer', folder === 'core' ? 'Areas' : 'Folders', 'What they are for'], rows);
}

/** The document with what is between the markers of a part replaced. */
function withPart(text, { path, name, compose }) {
  const [start, end] = [`<!-- generated: ${name} -->`, '<!-- end -->'];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (!text.includes(start) || to < 0) throw new Error(`${path} lacks ${start} or ${end}`);
  return `${text.slice(0, from)}\n\n${compose()}\n\n${text.slice(to)}`;
}

const readText = (path) => readFile(root + path, 'utf8').catch(() => null);

const style = JSON.parse(await readText('.oxfmtrc.json'));
const check = process.argv.includes('--check');
const outdated = [];
const composed = [
  ...DOCUMENTS.map(({ path, compose }) => ({ path, compose: async () => compose() })),
  ...PARTS.map((part) => ({ path: part.path, compose: async () => withPart(await readText(part.path), part) })),
];
for (const { path, compose } of composed) {
  const { code: text } = await format(root + path, await compose(), style);
  if ((await readText(path)) === text) continue;
  outdated.push(path);
  if (!check) await writeFile(root + path, text);
}

if (check) {
  const problems = [...outdated.map((path) => `${path} is out of date: run npm run docs:write`), ...problemsIn(root)];
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
} else {
  for (const path of outdated) console.log(`${path} written`);
}
