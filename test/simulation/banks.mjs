/**
 * Applies the reports of many banks, each with habits that are drawn from its seed, to connections of the type
 * `bank-files`: `npm run simulate:banks`, or `npm run simulate:banks -- 10000` for more seeds than 2,000.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [seeds = '2000'] = process.argv.slice(2);
if (!/^[1-9]\d{0,6}$/.test(seeds)) {
  process.stderr.write(`the number of seeds must be from 1 to 9999999, not ${seeds}\n`);
  process.exit(2);
}
const TEST = 'packages/adapters-rails/src/bank-files/incoming/habits.property.test.ts';
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', TEST], {
  cwd: root,
  env: { ...process.env, CORRIDOR_BANK_SEEDS: seeds },
  stdio: 'inherit',
});
process.exit(status ?? 1);
