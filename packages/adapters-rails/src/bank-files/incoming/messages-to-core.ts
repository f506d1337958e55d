import type { Result } from '@corridor/core';
import type { RailEffect, RailTelling, TellCore } from '@corridor/core/ports';
import { findReferences } from '../../iso20022/references.js';
import { euros } from '../euros.js';
import type { OutgoingPayment } from '../payment.js';
import { arrivalOf, type Reversed } from './arrival-of.js';
import { describe } from './describe.js';
import { EUR, signed, type StoredMovement, type Told } from './movement-records.js';
import { type Outcome, SECONDS_PER_HOUR, type TellingPorts, toldOutcome, waiting } from './outcomes.js';

const LONGEST_TEXT = 140;

/** The messages to core about a movement whose kind is known. Each returns what has become of the movement. */
export function messagesTo(tell: TellCore, ports: TellingPorts) {
  const { entry, railOf, payments } = ports;

  async function returned(stored: StoredMovement, payment: OutgoingPayment): Promise<Outcome> {
    const { reference } = payment;
    const { key, movement } = stored;
    const reason = movement.returned?.reason ?? (movement.isReversal ? 'reversed by the bank' : null);
    await payments.returned(reference, { returnId: key, amount: movement.amount, reason }, tell);
    // Core takes the whole refund back, whereas it books the missing part of a payout as a charge.
    const missing = payment.kind === 'refund' ? payment.amount - movement.amount : 0n;
    if (missing !== 0n) {
      const why = `it returned ${reference}, which was sent with ${euros(payment.amount)}`;
      const answer = await tellDifference(stored, { messageId: `${key}/part`, missing: -missing, why });
      if (!answer.ok) return { kind: 'later', reason: answer.error.code };
    }
    return toldOutcome('payments', [{ reference, amount: movement.amount }]);
  }

  async function arrival(stored: StoredMovement): Promise<Outcome> {
    const { key, movement } = stored;
    const { texts, ids, counterparty, information } = movement;
    // Some banks write the payer's text where their own belongs.
    const instead = texts.length === 0 ? information : null;
    const words = [...texts, ids.endToEndId, instead].filter((word) => word !== null);
    const { creditorReferences, candidates } = findReferences(words);
    const text = (texts.join(' ').trim() || (ids.endToEndId ?? instead ?? '')).slice(0, LONGEST_TEXT);
    return tellMovement(stored, 'arrival', {
      kind: 'arrival',
      rail: railOf.get(stored.iban)!,
      paymentId: key,
      reference: text === '' ? NO_TEXT : text,
      candidates: [...creditorReferences.map((reference) => reference.slice('RF00'.length)), ...candidates],
      currency: EUR,
      amount: movement.amount,
      remitter: { name: counterparty.name, account: counterparty.account },
      valueDate: movement.valueDate ?? movement.date,
      returnAfterSeconds: entry.returnAfterHours * SECONDS_PER_HOUR,
    });
  }

  async function reversal(stored: StoredMovement): Promise<Outcome> {
    const found: Reversed = await arrivalOf(ports, stored);
    if (found === 'unknown')
      return waiting('the credit that it reverses', 'the bank took a credit back that no report contains');
    if (found === 'several')
      return waiting('an id of the credit that it reverses', 'several payers have sent a credit that it may reverse');
    if (found === 'not-told')
      return waiting('the credit that it reverses', 'the credit that it reverses is not booked');
    const { movement } = stored;
    return tellMovement(stored, 'reversal', {
      kind: 'reversal',
      rail: railOf.get(stored.iban)!,
      messageId: stored.key,
      paymentId: found.paymentId,
      amount: movement.amount,
      reason: movement.returned?.reason ?? movement.information,
    });
  }

  const booking = (stored: StoredMovement, kind: 'TOP_UP' | 'WITHDRAWAL' | 'CHARGE' | 'INTEREST'): Promise<Outcome> =>
    tellMovement(stored, 'booking', {
      kind: 'booking',
      rail: railOf.get(stored.iban)!,
      messageId: stored.key,
      booking: kind,
      currency: EUR,
      amount: stored.movement.amount,
      note: (stored.note ?? stored.movement.information)?.slice(0, LONGEST_TEXT) ?? null,
    });

  /** `missing`: what the ledger lacks; negative for money that went out. */
  function tellDifference(
    stored: StoredMovement,
    { messageId, missing, why }: { readonly messageId: string; readonly missing: bigint; readonly why: string },
  ): Promise<Result<RailEffect>> {
    return tell({
      kind: 'difference',
      rail: railOf.get(stored.iban)!,
      messageId,
      currency: EUR,
      amount: missing < 0n ? -missing : missing,
      direction: missing < 0n ? 'OUT' : 'IN',
      reason: `${describe(stored)}: ${why}`,
    });
  }

  async function difference(stored: StoredMovement, why: string): Promise<Outcome> {
    const { key, movement } = stored;
    const reason = `${why}; the ledger has no entry for it`;
    const answer = await tellDifference(stored, { messageId: key, missing: signed(movement), why: reason });
    if (!answer.ok) return { kind: 'later', reason: answer.error.code };
    return toldOutcome('difference', [{ reference: answer.value.subject!, amount: movement.amount }]);
  }

  /** Tells core; what core refuses for good becomes a difference. */
  async function tellMovement(stored: StoredMovement, as: Told['as'], message: RailTelling): Promise<Outcome> {
    const answer: Result<RailEffect> = await tell(message);
    if (answer.ok) {
      const { subject } = answer.value;
      return toldOutcome(as, subject === null ? [] : [{ reference: subject, amount: stored.movement.amount }]);
    }
    const { code } = answer.error;
    // Without a platform, the money has no owner yet.
    if (RETRIED.has(code) || (as === 'arrival' && code === 'REFERENCE_NOT_FOUND'))
      return { kind: 'later', reason: code };
    return difference(stored, `core refused it with ${code}`);
  }

  return { returned, arrival, reversal, booking, difference };
}

const RETRIED: ReadonlySet<string> = new Set(['CONFLICT', 'SERVICE_UNAVAILABLE']);
const NO_TEXT = 'no remittance information';
