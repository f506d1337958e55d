import type { Leg } from '../exceptions/index.js';
import type { TenantKey, Tx, Unit } from '../kernel/index.js';
import type { ScreenedParty, ScreenedPayment, ScreeningConnection, ScreeningGate } from '../screening/index.js';
import { type PartyPorts, paymentParties } from './payment-parties.js';
import { paymentSums } from './payment-sums.js';
import type { Transaction } from './transaction.js';

export interface ScreenPorts extends PartyPorts {
  readonly gate: ScreeningGate;
}

/** The connection that screens for a tenant; null if its environment screens nothing. */
export const screenedBy = ({ gate }: Pick<ScreenPorts, 'gate'>, tenant: TenantKey): ScreeningConnection | null =>
  gate.connectionOf(tenant);

/** Whether a payment is screened at this step: not on payment rails that the rules of the connection name. */
export function isScreened(ports: ScreenPorts, { tenant, paymentRail }: Transaction, leg: Leg): boolean {
  const connection = screenedBy(ports, tenant);
  if (connection === null) return false;
  return leg === 'FUNDING' || paymentRail === null || !connection.rules.notDuring.includes(paymentRail);
}

/** What money is asked about: who takes part, and how it moves. */
export interface Movement {
  /** Id of the transaction or the deposit. */
  readonly subject: string;
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

export async function clearanceOf(
  unit: Unit,
  ports: ScreenPorts,
  { subject, parties, payment }: Movement,
  occasion: 'PAYMENT' | 'ARRIVAL',
): Promise<Clearance> {
  const { gate } = ports;
  if (parties.length === 0 || screenedBy(ports, unit.ctx.tenant) === null) return 'GO';
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

/** Whether an answer lets a payment go on, without storing a question if none does. */
export async function isCleared(tx: Tx, ports: ScreenPorts, transaction: Transaction): Promise<boolean> {
  const parties = await paymentParties(tx, ports, transaction);
  return parties.length === 0 || (await ports.gate.standing(tx, transaction.id, parties)).kind === 'go';
}

/** A payment as its question has it. */
export async function movementOf({ tx, ctx }: Unit, ports: ScreenPorts, transaction: Transaction): Promise<Movement> {
  return {
    subject: transaction.id,
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
