import { plusSeconds } from '@corridor/core';
import type { RailRecord, TellCore } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import type { OutgoingPayment } from '../payment.js';
import type { OutgoingBatch } from '../payments.js';
import { classify, type Kind } from './classify.js';
import { debitsOf } from './debits.js';
import { describe } from './describe.js';
import { settledDoubt } from './doubts.js';
import { lateDetails } from './late-details.js';
import { messagesTo } from './messages-to-core.js';
import { type List, movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import { differs, keepOutcomes, type Outcome, SECONDS_PER_HOUR, type TellingPorts, waiting } from './outcomes.js';
import { typeOf } from './transaction-codes.js';

const PAGE = 100;
/** Units that wait for each other are committed together, so more at once means fewer commits. */
const AT_ONCE = 32;

/**
 * Tells core about all movements that it has not heard of. Each message has the key of the movement, so a repetition
 * after a crash has no further effect.
 */
export async function tellMovements(ports: TellingPorts, tell: TellCore): Promise<void> {
  for (const list of ['TO_TELL', 'WAITING'] satisfies List[]) {
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      for (let after: RailRecord | undefined; ;) {
        const page = await ports.store.read((records) => records.list(MOVEMENTS, { status: list, limit: PAGE, after }));
        const outcomes = await tellPage(ports, tell, page.map(movementIn));
        // What is left may have waited for what core knows now.
        if (outcomes.has('detailed') || (outcomes.has('told') && outcomes.size > 1)) isMoving = true;
        if (page.length < PAGE) break;
        after = page.at(-1);
      }
    }
  }
}

async function tellPage(
  ports: TellingPorts,
  tell: TellCore,
  page: readonly StoredMovement[],
): Promise<ReadonlySet<Outcome['kind']>> {
  if (page.length === 0) return new Set();
  const payments = await ports.payments.findMany(page.map(({ movement: { ids } }) => ids));
  const outcomes = new Map<string, Outcome>();
  const teller = createTeller(ports, tell);
  await inParallel(
    AT_ONCE,
    page.map((stored, index) => ({ stored, payment: payments[index] ?? null })),
    async ({ stored, payment }) => {
      outcomes.set(stored.key, await teller(stored, payment));
    },
  );
  await keepOutcomes(ports, outcomes);
  return new Set([...outcomes.values()].map(({ kind }) => kind));
}

function createTeller(ports: TellingPorts, tell: TellCore) {
  const { entry, payments, clock } = ports;
  const { debit, batchDebit } = debitsOf(ports, tell);
  const { returned, arrival, reversal, booking, difference } = messagesTo(tell, ports);
  const own = new Set([...entry.ownAccounts, ...entry.accounts.map(({ iban }) => iban)]);

  async function teller(stored: StoredMovement, named: OutgoingPayment | null): Promise<Outcome> {
    try {
      const outcome = await outcomeOf(stored, named);
      if (outcome.kind !== 'wait' && outcome.kind !== 'differs') return outcome;
      if (stored.onlyPayments) return { kind: 'note' };
      if (outcome.kind === 'differs') return await difference(stored, outcome.why);
      const until = stored.waitsUntil ?? plusSeconds(clock.now(), entry.returnAfterHours * SECONDS_PER_HOUR);
      return until > clock.now() ? outcome : await difference(stored, outcome.otherwise);
    } catch (cause) {
      // One movement that fails does not keep the others from core.
      return { kind: 'later', reason: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  async function outcomeOf(stored: StoredMovement, named: OutgoingPayment | null): Promise<Outcome> {
    const { kind, movement, note } = stored;
    if (kind === 'check') return difference(stored, note!);
    if (kind === 'opening') return booking(stored, movement.direction === 'IN' ? 'TOP_UP' : 'WITHDRAWAL');
    if (stored.doubts !== null) {
      const settled = await ports.store.read((records) => settledDoubt(records, stored, clock.now()));
      if (settled.kind === 'same') return { kind: 'same', as: settled.as.key };
      if (settled.kind === 'open') return doubtful(settled.as);
    }
    const ofAccount = named?.iban === stored.iban ? named : null;
    const batches = ofAccount === null ? await batchesOf(stored) : [];
    const [batch] = batches;
    const isOne = batches.length === 1 && batch?.references.length === 1;
    const payment = ofAccount ?? (isOne ? await payments.get(batch.references[0]!) : null);
    // A customer may pay to an account of the service as to any other.
    const isOurs = movement.direction === 'IN' && named !== null;
    const classified = classify({
      direction: movement.direction,
      part: movement.part,
      isReversal: movement.isReversal,
      hasReturnInformation: movement.returned !== null,
      type: typeOf(movement.codes),
      names: payment !== null ? 'payment' : batches.length > 0 ? 'batch' : 'nothing',
      isOwnAccount: movement.counterparty.account !== null && own.has(movement.counterparty.account) && !isOurs,
    });
    if (stored.onlyPayments && classified !== 'payment-debit' && classified !== 'batch-debit') return { kind: 'note' };
    return apply(stored, classified, payment, batches);
  }

  const doubtful = (as: StoredMovement): Promise<Outcome> =>
    waiting(
      `a statement that shows whether it is another one: ${describe(as)} with the same reference`,
      `it may be another one, or what ${describe(as)} with the same reference`,
    );

  function apply(
    stored: StoredMovement,
    kind: Kind,
    payment: OutgoingPayment | null,
    batches: readonly OutgoingBatch[],
  ): Promise<Outcome> {
    switch (kind) {
      case 'payment-debit':
        return debit(stored, payment!);
      case 'batch-debit':
        return batchDebit(stored, batches);
      case 'payment-return':
        return returned(stored, payment!);
      case 'arrival':
        return arrival(stored);
      case 'arrival-reversal':
        return reversal(stored);
      case 'batch-credit':
        return batchCredit(stored);
      case 'TOP_UP':
      case 'WITHDRAWAL':
      case 'CHARGE':
      case 'INTEREST':
        return booking(stored, kind);
      default:
        return differs(kind.difference);
    }
  }

  async function batchCredit(stored: StoredMovement): Promise<Outcome> {
    const details = await ports.store.read((records) => lateDetails(records, stored));
    return details.length > 0
      ? { kind: 'detailed' }
      : waiting('the details of the batch', 'the bank gives no details of a batch of credits');
  }

  async function batchesOf({ iban, movement }: StoredMovement): Promise<readonly OutgoingBatch[]> {
    const found = new Map<string, OutgoingBatch>();
    for (const { messageId, paymentInformationId } of movement.batches) {
      for (const batch of await payments.findBatches({ messageId, paymentInformationId })) {
        if (batch.iban === iban) found.set(batch.paymentInformationId, batch);
      }
    }
    return [...found.values()];
  }

  return teller;
}
