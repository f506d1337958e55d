import { seededRandom } from '@corridor/core/testing';
import { expect, it } from 'vitest';
import { bankParts } from '../testing/bank-connection.js';
import { ownerId, ownerProblem } from './owner.js';

it('the id of an installation is drawn once, also by hosts that start at the same time', async () => {
  const { whole } = bankParts();
  const hosts = ['one', 'two', 'three'].map((name) => ({ store: whole, random: seededRandom(name) }));
  const ids = await Promise.all(hosts.map(ownerId));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
  for (const host of hosts) expect(await ownerId(host)).toBe(ids[0]);
});

it('an exchange without a place for an owner belongs to everyone who has its folders', async () => {
  const { exchange } = bankParts();
  const answers: readonly (readonly [string | null, RegExp | null])[] = [
    [null, null],
    ['a1', null],
    ['b2', /^the archive belongs to another installation of Corridor \("b2"\)/],
  ];
  for (const [owner, problem] of answers) {
    const found = await ownerProblem({ ...exchange.session, owner: async () => owner }, 'a1');
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  }
});
