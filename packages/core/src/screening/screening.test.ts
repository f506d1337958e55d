import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, idFrom, type KindOf, ok, readAll } from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { playParties } from '../testing/play-parties.js';
import { type PlayScreening, playScreening } from '../testing/play-screening.js';
import { digest, reversingSealer } from '../testing/ports.js';
import type { ScreenedParty } from './index.js';
import {
  presentRound,
  SCREENED_PARTIES,
  SCREENING_MATCHES,
  screeningGate,
  type ScreeningGate,
  SCREENINGS,
  undecidedScreening,
} from './index.js';

const SUBJECT = 'Customer:018bcfe5-6800-7000-8000-0000000000c1';
const person = (name: string, id = SUBJECT): ScreenedParty => ({
  ...{ id, role: 'CUSTOMER', kind: 'INDIVIDUAL', name, birthDate: '1980-01-02', nationality: 'US' },
  ...{ country: 'US', address: null },
});
const IVAN = { entry: '17', version: 'a', matches: 'Ivan Listed' };

let provider: PlayScreening;
let play: PlayCore;
let gate: ScreeningGate;

beforeEach(async () => {
  provider = playScreening({ list: [IVAN] });
  play = await playCore({ screening: [provider.connection] });
  gate = screeningGate({ digest, sealer: reversingSealer, connections: [provider.connection] });
});

const ids = {
  next: (type: string) => idFrom(type as never, `${type}:018bcfe5-6800-7000-8000-${String(nr++).padStart(12, '0')}`),
};
let nr = 1;

const check = (party: ScreenedParty) =>
  play.storage.units
    .run(play.tenant, async (tx) => ({
      ok: true,
      value: await gate.check(
        { tx, ctx: play.context(), ids: ids as never },
        { subject: party.id, occasion: 'ONBOARDING', parties: [party], payment: null },
      ),
    }))
    .then((result) => valueOf(result));
const all = <T extends BaseRecord>(kind: KindOf<T>) =>
  play.storage.units.read(play.tenant, (reads) => readAll(reads, kind));

describe('a subject', () => {
  it('is asked about once, and goes on after a clear answer', async () => {
    expect(await check(person('Ada'))).toBe('asked');
    expect(await check(person('Ada'))).toBe('asked');
    await play.pass(0);
    expect(await check(person('Ada'))).toBe('go');
    expect(provider.asked).toHaveLength(1);
    expect(await all(SCREENINGS)).toMatchObject([{ status: 'CLEAR', listVersion: 'v1', answer: 'clear' }]);
    // The record of the party does not exist.
    expect(await all(SCREENED_PARTIES)).toEqual([]);
    const round = await play.storage.units.read(play.tenant, presentRound);
    expect(round).toMatchObject({ listVersion: 'v1' });
  });

  it('is held by a match, of which the platform learns nothing', async () => {
    await check(person('Ivan Listed'));
    await play.pass(0);
    expect(await check(person('Ivan Listed'))).toBe('held');
    expect(await all(SCREENING_MATCHES)).toMatchObject([{ status: 'OPEN', party: SUBJECT, list: 'PLAY', entry: '17' }]);
    expect(await all(EXCEPTIONS)).toMatchObject([
      {
        kind: 'SCREENING_HIT',
        subject: SUBJECT,
        amount: 0n,
        reason: 'matches PLAY, entry 17, version a',
        isUntold: true,
      },
    ]);
    expect(play.delivered).toEqual([]);
  });

  it('is asked again after a change of its name, and by other lists', async () => {
    await check(person('Ada'));
    await play.pass(0);
    expect(await check(person('Ada B'))).toBe('asked');
    await play.pass(0);
    provider.change([IVAN]);
    await check(person('Other', 'Customer:018bcfe5-6800-7000-8000-0000000000c2'));
    await play.pass(0);
    expect(await check(person('Ada B'))).toBe('asked');
    await play.pass(0);
    expect(await check(person('Ada B'))).toBe('go');
  });

  it('waits while the provider is away', async () => {
    provider.isAway = true;
    await check(person('Ada'));
    await play.pass(0);
    expect(await check(person('Ada'))).toBe('asked');
    provider.isAway = false;
    await play.pass(30);
    expect(await check(person('Ada'))).toBe('go');
    expect(new Set(provider.asked.map(({ reference }) => reference)).size).toBe(1);
  });
});

it('a match holds its subject, whatever the number of newer questions', async () => {
  await check(person('Ivan Listed'));
  await play.pass(0);
  provider.isAway = true;
  const ask = () =>
    play.storage.units.run(play.tenant, async (tx) => {
      const question = {
        subject: SUBJECT,
        occasion: 'ONBOARDING',
        parties: [person('Ivan Listed')],
        payment: null,
      } as const;
      await gate.store({ tx, ctx: play.context(), ids: ids as never }, question);
      return ok();
    });
  for (let nr = 0; nr <= 50; nr += 1) valueOf(await ask());
  expect(await play.storage.units.read(play.tenant, (reads) => undecidedScreening(reads, SUBJECT))).toBe('OPEN');
  expect(await check(person('Ivan Listed'))).toBe('held');
});

it('an answer that comes after a change of the party says nothing about it', async () => {
  const parties = await playParties(provider, ['Ivan Listed']);
  const { id } = (await parties.customers())[0]!;
  let release = (): void => undefined;
  const late = new Promise<void>((resolve) => (release = resolve));
  provider.before = ({ occasion }) => (occasion === 'REPEAT' ? late : Promise.resolve());
  valueOf(await parties.host().core.rails.start());
  const asking = parties.run(2);
  await vi.waitFor(() => expect(provider.asked.map(({ occasion }) => occasion)).toEqual(['REPEAT']));
  await parties.rename(id, 'Ada');
  const joined = parties.host().core.work.runJobs();
  await vi.waitFor(() => expect(provider.answered.map(({ question }) => question.parties[0]!.name)).toEqual(['Ada']));
  release();
  await Promise.all([asking, joined]);
  await parties.run(1);
  expect(await parties.all(SCREENED_PARTIES)).toMatchObject([{ party: id, isClear: true }]);
  expect(await parties.all(SCREENING_MATCHES)).toMatchObject([{ party: id, status: 'OPEN' }]);
});
