import tests from '../../vitest.config.ts';

/** Runs `record.ts` like the tests: on the sources, and with Postgres. */
export default { ...tests, test: { ...tests.test, include: ['test/release/record.ts'], testTimeout: 300_000 } };
