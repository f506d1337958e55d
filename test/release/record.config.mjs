import tests from '../../vitest.config.ts';

/** Runs `record.ts` as tests are run: on the sources, and with a Postgres. */
export default { ...tests, test: { ...tests.test, include: ['test/release/record.ts'], testTimeout: 300_000 } };
