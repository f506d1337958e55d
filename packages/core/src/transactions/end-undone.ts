import type { Effect } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, resolveItself } from '../exceptions/index.js';
import { ok, type Reads, type Result, type Unit } from '../kernel/index.js';
import { type Contradiction, contradicted } from './contradiction.js';
import { RAIL_MESSAGES } from './rail-message.js';
import type { Transaction } from './transaction.js';

/** The reference of the contradiction about a delivery that did not last, if a check found out about it. */
export const UNDONE = 'undone';
/** Part of its reason: a bank may use any text as the id of a return, which is a reference too. */
export const AGAIN = 'and delivers it again';
/** What the content of a message says about such a delivery (`contentOf`). */
const SAYS_UNDONE = `, ${UNDONE}`;
const MOST = 200;

/** How the rail ended a delivery that it had undone; stands for the operator. */
const ENDED = {
  delivered: 'the rail delivered the payment again',
  failed: 'the rail ended the payment as failed',
  returned: 'the rail returned the payment',
} as const;

/**
 * What follows for a delivery that the rail had undone from what it reports now. The rail has settled its contradiction
 * itself, so its exceptions end. If operators had credited the money as come back, it has now gone after all.
 */
export async function endUndone(
  unit: Unit,
  transaction: Transaction,
  state: keyof typeof ENDED,
  stake: Pick<Contradiction, 'leg' | 'currency' | 'amount' | 'rail' | 'subject'>,
): Promise<Result<Effect>> {
  let effect: Effect = 'NONE';
  for (const exception of await undoneOf(unit.tx, transaction)) {
    if (exception.status === 'OPEN') {
      resolveItself(unit, exception, 'REFUSED', ENDED[state]);
      if (effect === 'NONE') effect = 'APPLIED';
    } else if (state === 'delivered' && exception.resolution === 'CREDITED') {
      const opened = await contradicted(unit, {
        ...stake,
        direction: 'OUT',
        reference: `${exception.reference}/delivered`,
        reason: `${stake.rail} has delivered ${stake.subject} again, but operators had credited it as come back (exception ${exception.id})`,
      });
      if (!opened.ok) return opened;
      effect = opened.value;
    }
  }
  return ok(effect);
}

async function undoneOf(reads: Reads, { id, rail }: Transaction): Promise<readonly ExceptionRecord[]> {
  const { rows } = await reads.list(EXCEPTIONS, { where: { subject: id }, order: 'asc', limit: MOST });
  const undone: ExceptionRecord[] = [];
  for (const exception of rows) {
    const { kind, leg, direction, reference, reason } = exception;
    if (kind !== 'RAIL_CONTRADICTION' || leg !== 'DELIVERY' || direction !== 'IN' || !reason.includes(AGAIN)) continue;
    const messageId = reference.replace(/^(?:told:)?(?:DELIVERY:)*/, '');
    const message = messageId === UNDONE ? null : await reads.find(RAIL_MESSAGES, 'message', [rail!, messageId]);
    if (messageId === UNDONE || message?.content?.endsWith(SAYS_UNDONE) === true) undone.push(exception);
  }
  return undone;
}
