import {
  type Context,
  err,
  invalidFields,
  isId,
  ok,
  type Result,
  transition,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { mayBeOnePerson, type Operator, OPERATORS, operatorText, type Planned } from '../operators/index.js';
import { OUTSIDE_PAYMENT, OUTSIDE_PAYMENTS, type OutsidePayment, referenceError } from './outside-payment.js';
import type { SignedBy } from './resolve-exception.js';

export interface ConfirmOutside {
  readonly id: string;
  /** The reference of the document that proves the payment, such as a statement of the bank that made it. */
  readonly document: string;
}

/**
 * What a confirmation is about. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION if the payment is confirmed; 400
 * INVALID_INPUT for the document.
 */
export const planConfirmation: UseCase<ConfirmOutside, Planned> = async (tx, ctx, input) => {
  const found = await unconfirmed(tx, ctx, input);
  return found.ok ? ok({ subject: found.value.id, before: { status: found.value.status }, moves: [] }) : found;
};

/**
 * Confirms an outside payment by a document. The errors of `planConfirmation`; 403 FORBIDDEN for the operators who booked
 * and approved the payment, because the document proves what they said.
 */
export const confirmOutside: UseCase<ConfirmOutside & SignedBy, OutsidePayment> = async (tx, ctx, { by, ...input }) => {
  const found = await unconfirmed(tx, ctx, input);
  if (!found.ok) return found;
  const { bookedBy, approvedBy } = found.value;
  const signed = [bookedBy, approvedBy].filter((text) => text !== null);
  if (signed.includes(operatorText(by)) || (await isOneOf(tx, by, signed)))
    return err(
      'FORBIDDEN',
      'the operators who booked and approved the payment cannot confirm it; a third operator must confirm it',
    );
  const patch = { confirmedAt: ctx.hostNow, confirmedBy: operatorText(by), document: input.document };
  const confirmed = transition(tx, ctx, OUTSIDE_PAYMENT, OUTSIDE_PAYMENTS, found.value, 'confirm', patch);
  return confirmed.ok ? ok(confirmed.value.record) : confirmed;
};

/** Whether the operator may be the same person as one of those whom the texts name. */
async function isOneOf(tx: Tx, { id }: Operator, texts: readonly string[]): Promise<boolean> {
  const account = await tx.get(OPERATORS, id);
  if (account === null) return false;
  const ids = texts.flatMap((text) => /\((Operator:[0-9a-f-]{36})\)$/.exec(text)?.[1] ?? []);
  return (await tx.getMany(OPERATORS, ids)).some((other) => mayBeOnePerson(account, other));
}

async function unconfirmed(
  tx: Tx,
  { tenant }: Pick<Context, 'tenant'>,
  { id, document }: ConfirmOutside,
): Promise<Result<OutsidePayment>> {
  const payment = isId('OutsidePayment', id) ? await tx.get(OUTSIDE_PAYMENTS, id) : null;
  if (payment === null || payment.tenant !== tenant) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
  if (payment.status !== 'UNCONFIRMED')
    return err('INVALID_STATE_TRANSITION', `${id} is ${payment.status}; only an UNCONFIRMED payment can be confirmed`);
  const errors = referenceError('document', document);
  return errors.length > 0 ? invalidFields(errors) : ok(payment);
}
