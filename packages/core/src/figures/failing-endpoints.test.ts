import { beforeEach, expect, it } from 'vitest';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { instant } from '../kernel/index.js';

const REFUSED = { kind: 'answered', status: 500, body: '' } as const;
const HOUR = 3_600;

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
  play.answer = REFUSED;
  await payerOn(play);
  await play.pass(0);
});

const failing = async (): Promise<number> => {
  const to = play.clock.now();
  const { failingEndpoints } = await play.core.figures.overview({ from: instant(to - 1), to, of: play.tenant });
  return failingEndpoints.length;
};
const set = async (webhookEndpoint: string | null) =>
  valueOf(await play.run(play.core.platforms.updateConfig, { webhookEndpoint } as never));

it('an endpoint that refuses events fails', async () => {
  expect(await failing()).toBe(1);
});

it('an endpoint that was removed does not fail', async () => {
  await set(null);
  expect(await failing()).toBe(0);
});

it('an endpoint that replaced one that failed does not fail before it refuses an event itself', async () => {
  play.clock.advance(1);
  await set('https://hooks.example/second');
  expect(await failing()).toBe(0);
  play.answer = { kind: 'answered', status: 200, body: '' };
  await play.pass(0);
  expect(await failing()).toBe(0);
});

it('an endpoint that accepts the test event and refuses the others fails', async () => {
  play.clock.advance(1);
  play.answer = { kind: 'answered', status: 200, body: '' };
  await set('https://hooks.example/second');
  await play.pass(0);
  play.answer = REFUSED;
  play.clock.advance(1);
  await payerOn(play);
  await play.pass(0);
  expect(await failing()).toBe(1);
  await play.pass(HOUR);
  expect(await failing()).toBe(1);
});

it('an endpoint that fails still does so after a test event that was asked for', async () => {
  play.clock.advance(1);
  play.answer = { kind: 'answered', status: 200, body: '' };
  valueOf(await play.run(play.core.events.test, undefined as never));
  expect(await failing()).toBe(1);
});
