import { headText, inOneLine } from '../../../packages/host/dist/commands/help.js';
import { COMMANDS } from '../../../packages/host/dist/commands/table.js';
import { anchor, code, table, wrapped } from '../tables.mjs';

const INTRODUCTION = `# Commands

Generated from \`packages/host/src/commands/table.ts\` by \`npm run docs:write\`; do not edit.

Every command of \`corridor\`, for operators. Run one with \`npx corridor <command>\`; \`--help\` prints this list and
\`--version\` the version of Corridor. A command reads the same [settings](settings.md) as the host, and works on the
host's database directly.

A command exits with 0 if it succeeds, with 1 for a failure that it explains on standard error, and with 2 for an
unknown command or option. Answers go to standard output, and logs to standard error. \`ID\` is the id of a record with
its prefix, such as \`Platform:…\`.`;

export function commandsDocument() {
  const list = COMMANDS.map(({ name, summary }) => [
    `[\`${name}\`](#${anchor(`corridor ${name}`)})`,
    inOneLine(summary),
  ]);
  return [INTRODUCTION, table(['Command', 'What it does'], list), ...COMMANDS.flatMap(section)]
    .map(wrapped)
    .join('\n\n');
}

const section = ({ name, summary, options, note }) => [
  `## corridor ${name}`,
  `${inOneLine(summary)}.`,
  ...(note === undefined ? [] : [note]),
  ...(options.length === 0 ? [] : [optionsTable(options)]),
];

const optionsTable = (options) =>
  table(
    ['Option', 'Meaning'],
    options.map(({ heads, meaning }) => [
      heads.map((head) => code(`--${headText(head)}`)).join(', '),
      inOneLine(meaning),
    ]),
  );
