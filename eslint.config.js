import { readdirSync, readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import amounts from './.ci/amounts/rule.mjs';
import plainEnglish from './.ci/plain-english/rule.mjs';

const TESTS = ['**/*.test.ts', '**/src/testing/**'];

/** Sources that are longer than the limit, each with its lines. Entries are removed or lowered, never added or raised. */
const LONG_FILES = JSON.parse(readFileSync(new URL('.ci/long-files.json', import.meta.url), 'utf8'));
const longest = (max) => ({ 'max-lines': ['error', { max }] });

/** Core takes the time and random values from its ports, so that a test can choose them. */
const PORTS_ONLY = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Core takes the time from the Clock port.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
    message: 'Core takes the time from the Clock port.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Core takes random values from the Random port.',
  },
];

/** Only update() and transition() change a record: they check its version and its state machine. */
const STATE_ONLY_BY_MACHINE = [
  {
    selector: "MemberExpression[property.name='change'], ObjectPattern > Property[key.name='change']",
    message: 'Change a record with update() or transition() of the kernel.',
  },
];

/** Only journal entries change balances: post() keeps every entry balanced. */
const BALANCE_ONLY_BY_ENTRY = [
  {
    selector: "MemberExpression[property.name='increase'], ObjectPattern > Property[key.name='increase']",
    message: 'Move money with post() of the ledger.',
  },
];

/** The remaining daily volume of a corridor is counted like a balance, but it is not money. */
const COUNTS_DAILY_VOLUMES = [
  {
    selector: "CallExpression[callee.property.name='increase']:not([arguments.0.name='DAILY_VOLUMES'])",
    message: 'Move money with post() of the ledger.',
  },
];

/** The limits of customers are counted in the same way. */
const COUNTS_LIMITS = [
  {
    selector: "CallExpression[callee.property.name='increase']:not([arguments.0.name='LIMIT_USAGES'])",
    message: 'Move money with post() of the ledger.',
  },
];

/** The limits of agents are counted in the same way, and so is the row that orders the writes of an agent. */
const COUNTS_AGENTS = [
  {
    selector: "CallExpression[callee.property.name='increase']:not([arguments.0.name=/^(AGENTS|AGENT_USAGES)$/])",
    message: 'Move money with post() of the ledger.',
  },
];

/** Refused sign-ins are counted in the same way. */
const COUNTS_REFUSALS = [
  {
    selector: "CallExpression[callee.property.name='increase']:not([arguments.0.name='SIGN_IN_REFUSALS'])",
    message: 'Move money with post() of the ledger.',
  },
];

/** Amounts, rates and fees are exact. */
const NO_FRACTIONS = [
  {
    selector: 'Literal[raw=/^[0-9_]*[.][0-9]|^[0-9.]+e-/]',
    message: 'Money has no fractions of a number: use bigint and Rate.',
  },
  {
    selector:
      "CallExpression[callee.name='parseFloat'], MemberExpression[property.name=/^(parseFloat|toFixed|toPrecision)$/]",
    message: 'Money has no fractions of a number: use bigint and Rate.',
  },
];
const NO_MATH = [
  {
    selector: "MemberExpression[object.name='Math'][property.name!=/^(min|max)$/]",
    message: 'Money is computed with bigint: use mulDiv with a named rounding.',
  },
];

const CORE = new URL('packages/core/src/', import.meta.url);

/** The names of all record kinds, as core declares them. */
const RECORD_KINDS = readdirSync(CORE, { recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(new URL(file, CORE), 'utf8').matchAll(/^export const (\w+) = recordKind\b/gm)])
  .map(([, name]) => name);

/** Pages and commands of operators, and the doctor, name no record kind: core decides in which unit and tenant a record is read. */
const READS_BY_USE_CASES = [
  {
    selector: `CallExpression[callee.property.name=/^(read|run)$/]:matches([callee.object.name='units'], [callee.object.property.name='units'])`,
    message: 'Read with a use case, such as those of core.operators.reads.',
  },
  {
    selector: `ImportDeclaration[importKind!='type'][source.value=/^@corridor.core/] > ImportSpecifier[importKind!='type'][imported.name=/^(readAll|everyRecord|${RECORD_KINDS.join('|')})$/]`,
    message: 'Read with a use case, such as those of core.operators.reads.',
  },
  {
    selector: "ImportDeclaration[source.value='@corridor/core/records'] > ImportNamespaceSpecifier",
    message: 'Import the names that are used: record kinds are read with use cases.',
  },
];

const THROWN = [
  {
    selector:
      'ThrowStatement > :matches(Literal, TemplateLiteral, ObjectExpression, ArrayExpression, BinaryExpression)',
    message: 'Throw an Error.',
  },
];

const restrict = (...lists) => ({ 'no-restricted-syntax': ['error', ...lists.flat()] });

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', '**/node_modules/**', 'data/**', 'coverage/**', '.stryker/**', 'test/architecture/planted/**'],
      'packages/adapters-http/site/**',
      // Generated code has the style of its generator.
      'packages/client/src/generated/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs,cjs,ts}'],
    plugins: { '@typescript-eslint': tseslint.plugin, 'plain-english': plainEnglish },
    languageOptions: { parser: tseslint.parser },
    rules: {
      'plain-english/allow-list-only': 'error',
      'plain-english/words': 'error',
      eqeqeq: 'error',
      'no-constant-binary-expression': 'error',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-empty': 'error',
      'no-eval': 'error',
      'no-fallthrough': 'error',
      'no-new-func': 'error',
      'no-dupe-keys': 'error',
      'no-self-compare': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-rename': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      ...restrict(THROWN),
    },
  },
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-empty-object-type': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-namespace': 'error',
      '@typescript-eslint/no-require-imports': 'error',
      '@typescript-eslint/no-unsafe-function-type': 'error',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'better-sqlite3',
          message: 'Some versions of Node end when they load it: use driver() of adapters-storage.',
          allowTypeImports: true,
        },
      ],
    },
  },
  { files: ['packages/*/src/**/*.ts'], rules: { 'no-console': 'error' } },
  {
    files: ['packages/{core,host,adapters-http,adapters-rails}/src/**/*.ts'],
    ignores: [...TESTS, '**/contract-tests/**'],
    plugins: { amounts },
    rules: { 'amounts/in-texts': 'error' },
  },

  // A later entry replaces the options of a rule, so each entry repeats everything that holds for its files.
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: TESTS,
    rules: restrict(THROWN, STATE_ONLY_BY_MACHINE, BALANCE_ONLY_BY_ENTRY),
  },
  {
    files: [
      'packages/adapters-http/src/console/**/*.ts',
      'packages/host/src/commands/**/*.ts',
      'packages/host/src/doctor/**/*.ts',
    ],
    ignores: TESTS,
    rules: restrict(THROWN, STATE_ONLY_BY_MACHINE, BALANCE_ONLY_BY_ENTRY, READS_BY_USE_CASES),
  },
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: TESTS,
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, BALANCE_ONLY_BY_ENTRY),
  },
  {
    files: ['packages/core/src/{quotes,transactions}/**/*.ts'],
    ignores: TESTS,
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, BALANCE_ONLY_BY_ENTRY, NO_FRACTIONS),
  },
  {
    files: ['packages/core/src/{money,ledger}/**/*.ts'],
    ignores: TESTS,
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, BALANCE_ONLY_BY_ENTRY, NO_FRACTIONS, NO_MATH),
  },
  { files: ['packages/core/src/kernel/change.ts'], rules: restrict(THROWN, PORTS_ONLY, BALANCE_ONLY_BY_ENTRY) },
  {
    files: ['packages/core/src/ledger/journal.ts'],
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, NO_FRACTIONS, NO_MATH),
  },
  {
    files: ['packages/core/src/rates/daily-volume.ts'],
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, COUNTS_DAILY_VOLUMES),
  },
  {
    files: ['packages/core/src/limits/use-limits.ts'],
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, COUNTS_LIMITS),
  },
  {
    files: ['packages/core/src/agents/{agent,usage}.ts'],
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, COUNTS_AGENTS),
  },
  {
    files: ['packages/core/src/operators/refusals.ts'],
    rules: restrict(THROWN, PORTS_ONLY, STATE_ONLY_BY_MACHINE, COUNTS_REFUSALS),
  },
  // Pass the writes of a use case on, and note what they concern.
  {
    files: [
      'packages/core/src/{archive/archived-units,operators/steady-reads,screening/screened-units,service/noted-unit,search/worded-units}.ts',
    ],
    rules: restrict(THROWN, PORTS_ONLY),
  },
  // A connection changes its own records with RailWrites.change, which checks their versions.
  {
    files: [
      'packages/adapters-rails/src/{bank-files,evm,partners,stablecoins/evm}/**/*.ts',
      'packages/host/src/rails/watched-tasks.ts',
    ],
    ignores: TESTS,
    rules: restrict(THROWN, BALANCE_ONLY_BY_ENTRY),
  },
  // The contract tests make the calls that only the kernel and the ledger make otherwise.
  { files: ['packages/core/src/contract-tests/**/*.ts'], rules: restrict(THROWN, PORTS_ONLY) },
  { files: ['packages/adapters-storage/src/**/*.ts'], rules: restrict(THROWN) },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: [...TESTS, '**/contract-tests/**', '**/generated/**'],
    rules: longest(500),
  },
  ...Object.entries(LONG_FILES).map(([file, lines]) => ({ files: [file], rules: longest(lines) })),
);
