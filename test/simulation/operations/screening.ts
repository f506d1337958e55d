import {
  CUSTOMERS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  type Screening,
  SCREENINGS,
  TRANSACTIONS,
} from '@corridor/core/records';
import type { ScreeningRules } from '@corridor/core/ports';
import { NoSubject } from '../operation.js';
import { entryOf, ruleOf, SCREENING_NAME, type ScreeningPartner } from '../screening-partner.js';
import type { Tenant, World } from '../world.js';
import { type Move, sandboxOf } from './area.js';
import { learnAccounts } from './learn-accounts.js';
import { asOperator } from './operators.js';
import { records } from './rails.js';

const RULES: readonly ScreeningRules[] = [
  { notDuring: [], passBelow: { USD: 60_000n, EUR: 60_000n } as never, holdSeconds: 3_600 },
  { notDuring: [], passBelow: {}, holdSeconds: 300 },
  { notDuring: ['ACH'], passBelow: { USD: 200_000n } as never, holdSeconds: 86_400 },
];

/** The parties of the other operations, those of most payments seldom. */
const LISTED = ['Bob 003', 'Bob 004', 'Bob 005', 'Ada King', 'Lovelace Ltd', 'Grace Hopper', 'Ada Lovelace'];

const partnerOf = ({ outside }: World): ScreeningPartner => {
  if (outside.screening.rules === null) throw new NoSubject();
  return outside.screening;
};

const heldIn = async (world: World, { key }: Tenant): Promise<readonly Screening[]> =>
  (await records(world, key, SCREENINGS)).filter(({ status }) => status === 'HELD');

/** Operators clear everything that waits for their decision. */
export async function clearAllHits(world: World): Promise<void> {
  for (const tenant of world.tenants) {
    for (const { id } of await heldIn(world, tenant)) {
      const isHeld = (await heldIn(world, tenant)).some((one) => one.id === id);
      if (isHeld) await asOperator(world, tenant.key, 'screening.clear', { id, reason: 'cleared at the end' });
    }
  }
}

const confirmedIn = async (world: World, { key }: Tenant) =>
  (await records(world, key, SCREENINGS)).filter(({ status }) => status === 'CONFIRMED');

/** Two operators withdraw a confirmation of a screening. */
async function withdraw(world: World, tenant: Tenant, { id, matches }: Confirmed): Promise<void> {
  const confirmed = (await records(world, tenant.key, SCREENING_MATCHES)).find(
    (one) => one.status === 'CONFIRMED' && matches.includes(one.id),
  );
  if (confirmed === undefined) return;
  const input = { id, match: confirmed.id, reason: 'another person' };
  await asOperator(world, tenant.key, 'screening.withdraw', input);
}
type Confirmed = Awaited<ReturnType<typeof confirmedIn>>[number];

/** Operators withdraw every confirmation: a confirmed match holds money also once its party is not blocked any more. */
export async function withdrawAll(world: World): Promise<void> {
  for (const tenant of world.tenants)
    for (const confirmed of await confirmedIn(world, tenant)) await withdraw(world, tenant, confirmed);
}

async function tellHost(world: World, telling: object): Promise<void> {
  const body = Buffer.from(JSON.stringify(telling));
  await world.ask(async (core) => {
    await core.screening.callback(SCREENING_NAME, { path: 'events', headers: {}, body });
    return { ok: true, value: undefined };
  });
}

/** A screening provider with habits of its own, and what operators decide about its answers. */
export const SCREENING: readonly Move[] = [
  {
    name: 'screening.connect',
    weight: 0.05,
    async act(world, draw) {
      const { screening } = world.outside;
      const rules = draw.of(RULES);
      if (screening.rules !== null) throw new NoSubject();
      await world.restart();
      screening.rules = rules;
    },
  },
  {
    name: 'lists.change',
    weight: 1.5,
    async act(world, draw) {
      const { play } = partnerOf(world);
      const entry = entryOf(draw.of(LISTED), draw.of(['a', 'b']), draw.of(['hold', 'refuse']));
      const others = play.list.filter((one) => one.entry !== entry.entry);
      play.change(draw.once(3) ? others.slice(-1) : [...others, entry]);
    },
  },
  {
    name: 'lists.match',
    weight: 0.5,
    async act(world, draw) {
      const { play } = partnerOf(world);
      const tenant = sandboxOf(world, draw);
      const { fullName } = draw.recent(await records(world, tenant.key, CUSTOMERS));
      const name = draw.of([fullName, 'Grace Hopper', fullName]) ?? 'Grace Hopper';
      const entry = entryOf(name, draw.of(['a', 'b', 'c']), draw.of(['hold', 'refuse']));
      const isRule = draw.once(3);
      if (isRule) play.ofPayment = ruleOf(draw.under(2) + 1);
      play.change(isRule ? play.list : [...play.list.filter((one) => one.entry !== entry.entry), entry]);
    },
  },
  {
    name: 'lists.away',
    weight: 0.6,
    async act(world, draw) {
      partnerOf(world).play.isAway = !draw.once(4);
    },
  },
  {
    name: 'lists.back',
    weight: 1.2,
    async act(world) {
      partnerOf(world).play.isAway = false;
    },
  },
  {
    name: 'lists.rule',
    weight: 0.3,
    async act(world, draw) {
      const rule = draw.once(2) ? () => null : ruleOf(5);
      const { play } = partnerOf(world);
      play.ofPayment = rule;
      play.change(play.list);
    },
  },
  {
    name: 'lists.tell',
    weight: 1,
    async act(world, draw) {
      partnerOf(world);
      const tenant = sandboxOf(world, draw);
      if (draw.once(2)) return tellHost(world, { kind: 'lists-changed' });
      const { id: reference } = draw.recent(await records(world, tenant.key, SCREENINGS));
      await tellHost(world, { kind: 'changed', reference });
    },
  },
  {
    name: 'screening.clear',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, matches } = draw.recent(await heldIn(world, tenant));
      const open = (await records(world, tenant.key, SCREENING_MATCHES)).filter((one) => matches.includes(one.id));
      const match = draw.once(2) ? draw.of(open).id : undefined;
      await asOperator(world, tenant.key, 'screening.clear', { id, match, reason: `compared ${draw.under(1_000)}` });
    },
  },
  {
    name: 'screening.confirm',
    weight: 0.7,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, matches } = draw.recent(await heldIn(world, tenant));
      const open = (await records(world, tenant.key, SCREENING_MATCHES)).filter(
        (one) => one.status === 'OPEN' && matches.includes(one.id),
      );
      const caseReference = `case ${draw.under(1_000)}`;
      const input = { id, match: draw.of(open).id, reason: 'the same person', caseReference };
      await asOperator(world, tenant.key, 'screening.confirm', input);
    },
  },
  {
    name: 'screening.withdraw',
    weight: 0.4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      await withdraw(world, tenant, draw.recent(await confirmedIn(world, tenant)));
    },
  },
  {
    name: 'screening.accounts',
    weight: 3,
    async act(world, draw) {
      partnerOf(world);
      const tenant = sandboxOf(world, draw);
      const approved = (await records(world, tenant.key, CUSTOMERS)).filter(
        ({ kycStatus }) => kycStatus === 'APPROVED',
      );
      await learnAccounts(world, tenant, draw.recent(approved).id);
    },
  },
  {
    name: 'cases.open',
    weight: 0.6,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const about = await draw.of([aboutNothing, aboutPayment, aboutHit])(world, tenant);
      const input = { title: `case ${draw.under(1_000)}`, about: about.length === 0 ? undefined : draw.recent(about) };
      await asOperator(world, tenant.key, 'cases.open', input);
    },
  },
  {
    name: 'cases.add',
    weight: 0.4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = draw.recent(await records(world, tenant.key, SCREENING_CASES));
      const about = draw.recent(await draw.of([aboutPayment, aboutHit])(world, tenant));
      await asOperator(world, tenant.key, 'cases.add', { id, about });
    },
  },
  {
    name: 'cases.close',
    weight: 0.4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = draw.recent(await records(world, tenant.key, SCREENING_CASES));
      const outcome = draw.of(['REPORTED', 'UNFOUNDED', 'ENDED']);
      await asOperator(world, tenant.key, 'cases.close', { id, outcome, reason: 'examined' });
    },
  },
];

const aboutNothing = async (): Promise<readonly string[]> => [];
const aboutPayment = async (world: World, { key }: Tenant): Promise<readonly string[]> =>
  (await records(world, key, TRANSACTIONS)).map(({ id }) => id);
const aboutHit = async (world: World, { key }: Tenant): Promise<readonly string[]> =>
  (await records(world, key, SCREENINGS)).map(({ id }) => id);
