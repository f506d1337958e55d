import { ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailValue, RailWrites } from '@corridor/core/ports';
import { bytesToHex } from 'viem';
import { stored } from '../../connections/stored.js';
import type { Address, Block, BlockId, Hex } from '../nodes.js';
import { authorizedTransfer, domainSeparatorOf, isUsed, NoDomain } from './authorizations.js';
import { aggregate, aggregateData, type ContractCall } from './contracts.js';
import { available, dueHolders, endSweep, holderIn, holderOf, startSweep } from './holders.js';
import { followedTo, isFollowed } from './movements.js';
import type { TreasuryParts, TreasuryToken } from './parts.js';

/** By nonce: each authorization that was or will be signed. Ended ones have no list. */
const AUTHORIZATIONS = 'authorizations';
/** By the key of the intent: the nonces that its transaction uses. */
const BATCHES = 'sweep-batches';

/**
 * - `READY`: to be submitted with the next batch.
 * - `SENT`: in a batch that is not concluded.
 * - `ENDED`: its batch is concluded; the chain says whether it was used.
 */
type AuthorizationState = 'READY' | 'SENT' | 'ENDED';

interface StoredAuthorization {
  readonly token: Address;
  readonly address: Address;
  readonly index: number;
  readonly amount: bigint;
  /** Unix time in seconds. */
  readonly validBefore: number;
  /** How many batches it was in. */
  readonly attempts: number;
  /** The newest of them. */
  readonly batch: string | null;
}

const authorizationIn = ({ value }: Pick<RailRecord, 'value'>): StoredAuthorization =>
  value as unknown as StoredAuthorization;
const valueOf = (authorization: StoredAuthorization): RailValue => ({ ...authorization });

/** Within which a batch must be mined. A longer time only delays the renewal of an authorization that was not used. */
const VALID_SECONDS = 24 * 3600;
/** An authorization that ends sooner is not submitted any more. */
const LEAST_SECONDS = 1800;
const MOST_IN_BATCH = 40;
const PAGE = 100;

/** Sweeps tokens whose holders can authorize transfers. Returns problems, one sentence each. */
export async function sweepByAuthorization(parts: TreasuryParts): Promise<readonly string[]> {
  const { nodes } = parts;
  const problems: string[] = [];
  const [head, confirmed] = [await nodes.head(), await nodes.confirmed()];
  await withdrawExpired(parts, head);
  await judge(parts, confirmed);
  await authorize(parts, head);
  for (const token of parts.tokens.filter(({ authorization }) => authorization !== null)) {
    try {
      problems.push(...(await submit(parts, token, head)));
    } catch (cause) {
      if (!(cause instanceof NoDomain)) throw cause;
      problems.push(`${token.currency} cannot be swept: ${cause.message}`);
    }
  }
  return problems;
}

/** Stores an authorization for each address with enough money. The nonce is stored before anything is signed. */
async function authorize(parts: TreasuryParts, head: Block): Promise<void> {
  const { store, random, tokens } = parts;
  const authorized = new Set(
    tokens.filter(({ authorization }) => authorization !== null).map(({ address }) => address),
  );
  for (;;) {
    const due = (await dueOf(parts, authorized)).slice(0, PAGE);
    if (due.length === 0) return;
    stored(
      await store.run(async (records) => {
        for (const { token, address } of due) {
          const record = await holderOf(records, token, address);
          if (record === null || record.status !== 'DUE') continue;
          const holder = holderIn(record);
          const { index } = holder;
          const nonce = bytesToHex(random.bytes(32));
          const validBefore = head.timestamp + VALID_SECONDS;
          const value = { token, address, index, amount: available(holder), validBefore, attempts: 0, batch: null };
          records.add({ collection: AUTHORIZATIONS, key: nonce, status: 'READY' satisfies AuthorizationState, value });
          startSweep(parts, records, record, nonce);
        }
        return ok();
      }),
    );
  }
}

async function dueOf({ store }: TreasuryParts, tokens: ReadonlySet<Address>) {
  const found = [];
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => dueHolders(records, PAGE, after));
    found.push(...page.map(holderIn).filter(({ token }) => tokens.has(token)));
    if (page.length < PAGE || found.length >= PAGE) return found;
    after = page.at(-1);
  }
}

/** Puts authorizations into transactions: those that would succeed now. */
async function submit(parts: TreasuryParts, token: TreasuryToken, head: Block): Promise<readonly string[]> {
  const { nodes, treasury, multicall3 } = parts;
  const ready = await readyFor(parts, token.address, head);
  if (ready.length === 0) return [];
  const separator = await domainSeparatorOf(nodes, token.address, head.number);
  const size = (await nodes.hasCode(multicall3, head.number)) ? MOST_IN_BATCH : 1;
  const failing: string[] = [];
  for (let start = 0; start < ready.length; start += size) {
    const part = ready.slice(start, start + size);
    const calls = await Promise.all(part.map((record) => callOf(parts, separator, record)));
    const results =
      size === 1
        ? [await nodes.call({ from: treasury, ...calls[0]! }, head.number)]
        : await aggregate(nodes, multicall3, calls, head.number, treasury);
    const chosen: { readonly record: RailRecord; readonly call: ContractCall }[] = [];
    for (const [at, record] of part.entries()) {
      // One that fails now stays until it can be used, or until it has expired.
      if (typeof results[at] === 'string') chosen.push({ record, call: calls[at]! });
      else failing.push(authorizationIn(record).address);
    }
    if (chosen.length > 0) await send(parts, token, chosen, size > 1);
  }
  return failing.length === 0
    ? []
    : [`${failing.length} deposit addresses cannot be swept now, such as ${failing[0]}: ${token.currency} refuses it`];
}

async function readyFor({ store }: TreasuryParts, token: Address, head: Block): Promise<readonly RailRecord[]> {
  const found: RailRecord[] = [];
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => records.list(AUTHORIZATIONS, { status: 'READY', limit: PAGE, after }));
    const usable = page.filter((record) => {
      const { token: of, validBefore } = authorizationIn(record);
      return of === token && validBefore >= head.timestamp + LEAST_SECONDS;
    });
    found.push(...usable);
    if (page.length < PAGE) return found;
    after = page.at(-1);
  }
}

async function callOf(parts: TreasuryParts, separator: Hex, record: RailRecord): Promise<ContractCall> {
  const { token, address, index, amount, validBefore } = authorizationIn(record);
  const authorization = { from: address, to: parts.treasury, value: amount, validBefore, nonce: record.key as Hex };
  return { to: token, data: await authorizedTransfer(parts.depositSigner(index), separator, authorization) };
}

async function send(
  parts: TreasuryParts,
  { address: token }: TreasuryToken,
  chosen: readonly { readonly record: RailRecord; readonly call: ContractCall }[],
  isBatch: boolean,
): Promise<void> {
  const { store, sender, treasury, multicall3 } = parts;
  const [first] = chosen;
  const key = `sweep/${first!.record.key}/${authorizationIn(first!.record).attempts + 1}`;
  const call = isBatch ? { to: multicall3, data: aggregateData(chosen.map((sweep) => sweep.call)) } : first!.call;
  stored(
    await store.run(async (records) => {
      const nonces = chosen.map(({ record }) => record.key);
      const now = await records.getMany(AUTHORIZATIONS, nonces);
      const read = new Map(chosen.map(({ record }) => [record.key, record.version]));
      // Another host has put one of them into a transaction.
      if (now.length < nonces.length || now.some((record) => record.version !== read.get(record.key))) return ok();
      for (const record of now) {
        const authorization = authorizationIn(record);
        const value = valueOf({ ...authorization, attempts: authorization.attempts + 1, batch: key });
        records.change(record, { status: 'SENT' satisfies AuthorizationState, value });
      }
      records.add({ collection: BATCHES, key, value: { token, nonces } });
      await sender.add(records, { key, purpose: 'sweep', signer: treasury, ...call, value: 0n });
      return ok();
    }),
  );
}

/** The transaction of a batch has ended: the chain is asked about each of its authorizations. */
export async function endBatch(records: RailWrites, intent: string): Promise<void> {
  const batch = await records.get(BATCHES, intent);
  if (batch === null) return;
  const { nonces } = batch.value as unknown as { readonly nonces: readonly string[] };
  for (const record of await records.getMany(AUTHORIZATIONS, nonces)) {
    if (record.status === 'SENT' && authorizationIn(record).batch === intent)
      records.change(record, { status: 'ENDED' satisfies AuthorizationState });
  }
}

/** A batch that waits until its authorizations have expired is withdrawn, unless it was signed. */
async function withdrawExpired({ store, sender }: TreasuryParts, head: Block): Promise<void> {
  const page = await store.read((records) => records.list(AUTHORIZATIONS, { status: 'SENT', limit: PAGE }));
  const expired = page.map(authorizationIn).filter(({ validBefore }) => validBefore <= head.timestamp);
  for (const batch of new Set(expired.map((authorization) => authorization.batch!))) {
    stored(
      await store.run(async (records) => {
        if (await sender.withdraw(records, batch, 'its authorizations have expired')) await endBatch(records, batch);
        return ok();
      }),
    );
  }
}

/**
 * Ends authorizations of concluded batches by what the chain says: anyone may have submitted them before. One that was
 * used or has expired is over; in the second case the address is due again. An unused one is submitted again.
 *
 * An authorization is over only by the newest block that was followed: what the address has left is known there, because
 * the transfer is counted. Newer blocks can be confirmed faster than they are followed.
 */
async function judge(parts: TreasuryParts, confirmed: Block): Promise<void> {
  const { nodes, store } = parts;
  const followed = await store.read(followedTo);
  const counted = followed === null ? null : await nodes.block(followed.number);
  // The blocks that were followed have left the chain, or the nodes are behind: the next pass knows more.
  if (followed === null || counted?.hash !== followed.hash) return;
  const newest = confirmed.number > counted.number ? confirmed.number : counted.number;
  for (const status of ['ENDED', 'READY'] as const) {
    let after: RailRecord | undefined;
    for (;;) {
      const page = await store.read((records) => records.list(AUTHORIZATIONS, { status, limit: PAGE, after }));
      const over: RailRecord[] = [];
      for (const record of page) {
        const { token, address, validBefore } = authorizationIn(record);
        const isExpired = counted.timestamp >= validBefore;
        if (status === 'READY' && !isExpired) continue;
        const usedAt = (at: bigint) => isUsed(nodes, token, { from: address, nonce: record.key as Hex }, at);
        if (isExpired || (await usedAt(counted.number))) over.push(record);
        else if (!(await usedAt(newest))) await submitAgain(parts, record);
      }
      // The calls name the block by its number. Another block may have had it meanwhile.
      if (over.length > 0 && (await nodes.block(counted.number))?.hash !== counted.hash) return;
      for (const record of over) await end(parts, record, counted);
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
  }
}

async function submitAgain({ store }: TreasuryParts, { key, version }: RailRecord): Promise<void> {
  stored(
    await store.run(async (records) => {
      const now = await records.get(AUTHORIZATIONS, key);
      if (now?.version === version) records.change(now, { status: 'READY' satisfies AuthorizationState });
      return ok();
    }),
  );
}

/** Ends an authorization that was over at a block, unless that block is not followed any more. */
async function end(parts: TreasuryParts, { key, version, value }: RailRecord, at: BlockId): Promise<void> {
  const { token, address } = authorizationIn({ value });
  stored(
    await parts.store.run(async (records) => {
      // Before the block, so that a host which follows another chain meanwhile makes this unit run again.
      const holder = await holderOf(records, token, address);
      const now = await records.get(AUTHORIZATIONS, key);
      if (holder === null || now?.version !== version || !(await isFollowed(records, at))) return ok();
      records.change(now, { status: null });
      endSweep(parts, records, holder, key);
      return ok();
    }),
  );
}

export const openAuthorizations = async (records: RailRecords): Promise<number> =>
  (await records.count(AUTHORIZATIONS, 'READY')) +
  (await records.count(AUTHORIZATIONS, 'SENT')) +
  (await records.count(AUTHORIZATIONS, 'ENDED'));
