import { ok } from '@corridor/core';
import type { RailRecord, RailWrites } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { stored } from '../../connections/stored.js';
import type { Address, Call, Hex, Reverted } from '../nodes.js';
import { isFalse, transferCall, transferIn } from '../token-transfer.js';
import type { Outcome } from '../sender.js';
import { type Fees, feesToReplace } from './fees.js';
import {
  addIntent,
  addNonce,
  addSigner,
  changeIntent,
  changeNonce,
  changeSigner,
  INTENTS,
  intentOf,
  NONCES,
  nonceKey,
  type SignedForNonce,
  SIGNERS,
  storedIntent,
  storedNonce,
  storedSigner,
} from './sending-records.js';
import { handlerOf, MOST_IN_FLIGHT, type Pass, type SignerNow } from './sending-ports.js';
import { intentStateAfter } from './states.js';
import { range } from './confirm.js';

/** A transfer of coins to an address without code needs exactly this. */
const GAS_OF_FILL = 21_000n;
/** Above this an estimate is not believed; a batch of sweeps needs less. */
const MOST_GAS = 12_000_000n;
const CALLS_AT_ONCE = 8;
/** Units that begin together share a commit. */
const SIGNED_AT_ONCE = 16;

const withMargin = (gas: bigint): bigint => (gas * 13n) / 10n;

const isReverted = (answer: Hex | bigint | Reverted): answer is Reverted => typeof answer === 'object';

/** What an intent needs; `refused` if a call shows that it would fail; `waitsFor` if it may succeed later. */
type Tried =
  | { readonly gas: bigint }
  | { readonly refused: string }
  | { readonly waitsFor: string }
  /** Its payee is not the cause. It waits as long as it has no nonce, for which others would wait. */
  | { readonly refused: string; readonly waitsFor: string };

async function tryOut(pass: Pass, record: RailRecord): Promise<Tried> {
  const { signer: from, to, data, value, purpose } = storedIntent(record);
  if (purpose === 'fill') return { gas: GAS_OF_FILL };
  let objection: string | null;
  try {
    objection = await pass.screen(intentOf(record));
  } catch (cause) {
    return { waitsFor: `the screening of its address: ${messageOf(cause)}` };
  }
  if (objection !== null) return { refused: objection };
  const call = { from, to, data, value };
  const refused = await refusalOf(pass, call);
  if (refused !== null) return purpose === 'refund' ? refundOf(pass, call, refused) : { refused };
  const gas = await pass.nodes.estimateGas(call);
  if (isReverted(gas)) return { waitsFor: `a node that estimates its gas without a revert: ${gas.reason}` };
  if (withMargin(gas) > MOST_GAS) return { waitsFor: `an estimate below ${MOST_GAS} gas; a node says ${gas}` };
  return { gas: withMargin(gas) };
}

/** Why a contract does not do what the call says; null if it does. */
async function refusalOf({ nodes, head }: Pass, call: Call): Promise<string | null> {
  const answer = await nodes.call(call, head.number);
  if (isReverted(answer)) return answer.reason;
  return transferIn(call.data) !== null && isFalse(answer) ? 'the token answers false' : null;
}

/**
 * Payouts are tried out before they are queued. A refund waits here if the token refuses a transfer of the signer to
 * itself as well: then the payee is not the cause, but a token that is paused, or too few tokens before the next sweep.
 */
async function refundOf(pass: Pass, call: Call & { readonly from: Address }, refused: string): Promise<Tried> {
  const transfer = transferIn(call.data);
  if (transfer === null) return { refused };
  const own = await refusalOf(pass, { ...call, data: transferCall(call.from, transfer.amount) });
  if (own === null) return { refused };
  return { refused, waitsFor: `the token ${call.to}, which refuses transfers of ${call.from}: ${own}` };
}

/** The slots of the nonces that the chain has not spent, lowest first; gaps have none. */
export async function pendingSlots(pass: Pass, { address, row, atHead }: SignerNow): Promise<readonly RailRecord[]> {
  if (row === null || row.next <= atHead) return [];
  const keys = range(Math.max(atHead, row.floor), row.next).map((nonce) => nonceKey(address, nonce));
  const slots = keys.length === 0 ? [] : await pass.store.read((records) => records.getMany(NONCES, keys));
  return slots
    .filter((slot) => storedNonce(slot).state === 'OPEN')
    .toSorted((a, b) => storedNonce(a).nonce - storedNonce(b).nonce);
}

/**
 * Gives a fill to each nonce that the row has passed and no intent has: a foreign transaction had spent it, and a
 * reorganisation has removed that transaction.
 */
export async function fillGaps(pass: Pass, { address, row, atHead }: SignerNow): Promise<void> {
  if (row === null) return;
  const nonces = range(Math.max(atHead, row.floor), row.next);
  if (nonces.length === 0) return;
  const keys = nonces.map((nonce) => nonceKey(address, nonce));
  const known = new Set((await pass.store.read((records) => records.getMany(NONCES, keys))).map(({ key }) => key));
  const gaps = nonces.filter((nonce) => !known.has(nonceKey(address, nonce)));
  if (gaps.length === 0) return;
  stored(
    await pass.store.run(async (records) => {
      const taken = new Set((await records.getMany(NONCES, keys)).map(({ key }) => key));
      for (const nonce of gaps) {
        if (!taken.has(nonceKey(address, nonce))) giveToFill(pass, records, address, nonce);
      }
      return ok();
    }),
  );
}

const fillKey = (signer: Address, nonce: number): string => `fill/${nonceKey(signer, nonce)}`;

function giveToFill(pass: Pass, records: RailWrites, signer: Address, nonce: number): void {
  addFill(pass, records, signer, nonce);
  addNonce(records, { signer, nonce, intent: fillKey(signer, nonce) });
}

function addFill({ clock }: Pick<Pass, 'clock'>, records: RailWrites, signer: Address, nonce: number): void {
  const fill = { key: fillKey(signer, nonce), purpose: 'fill', signer, to: signer, data: '0x', value: 0n } as const;
  addIntent(records, fill, clock.now(), nonce);
}

/** Gives the nonce of an intent, if it has one, to a fill. False if a transaction was signed for it. */
export async function leaveNonce(
  ports: Pick<Pass, 'clock'>,
  records: RailWrites,
  intent: RailRecord,
): Promise<boolean> {
  const { nonce, signer } = storedIntent(intent);
  if (nonce === null) return true;
  const slot = (await records.get(NONCES, nonceKey(signer, nonce)))!;
  if (storedNonce(slot).transactions.length > 0) return false;
  addFill(ports, records, signer, nonce);
  changeNonce(records, slot, { intent: fillKey(signer, nonce) });
  return true;
}

/**
 * Ends an intent of which nothing was signed; a fill spends the nonce that it has. False if something may be signed.
 * A host that signs it at this moment finds the change before it stores the signature, and drops it.
 */
export async function refuseUnsigned(
  ports: Pick<Pass, 'clock'>,
  records: RailWrites,
  intent: RailRecord,
  reason: string,
): Promise<Outcome | null> {
  const next = intentStateAfter(storedIntent(intent).state, 'refuse');
  if (next === null) return null;
  const outcome: Outcome = {
    state: 'refused',
    transactionHash: null,
    blockNumber: null,
    gasPaid: 0n,
    reason,
  };
  if (!(await leaveNonce(ports, records, intent))) return null;
  changeIntent(records, intent, { state: next, outcome, nonce: null, waitsFor: null, since: ports.clock.now() });
  return outcome;
}

async function refuse(pass: Pass, key: string, reason: string): Promise<void> {
  stored(
    await pass.store.run(async (records) => {
      const intent = await records.get(INTENTS, key);
      if (intent === null) return ok();
      const outcome = await refuseUnsigned(pass, records, intent, reason);
      if (outcome !== null)
        await handlerOf(pass, storedIntent(intent).purpose).concluded(records, intentOf(intent), outcome);
      return ok();
    }),
  );
}

/** Signs again what a crash left with a nonce and without a signature, or fills the nonce. */
export async function signReserved(pass: Pass, slots: readonly RailRecord[], wanted: Fees | null): Promise<void> {
  const unsigned = slots.filter((slot) => storedNonce(slot).transactions.length === 0);
  for (const slot of unsigned) {
    const { intent: key, signer } = storedNonce(slot);
    const intent = await pass.store.read((records) => records.get(INTENTS, key));
    // A slot whose intent has been refused was given to a fill in the same unit; the next pass reads both.
    if (intent === null || storedIntent(intent).state !== 'RESERVED') continue;
    const tried = await tryOut(pass, intent);
    if ('refused' in tried) await refuse(pass, key, tried.refused);
    else if ('waitsFor' in tried) pass.found.set(`intent/${key}`, `${key} waits for ${tried.waitsFor}`);
    else if (wanted === null) feeProblem(pass, signer);
    else await signOne(pass, slot, { ...wanted, gas: tried.gas });
  }
}

function feeProblem({ found, fees, price }: Pass, signer: Address): void {
  const asked = price === null ? '' : `${gwei(price.base + price.tip)} gwei for gas, `;
  found.set(
    `fee/${signer}`,
    `transactions of ${signer} wait, because the chain asks ${asked}more than the ${gwei(fees.maxFeePerGas)} gwei of maxGwei`,
  );
}

export const gwei = (wei: bigint): string => {
  const digits = String(wei).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
};

/** Signs one transaction for a nonce and stores it. Nothing is broadcast that is not stored. */
async function signOne(pass: Pass, slot: RailRecord, fees: Fees & { readonly gas: bigint }): Promise<void> {
  const { nodes, store, clock, found } = pass;
  const { signer: address, nonce, intent: key, transactions } = storedNonce(slot);
  const signer = pass.signerOf(address);
  const intent = await store.read((records) => records.get(INTENTS, key));
  if (intent === null) return;
  if (signer === null) {
    found.set(`signer/${address}`, `the key of ${address} is not configured, and its transactions wait`);
    return;
  }
  const { to, data, value } = storedIntent(intent);
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = fees;
  const unsigned = { chainId: nodes.chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas };
  let signed;
  try {
    signed = await signer.sign(unsigned);
  } catch (cause) {
    found.set(`signer/${address}`, `the signer of ${address} does not sign: ${messageOf(cause)}`);
    return;
  }
  const next: SignedForNonce = { ...signed, gas, maxFeePerGas, maxPriorityFeePerGas, signedAt: clock.now() };
  stored(
    await store.run(async (records) => {
      const now = await records.get(NONCES, slot.key);
      const current = await records.get(INTENTS, key);
      if (now === null || current === null) return ok();
      const { state, intent: owner, transactions: stored } = storedNonce(now);
      // Another host has signed for this nonce, or it was given to a fill: this signature is dropped.
      if (state !== 'OPEN' || owner !== key || stored.length !== transactions.length) return ok();
      const held = storedIntent(current);
      const signedState = held.state === 'RESERVED' ? intentStateAfter('RESERVED', 'sign')! : held.state;
      if (signedState !== 'SENT' || held.nonce !== nonce) return ok();
      changeNonce(records, now, { transactions: [...stored, next] });
      changeIntent(records, current, {
        state: signedState,
        transactionHash: signed.hash,
        waitsFor: null,
        ...(held.state !== signedState && { since: clock.now() }),
      });
      return ok();
    }),
  );
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/**
 * Replaces transactions that wait too long, with the same nonce and higher fees. Only the lowest nonce can be mined
 * next; the others are replaced only if they pay less than the chain asks.
 */
export async function replaceStuck(pass: Pass, slots: readonly RailRecord[], wanted: Fees | null): Promise<void> {
  const { fees, clock, found } = pass;
  for (const [index, slot] of slots.entries()) {
    const { transactions, broadcast, signer, nonce } = storedNonce(slot);
    const newest = transactions.at(-1);
    if (newest === undefined) continue;
    const answer = broadcast?.hash === newest.hash ? broadcast.answer : null;
    // A higher fee does not help if the coins are missing, or if no node takes the transaction for another reason.
    if (answer !== 'accepted' && answer !== 'underpriced') continue;
    const isUnderpriced = answer === 'underpriced';
    const isLate = clock.now() >= newest.signedAt + fees.replaceAfterSeconds * 1000;
    const paysTooLittle = wanted === null || newest.maxPriorityFeePerGas < wanted.maxPriorityFeePerGas;
    const isNext = index === 0;
    if (!isUnderpriced && !(isLate && (isNext || paysTooLittle))) continue;
    const higher = feesToReplace(newest, wanted, fees.maxFeePerGas);
    if (wanted === null) feeProblem(pass, signer);
    else if (higher !== null) await signOne(pass, slot, { ...higher, gas: newest.gas });
    else
      found.set(
        `stuck/${signer}`,
        `${newest.hash} (nonce ${nonce} of ${signer}) is not mined, and a higher fee would be above ${gwei(fees.maxFeePerGas)} gwei`,
      );
  }
}

/** Gives nonces to queued intents of one signer, oldest first, and signs them. */
export async function signQueued(
  pass: Pass,
  signer: SignerNow,
  queued: readonly RailRecord[],
  pending: readonly RailRecord[],
  wanted: Fees | null,
): Promise<void> {
  const { nodes, head, store, found } = pass;
  const { address, atHead } = signer;
  const room = MOST_IN_FLIGHT - Math.max(0, (signer.row?.next ?? atHead) - atHead);
  const chosen = queued.slice(0, Math.max(0, room));
  if (chosen.length === 0) return;
  if (wanted === null) {
    feeProblem(pass, address);
    return waitFor(pass, chosen, `a gas price of at most ${gwei(pass.fees.maxFeePerGas)} gwei`);
  }
  if (pass.signerOf(address) === null) {
    found.set(`signer/${address}`, `the key of ${address} is not configured, and its transactions wait`);
    return waitFor(pass, chosen, `the key of ${address}`);
  }
  const funds = (await nodes.balance(address, head.number)) - (await bound(pass, pending));
  const ready = await affordable(chosen, funds, wanted);
  const slots = await reserve(signer, ready);
  await inParallel(SIGNED_AT_ONCE, slots, ([slot, gas]) => signOne(pass, slot, { ...wanted, gas }));

  async function affordable(intents: readonly RailRecord[], coins: bigint, fees: Fees) {
    const tried = new Map<string, Tried>();
    await inParallel(CALLS_AT_ONCE, intents, async (intent) => {
      // A call with more coins than there are would be refused, although it only has to wait.
      const { value } = storedIntent(intent);
      const answer = value > coins ? { waitsFor: COINS } : await tryOut(pass, intent);
      tried.set(intent.key, answer);
    });
    let left = coins;
    const chosenNow: (readonly [RailRecord, bigint])[] = [];
    const waiting = new Map<string, RailRecord[]>();
    for (const intent of intents) {
      const answer = tried.get(intent.key)!;
      if ('waitsFor' in answer) waiting.set(answer.waitsFor, [...(waiting.get(answer.waitsFor) ?? []), intent]);
      else if ('refused' in answer) await refuse(pass, intent.key, answer.refused);
      else {
        const cost = storedIntent(intent).value + answer.gas * fees.maxFeePerGas;
        if (cost > left) waiting.set(COINS, [...(waiting.get(COINS) ?? []), intent]);
        else chosenNow.push([intent, answer.gas]);
        if (cost <= left) left -= cost;
      }
    }
    for (const [reason, those] of waiting) {
      if (reason === COINS)
        found.set(`gas/${address}`, `${address} has too little of the chain's coin for the gas of its transactions`);
      else for (const { key } of those) found.set(`intent/${key}`, `${key} waits for ${reason}`);
      await waitFor(pass, those, reason);
    }
    return chosenNow;
  }

  async function reserve({ row }: SignerNow, intents: readonly (readonly [RailRecord, bigint])[]) {
    if (intents.length === 0) return [];
    const given = await store.run(async (records) => {
      const reserved: (readonly [RailRecord, bigint])[] = [];
      const current = await records.get(SIGNERS, address);
      // Another host has given nonces since: what this pass knows about coins and room is old.
      if ((current === null) !== (row === null)) return ok(reserved);
      if (current !== null && storedSigner(current).next !== row!.next) return ok(reserved);
      const first = Math.max(current === null ? 0 : storedSigner(current).next, atHead);
      let next = first;
      for (const [{ key }] of intents) {
        const intent = await records.get(INTENTS, key);
        const state = intent === null ? null : intentStateAfter(storedIntent(intent).state, 'reserve');
        if (intent === null || state === null) continue;
        changeIntent(records, intent, { state, nonce: next, waitsFor: null, since: pass.clock.now() });
        addNonce(records, { signer: address, nonce: next, intent: key });
        next += 1;
      }
      if (next === first) return ok(reserved);
      // The chain may have grown between the two reads, so that the confirmed block is above the head.
      if (current === null) addSigner(records, address, { next, floor: Math.min(first, signer.atConfirmed) });
      else changeSigner(records, current, { next });
      const keys = range(first, next).map((nonce) => nonceKey(address, nonce));
      const gasOf = new Map(intents.map(([{ key }, gas]) => [key, gas]));
      for (const slot of await records.getMany(NONCES, keys))
        reserved.push([slot, gasOf.get(storedNonce(slot).intent)!]);
      return ok(reserved);
    });
    if (!given.ok && given.error.code === 'CONFLICT') return [];
    return stored(given).toSorted(([a], [b]) => storedNonce(a).nonce - storedNonce(b).nonce);
  }
}

const COINS = "the chain's coin for its gas";

/** What open transactions may still take from the balance at the head. */
async function bound({ store }: Pass, pending: readonly RailRecord[]): Promise<bigint> {
  const keys = pending.map((slot) => storedNonce(slot).intent);
  const intents = keys.length === 0 ? [] : await store.read((records) => records.getMany(INTENTS, keys));
  const values = new Map(intents.map((intent) => [intent.key, storedIntent(intent).value]));
  let sum = 0n;
  for (const slot of pending) {
    const { transactions, intent } = storedNonce(slot);
    const most = transactions.map(({ gas, maxFeePerGas }) => gas * maxFeePerGas);
    sum += (values.get(intent) ?? 0n) + most.reduce((a, b) => (a > b ? a : b), 0n);
  }
  return sum;
}

/** Stores why intents wait. Writes only what differs. */
async function waitFor({ store }: Pass, intents: readonly RailRecord[], reason: string): Promise<void> {
  const differing = intents.filter((intent) => storedIntent(intent).waitsFor !== reason);
  if (differing.length === 0) return;
  stored(
    await store.run(async (records) => {
      for (const intent of await records.getMany(
        INTENTS,
        differing.map(({ key }) => key),
      )) {
        if (storedIntent(intent).state === 'QUEUED') changeIntent(records, intent, { waitsFor: reason });
      }
      return ok();
    }),
  );
}
