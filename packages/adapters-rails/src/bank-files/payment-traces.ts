import type { RailRecord, RailRecords, RailTrace } from '@corridor/core/ports';
import { type OutgoingFile, fileOf } from './file-records.js';
import { movementIn, MOVEMENTS } from './incoming/movement-records.js';
import { decisionText } from './operator-actions.js';
import type { PayeeDecision } from './payment.js';
import { FILES, PAYMENTS, storedPayment } from './payment-records.js';

/** The longest key of a record. */
const LONGEST_KEY = 200;

/**
 * What is stored about an outgoing payment or an arrival, for operators. Names, account numbers and texts of the bank are
 * left out.
 */
export async function tracesOf(records: RailRecords, reference: string): Promise<readonly RailTrace[]> {
  if (reference.length > LONGEST_KEY) return [];
  const payment = await records.get(PAYMENTS, reference);
  if (payment !== null) {
    const { messageId } = storedPayment(payment);
    const file = messageId === null ? null : await records.get(FILES, messageId);
    return [accepted(payment), ...(file === null ? [] : filed(payment, fileOf(file))), ...concluded(payment)];
  }
  const movement = await records.get(MOVEMENTS, reference);
  return movement === null ? [] : reported(movement);
}

function accepted(record: RailRecord): RailTrace {
  const { kind, endToEndId, uetr } = storedPayment(record);
  return { at: record.createdAt, text: `${kind} accepted with EndToEndId ${endToEndId} and UETR ${uetr}`, file: null };
}

function filed(record: RailRecord, file: OutgoingFile): readonly RailTrace[] {
  const { messageId, status, createdAt, sentAt, needsRelease, releasedBy, bankStatus } = file;
  const { paymentInformationId } = storedPayment(record);
  const released = releasedBy === null ? '' : `, released by ${releasedBy.name}`;
  const waits = needsRelease === null || releasedBy !== null ? '' : ', which waits for a release';
  return [
    {
      at: createdAt,
      text: `put into a file with PmtInfId ${paymentInformationId}${waits}${released}`,
      file: messageId,
    },
    ...(sentAt === null
      ? []
      : [
          {
            at: sentAt,
            text: `the file was sent; it is ${status}${bankStatus === null ? '' : `, the bank says ${bankStatus}`}`,
            file: messageId,
          },
        ]),
  ];
}

/** The last change; a payment that waits for its file has none besides. */
function concluded(record: RailRecord): readonly RailTrace[] {
  const { bankStatus, question = null, booking, rejection, returned, messageId } = storedPayment(record);
  if (record.version === 1) return [];
  const facts = [
    ...(bankStatus === null ? [] : [`the bank says ${bankStatus}`]),
    ...(question === null || question.decision === null ? [] : [decidedText(question.code, question.decision)]),
    ...(booking === null ? [] : [`debited${booking.date === null ? '' : ` on ${booking.date}`}`]),
    ...(rejection === null ? [] : [`refused with ${rejection.code ?? 'no reason'}`]),
    ...(returned === null ? [] : ['came back']),
  ];
  const text = [`the payment is ${record.status}`, ...facts].join(', ');
  return [{ at: record.updatedAt, text, file: messageId }];
}

const decidedText = (code: string, decision: PayeeDecision): string => `${decisionText(decision)} after ${code}`;

/** A credit that the bank reported, with the ids of the bank. Each kind of report names it once. */
function reported(record: RailRecord): readonly RailTrace[] {
  const { claims, movement } = movementIn(record);
  const text = `booked by the bank${movement.date === null ? '' : ` on ${movement.date}`}`;
  return Object.entries(claims).map(([stream, { ids }]) => {
    const known = [ids.servicer, ids.transactionId, ids.uetr].filter((id) => id !== null).join(', ');
    return { at: record.createdAt, text: `${text}, by a ${stream}${known === '' ? '' : ` as ${known}`}`, file: null };
  });
}
