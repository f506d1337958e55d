import { type Instant, ok, toIso } from '@corridor/core';
import { amountText, decimalText } from '@corridor/core/internal';
import type { HeldPayments, PayoutFailure, RailRecord, RailWrites } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { stored } from '../../connections/stored.js';
import type { Address, Block, Hex, Reverted } from '../nodes.js';
import { listAll } from '../sending/sending-records.js';
import {
  changePayout,
  budgetOf,
  end,
  givenFrom,
  intentKey,
  PAYOUTS,
  type Payout,
  payoutIn,
  payoutOf,
  spentOn,
} from './payout-records.js';
import type { PayoutPorts } from './payout-ports.js';
import { leaveMessage } from './payout-outcomes.js';
import { balanceCall, isFalse, transferCall, transferIn } from '../token-transfer.js';

const MOST_WAITING = 2000;
const MOST_GIVEN = 200;
const CALLS_AT_ONCE = 16;
const IN_ONE_UNIT = 25;

export const dayOf = (now: Instant): string => toIso(now).slice(0, 10);

type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'refuse'; readonly failure: PayoutFailure }
  | { readonly kind: 'wait' };

/** Why a payout must wait for a person; null if it need not. */
function aboveLimit({ entry }: PayoutPorts, { amount, releasedBy }: Payout, spent: bigint, day: string): string | null {
  const { perPayout, perDay } = entry.treasury.limits;
  // A limit is one for all tokens of the chain, which have the same decimals.
  const limitText = (limit: bigint): string => decimalText(limit, entry.tokens[0].currency);
  if (releasedBy !== null) return null;
  if (perPayout !== null && amount > perPayout) return `above the limit of ${limitText(perPayout)} for a payout`;
  if (perDay !== null && spent + amount > perDay)
    return `with it the payouts of ${day} would be above the limit of ${limitText(perDay)} for a day`;
  return null;
}

/**
 * Decides about payouts that wait, oldest first: held for a person, refused, or given to the sender. One that does not
 * fit into the treasury's tokens lets smaller ones pass, and so does one that core holds. Problems that it finds are added
 * to `found`.
 */
export async function sendPayouts(ports: PayoutPorts, held: HeldPayments, found: Map<string, string>): Promise<void> {
  const { store, nodes, treasury, entry } = ports;
  await takeBackHeld(ports, held);
  const all = await store.read((records) => listAll(records, PAYOUTS, 'WAITING', MOST_WAITING));
  if (all.length === 0) return;
  const stopped = await held(all.map(({ key }) => key));
  const waiting = all.filter(({ key }) => !stopped.has(key));
  if (waiting.length === 0) return;
  const allowed = await screened(ports, waiting, found);
  const ready = await holdAboveLimits(ports, allowed);
  if (ready.length === 0) return;
  for (const record of ready) {
    const { token, currency } = payoutOf(record);
    if (!entry.tokens.some(({ address }) => address === token))
      found.set(`token/${token}`, `payouts of ${currency} wait, because the token ${token} is not configured any more`);
  }
  const before = await outgoing(ports);
  const [head, confirmed] = [await nodes.head(), await nodes.confirmed()];
  for (const { address: token, currency } of entry.tokens) {
    const own = ready.filter((record) => payoutOf(record).token === token);
    if (own.length === 0) continue;
    const balance = balanceIn(await nodes.call({ to: token, data: balanceCall(treasury) }, confirmed.number));
    const fitting = own.filter((record) => payoutOf(record).amount <= balance);
    const decisions = await probeAll(ports, fitting.slice(0, MOST_GIVEN), head, found);
    for (const [reference, decision] of decisions) {
      if (decision.kind === 'refuse') await refuse(ports, reference, decision.failure);
    }
    const sendable = fitting.flatMap(({ key }) => (decisions.get(key)?.kind === 'send' ? [key] : []));
    const funds: Funds = { token, balance, ended: before.ended.get(token)!, others: before.others.get(token)! };
    const tooLarge = own.map((record) => payoutOf(record).amount).filter((amount) => amount > balance);
    let missing = tooLarge.reduce((sum, amount) => sum + amount, 0n);
    for (let at = 0; at < sendable.length; at += IN_ONE_UNIT)
      missing += await send(ports, sendable.slice(at, at + IN_ONE_UNIT), funds);
    if (missing > 0n)
      found.set(
        `tokens/${currency}`,
        `payouts of ${amountText(missing, currency)} wait, because the treasury ${treasury} has too little ${currency}`,
      );
  }
}

/**
 * Takes payouts back from the sender that core holds by now. They can wait there for hours, until the treasury has coins or
 * gas is cheap enough. One that is signed stays.
 */
async function takeBackHeld({ store, sender, treasury }: PayoutPorts, held: HeldPayments): Promise<void> {
  const unsigned = await store.read((records) => sender.unsigned(records, treasury));
  const given = unsigned.flatMap(({ key, purpose }) => (purpose === 'payout' ? [payoutIn(key).reference] : []));
  if (given.length === 0) return;
  for (const reference of await held(given)) {
    stored(
      await store.run(async (records) => {
        const record = await records.get(PAYOUTS, reference);
        const payout = record === null ? null : payoutOf(record);
        if (record === null || payout?.state !== 'SENDING') return ok();
        if (!(await sender.withdraw(records, intentKey(payout), 'an operator has to decide about it'))) return ok();
        changePayout(records, record, 'retry', { attempt: payout.attempt + 1, countedOn: null });
        await end(records, payout, false);
        return ok();
      }),
    );
  }
}

/** Tries transfers, until all of a part wait: then the treasury or the token is the cause, and the others would wait. */
async function probeAll(
  ports: PayoutPorts,
  waiting: readonly RailRecord[],
  head: Block,
  found: Map<string, string>,
): Promise<ReadonlyMap<string, Decision>> {
  const decisions = new Map<string, Decision>();
  for (let at = 0; at < waiting.length; at += CALLS_AT_ONCE) {
    const part = waiting.slice(at, at + CALLS_AT_ONCE);
    await inParallel(CALLS_AT_ONCE, part, async (record) => {
      decisions.set(record.key, await probe(ports, payoutOf(record), head, found));
    });
    if (part.every(({ key }) => decisions.get(key)?.kind === 'wait')) break;
  }
  return decisions;
}

/**
 * What open transactions take from each token, read before the balance: what is confirmed in between counts twice, but
 * never not at all.
 */
async function outgoing({ store, sender, treasury, entry }: PayoutPorts) {
  return store.read(async (records) => {
    const open = await sender.open(records, treasury);
    const ended = new Map<Address, bigint>();
    const others = new Map<Address, bigint>();
    for (const { address: token } of entry.tokens) {
      ended.set(token, (await givenFrom(records, token)).ended);
      const amounts = open.map(({ purpose, to, data }) =>
        purpose === 'payout' || to !== token ? 0n : (transferIn(data)?.amount ?? 0n),
      );
      others.set(
        token,
        amounts.reduce((sum, amount) => sum + amount, 0n),
      );
    }
    return { ended, others };
  });
}

const balanceIn = (answer: Hex | Reverted): bigint =>
  typeof answer === 'string' && answer !== '0x' ? BigInt(answer) : 0n;

/** Payouts that screening allows; one that it refuses fails. If it does not answer, nothing is paid. */
async function screened(
  ports: PayoutPorts,
  waiting: readonly RailRecord[],
  found: Map<string, string>,
): Promise<readonly RailRecord[]> {
  const { screening, entry, log } = ports;
  if (screening === null) return waiting;
  const allowed: RailRecord[] = [];
  for (const record of waiting) {
    const { to: address } = payoutOf(record);
    let objection: string | null;
    try {
      objection = await screening.screen({ network: entry.network, address, direction: 'OUT' });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      found.set('screening', `payouts wait, because addresses cannot be screened: ${reason}`);
      return [];
    }
    if (objection === null) allowed.push(record);
    else {
      log.warn({ reference: record.key }, 'screening refused a payout');
      await refuse(ports, record.key, 'COMPLIANCE_REJECTED');
    }
  }
  return allowed;
}

/** Holds payouts above a limit, also while the treasury could not pay them. Returns the others. */
async function holdAboveLimits(ports: PayoutPorts, waiting: readonly RailRecord[]): Promise<readonly RailRecord[]> {
  const { store, clock } = ports;
  const day = dayOf(clock.now());
  const known = await store.read((records) => spentOn(records, day));
  const isAbove = (record: RailRecord): boolean => aboveLimit(ports, payoutOf(record), known, day) !== null;
  const above = waiting.filter(isAbove).map(({ key }) => key);
  if (above.length > 0) {
    stored(
      await store.run(async (records) => {
        const spent = await spentOn(records, day);
        for (const record of await records.getMany(PAYOUTS, above)) {
          const heldFor = aboveLimit(ports, payoutOf(record), spent, day);
          if (heldFor !== null) changePayout(records, record, 'hold', { heldFor });
        }
        return ok();
      }),
    );
  }
  return waiting.filter((record) => !isAbove(record));
}

/**
 * Whether the token takes the transfer. If it refuses, the same transfer to the treasury itself shows whether the payee
 * is the cause. A paused token, a blocked treasury or too few tokens refuse both, and the payout waits.
 */
async function probe(
  { nodes, treasury }: PayoutPorts,
  { token, to, amount }: Payout,
  head: Block,
  found: Map<string, string>,
): Promise<Decision> {
  const refusal = async (payee: Address): Promise<string | null> => {
    const answer = await nodes.call({ from: treasury, to: token, data: transferCall(payee, amount) }, head.number);
    if (typeof answer !== 'string') return answer.reason;
    return isFalse(answer) ? 'it answers false' : null;
  };
  if ((await refusal(to)) === null) return { kind: 'send' };
  const own = await refusal(treasury);
  if (own === null) return { kind: 'refuse', failure: 'ACCOUNT_CANNOT_RECEIVE' };
  found.set(`token/${token}`, `payouts wait, because the token ${token} refuses transfers of the treasury: ${own}`);
  return { kind: 'wait' };
}

async function refuse({ store, rail, entry }: PayoutPorts, reference: string, failure: PayoutFailure): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(PAYOUTS, reference);
      const failed = record === null ? null : changePayout(records, record, 'refuse', { failure });
      if (failed !== null)
        leaveMessage(records, { rail, network: entry.network }, failed, `${reference}/refused/${failure}`);
      return ok();
    }),
  );
}

interface Funds {
  readonly token: Address;
  /** Of the treasury, at the confirmed block. */
  readonly balance: bigint;
  /** Of payouts, concluded before the balance was read. */
  readonly ended: bigint;
  /** What refunds and transfers to the cold address take. */
  readonly others: bigint;
}

/** Gives payouts to the sender, as far as the tokens reach. Returns the sum of those that wait for tokens. */
async function send(ports: PayoutPorts, references: readonly string[], funds: Funds): Promise<bigint> {
  const { store, sender, treasury, clock } = ports;
  const { token, balance, ended, others } = funds;
  const sent = await store.run(async (records: RailWrites) => {
    const day = dayOf(clock.now());
    const budget = await budgetOf(records, token, day);
    const free = balance - others - (budget.given.given - ended);
    let given = 0n;
    let missing = 0n;
    for (const record of inOrder(references, await records.getMany(PAYOUTS, references))) {
      const payout = payoutOf(record);
      if (payout.state !== 'WAITING') continue;
      const heldFor = aboveLimit(ports, payout, budget.spent + given, day);
      if (heldFor !== null) {
        changePayout(records, record, 'hold', { heldFor });
        continue;
      }
      if (payout.amount > free - given) {
        missing += payout.amount;
        continue;
      }
      given += payout.amount;
      const sending = changePayout(records, record, 'send', { countedOn: day, heldFor: null })!;
      await sender.add(records, {
        key: intentKey(sending),
        purpose: 'payout',
        signer: treasury,
        to: payout.token,
        data: transferCall(payout.to, payout.amount),
        value: 0n,
      });
    }
    if (given > 0n) budget.give(given);
    return ok(missing);
  });
  // Two hosts wrote the first payout of a day at once; the next pass goes on.
  if (!sent.ok && sent.error.code === 'CONFLICT') return 0n;
  return stored(sent);
}

/** The records in the order of their keys; stores return them in any order. */
function inOrder(keys: readonly string[], records: readonly RailRecord[]): readonly RailRecord[] {
  const byKey = new Map(records.map((record) => [record.key, record]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
