import { CUSTOMERS, JOBS, KYC_LINKS, VERIFICATIONS } from '@corridor/core/records';
import { Broken } from '../invariants.js';
import { KYC_NAME, type KycPartner } from '../kyc-partner.js';
import { NoSubject } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { known, learnt, type Move, sandboxOf } from './area.js';
import { records } from './rails.js';

type Played = NonNullable<KycPartner['play']>;

const playOf = ({ outside }: World): Played => {
  if (outside.kyc.play === null) throw new NoSubject();
  return outside.kyc.play;
};

/** Sends a message of the provider that is on its way. One that has to wait, and one whose answer is lost, comes again. */
async function send(world: World, at: number, isLost: boolean): Promise<void> {
  const { messages } = playOf(world);
  const message = messages[at];
  if (message === undefined) throw new NoSubject();
  const body = JSON.stringify(message);
  const headers = world.outside.kyc.signed(body);
  const status = await world.ask(async (core) => {
    const answer = await core.kyc.callback(KYC_NAME, { path: 'events', headers, body: Buffer.from(body) });
    return { ok: true, value: answer!.status };
  });
  if (status === null || status === 409 || isLost) return;
  if (status !== 200 && status !== 404) throw new Broken(`the answer to ${body} is ${status}`);
  const still = messages.indexOf(message);
  if (still >= 0) messages.splice(still, 1);
}

/** The provider works well, has told everything that it has to tell, and its customers have finished its page. */
export async function endKyc(world: World): Promise<void> {
  const { kyc } = world.outside;
  if (kyc.play === null) return;
  kyc.isAway = false;
  kyc.play.behave();
  for (const [reference, { state }] of kyc.play.pages) if (state === 'open') kyc.play.finish(reference);
  for (let at = kyc.play.messages.length - 1; at >= 0; at--) await send(world, at, false);
}

/** Submissions that the provider has decided, and that wait all the same, and questions without an end. */
export async function stuckKyc(world: World, { key, environment }: Tenant): Promise<readonly string[]> {
  const { play, hasPage } = world.outside.kyc;
  if (play === null || environment !== 'SANDBOX') return [];
  const deleted = new Set<string>(
    (await records(world, key, CUSTOMERS)).filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
  );
  const verifications = await records(world, key, VERIFICATIONS);
  const waiting = verifications.filter(
    ({ verificationStatus, customerId }) => verificationStatus === 'IN_PROGRESS' && !deleted.has(customerId),
  );
  const finished = new Set([...play.pages].filter(([, { state }]) => state === 'submitted').map(([id]) => id));
  const links = (await records(world, key, KYC_LINKS)).filter(
    ({ id, status, customerId }) => status === 'OPEN' && finished.has(id) && !deleted.has(customerId),
  );
  // A message about an approval waits until a person has decided.
  const decided = new Set<string>(
    verifications.flatMap(({ id, verificationStatus }) => (verificationStatus === 'PENDING_MANUAL_REVIEW' ? [] : [id])),
  );
  const repeated = play.messages.filter(({ reference }) => decided.has(String(reference).replace(/\.\d+$/, '')));
  const jobs = (await records(world, key, JOBS)).filter(({ kind }) => /^kyc\.(?:review|owner)/.test(kind));
  return [
    ...waiting.map(
      ({ id, version }) =>
        `${id} is still IN_PROGRESS, and the provider says ${JSON.stringify(play.cases.get(`${id}.${version}`)?.verdict)}`,
    ),
    ...(hasPage ? links.map(({ id }) => `the customer has finished on the page of ${id}, which is still OPEN`) : []),
    ...jobs.map(({ kind, subject }) => `the provider is still asked about ${subject} (${kind})`),
    ...repeated.map((message) => `the provider still repeats ${JSON.stringify(message)}`),
  ];
}

/** A KYC provider with habits of its own. */
export const KYC: readonly Move[] = [
  {
    name: 'kyc.connect',
    weight: 0.05,
    async act(world, draw) {
      const { kyc } = world.outside;
      const seed = `provider ${draw.under(1_000)}`;
      const hasPage = !draw.once(3);
      if (kyc.play !== null) throw new NoSubject();
      await world.restart();
      kyc.connect(seed, hasPage);
    },
  },
  {
    name: 'kyc.away',
    weight: 0.4,
    async act(world, draw) {
      playOf(world);
      world.outside.kyc.isAway = !draw.once(3);
    },
  },
  {
    name: 'kyc.back',
    weight: 1,
    async act(world) {
      playOf(world);
      world.outside.kyc.isAway = false;
    },
  },
  {
    name: 'kyc.tell',
    weight: 3,
    async act(world, draw) {
      const { messages } = playOf(world);
      if (messages.length === 0) throw new NoSubject();
      const at = draw.under(messages.length);
      const isChange = messages[at]!['kind'] === 'changed';
      const isDropped = draw.once(4);
      // Corridor asks again by itself, so a message that something changed may be lost.
      if (isDropped && isChange) return void messages.splice(at, 1);
      await send(world, at, draw.once(4));
    },
  },
  {
    name: 'kyc.finish-page',
    weight: 1.5,
    async act(world, draw) {
      const play = playOf(world);
      const [reference] = draw.recent([...play.pages].filter(([, { state }]) => state === 'open'));
      play.finish(reference);
    },
  },
  {
    name: 'kyc.add-owner',
    weight: 1,
    async act(world, draw) {
      playOf(world);
      const tenant = sandboxOf(world, draw);
      const business = known(world, tenant, 'people', draw);
      if (business['customerType'] !== 'BUSINESS') throw new NoSubject();
      const owner = await world.call(tenant, (core) => core.verification.owners.create, {
        customerId: business.id,
        roles: ['UBO'],
        ownershipPercentage: 1 + draw.under(10),
        personalInfo: { ...OWNER, lastName: draw.of(['Byron', 'Hamilton', 'Murray', 'Byron 002']) },
      });
      learnt(world, tenant, 'owners', owner);
    },
  },
  {
    name: 'kyc.submit',
    weight: 2,
    async act(world, draw) {
      playOf(world);
      const tenant = sandboxOf(world, draw);
      const open = (await records(world, tenant.key, VERIFICATIONS)).filter(
        ({ verificationStatus }) => verificationStatus === 'RESOLVE_ERRORS',
      );
      await world.call(tenant, (core) => core.verification.submit, { customerId: draw.recent(open).customerId });
    },
  },
];

const OWNER = {
  ...{ firstName: 'Augusta', birthDate: '1990-12-10', nationality: 'US', idType: 'SSN', identifier: '914-77-0187' },
  address: { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
};
