import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The names that an example can use without declaring them, by the function of `example-scope.ts` that provides them. */
const SCOPES = {
  exampleScope: [
    'core',
    'storage',
    'clock',
    'tenant',
    'ctx',
    'run',
    'read',
    'customer',
    'dollars',
    'bankAccount',
    'recipient',
  ],
  exampleFolder: ['folder'],
  exampleDatabase: ['databaseUrl'],
};

/** A test file with every example of a docstring as one test. */
export function docstringExamples(files = sources()) {
  const examples = files.flatMap(examplesOf);
  const tests = examples.map(testOf);
  return [headOf(tests.join('\n')), importsOf(examples), ...tests].join('\n\n');
}

const headOf = (tests) =>
  [
    '// Written from the @example blocks of the docstrings by `npm run docs:write`; do not edit.',
    "import { expect, it } from 'vitest';",
    ...(tests.includes('runner.') ? ["import * as runner from 'vitest';"] : []),
    `import { ${Object.keys(SCOPES)
      .filter((provider) => tests.includes(`${provider}()`))
      .toSorted()
      .join(', ')} } from './example-scope.js';`,
  ].join('\n');

const sources = () =>
  readdirSync(`${root}packages`, { encoding: 'utf8' })
    .flatMap((name) =>
      readdirSync(`${root}packages/${name}/src`, { encoding: 'utf8', recursive: true }).map(
        (path) => `packages/${name}/src/${path}`,
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

function examplesOf({ path, text }) {
  const found = [...text.matchAll(/\/\*\*(?:(?!\*\/).)*?@example\s(.*?)\*\/\s*([^\n]*)/gs)].map(
    ([, block, declaration]) => {
      const declared =
        /^(?:export )?(?:async )?(?:function |const |class |interface |type |static |readonly )?([\w$]+)/.exec(
          declaration,
        );
      const lines = block.replaceAll(/^\s*\* ?/gm, '');
      const [code, ...more] = [...lines.matchAll(/^```ts\n(.*?)^```/gms)].map(([, one]) => one);
      if (code === undefined || more.length > 0 || /^@example\b/m.test(lines)) {
        throw new Error(
          `${path}: the docstring of ${declared?.[1]} must have one example with one fenced \`\`\`ts block`,
        );
      }
      return { declared: declared?.[1], code };
    },
  );
  return found.map(({ declared, code }, index) => {
    const before = found.slice(0, index).filter((other) => other.declared === declared).length;
    return { name: `${path}: ${declared}${before === 0 ? '' : ` (${before + 1})`}`, code };
  });
}

const IMPORT = /^import (type )?\{([^}]*)\} from '(.*?)';\n/gm;
/** An example with `import * as runner from 'vitest'` registers tests itself. */
const RUNNER = /^import \* as runner from 'vitest';\n/m;

function importsOf(examples) {
  const modules = new Map();
  for (const [, types = '', names, from] of examples.flatMap(({ code }) => [...code.matchAll(IMPORT)])) {
    const known = modules.get(from) ?? new Set();
    for (const name of names.split(',')) if (name.trim() !== '') known.add(types + name.trim());
    modules.set(from, known);
  }
  return [...modules]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, names]) => importOf([...names].toSorted(), from))
    .join('\n');
}

function importOf(names, from) {
  const areTypes = names.every((name) => name.startsWith('type '));
  const named = areTypes ? names.map((name) => name.slice('type '.length)) : names;
  return `import ${areTypes ? 'type ' : ''}{ ${named.join(', ')} } from '${from}';`;
}

/** `expression; // literal` states the value of the expression. */
const STATED = /^(\s*)(?!const |let |import |return |\/\/)(.+); \/\/ (['\d[{-].*|true|false|null|undefined)$/gm;

/** A comment behind a statement that looks like a value, but has another form than `STATED`, so that no test compares it. */
const UNCOMPARED = /^.*(?:;|[^\s,([{] ) *\/\/ *(?:["'`[{].*|[-+]?\.?\d[\w.]*|true|false|null|undefined)[ .;]*$/m;

function testOf({ name, code }) {
  const body = code.replace(RUNNER, '').replaceAll(IMPORT, '').trim().replaceAll(STATED, '$1expect($2).toEqual($3);');
  const [uncompared] = UNCOMPARED.exec(body) ?? [];
  if (uncompared !== undefined) {
    throw new Error(`${name}: write \`expression; // literal\` with single quotes: ${uncompared.trim()}`);
  }
  if (RUNNER.test(code)) return `runner.describe(${JSON.stringify(name)}, () => {\n${body}\n});`;
  if (!body.includes('expect(')) throw new Error(`${name}: end the example with \`expression; // literal\``);
  return `it(${JSON.stringify(name)}, async () => {\n${scopesOf(body)}${body}\n});`;
}

const scopesOf = (body) =>
  Object.entries(SCOPES)
    .map(([provider, names]) => [provider, names.filter((name) => isFree(name, body.replaceAll(/ ?\/\/ .*/g, '')))])
    .filter(([, names]) => names.length > 0)
    .map(([provider, names]) => `const { ${names.join(', ')} } = await ${provider}();\n`)
    .join('');

const isFree = (name, body) =>
  new RegExp(`(?<![.\\w'"])${name}\\b(?!['":])`).test(body) && !new RegExp(`const (\\{[^}]*\\b)?${name}\\b`).test(body);
