import { repeat } from '../world.js';
import type { Move } from './area.js';

/** Seconds by which the clock jumps; the lease of a job lasts 30 seconds, and that of a quote 300. */
const JUMPS = [1, 2, 5, 10, 31, 31, 60, 400, 20_000];

const ENDPOINT_ANSWERS = [200, 200, 200, 202, 403, 500];

/** Time, background work, and requests that are sent again. */
export const HOSTS: readonly Move[] = [
  {
    name: 'time.advance',
    weight: 7,
    async act(world, draw) {
      world.advance(draw.of(JUMPS));
      const { core } = await world.host();
      await core.work.refreshRates().catch(() => undefined);
    },
  },
  {
    name: 'time.days',
    weight: 0.15,
    async act(world, draw) {
      world.advance(86_400 * (1 + draw.under(31)));
    },
  },
  {
    name: 'work.jobs',
    weight: 10,
    async act(world) {
      const { core } = await world.host();
      await core.work.expireOverdue();
      await core.work.runJobs();
    },
  },
  {
    name: 'work.jobs-of-both',
    weight: 4,
    async act(world) {
      await Promise.all((await world.hosts()).map(({ core }) => core.work.runJobs()));
    },
  },
  {
    name: 'work.steps',
    weight: 3,
    async act(world, draw) {
      const seconds = draw.of([2, 10, 12, 31]);
      for (let step = draw.under(4); step >= 0; step--) {
        world.advance(seconds);
        const { core } = await world.host();
        await core.work.runJobs();
      }
    },
  },
  {
    name: 'work.events',
    weight: 3,
    async act(world) {
      const { core } = await world.host();
      await core.work.deliverEvents();
    },
  },
  {
    name: 'work.upkeep',
    weight: 1,
    async act(world) {
      const { core } = await world.host();
      await core.work.sealJournal();
      await core.work.foldFigures();
      await core.work.forgetAnswers();
      await core.work.runAudits();
    },
  },
  {
    name: 'hosts.resume',
    weight: 2,
    act: (world) => world.resume(),
  },
  {
    name: 'webhooks.answer',
    weight: 1.5,
    async act(world, draw) {
      world.webhookStatus = draw.of(ENDPOINT_ANSWERS);
    },
  },
  {
    name: 'requests.repeat',
    weight: 4,
    async act(world, draw) {
      const { length } = world.sent;
      if (length > 0) await repeat(world, length - 1 - (draw.under(200) % length), draw.once(4));
    },
  },
];
