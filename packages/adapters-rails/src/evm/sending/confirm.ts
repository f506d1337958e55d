import { ok } from '@corridor/core';
import { unitsText } from '@corridor/core/internal';
import type { RailRecord, RailWrites } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { stored } from '../../connections/stored.js';
import type { Hex, Receipt } from '../nodes.js';
import { isMoved, otherMoved, transferIn } from '../token-transfer.js';
import type { Intent, Moved, Outcome } from '../sender.js';
import {
  changeIntent,
  changeNonce,
  changeSigner,
  INTENTS,
  intentOf,
  NONCES,
  nonceKey,
  SIGNERS,
  storedIntent,
  storedNonce,
  storedSigner,
} from './sending-records.js';
import { handlerOf, type Pass, type SignerNow } from './sending-ports.js';
import { intentStateAfter, nonceStateAfter } from './states.js';

const RECEIPTS_AT_ONCE = 50;
const NONCES_AT_ONCE = 200;
const IN_ONE_UNIT = 25;
/**
 * Nodes that have a block may index its transactions later. So that a nonce has been spent by a foreign transaction is
 * believed only if it is seen twice, this many seconds apart: the intent would be paid a second time otherwise.
 */
const FOREIGN_AFTER_SECONDS = 30;

interface Finding {
  readonly key: string;
  /** The number of transactions that were looked up; with another number, the finding is void. */
  readonly transactions: number;
  /** Null if no transaction of ours spent the nonce. */
  readonly receipt: Receipt | null;
}

/** Records the outcome of every nonce that is spent at the confirmed block. */
export async function confirm(pass: Pass, { address, row, atConfirmed }: SignerNow): Promise<void> {
  if (row === null) return;
  const end = Math.min(row.next, atConfirmed);
  for (let at = row.floor; at < end; at += NONCES_AT_ONCE) {
    const keys = range(at, Math.min(end, at + NONCES_AT_ONCE)).map((nonce) => nonceKey(address, nonce));
    const slots = await pass.store.read((records) => records.getMany(NONCES, keys));
    const open = slots.filter((slot) => storedNonce(slot).state === 'OPEN');
    const found: Finding[] = [];
    await inParallel(RECEIPTS_AT_ONCE, open, async (slot) => {
      const { transactions } = storedNonce(slot);
      const receipts = await Promise.all(transactions.map(({ hash }) => pass.nodes.receipt(hash)));
      const receipt = receipts.find((each) => each !== null) ?? null;
      // A receipt above the confirmed block belongs to a chain that has changed since; the next pass looks again.
      if (receipt !== null && receipt.blockNumber > pass.confirmed.number) return;
      found.push({ key: slot.key, transactions: transactions.length, receipt });
    });
    for (let from = 0; from < found.length; from += IN_ONE_UNIT) {
      const part = found.slice(from, from + IN_ONE_UNIT);
      stored(
        await pass.store.run(async (records) => {
          for (const finding of part) await conclude(pass, records, finding);
          return ok();
        }),
      );
    }
  }
  if (end > row.floor) await raiseFloor(pass, address, end);
}

async function conclude(pass: Pass, records: RailWrites, { key, transactions, receipt }: Finding): Promise<void> {
  const slot = await records.get(NONCES, key);
  if (slot === null || storedNonce(slot).transactions.length !== transactions) return;
  if (storedNonce(slot).state !== 'OPEN') return;
  if (receipt === null) return spentByAnother(pass, records, slot);
  const intent = await records.get(INTENTS, storedNonce(slot).intent);
  const next = intent === null ? null : intentStateAfter(storedIntent(intent).state, 'confirm');
  if (intent === null || next === null) return;
  const { blockNumber, blockHash, transactionHash } = receipt;
  const failure = failureOf(receipt, intentOf(intent));
  const moved = failure === null ? otherMoved(receipt, intentOf(intent)) : null;
  const outcome: Outcome = {
    state: failure === null ? 'mined' : 'reverted',
    ...{ transactionHash, blockNumber },
    gasPaid: receipt.gasUsed * receipt.effectiveGasPrice + receipt.l1Fee,
    reason: failure,
    ...(moved !== null && { moved }),
  };
  if (moved !== null) openFeeProblem(pass, records, intentOf(intent), moved, transactionHash);
  changeNonce(records, slot, { state: nonceStateAfter('OPEN', 'confirm')!, mined: { blockNumber, blockHash } });
  changeIntent(records, intent, {
    state: next,
    ...{ outcome, transactionHash },
    waitsFor: null,
    since: pass.clock.now(),
  });
  await pass.problems.close(records, undoneProblem(intent.key));
  await handlerOf(pass, storedIntent(intent).purpose).concluded(records, intentOf(intent), outcome);
}

function failureOf(receipt: Receipt, intent: Intent): string | null {
  if (receipt.status !== 'success') return 'the contract reverted the transaction';
  return isMoved(receipt, intent) ? null : 'the token moved nothing, although its transaction succeeded';
}

/** One problem for each token, whatever transactions it takes a fee of. */
function openFeeProblem(
  { problems }: Pass,
  records: RailWrites,
  { key, to: token, data }: Intent,
  { left, arrived }: Moved,
  hash: Hex,
): void {
  const { amount } = transferIn(data)!;
  problems.open(
    records,
    `token-fee/${token}`,
    `the token ${token} moves other amounts than its calls say: of ${unitsText(amount)} that ${key} transferred, ${unitsText(left)} left the signer and ${unitsText(arrived)} arrived (${hash}); ask its issuer, and remove the token if it takes a fee`,
  );
}

export const undoneProblem = (intent: string): string => `undone/${intent}`;

/** The key is used outside of this service. The payment gets another nonce: none of its transactions can be mined. */
async function spentByAnother(pass: Pass, records: RailWrites, slot: RailRecord): Promise<void> {
  const { foreignSince, intent: key, signer, nonce } = storedNonce(slot);
  const now = pass.clock.now();
  if (foreignSince === null) {
    changeNonce(records, slot, { foreignSince: now });
    return;
  }
  if (now < foreignSince + FOREIGN_AFTER_SECONDS * 1000) return;
  const intent = await records.get(INTENTS, key);
  const next = intent === null ? null : intentStateAfter(storedIntent(intent).state, 'lose');
  if (intent === null || next === null) return;
  changeNonce(records, slot, { state: nonceStateAfter('OPEN', 'lose')!, lostAt: pass.confirmed.number });
  pass.problems.open(
    records,
    `foreign/${signer}/${nonce}`,
    `the key of ${signer} is used outside of this service: a transaction that was not signed here has spent nonce ${nonce}`,
  );
  if (storedIntent(intent).purpose === 'fill') {
    const outcome: Outcome = {
      state: 'refused',
      transactionHash: null,
      blockNumber: null,
      gasPaid: 0n,
      reason: 'a foreign transaction has spent the nonce',
    };
    changeIntent(records, intent, { state: 'CONCLUDED', outcome, since: now });
    await pass.handlers.fill.concluded(records, intentOf(intent), outcome);
    return;
  }
  changeIntent(records, intent, { state: next, nonce: null, transactionHash: null, since: now });
}

/** Moves the floor above nonces that are concluded, so that later passes do not read them. */
async function raiseFloor(pass: Pass, address: SignerNow['address'], end: number): Promise<void> {
  stored(
    await pass.store.run(async (records) => {
      // The row first: whatever opens a nonce again changes the row too, and then this unit runs again.
      const row = await records.get(SIGNERS, address);
      if (row === null) return ok();
      const { floor } = storedSigner(row);
      const keys = range(floor, end).map((nonce) => nonceKey(address, nonce));
      const slots = keys.length === 0 ? [] : await records.getMany(NONCES, keys);
      const open = slots.flatMap((slot) => (storedNonce(slot).state === 'OPEN' ? [storedNonce(slot).nonce] : []));
      const raised = Math.min(end, ...open);
      if (raised > floor) changeSigner(records, row, { floor: raised });
      return ok();
    }),
  );
}

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
