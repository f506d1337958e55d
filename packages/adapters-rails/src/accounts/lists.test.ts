import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONSULTED_LISTS } from './index.js';

const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

it.each(['ibantools', 'stdnum'])('the lists name the version of %s that is used', (library) => {
  expect(CONSULTED_LISTS.map(({ source }) => source)).toContain(`${library} ${dependencies[library]}`);
});

it('every list has a date', () => {
  for (const { of } of CONSULTED_LISTS) expect(new Date(of).toISOString().slice(0, 10)).toBe(of);
});
