import { expect, it } from 'vitest';
import { NO_OBSERVER } from '../events/index.js';
import { idFrom, ok } from '../kernel/index.js';
import { playCore } from '../testing/play-core.js';
import { playScreening } from '../testing/play-screening.js';
import { digest, reversingSealer } from '../testing/ports.js';
import { type ScreenedParty, screeningGate } from './index.js';

const party = (name: string, number: number): ScreenedParty => ({
  id: `Customer:018bcfe5-6800-7000-8000-0000000000c${number}`,
  ...{ role: 'CUSTOMER', kind: 'INDIVIDUAL', name, birthDate: '1980-01-02', nationality: 'US' },
  ...{ country: 'US', address: null },
});

it('counts each attempt to ask a provider by what the provider answered', async () => {
  const counted: string[] = [];
  const provider = playScreening({
    list: [
      { entry: '17', version: 'a', matches: 'Ivan Listed' },
      { entry: '18', version: 'a', matches: 'Boris Listed', state: 'refuse' },
    ],
  });
  const play = await playCore({
    screening: [provider.connection],
    observer: { ...NO_OBSERVER, screened: (...ended) => counted.push(ended.join(' ')) },
  });
  const gate = screeningGate({ digest, sealer: reversingSealer, connections: [provider.connection] });
  let serial = 0;
  const next = (type: string) =>
    idFrom(type as never, `${type}:018bcfe5-6800-7000-8000-${String((serial += 1)).padStart(12, '0')}`);
  const ask = async (name: string, number: number) => {
    await play.storage.units.run(play.tenant, async (tx) => {
      const asked = party(name, number);
      const question = { subject: asked.id, occasion: 'ONBOARDING', parties: [asked], payment: null } as const;
      await gate.check({ tx, ctx: play.context(), ids: { next } as never }, question);
      return ok();
    });
    await play.pass(0);
  };
  await ask('Ada', 1);
  await ask('Ivan Listed', 2);
  await ask('Boris Listed', 3);
  provider.isAway = true;
  await ask('Grace', 4);
  provider.isAway = false;
  await play.pass(30);
  expect(counted).toEqual(
    ['clear', 'hold', 'refuse', 'away', 'clear'].map((outcome) => `SANDBOX play-lists ${outcome}`),
  );
});
