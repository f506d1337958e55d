import type { ExceptionRecord } from '../exceptions/index.js';
import { err, isId, ok, type Result, type Unit } from '../kernel/index.js';
import { continueHeldOperation, failHeldOperation, STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { continueHeld, failHeld, isHeldAtRail, type PaymentPorts, TRANSACTIONS } from '../transactions/index.js';

type Held = Pick<ExceptionRecord, 'kind' | 'subject' | 'reference' | 'leg'>;

/** Lets a held payment, or a held order at an issuer, go on. 404 REFERENCE_NOT_FOUND. */
export async function letGoOn(unit: Unit, exception: Held): Promise<Result<void>> {
  const { tx } = unit;
  const { subject, leg } = exception;
  // Its rail asks again before it carries it out.
  if (isHeldAtRail(exception)) return ok();
  const operation = isId('StablecoinOperation', subject) ? await tx.get(STABLECOIN_OPERATIONS, subject) : null;
  if (operation !== null) {
    continueHeldOperation(unit, operation);
    return ok();
  }
  const payment = isId('Transaction', subject) ? await tx.get(TRANSACTIONS, subject) : null;
  if (payment === null || leg === null) return err('REFERENCE_NOT_FOUND', `${subject} does not exist`);
  continueHeld(unit, payment, leg);
  return ok();
}

/** Fails a held payment or order, so that its money goes back to its source. 404 REFERENCE_NOT_FOUND. */
export async function failHeldPayment(
  unit: Unit,
  ports: Pick<PaymentPorts, 'paymentsOf'>,
  { subject, leg }: Held,
): Promise<Result<void>> {
  const { tx } = unit;
  const operation = isId('StablecoinOperation', subject) ? await tx.get(STABLECOIN_OPERATIONS, subject) : null;
  if (operation !== null) return failHeldOperation(unit, operation);
  const payment = isId('Transaction', subject) ? await tx.get(TRANSACTIONS, subject) : null;
  if (payment === null || leg === null) return err('REFERENCE_NOT_FOUND', `${subject} does not exist`);
  return failHeld(unit, ports, payment, leg);
}
