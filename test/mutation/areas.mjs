/** Tests that run in memory: mutants of an area count as killed only by the tests of its package. */
const CORE_TESTS = ['packages/core/src/**/*.test.ts'];
const RAIL_TESTS = ['packages/adapters-rails/src/**/*.test.ts'];
/** Statements of SQL are run by SQLite, which needs no server. */
const UNIT_TESTS = ['packages/adapters-storage/src/{unit,memory,sqlite}/**/*.test.ts'];
const SCHEMA_TESTS = ['packages/adapters-storage/src/{schema,sqlite}/**/*.test.ts'];

/** The percentage of mutants that tests must kill where money and proofs are decided, and elsewhere. */
const DECIDES = 93;
const ELSEWHERE = 87;

const core = (name) => ({ name, folders: [`packages/core/src/${name}`], tests: CORE_TESTS });

/**
 * The areas in the order in which they run. `least`: the percentage of mutants that the tests must kill. `keeps`: the
 * area keeps what it computes (tables, statements, templates) for later tests, so that the tests that reach a mutant are
 * not all of those that notice it: each mutant needs all tests.
 */
export const AREAS = [
  ...[
    'money',
    'ledger',
    'kernel',
    'quotes',
    'transactions',
    'transfers',
    'cards',
    'agents',
    'sca',
    'wallets',
    'exceptions',
  ].map((name) => ({ ...core(name), least: DECIDES })),
  ...[
    'accounts',
    'audit',
    'customers',
    'events',
    'figures',
    'maintenance',
    'operators',
    'payments',
    'platforms',
    'rails',
    'rates',
    'seals',
    'sign-in',
    'stablecoins',
    'statements',
    'treasury',
    'uma',
    'verification',
  ].map((name) => ({ ...core(name), least: ELSEWHERE })),
  {
    name: 'units',
    folders: ['packages/adapters-storage/src/unit'],
    tests: UNIT_TESTS,
    least: ELSEWHERE,
  },
  {
    name: 'schema',
    folders: ['packages/adapters-storage/src/schema'],
    tests: SCHEMA_TESTS,
    keeps: true,
    least: ELSEWHERE,
  },
  {
    name: 'bank-files',
    folders: ['packages/adapters-rails/src/iso20022', 'packages/adapters-rails/src/bank-files'],
    tests: RAIL_TESTS,
    least: ELSEWHERE,
  },
  { name: 'chains', folders: ['packages/adapters-rails/src/evm'], tests: RAIL_TESTS, least: ELSEWHERE },
];
