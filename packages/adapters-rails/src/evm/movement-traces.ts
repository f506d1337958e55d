import { type Instant, instant } from '@corridor/core';
import type { RailRecords, RailTrace } from '@corridor/core/ports';
import { DEPOSITS, depositIn } from './deposits/deposit.js';
import { REFUND_KEY, refundIn, REFUNDS } from './deposits/refunds.js';
import { intentKey, PAYOUTS, type StoredPayout } from './payouts/payout-records.js';
import { INTENTS, NONCES, nonceKey, storedIntent, storedNonce } from './sending/sending-records.js';

/** The longest key of a record. */
const LONGEST_KEY = 200;

/** What is stored about a payout, a refund or a deposit, for operators. It does not say who is paid or has paid. */
export async function tracesOf(records: RailRecords, reference: string): Promise<readonly RailTrace[]> {
  if (reference.length > LONGEST_KEY) return [];
  const found = [
    ...(await ofPayout(records, reference)),
    ...(await ofRefund(records, reference)),
    ...(await ofDeposit(records, reference)),
  ];
  return found.sort((a, b) => a.at - b.at);
}

const trace = (at: Instant, text: string): RailTrace => ({ at, text, file: null });

async function ofPayout(records: RailRecords, reference: string): Promise<readonly RailTrace[]> {
  const record = await records.get(PAYOUTS, reference);
  if (record === null) return [];
  const { state, attempt, failure, releasedBy, heldFor, transactionHash } = record.value as StoredPayout;
  const facts = [
    ...(heldFor === null ? [] : [`held: ${heldFor}`]),
    ...(releasedBy === null ? [] : [`released by ${releasedBy.name}`]),
    ...(failure === null ? [] : [`failed with ${failure}`]),
    ...(transactionHash === null ? [] : [`in the transaction ${transactionHash}`]),
  ];
  const traces = [trace(record.createdAt, 'payout accepted')];
  for (let each = 1; each <= attempt; each += 1) {
    traces.push(...(await ofIntent(records, intentKey({ reference, attempt: each }))));
  }
  if (record.version > 1) traces.push(trace(record.updatedAt, [`the payout is ${state}`, ...facts].join(', ')));
  return traces;
}

async function ofRefund(records: RailRecords, reference: string): Promise<readonly RailTrace[]> {
  const record = await records.get(REFUNDS, reference);
  if (record === null) return [];
  const { result } = refundIn(record);
  return [
    trace(record.createdAt, 'refund accepted'),
    ...(await ofIntent(records, `${REFUND_KEY}${reference}`)),
    ...(result === null ? [] : [trace(record.updatedAt, `the refund is ${result}`)]),
  ];
}

/** An arrival that was mined again after a reversal has a number behind the key of its deposit. */
const AGAIN = /^(\d+:0x[0-9a-f]{64}:\d+):\d+$/;

async function ofDeposit(records: RailRecords, paymentId: string): Promise<readonly RailTrace[]> {
  const record = await records.get(DEPOSITS, AGAIN.exec(paymentId)?.[1] ?? paymentId);
  if (record === null) return [];
  const { transactionHash, ordinal, block, state, decision } = depositIn(record);
  const held = decision?.hold === null || decision === null ? '' : `, held: ${decision.hold}`;
  const place = `Transfer event ${ordinal} of the transaction ${transactionHash} in block ${block.number}`;
  return [
    trace(record.createdAt, place),
    ...(record.version === 1 ? [] : [trace(record.updatedAt, `the deposit is ${state}${held}`)]),
  ];
}

/** The transactions that were signed for an intent, and its outcome. */
async function ofIntent(records: RailRecords, key: string): Promise<readonly RailTrace[]> {
  const record = await records.get(INTENTS, key);
  if (record === null) return [];
  const { signer, nonce, outcome } = storedIntent(record);
  const given = nonce === null ? null : await records.get(NONCES, nonceKey(signer, nonce));
  const signed = given === null ? [] : storedNonce(given).transactions;
  return [
    trace(record.createdAt, 'queued for signing'),
    ...signed.map(({ hash, signedAt }) => trace(instant(signedAt), `signed with nonce ${nonce} as ${hash}`)),
    ...(outcome === null
      ? []
      : [
          trace(
            record.updatedAt,
            `${outcome.state}${outcome.blockNumber === null ? '' : ` in block ${outcome.blockNumber}`}`,
          ),
        ]),
  ];
}
