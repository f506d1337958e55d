import type { RailTelling, RailStore, RailWrites, TellCore } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { changeDeposit, concludeReversal, type Deposit, paymentIdOf } from './deposit.js';
import { decide, depositsListed } from './deposit-lists.js';
import { reversalProblems } from './reversal-problems.js';

export interface TellPorts {
  readonly store: RailStore;
  /** Name of the rail of the deposit addresses. */
  readonly rail: string;
  /** Called in the unit that records that core has credited a deposit or holds it. */
  readonly credited: (records: RailWrites, deposit: Deposit) => Promise<void>;
  /** Called in the unit that records that core has taken a deposit back. */
  readonly reversed: (records: RailWrites, deposit: Deposit) => Promise<void>;
}

const AT_ONCE = 16;

/** Core may take these messages later; REFERENCE_NOT_FOUND means that the environment has no platform yet. */
export const TOLD_LATER: ReadonlySet<string> = new Set(['CONFLICT', 'SERVICE_UNAVAILABLE', 'REFERENCE_NOT_FOUND']);

/** Tells core what was decided. A repetition after a crash has the same ids and no further effect. */
export async function tellDeposits({ store, rail, credited, reversed }: TellPorts, tell: TellCore): Promise<void> {
  for await (const page of depositsListed(store, 'CONFIRMED')) {
    await tellAll(
      store,
      page,
      tell,
      (deposit) => arrivalOf(rail, deposit),
      async (records, record, deposit) => {
        changeDeposit(records, record, { state: 'CREDITED', refusal: null });
        await reversalProblems.close(records, deposit);
        await credited(records, deposit);
      },
    );
  }
  for await (const page of depositsListed(store, 'REVERSING')) {
    await tellAll(
      store,
      page,
      tell,
      (deposit) => reversalOf(rail, deposit),
      async (records, record, deposit) => {
        concludeReversal(records, record);
        await reversed(records, deposit);
      },
    );
  }
}

async function tellAll(
  store: RailStore,
  deposits: readonly Deposit[],
  tell: TellCore,
  messageAbout: (deposit: Deposit) => RailTelling,
  conclude: Parameters<typeof decide>[2],
): Promise<void> {
  const accepted: Deposit[] = [];
  const refused = new Map<string, string>();
  await inParallel(AT_ONCE, deposits, async (deposit) => {
    const answer = await tell(messageAbout(deposit));
    if (answer.ok) accepted.push(deposit);
    else if (!TOLD_LATER.has(answer.error.code) && deposit.refusal !== answer.error.code)
      refused.set(deposit.key, answer.error.code);
  });
  await decide(store, accepted, conclude);
  await decide(
    store,
    deposits.filter(({ key }) => refused.has(key)),
    (records, record) => changeDeposit(records, record, { refusal: refused.get(record.key)! }),
  );
}

function arrivalOf(rail: string, deposit: Deposit): RailTelling {
  const { valueDate, remitter, hold } = deposit.decision!;
  return {
    kind: 'arrival',
    rail,
    paymentId: paymentIdOf(deposit),
    reference: { addressIndex: deposit.index },
    currency: deposit.currency,
    amount: deposit.amount,
    remitter: { name: null, account: remitter },
    valueDate,
    ...(hold !== null && { hold }),
  };
}

function reversalOf(rail: string, deposit: Deposit): RailTelling {
  const paymentId = paymentIdOf(deposit);
  return {
    kind: 'reversal',
    rail,
    messageId: `${paymentId}/reversal`,
    paymentId,
    amount: deposit.amount,
    reason: 'its block left the chain, and its transaction was not mined again',
  };
}
