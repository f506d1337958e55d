import type { RailRefundStatus } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Instant, isId, type Reads } from '../kernel/index.js';
import { type Deposit, depositOf } from './deposit.js';
import type { PaymentPorts } from './payment.js';
import { FAILED_AS } from './refund.js';
import { askedRefund } from './refund-payment.js';
import { readReturnable, returnObstacle, returnOf } from './return-deposit.js';
import type { Transaction } from './transaction.js';

/** The last attempt of a rail to send the money of a failed refund, or of a deposit, back. */
export interface FormerAttempt {
  readonly rail: string;
  readonly reference: string;
  /** Whether the rail had reported the money as sent, and later as returned. */
  readonly hasBounced: boolean;
  /** Asks the rail for the state of the attempt, under its reference; null if the rail is not registered any more. */
  readonly ask: ((now: Instant) => Promise<RailRefundStatus>) | null;
}

type Ports = Pick<PaymentPorts, 'rails' | 'sealer'>;

/** As `FAILED_AS`, for deposits as well. */
const BOUNCED = FAILED_AS.bounced;

/**
 * The attempt that an operator wants to repeat; null if no rail was asked to send the money back, so that the rail cannot
 * have sent it.
 */
export const formerAttempt = (
  reads: Reads,
  ports: Ports,
  subject: Transaction | Deposit,
): Promise<FormerAttempt | null> =>
  'refundReference' in subject ? formerRefund(reads, ports, subject) : formerReturn(reads, ports, subject);

async function formerRefund(reads: Reads, ports: Ports, failed: Transaction): Promise<FormerAttempt | null> {
  const { refundReference: reference, refundStatus, fundingRail: rail } = failed;
  if (reference === null || refundStatus !== 'FAILED' || rail === null) return null;
  const isOpenedAs = async (suffix: string) =>
    (await reads.find(EXCEPTIONS, 'matter', ['REFUND_FAILED', failed.id, `${reference}${suffix}`])) !== null;
  if (await isOpenedAs(FAILED_AS.kept)) return null;
  const hasBounced = await isOpenedAs(BOUNCED);
  if (!isRegistered(ports, rail)) return { rail, reference, hasBounced, ask: null };
  const refunding = await askedRefund(reads, ports, failed);
  return refunding && { rail, reference, hasBounced, ask: refunding.send };
}

async function formerReturn(reads: Reads, ports: Ports, deposit: Deposit): Promise<FormerAttempt | null> {
  if (deposit.status !== 'KEPT') return null;
  const { rows } = await reads.list(EXCEPTIONS, {
    where: { subject: deposit.id },
    order: 'desc',
    limit: MOST_EXCEPTIONS,
    counted: false,
  });
  const refused = rows.find(({ kind, reference }) => kind === 'DEPOSIT_REFUSED' && depositOf(reference) === deposit.id);
  if (refused === undefined) return null;
  const { rail } = deposit;
  const hasBounced = refused.reference.endsWith(BOUNCED);
  const reference = hasBounced ? refused.reference.slice(0, -BOUNCED.length) : refused.reference;
  if (!isRegistered(ports, rail) && !isId('Exception', deposit.reference))
    return { rail, reference, hasBounced, ask: null };
  const funding = ports.rails.all.find(({ name }) => name === rail)?.funding ?? null;
  const found = await readReturnable(reads, ports, deposit.id);
  if (returnObstacle(found, funding) !== null) return null;
  return { rail, reference, hasBounced, ask: (now) => funding!.refund(returnOf(found, reference, now), now) };
}

const isRegistered = ({ rails }: Ports, name: string): boolean => rails.all.some((rail) => rail.name === name);

const MOST_EXCEPTIONS = 200;
