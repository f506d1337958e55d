import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { UnitOfWork } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayParties, playParties } from '../testing/play-parties.js';
import { digest } from '../testing/ports.js';
import { type ListEntry, playScreening, type PlayScreening } from '../testing/play-screening.js';
import { customerParty, identityOf, SCREENED_PARTIES, SCREENING_MATCHES } from './index.js';

const NAMES = ['Ada', 'Grace', 'Ivan', 'Vera'];

type Step =
  | { readonly do: 'list'; readonly names: readonly string[]; readonly version: string }
  | { readonly do: 'rename'; readonly whom: number; readonly name: string }
  | { readonly do: 'away' | 'back' | 'clear' | 'tell' }
  /** The host dies before its unit of this number, and another one starts. */
  | { readonly do: 'die'; readonly after: number }
  | { readonly do: 'pass'; readonly seconds: number };

const name = fc.constantFrom(...NAMES, 'Nadia');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('list' as const),
    names: fc.uniqueArray(name, { maxLength: 3 }),
    version: fc.constantFrom('a', 'b'),
  }),
  fc.record({ do: fc.constant('rename' as const), whom: fc.nat(3), name }),
  fc.record({ do: fc.constantFrom('away' as const, 'back' as const, 'clear' as const, 'tell' as const) }),
  fc.record({ do: fc.constant('die' as const), after: fc.nat(12) }),
  fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 3, 40) }),
);

const entriesOf = (names: readonly string[], version: string): readonly ListEntry[] =>
  names.map((matches) => ({ entry: `entry of ${matches}`, version, matches }));

const dying = (units: UnitOfWork, after: number): UnitOfWork => {
  let left = after;
  return {
    read: (tenant, work, extent) => units.read(tenant, work, extent),
    removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
    run: (tenant, work, traffic) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : units.run(tenant, work, traffic);
    },
  };
};

async function clearAll(parties: PlayParties): Promise<void> {
  for (const match of await parties.all(SCREENING_MATCHES)) if (match.status === 'OPEN') await parties.clear(match);
}

async function take(parties: PlayParties, provider: PlayScreening, taken: Step): Promise<void> {
  switch (taken.do) {
    case 'list':
      return provider.change(entriesOf(taken.names, taken.version));
    case 'rename':
      return parties.rename((await parties.customers())[taken.whom]!.id, taken.name);
    case 'away':
    case 'back':
      provider.isAway = taken.do === 'away';
      return;
    case 'clear':
      return clearAll(parties);
    case 'tell':
      expect(await parties.tell({ kind: 'lists-changed' })).toBe(200);
      return;
    case 'die': {
      const { units } = parties.host().storage;
      await parties.restart(dying(units, taken.after));
      await parties.run(3);
      await parties.restart();
      return;
    }
    case 'pass':
      return parties.run(taken.seconds);
  }
}

async function expectRight(parties: PlayParties, provider: PlayScreening): Promise<void> {
  const [rows, matches] = [await parties.all(SCREENED_PARTIES), await parties.all(SCREENING_MATCHES)];
  const exceptions = await parties.all(EXCEPTIONS);
  for (const customer of await parties.customers()) {
    const identity = identityOf(digest, [customerParty(customer)]);
    const row = rows.find(({ party }) => party === customer.id);
    expect(row, 'each party is asked about as it is now, by the present lists').toMatchObject({
      identity,
      listVersion: provider.version(),
    });
    const hits = provider.list.filter((entry) => entry.matches === customer.fullName);
    const found = hits.map((hit) =>
      matches.find(
        (match) =>
          match.party === customer.id &&
          match.entry === hit.entry &&
          match.entryVersion === hit.version &&
          match.identity === identity,
      ),
    );
    expect(found, 'no match is lost').not.toContain(undefined);
    expect(row!.isClear, 'exactly the matches that are not cleared hold').toBe(
      found.every((match) => match!.status === 'CLEARED'),
    );
    for (const match of found.filter((each) => each!.status === 'OPEN'))
      expect(
        exceptions.some(
          ({ status, subject, reason }) =>
            status === 'OPEN' && subject === customer.id && reason.includes(match!.entry),
        ),
        'an operator has each open match',
      ).toBe(true);
  }
}

it('whatever the order of answers, changes of lists and names, decisions and crashes, each party is as held as the lists and the operators say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const provider = playScreening({ list: entriesOf(['Ivan'], 'a') });
      const parties = await playParties(provider, NAMES);
      valueOf(await parties.host().core.rails.start());
      for (const taken of steps) await take(parties, provider, taken);
      provider.isAway = false;
      await parties.host().pass(31);
      await parties.tell({ kind: 'lists-changed' });
      await parties.host().pass(31);
      await parties.run(10);
      await expectRight(parties, provider);
      await clearAll(parties);
      await expectRight(parties, provider);
    }),
    { numRuns: 40 },
  );
}, 240_000);
