import type { Leg } from '../exceptions/index.js';
import type { TenantKey, Tx, Unit } from '../kernel/index.js';
import {
  type ScreenedParty,
  type ScreenedPayment,
  type ScreeningConnection,
  type ScreeningGate,
  undecidedScreening,
} from '../screening/index.js';
import { funderOf, type PartyPorts, paymentParties } from './payment-parties.js';
import { paymentSums } from './payment-sums.js';
import type { Transaction } from './transaction.js';

export interface ScreenPorts extends PartyPorts {
  readonly gate: ScreeningGate;
}

/** The connection that screens for a tenant; null if its environment screens nothing. */
export const screenedBy = ({ gate }: Pick<ScreenPorts, 'gate'>, tenant: TenantKey): ScreeningConnection | null =>
  gate.connectionOf(tenant);

/** Whether money of a tenant can be held: if not, nothing is read because of screening. */
export const screens = ({ gate }: Pick<ScreenPorts, 'gate'>, tenant: TenantKey): boolean => gate.screens(tenant);

/** What money is asked about: who takes part, and how it moves. */
export interface Movement {
  /** Id of the transaction, the deposit or the order. */
  readonly subject: string;
  /** Only a `PAYMENT` can pass while the provider is away. */
  readonly occasion: 'PAYMENT' | 'ARRIVAL';
  readonly parties: readonly ScreenedParty[];
  readonly payment: () => Promise<ScreenedPayment>;
}

/**
 * Whether money may move now. Stores a question if no answer counts.
 * - `GO`: the answer about these parties is clear by the present lists, or there are no parties to compare.
 * - `ASKED`: the answer is awaited.
 * - `HELD`, `CONFIRMED`: an operator has to decide about a match, or two confirmed one.
 */
export type Clearance = 'GO' | 'ASKED' | 'HELD' | 'CONFIRMED';

/**
 * Without a connection nothing is asked, but a match that was found before holds until it is decided, and a question that was
 * stored before holds until it is dropped. An environment that was never screened reads nothing.
 */
export async function clearanceOf(
  unit: Unit,
  ports: ScreenPorts,
  of: string,
  read: () => Promise<Movement>,
): Promise<Clearance> {
  const { gate } = ports;
  const { tenant } = unit.ctx;
  if (!gate.screens(tenant)) return 'GO';
  if (gate.connectionOf(tenant) === null) return matchOf(unit.tx, of);
  const { subject, occasion, parties, payment } = await read();
  if (parties.length === 0) return matchOf(unit.tx, of);
  const standing = await gate.standing(unit.tx, subject, parties);
  switch (standing.kind) {
    case 'go':
      return 'GO';
    case 'asked':
      return 'ASKED';
    case 'held':
      return standing.screening.status === 'CONFIRMED' ? 'CONFIRMED' : 'HELD';
    case 'ask':
      await gate.store(unit, { subject, occasion, parties, payment: await payment() });
      return 'ASKED';
  }
}

/** What holds a subject about which no question is stored now. One that was stored before waits for its answer, or is dropped. */
async function matchOf(tx: Tx, subject: string): Promise<Clearance> {
  const undecided = await undecidedScreening(tx, subject);
  if (undecided === null) return 'GO';
  return undecided === 'OPEN' ? 'HELD' : undecided;
}

/** Whether an answer lets a payment be paid out, without storing a question if none does. */
export async function isCleared(tx: Tx, ports: ScreenPorts, transaction: Transaction): Promise<boolean> {
  if (screenedBy(ports, transaction.tenant) === null) return (await matchOf(tx, transaction.id)) === 'GO';
  const parties = isExcepted(ports, transaction, 'DELIVERY')
    ? await funderOf(tx, ports, transaction)
    : await paymentParties(tx, ports, transaction);
  if (parties.length === 0) return (await matchOf(tx, transaction.id)) === 'GO';
  return (await ports.gate.standing(tx, transaction.id, parties)).kind === 'go';
}

/** Whether the payment rail of this step is one on which the rules of the connection let no payment be screened. */
function isExcepted(ports: ScreenPorts, { tenant, paymentRail }: Transaction, leg: Leg): boolean {
  const notDuring = screenedBy(ports, tenant)?.rules.notDuring ?? [];
  return leg === 'DELIVERY' && paymentRail !== null && notDuring.includes(paymentRail);
}

/**
 * What is asked about a payment before a step. On a payment rail that the rules except, payer and payee are not compared, but
 * the sender of the money that arrived for the payment is, as of all money that arrives.
 */
export async function stepMovement(
  unit: Unit,
  ports: ScreenPorts,
  transaction: Transaction,
  leg: Leg,
): Promise<Movement> {
  if (!isExcepted(ports, transaction, leg)) return movementOf(unit, ports, transaction);
  const { id, sentCurrency: currency, sentAmount: amount } = transaction;
  return {
    ...{ subject: id, occasion: 'ARRIVAL', parties: await funderOf(unit.tx, ports, transaction) },
    payment: async () => ({
      ...{ id, direction: 'IN', currency: currency!, amount: amount!, paymentRail: null, sums: [] },
    }),
  };
}

/** A payment as its question has it. */
export async function movementOf({ tx, ctx }: Unit, ports: ScreenPorts, transaction: Transaction): Promise<Movement> {
  return {
    ...{ subject: transaction.id, occasion: 'PAYMENT' },
    parties: await paymentParties(tx, ports, transaction),
    payment: async () => ({
      id: transaction.id,
      ...directionOf(transaction),
      paymentRail: transaction.paymentRail,
      sums: await paymentSums(tx, { customerId: transaction.customerId, without: transaction.id, now: ctx.now }),
    }),
  };
}

function directionOf(t: Transaction): Pick<ScreenedPayment, 'direction' | 'currency' | 'amount'> {
  if (t.type === 'INCOMING') return { direction: 'IN', currency: t.receivedCurrency!, amount: t.receivedAmount! };
  return { direction: t.rail === null ? 'INSIDE' : 'OUT', currency: t.sentCurrency!, amount: t.sentAmount! };
}

/** How often an attempt that waits for an answer looks for it: the answer itself makes the attempt due. */
export const LOOK_AGAIN_SECONDS = 300;
