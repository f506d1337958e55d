import {
  CUSTOMERS,
  EXCEPTIONS,
  FUNDING_ADDRESSES,
  PLATFORMS,
  TRANSACTIONS,
  TRAVEL_RULE_TRANSFERS,
} from '@corridor/core/records';
import { Wallet } from 'ethers';
import { Broken } from '../invariants.js';
import { type Draw, NoSubject } from '../operation.js';
import {
  addressOf,
  CHAIN_NAME,
  CHAIN_NETWORK,
  CHAIN_RAIL,
  type Json,
  type TravelRulePartner,
} from '../travel-rule-partner.js';
import { digestOf, type Known, type Tenant, type World } from '../world.js';
import { learnt, type Move, sandboxOf } from './area.js';
import { block, heldNow } from './blocks.js';
import { cancel } from './cancellations.js';
import { learnAccounts } from './learn-accounts.js';
import { records, tell } from './rails.js';

const LIMITS = ['1000.00', '100.00', '10.00'];
/** Seconds; the quiet phase at the end of a run is longer. */
const WAITS = [600, 3_600, 14_400, 14_400];

const partnerOf = ({ outside }: World): TravelRulePartner => {
  if (outside.travelRule.entry === null) throw new NoSubject();
  return outside.travelRule;
};

/** Sends a message of the partner that is on its way. One that has to wait, and one whose answer is lost, comes again. */
async function send(world: World, at: number, isLost: boolean): Promise<void> {
  const { messages, signed, kept } = partnerOf(world);
  const message = messages[at];
  if (message === undefined) throw new NoSubject();
  const body = JSON.stringify(message);
  const callback = { path: 'events', headers: signed(body), body: Buffer.from(body) };
  const status = await world.ask(async (core) => {
    const answer = await core.rails.callback(CHAIN_NAME, callback);
    return { ok: true, value: answer!.status };
  });
  if (status === null) return;
  if (![200, 404, 409, 503].includes(status)) throw new Broken(`the answer to ${body} is ${status}`);
  const isIncoming = message['kind'] === 'incoming';
  const reference = String(message['reference']);
  const before = kept.get(reference);
  if (isIncoming && status === 200) {
    if (before !== undefined && before !== body) throw new Broken(`${reference} is kept with two contents`);
    kept.set(reference, body);
  }
  // A reference that is kept with other content is never kept with this one.
  const isRefused = status === 409 && isIncoming && before !== undefined && before !== body;
  if (isLost || status === 503 || (status === 409 && !isRefused)) return;
  const still = messages.indexOf(message);
  if (still >= 0) messages.splice(still, 1);
}

/** The partner works well and has told everything that it has to tell. */
export async function endTravelRule(world: World): Promise<void> {
  const { travelRule } = world.outside;
  if (travelRule.entry === null) return;
  travelRule.isAway = false;
  travelRule.behave();
  for (let at = travelRule.messages.length - 1; at >= 0; at--) await send(world, at, false);
}

/** Transfers without an end, ended ones whose payment went another way, and information that was not kept once. */
export async function stuckTransfers(world: World, { key, environment }: Tenant): Promise<readonly string[]> {
  const { entry, books, kept, messages } = world.outside.travelRule;
  if (entry === null || environment !== 'SANDBOX') return [];
  const held = new Set<unknown>((await heldNow(world, key)).map(({ subject }) => subject));
  // Operators decide about what was held.
  const decided = new Set<unknown>((await records(world, key, EXCEPTIONS)).map(({ subject }) => subject));
  const payments = new Map((await records(world, key, TRANSACTIONS)).map((one) => [one.id as string, one]));
  const transfers = await records(world, key, TRAVEL_RULE_TRANSFERS);
  const findings: string[] = [];
  const incoming = new Map<string, number>();
  for (const { id, status, subject, direction, reference, amount, institution, transactionHash } of transfers) {
    if (direction === 'IN') {
      incoming.set(reference, (incoming.get(reference) ?? 0) + 1);
      const told = JSON.parse(kept.get(reference) ?? '{}') as Json;
      const isSame =
        told['amount'] === String(amount) &&
        told['institution'] === institution &&
        told['transactionHash'] === transactionHash;
      if (!isSame) findings.push(`${id} does not have what the partner sent as ${reference}`);
      continue;
    }
    if (status === 'ASKED')
      findings.push(`${id} is still ASKED, and the partner has ${JSON.stringify(books.get(reference)?.answer)}`);
    if (!['REJECTED', 'EXPIRED', 'REFUSED'].includes(status) || held.has(subject) || decided.has(subject)) continue;
    const payment = payments.get(subject)!;
    const isBack =
      payment.source?.sourceType !== 'ACCOUNT' ||
      !payment.source.accountId.startsWith('InternalAccount:') ||
      payment.refundStatus === 'COMPLETED';
    if (payment.status !== 'FAILED' || payment.submittedAt !== null || !isBack)
      findings.push(`${id} is ${status}, and ${subject} is ${payment.status} with the refund ${payment.refundStatus}`);
  }
  for (const [reference, times] of incoming) if (times > 1) findings.push(`${reference} is kept ${times} times`);
  return [...findings, ...messages.map((message) => `the partner still repeats ${JSON.stringify(message)}`)];
}

/** Information that a host has promised to keep, in any environment. */
export async function lostInformation(world: World): Promise<readonly string[]> {
  const all = await Promise.all(world.tenants.map(({ key }) => records(world, key, TRAVEL_RULE_TRANSFERS)));
  const stored = new Set(all.flat().flatMap(({ direction, reference }) => (direction === 'IN' ? [reference] : [])));
  return [...world.outside.travelRule.kept.keys()]
    .filter((reference) => !stored.has(reference))
    .map((reference) => `${reference} was accepted, and is not kept`);
}

type Kind = 'hosted' | 'own' | 'proven';

const BENEFICIARY = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' };

/** The wallet of a customer: the same key in every run. */
const keyOf = (customerId: unknown): Wallet => new Wallet(`0x${digestOf(`wallet of ${String(customerId)}`)}`);

function detailsOf(kind: Kind, customerId: unknown, ending: string): object {
  const accountType = 'BASE_WALLET';
  if (kind === 'proven') return { accountType, address: keyOf(customerId).address.toLowerCase() };
  if (kind === 'own') return { accountType, address: `0x${'ef'.repeat(18)}0${ending}` };
  return {
    accountType,
    address: `0x${'cd'.repeat(18)}0${ending}`,
    vaspName: 'Example Exchange',
    beneficiary: BENEFICIARY,
  };
}

/** A wallet that the owner of `inside` pays. Adds it if there is none yet. */
async function walletOf(world: World, tenant: Tenant, inside: Known, kind: Kind, ending: string): Promise<string> {
  const customerId = inside['customerId'];
  const name = `wallet ${kind} ${ending}`;
  const present = world.list(tenant, name).find((one) => one['customerId'] === customerId);
  if (present !== undefined) return present.id;
  const added = await world.call(tenant, (core) => core.accounts.addExternal as never, {
    ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', accountInfo: detailsOf(kind, customerId, ending) },
    ...(kind === 'proven' && { ownershipType: 'FIRST_PARTY' }),
  });
  if (added === null) throw new NoSubject();
  learnt(world, tenant, name, added);
  if (kind !== 'proven') return added.id;
  const { id } = added;
  const method = 'WALLET_SIGNATURE';
  const asked = await world.call(tenant, (core) => core.accounts.challengeOwnership as never, { id, method });
  if (asked === null) throw new NoSubject();
  const signature = keyOf(customerId).signMessageSync(String(asked['messageToSign']));
  await world.call(tenant, (core) => core.accounts.verifyOwnership as never, { id, signature });
  return id;
}

/** The sandbox decides the outcome of a payment by the end of the address. */
const ending = (draw: Draw): string => draw.of(['000', '000', '000', '890', '002', '003', '005']);

/** A sandbox whose platform is not blocked, so that payments of it can wait. */
async function payingOf(world: World, draw: Draw): Promise<Tenant> {
  const first = sandboxOf(world, draw);
  const others = world.tenants.filter((tenant) => tenant.environment === 'SANDBOX' && tenant !== first);
  for (const tenant of [first, ...others]) {
    const [platform] = await records(world, tenant.key, PLATFORMS);
    if (platform?.blockedAs === null) return tenant;
  }
  throw new NoSubject();
}

async function pay(world: World, draw: Draw, kind: Kind): Promise<void> {
  const tenant = await payingOf(world, draw);
  const ready = new Set<unknown>(
    (await records(world, tenant.key, CUSTOMERS)).flatMap(({ id, kycStatus, blockedAs }) =>
      kycStatus === 'APPROVED' && blockedAs === null ? [id] : [],
    ),
  );
  const inside = draw.recent(world.list(tenant, 'internal USD').filter(({ customerId }) => ready.has(customerId)));
  // Cents: some are above each of the limits.
  const amount = 500n + draw.amount(draw.of([2_000, 20_000, 250_000]));
  await world.call(tenant, (core) => core.sandbox.fund, { accountId: inside.id, amount });
  const accountId = await walletOf(world, tenant, inside, kind, ending(draw));
  const quote = await world.call(tenant, (core) => core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: inside.id },
    destination: { destinationType: 'ACCOUNT', accountId },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount, immediatelyExecute: true },
  } as never);
  learnt(world, tenant, 'quotes', quote);
}

/** Transfers that wait for an answer. */
async function asked(world: World) {
  const all = await Promise.all(world.tenants.map(({ key }) => records(world, key, TRAVEL_RULE_TRANSFERS)));
  return all.flat().filter(({ status }) => status === 'ASKED');
}

const tenantOf = ({ tenants }: World, key: string): Tenant => tenants.find((one) => one.key === key)!;

/** A partner of the travel rule with habits of its own, and the payments that wait for it. */
export const TRAVEL_RULE: readonly Move[] = [
  {
    name: 'travel-rule.connect',
    weight: 0.05,
    async act(world, draw) {
      const { travelRule } = world.outside;
      const seed = `partner ${draw.under(1_000)}`;
      const entry = { proofAbove: draw.of(LIMITS), waitSeconds: draw.of(WAITS) };
      if (travelRule.entry !== null) throw new NoSubject();
      await world.restart();
      travelRule.connect(seed, entry);
    },
  },
  {
    name: 'travel-rule.limit',
    weight: 0.3,
    async act(world, draw) {
      const partner = partnerOf(world);
      const limit = draw.of(['10.00', '1000.00', '100.00']);
      await world.restart();
      partner.limit(limit);
    },
  },
  {
    name: 'travel-rule.disconnect',
    weight: 0.15,
    async act(world) {
      const partner = partnerOf(world);
      await world.restart();
      partner.isConnected = false;
    },
  },
  {
    name: 'travel-rule.reconnect',
    weight: 0.6,
    async act(world) {
      const partner = partnerOf(world);
      if (partner.isConnected) throw new NoSubject();
      await world.restart();
      partner.isConnected = true;
    },
  },
  {
    name: 'travel-rule.away',
    weight: 0.3,
    async act(world, draw) {
      partnerOf(world).isAway = !draw.once(3);
    },
  },
  {
    name: 'travel-rule.back',
    weight: 1,
    async act(world) {
      partnerOf(world).isAway = false;
    },
  },
  {
    name: 'travel-rule.pay',
    weight: 8,
    act: (world, draw) => pay(world, draw, 'hosted'),
  },
  {
    name: 'travel-rule.pay-own',
    weight: 3,
    act: (world, draw) => pay(world, draw, draw.of(['own', 'own', 'proven'])),
  },
  {
    name: 'travel-rule.cancel',
    weight: 1,
    async act(world, draw) {
      const { tenant, subject } = draw.recent(await asked(world));
      await cancel(world, tenantOf(world, tenant), subject);
    },
  },
  {
    name: 'travel-rule.block',
    weight: 0.6,
    async act(world, draw) {
      const { tenant, customerId } = draw.recent(await asked(world));
      if (customerId !== null) await block(world, { kind: 'customers', tenant, id: customerId }, draw);
    },
  },
  {
    name: 'travel-rule.tell',
    weight: 3,
    async act(world, draw) {
      const { messages } = partnerOf(world);
      if (messages.length === 0) throw new NoSubject();
      const at = draw.under(messages.length);
      const isDropped = draw.once(5);
      // Corridor asks again by itself, so a message that there is an answer may be lost.
      if (isDropped && messages[at]!['kind'] === 'answered') return void messages.splice(at, 1);
      await send(world, at, draw.once(4));
    },
  },
  {
    name: 'travel-rule.tell-early',
    weight: 0.5,
    async act(world, draw) {
      const { messages } = partnerOf(world);
      const tenant = sandboxOf(world, draw);
      const all = (await records(world, tenant.key, TRANSACTIONS)).filter(({ rail }) => rail === CHAIN_RAIL);
      messages.push({ kind: 'answered', reference: draw.recent(all).id });
    },
  },
  {
    name: 'travel-rule.customer',
    weight: 1.5,
    async act(world, draw) {
      partnerOf(world);
      const tenant = await payingOf(world, draw);
      const made = await world.call(tenant, (core) => core.customers.create, {
        ...{ customerType: 'INDIVIDUAL', fullName: draw.of(['Grace Hopper', 'Mary Somerville']), region: 'US' },
        ...{ birthDate: '1990-12-10', nationality: 'US', currencies: ['USD', 'USDC'] },
      } as never);
      learnt(world, tenant, 'customers', made);
      if (made !== null) await learnAccounts(world, tenant, made.id);
    },
  },
  {
    name: 'travel-rule.incoming',
    weight: 1.5,
    async act(world, draw) {
      const { messages, told } = partnerOf(world);
      const tenant = sandboxOf(world, draw);
      const { addressIndex } = draw.recent(await records(world, tenant.key, FUNDING_ADDRESSES));
      const isReused = draw.once(3);
      const reference = isReused ? `T-${draw.under(told.size + 1)}` : `T-${told.size}`;
      const message: Json = {
        ...{ kind: 'incoming', reference, network: CHAIN_NETWORK, address: addressOf(addressIndex) },
        transactionHash: draw.of([null, `0x${'77'.repeat(32)}`]),
        ...{ currency: 'USDC', amount: String(draw.amount(50_000_000)) },
        institution: draw.of(['Other Exchange', 'Third Exchange']),
        originator: { ...UNKNOWN, kind: 'INDIVIDUAL', name: 'Mary Somerville', country: 'GB', customerId: 'C-18' },
        beneficiary: { ...UNKNOWN, kind: 'INDIVIDUAL', name: 'Ada Lovelace' },
      };
      told.add(JSON.stringify(message));
      messages.push(message, ...(draw.once(2) ? [message] : []));
    },
  },
  {
    name: 'travel-rule.money',
    weight: 1,
    async act(world, draw) {
      partnerOf(world);
      const tenant = sandboxOf(world, draw);
      const { addressIndex } = draw.recent(await records(world, tenant.key, FUNDING_ADDRESSES));
      await tell(world, tenant, {
        ...{ kind: 'arrival', remitter: { name: null, account: `0x${'33'.repeat(20)}` }, valueDate: null },
        ...{ rail: CHAIN_RAIL, paymentId: `on chain ${draw.under(200)}`, reference: { addressIndex } },
        ...{ currency: 'USDC', amount: draw.amount(50_000_000) },
      } as never);
    },
  },
];

const UNKNOWN = {
  ...{ kind: null, name: null, address: null, country: null, birthDate: null, customerId: null },
  ...{ documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
};
