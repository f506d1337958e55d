import { Bug, type Unit, type UnitOfWork } from '../kernel/index.js';
import {
  type Clearance,
  clearanceOf,
  movementOf,
  screenedBy,
  type ScreenPorts,
  TRANSACTIONS,
  undecidedScreening,
} from '../transactions/index.js';
import type { UmaReceipt } from './records.js';

/** Whether the payment of a receipt may be credited: asks about its payer if no answer counts. */
export const clearanceOfReceipt = async (
  unit: Unit,
  ports: ScreenPorts,
  { id }: Pick<UmaReceipt, 'id'>,
): Promise<Clearance> => clearanceOf(unit, ports, await movement(unit, ports, id), 'ARRIVAL');

/** Asks the same about the deposit that keeps the money of a receipt. */
export async function askAboutReceipt(
  unit: Unit,
  ports: ScreenPorts,
  { id }: Pick<UmaReceipt, 'id'>,
  depositId: string,
): Promise<void> {
  await clearanceOf(unit, ports, { ...(await movement(unit, ports, id)), subject: depositId }, 'ARRIVAL');
}

type ReadingPorts = ScreenPorts & { readonly units: UnitOfWork };

/** What keeps the payment of a receipt from being credited: as `undecidedScreening`. */
export const undecidedOf = async (ports: ReadingPorts, { tenant, id }: Pick<UmaReceipt, 'tenant' | 'id'>) =>
  screenedBy(ports, tenant) === null ? null : ports.units.read(tenant, (reads) => undecidedScreening(reads, id));

/** Whether a match of the payer is not cleared. */
export async function isMatched(ports: ReadingPorts, receipt: UmaReceipt): Promise<boolean> {
  const undecided = await undecidedOf(ports, receipt);
  return undecided === 'OPEN' || undecided === 'CONFIRMED';
}

async function movement(unit: Unit, ports: ScreenPorts, id: string) {
  const transaction = await unit.tx.get(TRANSACTIONS, id);
  if (transaction === null) throw new Bug(`receipt ${id} has no transaction`);
  return movementOf(unit, ports, transaction);
}
