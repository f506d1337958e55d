import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

/** Who overwrites columns that never change: the erasing, and the units of work that pass the call on. */
const CALLERS = [
  'core/src/archive/archived-units.ts',
  'core/src/erasure/erase-record.ts',
  'core/src/operators/steady-reads.ts',
  'core/src/search/worded-units.ts',
];

it('columns that never change are overwritten in one place alone', () => {
  const sources = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/testing/'));
  const calling = sources.filter((file) => /\btx\.overwrite\(/.test(readFileSync(`${PACKAGES}${file}`, 'utf8')));
  expect(calling.sort()).toEqual(CALLERS);
});
