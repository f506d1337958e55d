import { expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { ERASED_TEXT, ok, type UnitOfWork, update } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayParties, playParties } from '../testing/play-parties.js';
import { type PlayScreening, playScreening } from '../testing/play-screening.js';
import { SCREENED_PARTIES, SCREENING_MATCHES, SCREENING_ROUNDS, SCREENINGS } from './index.js';

const IVAN = { entry: '17', version: 'a', matches: 'Ivan Listed' };
/** More than one question has. */
const NAMES = ['Ivan Listed', ...Array.from({ length: 50 }, (_, nr) => `Person ${nr}`)];

const start = async (parties: PlayParties): Promise<void> => {
  valueOf(await parties.host().core.rails.start());
};

async function expectWhole(parties: PlayParties, provider: PlayScreening): Promise<void> {
  const customers = await parties.customers();
  const screened = await parties.all(SCREENED_PARTIES);
  const everyone = [...customers, ...(await parties.all(EXTERNAL_ACCOUNTS))].map(({ id }) => id);
  expect(screened.map(({ party }) => party).toSorted()).toEqual(everyone.toSorted());
  expect(screened.every(({ listVersion }) => listVersion === provider.version())).toBe(true);
  const held = screened.filter(({ isClear }) => !isClear);
  expect(held.map(({ party }) => party)).toEqual([customers.find(({ fullName }) => fullName === 'Ivan Listed')!.id]);
  expect(await parties.all(SCREENING_MATCHES)).toMatchObject([{ status: 'OPEN', entry: '17' }]);
  expect(await parties.all(EXCEPTIONS)).toMatchObject([{ kind: 'SCREENING_HIT', subject: held[0]!.party }]);
  const rounds = await parties.all(SCREENING_ROUNDS);
  expect(rounds).toMatchObject([{ status: 'DONE', asked: everyone.length, held: 1 }]);
}

it('a round asks about every customer, also about those who are older than the connection', async () => {
  const provider = playScreening({ list: [IVAN] });
  const parties = await playParties(provider, NAMES);
  await start(parties);
  await parties.run(10);
  await expectWhole(parties, provider);
  expect(provider.asked.map((question) => question.parties.length)).toEqual([50, 1]);
  // An answered question of a round has no names.
  expect(JSON.stringify(await parties.all(SCREENINGS)).toLowerCase()).not.toContain('detsil');
});

it('a round begins a day after the last one, and at once with other lists', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada']);
  await start(parties);
  await parties.run(5);
  await parties.host().pass(23 * 3_600);
  await parties.run(2);
  expect(provider.asked).toHaveLength(1);
  await parties.host().pass(3_600);
  await parties.run(2);
  expect(provider.asked).toHaveLength(2);
  provider.change([{ ...IVAN, matches: 'Ada' }]);
  await parties.host().pass(300);
  await parties.run(2);
  expect(provider.asked).toHaveLength(3);
  expect((await parties.all(SCREENING_ROUNDS)).map(({ listVersion, status }) => [listVersion, status])).toEqual([
    ['v1', 'DONE'],
    ['v1', 'DONE'],
    ['v2', 'DONE'],
  ]);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ isClear: false, listVersion: 'v2' }]);
  // The next rounds find the same match, which an operator has before them already.
  await parties.host().pass(86_400);
  await parties.run(5);
  expect(await parties.all(EXCEPTIONS)).toHaveLength(1);
  const [match] = await parties.all(SCREENING_MATCHES);
  await parties.clear(match!);
  expect(await parties.all(EXCEPTIONS)).toMatchObject([{ status: 'RESOLVED' }]);
  expect((await parties.all(SCREENINGS)).map(({ status }) => status)).not.toContain('HELD');
  await parties.host().pass(86_400);
  await parties.run(5);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ isClear: true }]);
  expect(await parties.all(EXCEPTIONS)).toHaveLength(1);
});

/** Units of a host that dies before its unit number `after`. */
function dying(units: UnitOfWork, after: number): { readonly units: UnitOfWork; readonly isDead: () => boolean } {
  let left = after;
  return {
    isDead: () => left < 0,
    units: {
      ...units,
      read: (tenant, work, extent) => units.read(tenant, work, extent),
      run: (tenant, work, traffic) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : units.run(tenant, work, traffic);
      },
    },
  };
}

it('a host can die between any two units of a round', async () => {
  for (let after = 0; ; after += 1) {
    const provider = playScreening({ list: [IVAN] });
    const parties = await playParties(provider, ['Ivan Listed', 'Ada'], { payee: 'Grace' });
    await start(parties);
    const { units, isDead } = dying(parties.host().storage.units, after);
    await parties.restart(units);
    await parties.run(4);
    const hasDied = isDead();
    await parties.restart();
    await parties.host().pass(31);
    await parties.run(6);
    await expectWhole(parties, provider);
    if (!hasDied) break;
    expect(after).toBeLessThan(100);
  }
}, 120_000);

it('a message about a question of a round asks about its parties again, also while a round is running', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada', 'Grace']);
  await start(parties);
  await parties.run(5);
  const { reference } = provider.asked.at(-1)!;
  provider.before = ({ occasion, parties: asked }) =>
    occasion === 'REPEAT' && asked.length > 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  await parties.host().pass(86_400);
  expect((await parties.all(SCREENING_ROUNDS)).at(-1)!.status).toBe('RUNNING');
  provider.ofParty = ({ name }) => (name === 'Ada' ? IVAN : null);
  expect(await parties.tell({ kind: 'changed', reference })).toBe(200);
  await parties.run(2);
  expect((await parties.all(SCREENED_PARTIES)).map(({ isClear }) => isClear).toSorted()).toEqual([false, true]);
  // Nor has the question about one of them its name after the answer.
  const again = provider.asked.findLast(({ parties: asked }) => asked.length === 1 && asked[0]!.name === 'Ada')!;
  provider.ofParty = () => null;
  expect(await parties.tell({ kind: 'changed', reference: again.reference })).toBe(200);
  await parties.run(2);
  expect(provider.asked.flatMap(({ parties: asked }) => asked.map(({ name }) => name))).not.toContain(null);
});

it('a round without a connection ends, and the next connection begins another one at once', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada']);
  provider.before = () => Promise.reject(new Error('not yet'));
  await start(parties);
  await parties.host().pass(5);
  await parties.restart(undefined, []);
  await start(parties);
  await parties.host().pass(61);
  await parties.host().pass(661);
  await parties.host().pass(0);
  expect((await parties.all(SCREENING_ROUNDS)).map(({ status }) => status)).toEqual(['REPLACED']);
  expect((await parties.all(SCREENINGS)).map(({ status }) => status)).toEqual(['DROPPED']);
  provider.before = async () => undefined;
  await parties.restart();
  await start(parties);
  await parties.run(5);
  expect((await parties.all(SCREENING_ROUNDS)).map(({ status }) => status)).toEqual(['REPLACED', 'DONE']);
  expect(await parties.all(SCREENED_PARTIES)).toHaveLength(1);
});

it('replicas of a provider with other lists are asked less and less often', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada']);
  await start(parties);
  await parties.run(5);
  await parties.rename((await parties.customers())[0]!.id, 'Grace');
  provider.answersBy = () => 'other';
  provider.asked.length = 0;
  await parties.run(60);
  expect(provider.asked.length).toBeLessThan(10);
  provider.answersBy = null;
  await parties.run(31);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ isClear: true, listVersion: 'v1' }]);
});

it('a round whose question was erased begins again, and asks about its parties', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada']);
  provider.isAway = true;
  await start(parties);
  provider.isAway = false;
  provider.before = async () => Promise.reject(new Error('not yet'));
  await parties.host().pass(30);
  const [asked] = (await parties.all(SCREENINGS)).filter(({ status }) => status === 'ASKED');
  expect(asked).toBeDefined();
  await parties.host().core.units.run(parties.host().tenant, async (tx) =>
    ok(
      update(tx, parties.host().context(), SCREENINGS, (await tx.get(SCREENINGS, asked!.id))!, {
        sealedQuestion: ERASED_TEXT,
      }),
    ),
  );
  provider.before = async () => undefined;
  await parties.run(62);
  expect((await parties.all(SCREENING_ROUNDS)).map(({ status }) => status)).toEqual(['REPLACED', 'DONE']);
  expect(await parties.all(SCREENED_PARTIES)).toHaveLength(1);
});

it('a message asks a question again, and the lists at once; an unknown reference is refused', async () => {
  const provider = playScreening();
  const parties = await playParties(provider, ['Ada']);
  await start(parties);
  await parties.run(3);
  await parties.rename((await parties.customers())[0]!.id, 'Grace');
  await parties.run(1);
  const { reference } = provider.asked.at(-1)!;
  provider.change([{ ...IVAN, matches: 'Grace' }]);
  expect(await parties.tell({ kind: 'changed', reference })).toBe(200);
  await parties.run(1);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ isClear: false, listVersion: 'v2' }]);
  provider.change([]);
  expect(await parties.tell({ kind: 'lists-changed' })).toBe(200);
  await parties.run(4);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ isClear: true, listVersion: 'v3' }]);
  const unknown = 'Screening:018bcfe5-6800-7000-8000-000000000001';
  expect(await parties.tell({ kind: 'changed', reference: unknown })).toBe(404);
});
