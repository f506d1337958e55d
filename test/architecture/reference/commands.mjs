import { COMMANDS, USAGE } from '../../../packages/host/dist/commands/command-line.js';
import { nameOf, usageEntries } from '../../../packages/host/dist/commands/usage.js';
import { anchor, code, table, wrapped } from '../tables.mjs';

const INTRODUCTION = `# Commands

Generated from \`packages/host/src/commands/command-line.ts\` by \`npm run docs:write\`; do not edit.

Every command of \`corridor\`, for operators. Run one with \`npx corridor <command>\`; \`--help\` prints this list and
\`--version\` the version of Corridor. A command reads the same [settings](settings.md) as the host, and works on the
host's database directly.

A command exits with 0 if it succeeds, with 1 for a failure that it explains on standard error, and with 2 for an
unknown command or option. Answers go to standard output, and logs to standard error. \`ID\` is the id of a record with
its prefix, such as \`Platform:…\`.`;

export function commandsDocument() {
  const commands = usageEntries(USAGE);
  compare(commands);
  const list = commands.map(({ name, meaning }) => [`[\`${name}\`](#${anchor(`corridor ${name}`)})`, meaning]);
  const options = (of) =>
    table(
      ['Option', 'Meaning'],
      of.map(({ heads, meaning }) => [heads.map(option).join(', '), meaning]),
    );
  const section = ({ name, meaning, options: of }) => [
    `## corridor ${name}`,
    `${meaning}.`,
    ...(COMMANDS[name].note === undefined ? [] : [COMMANDS[name].note]),
    ...(of.length === 0 ? [] : [options(of)]),
  ];
  return [INTRODUCTION, table(['Command', 'What it does'], list), ...commands.flatMap(section)]
    .map(wrapped)
    .join('\n\n');
}

const option = (head) => code(`--${head}`);

/** Fails unless the usage lists exactly the commands and options that the command line accepts. */
function compare(commands) {
  const listed = new Map(
    commands.map(({ name, options }) => [name, options.flatMap(({ heads }) => heads.map(nameOf))]),
  );
  const sorted = (names) => [...names].sort().join(', ');
  for (const [name, { options: withValue, flags = [] }] of Object.entries(COMMANDS)) {
    const options = [...withValue, ...flags];
    if (!listed.has(name)) throw new Error(`the usage does not list corridor ${name}`);
    if (sorted(listed.get(name)) !== sorted(options)) {
      throw new Error(`corridor ${name} takes ${sorted(options)}, but its usage lists ${sorted(listed.get(name))}`);
    }
  }
  const unknown = [...listed.keys()].filter((name) => !Object.hasOwn(COMMANDS, name));
  if (unknown.length > 0) throw new Error(`the usage lists commands that do not exist: ${unknown.join(', ')}`);
}
