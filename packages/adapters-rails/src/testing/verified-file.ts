import type { Id } from '@corridor/core';
import { operatorActions } from '../bank-files/operator-actions.js';
import { payeeDecisions, tellCancelled } from '../bank-files/payee-decisions.js';
import type { OutgoingPayment } from '../bank-files/payment.js';
import { tracesOf } from '../bank-files/payment-traces.js';
import { openProblems } from '../bank-files/problems.js';
import type { StatusReason } from '../iso20022/messages.js';
import { sentFile } from './sent-file.js';

export const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
/** An entry after which a payment waits if its payee could not be checked. */
export const WAIT = { payeeVerification: { unchecked: 'wait' } };

export const saying = (...additional: readonly string[]): readonly StatusReason[] => [
  { code: null, proprietary: null, additional },
];

/** A file that was sent, and what operators and core see of it. */
export async function verifiedFile(count: number, over: Readonly<Record<string, unknown>> = {}) {
  const bank = await sentFile(count, over);
  const operators = operatorActions({ store: bank.store, exchange: bank.exchange, isManual: false });
  const [one, two, three] = bank.sent as [OutgoingPayment, OutgoingPayment, OutgoingPayment];
  return {
    ...bank,
    ...{ one, two, three, operators },
    decisions: payeeDecisions(bank.store),
    payment: async ({ reference }: OutgoingPayment) => (await bank.payments.get(reference))!,
    exceptions: () => [...bank.told.values()].flatMap((message) => (message.kind === 'held' ? [message] : [])),
    tellCancelled: () => tellCancelled(bank.store, bank.tell, bank.log),
    problems: () => bank.whole.read((records) => openProblems(records, 9)),
    trace: async ({ reference }: OutgoingPayment) =>
      (await bank.whole.read((records) => tracesOf(records, reference))).at(-1)!.text,
  };
}
