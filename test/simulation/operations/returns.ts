import { ARRIVALS, EXCEPTIONS, type Resolution, type Transaction, TRANSACTIONS } from '@corridor/core/records';
import type { RailTelling } from '@corridor/core';
import type { Draw } from '../operation.js';
import type { Known, Tenant, World } from '../world.js';
import { type Move, known, learnt, sandboxOf } from './area.js';
import { bankAccount } from './bank-accounts.js';
import { resolve, takenBack, type Told } from './decisions.js';
import { records, tell } from './rails.js';

const BANK = 'sandbox-bank';
/** An ending with which the sandbox moves money at once. */
const PROMPT = '000';
/** The known transactions and deposits whose money has moved. */
const MOVED = 'moved money';

type Way = (world: World, tenant: Tenant, inside: Known, amount: bigint) => Promise<void>;

async function quoted(world: World, tenant: Tenant, inside: Known, from: string, amount: bigint): Promise<void> {
  const quote = await world.call(tenant, (core) => core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: await bankAccount(world, tenant, inside, 'EUR', PROMPT),
    },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    immediatelyExecute: true,
  } as never);
  learnt(world, tenant, 'quotes', quote);
  if (quote !== null) world.learn(tenant, MOVED, { id: String(quote['transactionId']) });
}

const fund = (world: World, tenant: Tenant, { id: accountId }: Known, amount: bigint) =>
  world.call(tenant, (core) => core.sandbox.fund, { accountId, amount });

/** Money that arrives for an account, or with a reference that nothing has. */
const arriving =
  (referenceOf: (inside: Known) => string): Way =>
  async (world, tenant, inside, amount) => {
    const paymentId = `arrival ${(await records(world, tenant.key, ARRIVALS)).length}`;
    const remitter = { name: 'Grace Hopper', account: 'DE89370400440532013000' };
    const money = { rail: BANK, paymentId, reference: referenceOf(inside), currency: 'USD', amount };
    await tell(world, tenant, { kind: 'arrival', remitter, valueDate: null, ...money } as RailTelling);
    const arrival = (await records(world, tenant.key, ARRIVALS)).find((one) => one.paymentId === paymentId);
    const id = arrival?.transactionId ?? arrival?.depositId ?? null;
    if (id !== null) world.learn(tenant, MOVED, { id });
  };

const collected: Way = async (world, tenant, inside, amount) =>
  quoted(world, tenant, inside, await bankAccount(world, tenant, inside, 'USD', PROMPT), amount);

const paidHere: Way = async (world, tenant, inside, amount) => {
  await fund(world, tenant, inside, amount);
  await quoted(world, tenant, inside, inside.id, amount);
};

const transferred =
  (direction: 'in' | 'out'): Way =>
  async (world, tenant, inside, amount) => {
    const outside = await bankAccount(world, tenant, inside, 'USD', PROMPT);
    if (direction === 'out') await fund(world, tenant, inside, amount);
    const [sourceId, destinationId] = direction === 'out' ? [inside.id, outside] : [outside, inside.id];
    const made = await world.call(tenant, (core) => core.transfers[direction], { sourceId, destinationId, amount });
    if (made !== null) world.learn(tenant, MOVED, made);
  };

const WAYS: readonly Way[] = [
  collected,
  collected,
  paidHere,
  arriving(({ reference }) => String(reference)),
  transferred('out'),
  transferred('in'),
  arriving(() => 'UNKNOWN'),
];

/** What an operator tries first: mostly a resolution that moves money. */
const DECIDED: readonly Resolution[] = [
  ...Array<Resolution>(3).fill('ADJUSTED'),
  ...Array<Resolution>(2).fill('CREDITED'),
  ...Array<Resolution>(2).fill('PAID_ELSEWHERE'),
  ...(['WRITTEN_OFF', 'REFUSED', 'RETRIED'] as const),
];

/** A whole amount, a part of it, or more. */
const roughly = (whole: bigint, draw: Draw): bigint =>
  draw.of([() => whole, () => whole, () => whole, () => draw.amount(Number(whole)), () => whole + draw.amount(100)])();

/** The ways in which a bank can say that money of a payment went back; seldom that the same money did so again. */
function goesBack(payment: Transaction, draw: Draw): readonly Told[] {
  const {
    id: reference,
    rail,
    fundingRail,
    submittedAt,
    collectedAt,
    sentAmount,
    receivedAmount,
    corrections,
  } = payment;
  const back = (whole: bigint | null) =>
    ({
      state: 'returned',
      returnId: `return ${draw.under(2)} of ${reference}`,
      amount: roughly(whole ?? 1n, draw),
      reason: 'AC04',
    }) as const;
  const isAgain = draw.once(4);
  const isCollected = collectedAt !== null && fundingRail !== null;
  const collection = { kind: 'collection', rail: fundingRail!, reference, status: back(sentAmount ?? receivedAmount) };
  return [
    ...(submittedAt === null || rail === null
      ? []
      : [{ kind: 'payout', rail, reference, status: back(receivedAmount ?? sentAmount) } as const]),
    ...(isCollected && (isAgain || corrections?.fundingReversed !== true) ? [collection as Told] : []),
  ];
}

/** Money that has moved and comes back or goes back, of which operators decide before the bank says more about it. */
export const RETURNS: readonly Move[] = [
  {
    name: 'returns.pay',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      await draw.of(WAYS)(world, tenant, inside, draw.amount(100_000));
      const { core } = await world.host();
      for (let round = 0; round < 3; round++) await core.work.runJobs();
    },
  },
  {
    name: 'returns.report',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, MOVED, draw);
      const payment = (await records(world, tenant.key, TRANSACTIONS)).find((one) => one.id === id);
      const messageId = `return ${draw.under(1_000)}`;
      const told = [
        ...(payment === undefined ? [] : goesBack(payment, draw)),
        ...(await takenBack(world, tenant, id, draw, roughly)),
      ];
      await tell(world, tenant, { ...draw.of(told), messageId } as RailTelling);
    },
  },
  {
    name: 'returns.decide',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, MOVED, draw);
      const open = (await records(world, tenant.key, EXCEPTIONS)).filter(
        ({ status, subject }) => status === 'OPEN' && subject === id,
      );
      await resolve(world, tenant.key, draw.recent(open), draw, DECIDED);
    },
  },
];
