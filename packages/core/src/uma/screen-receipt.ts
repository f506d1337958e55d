import { Bug, type Unit, type UnitOfWork } from '../kernel/index.js';
import { undecidedScreening } from '../screening/index.js';
import {
  type Clearance,
  clearanceOf,
  type Movement,
  movementOf,
  screens,
  type ScreenPorts,
  TRANSACTIONS,
} from '../transactions/index.js';
import type { UmaReceipt } from './records.js';

/** Whether the payment of a receipt may be credited: asks about its payer if no answer counts. */
export const clearanceOfReceipt = (
  unit: Unit,
  ports: ScreenPorts,
  { id }: Pick<UmaReceipt, 'id'>,
): Promise<Clearance> => clearanceOf(unit, ports, id, () => movement(unit, ports, id));

type ReadingPorts = ScreenPorts & { readonly units: UnitOfWork };

/** What keeps the payment of a receipt from being credited: as `undecidedScreening`. Without a connection no answer is awaited. */
export async function undecidedOf(ports: ReadingPorts, { tenant, id }: Pick<UmaReceipt, 'tenant' | 'id'>) {
  if (!screens(ports, tenant)) return null;
  const undecided = await ports.units.read(tenant, (reads) => undecidedScreening(reads, id));
  return undecided === 'ASKED' && ports.gate.connectionOf(tenant) === null ? null : undecided;
}

/** Whether a match of the payer is not cleared. */
export async function isMatched(ports: ReadingPorts, receipt: UmaReceipt): Promise<boolean> {
  const undecided = await undecidedOf(ports, receipt);
  return undecided === 'OPEN' || undecided === 'CONFIRMED';
}

async function movement(unit: Unit, ports: ScreenPorts, id: string): Promise<Movement> {
  const transaction = await unit.tx.get(TRANSACTIONS, id);
  if (transaction === null) throw new Bug(`receipt ${id} has no transaction`);
  return { ...(await movementOf(unit, ports, transaction)), occasion: 'ARRIVAL' };
}
