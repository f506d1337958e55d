import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { CONSULTED_LISTS } from './index.js';

const require = createRequire(import.meta.url);

it.each(['ibantools', 'stdnum'])('the lists name the version of %s that is installed', (library) => {
  const { version } = require(`${library}/package.json`) as { readonly version: string };
  expect(CONSULTED_LISTS.map(({ source }) => source)).toContain(`${library} ${version}`);
});

it('every list has a date', () => {
  for (const { of } of CONSULTED_LISTS) expect(new Date(of).toISOString().slice(0, 10)).toBe(of);
});
