import { euros } from '../euros.js';
import type { Charge, Direction, EntryDetail, Party, StatementEntry } from '../../iso20022/messages.js';
import type { BatchReference, Movement } from './movement.js';

const BOOKED = 'BOOK';

/**
 * The movements of an entry: none unless it is booked. An entry with details is one movement for each detail if the
 * details and the charges explain its amount; otherwise it is a sum whose parts are unknown. The balance contains the
 * entry, so its direction and its amount decide about an only detail that says something else.
 */
export function movementsOf(entry: StatementEntry): readonly Movement[] {
  if (entry.status !== BOOKED || entry.amount === 0n) return [];
  const { details } = entry;
  const [only] = details;
  if (only === undefined) return [undetailed(entry, isBatch(entry) ? 'batch' : 'payment')];
  if (declaresMore(entry)) return [undetailed(entry, 'batch')];
  const split = splitOf(entry);
  if (details.length === 1) {
    const payment = paymentOf(entry, only, split);
    const charged = { ...payment, chargedOn: payment.amount };
    return [payment, ...chargeOf(entry, charged, split?.charge ?? 0n)];
  }
  if (split === null) return [undetailed(entry, 'batch')];
  const payments = details.map((detail, index) => paymentOf(entry, detail, split, index));
  return [
    ...payments.filter(({ amount }) => amount > 0n),
    ...chargeOf(entry, undetailed(entry, 'payment'), split.charge),
  ];
}

const isBatch = ({ batches }: StatementEntry): boolean =>
  batches.some(({ count }) => count === null || count > 1n) || batches.length > 1;

/** Whether the bank declares more payments, or more money, than the details have. */
function declaresMore(entry: StatementEntry): boolean {
  const { batches, details, amount, charges } = entry;
  const counts = batches.map(({ count }) => count ?? 1n);
  if (sumOf(counts) > BigInt(details.length)) return true;
  if (batches.length === 0 || batches.some((batch) => batch.total === null)) return false;
  const declared = sumOf(batches.map((batch) => batch.total!));
  const detailed = sumOf(details.map((detail) => detail.amount ?? 0n));
  const charged = total(entry, [...charges, ...details.flatMap((detail) => detail.charges)]);
  return declared > detailed && ![amount, amount + charged, amount - charged].includes(declared);
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

interface Split {
  readonly amounts: readonly bigint[];
  /** The charges that the entry contains besides its details. */
  readonly charge: bigint;
}

/** The amounts of the details; null if they do not explain the amount of the entry, or an only one its direction. */
function splitOf(entry: StatementEntry): Split | null {
  const amounts: bigint[] = [];
  const [only, ...others] = entry.details;
  if (others.length === 0 && directionOf(entry, only!) !== entry.direction) return null;
  let sum = 0n;
  for (const detail of entry.details) {
    if (detail.amount === null) return null;
    amounts.push(detail.amount);
    sum += directionOf(entry, detail) === entry.direction ? detail.amount : -detail.amount;
  }
  const charge = entry.direction === 'IN' ? sum - entry.amount : entry.amount - sum;
  if (charge === 0n) return { amounts, charge };
  const ofDetails = total(
    entry,
    entry.details.flatMap(({ charges }) => charges),
  );
  const ofEntry = total(entry, entry.charges);
  const isExplained = charge > 0n && [ofDetails, ofEntry, ofDetails + ofEntry].includes(charge);
  return isExplained ? { amounts, charge } : null;
}

/** A charge that is not included is booked by an entry of its own. */
const total = ({ currency }: StatementEntry, charges: readonly Charge[]): bigint =>
  charges
    .filter((charge) => charge.currency === currency && charge.included !== false && charge.direction !== 'IN')
    .reduce((sum, { amount }) => sum + amount, 0n);

const directionOf = (entry: StatementEntry, detail: EntryDetail): Direction => detail.direction ?? entry.direction;

const common = (entry: StatementEntry) => ({
  isReversal: entry.isReversal,
  date: entry.bookingDate ?? entry.valueDate,
  valueDate: entry.valueDate,
  ...(entry.bookingDate === null && { isValueDate: true as const }),
  information: entry.additionalInformation,
});

function undetailed(entry: StatementEntry, part: 'batch' | 'payment'): Movement {
  const batches = entry.batches.map(batchOf);
  const areNamed = batches.some(({ messageId, paymentInformationId }) => (messageId ?? paymentInformationId) !== null);
  const ofDetails = part === 'batch' && !areNamed ? uniqueBatches(entry.details) : [];
  return {
    ...common(entry),
    part,
    direction: entry.direction,
    amount: entry.amount,
    ids: {
      servicer: present([entry.servicerReference]),
      transactionId: null,
      uetr: null,
      endToEndId: null,
      instructionId: null,
    },
    groups: groupsOf(entry, null),
    batches: ofDetails.length > 0 ? ofDetails : batches,
    codes: present([entry.transactionCode]),
    returned: null,
    counterparty: { name: null, account: null },
    texts: [],
  };
}

const batchOf = (batch: StatementEntry['batches'][number]): BatchReference => ({
  messageId: batch.messageId,
  paymentInformationId: batch.paymentInformationId,
  count: batch.count === null ? null : Number(batch.count),
});

function uniqueBatches(details: readonly EntryDetail[]): readonly BatchReference[] {
  const found = new Map<string, BatchReference>();
  for (const { references } of details) {
    const { messageId, paymentInformationId } = references;
    if (messageId === null && paymentInformationId === null) continue;
    found.set(JSON.stringify([messageId, paymentInformationId]), { messageId, paymentInformationId, count: null });
  }
  return [...found.values()];
}

/** The payment of a detail. Without a split, the entry says what the balance contains, and comes first. */
function paymentOf(entry: StatementEntry, detail: EntryDetail, split: Split | null, index = 0): Movement {
  const { references, remittance } = detail;
  const direction = split === null ? entry.direction : directionOf(entry, detail);
  const codes = [detail.transactionCode, entry.transactionCode];
  const isOnly = entry.details.length === 1;
  const own = references.servicerReference;
  // A reference that details of a batch share is not their own.
  const isShared = entry.details.filter((detail) => detail.references.servicerReference === own).length > 1;
  const servicer = isOnly ? [entry.servicerReference, own] : [isShared || own === entry.servicerReference ? null : own];
  const named = entry.batches.map(batchOf);
  const batches =
    named.length > 0 && isOnly
      ? named
      : uniqueBatches([detail]).map((batch) => ({ ...batch, count: isOnly ? null : 1 }));
  return {
    ...common(entry),
    part: 'payment',
    direction,
    amount: split?.amounts[index] ?? entry.amount,
    ids: {
      servicer: [...new Set(present(servicer))],
      transactionId: references.transactionId,
      uetr: references.uetr,
      endToEndId: references.endToEndId,
      instructionId: references.instructionId,
    },
    groups: groupsOf(entry, detail),
    batches,
    codes: present(split === null && detail.amount !== null ? codes.reverse() : codes),
    returned: returnOf(detail),
    counterparty: counterpartyOf(direction, detail),
    texts: [...remittance.unstructured, ...remittance.creditorReferences, ...remittance.additional],
    information: informationOf(entry, detail),
    ...deviationOf(entry, detail, split),
  };
}

/** What the bank writes about an entry of several payments says nothing about one of them. */
function informationOf(entry: StatementEntry, detail: EntryDetail): string | null {
  const ofEntry = entry.details.length === 1 ? entry.additionalInformation : null;
  const texts = new Set(present([detail.additionalInformation, ofEntry]));
  return texts.size === 0 ? null : [...texts].join(' ');
}

/** A detail in another currency, or with charges, may have another amount. */
function deviationOf(entry: StatementEntry, detail: EntryDetail, split: Split | null): Pick<Movement, 'deviation'> {
  if (split !== null) return {};
  if (directionOf(entry, detail) !== entry.direction) return { deviation: 'its detail has the other direction' };
  const { amount } = detail;
  return amount === null ? {} : { deviation: `its detail has ${euros(amount)}, which no charge explains` };
}

function counterpartyOf(direction: Direction, detail: EntryDetail): Movement['counterparty'] {
  const [party, ultimate]: readonly [Party, Party] =
    direction === 'IN' ? [detail.debtor, detail.ultimateDebtor] : [detail.creditor, detail.ultimateCreditor];
  return { name: party.name ?? ultimate.name, account: party.isIban ? party.account : null };
}

function returnOf({ returned }: EntryDetail): Movement['returned'] {
  if (returned === null) return null;
  const code = returned.reasonCode ?? returned.proprietary;
  const reason = present([code, ...returned.texts]).join(' ');
  return { reason: reason === '' ? null : reason };
}

function groupsOf(entry: StatementEntry, detail: EntryDetail | null): readonly string[] {
  const named = [...entry.batches, ...(detail === null ? [] : [detail.references])];
  return [
    ...new Set([
      ...present([entry.servicerReference]).map((id) => `servicer:${id}`),
      ...present(named.map(({ paymentInformationId }) => paymentInformationId)).map((id) => `batch:${id}`),
      ...present(named.map(({ messageId }) => messageId)).map((id) => `message:${id}`),
    ]),
  ];
}

const chargeOf = (entry: StatementEntry, payment: Movement, amount: bigint): readonly Movement[] =>
  amount === 0n ? [] : [{ ...payment, part: 'charge', direction: 'OUT', amount, isReversal: entry.isReversal }];

const present = <T>(values: readonly (T | null)[]): readonly T[] => values.filter((value) => value !== null);
