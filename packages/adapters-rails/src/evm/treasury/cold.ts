import { ok } from '@corridor/core';
import type { RailRecord, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { Address } from '../nodes.js';
import { transferCall } from '../token-transfer.js';
import { tokenBalance } from './contracts.js';
import { followedBlock } from './movements.js';
import type { TreasuryParts, TreasuryToken } from './parts.js';

/** By token: how often its surplus was sent, and whether a transfer is under way. */
const SURPLUS = 'surplus';

interface Surplus {
  readonly serial: number;
  /** The intent of the transfer that is under way; null if none is. */
  readonly intent: string | null;
  /** The block of the last transfer: a balance is read only where its movement is known. */
  readonly after: bigint;
}

const surplusIn = ({ value }: Pick<RailRecord, 'value'>): Surplus => value as unknown as Surplus;

/** Sends what the treasury holds above `keep`, without what waiting payouts will take, to the cold address. */
export async function sendSurplus(parts: TreasuryParts): Promise<void> {
  for (const token of parts.tokens) await sendSurplusOf(parts, token);
}

async function sendSurplusOf(parts: TreasuryParts, token: TreasuryToken): Promise<void> {
  const { nodes, store, sender, treasury, cold, keep } = parts;
  if (cold === null || keep === null) return;
  const before = await store.read(async (records) => {
    const record = await records.get(SURPLUS, token.address);
    return {
      surplus: record === null ? null : surplusIn(record),
      followed: await followedBlock(records),
    };
  });
  if (before.followed === null) return;
  const open = before.surplus;
  if (open !== null && (open.intent !== null || before.followed < open.after)) return;
  // Before the balance: what is mined in between counts twice, so that rather too little is sent.
  const owed = await parts.owed(token.address);
  const { number: head } = await nodes.head();
  // A payment that is concluded is not owed any more, and the block of the position may be older.
  const [then, now] = await Promise.all(
    [before.followed, head].map((block) => tokenBalance(nodes, token.address, treasury, block)),
  );
  const amount = (then! < now! ? then! : now!) - keep - owed;
  if (amount <= 0n || amount < token.minimum) return;
  stored(
    await store.run(async (records) => {
      const record = await records.get(SURPLUS, token.address);
      const known = record === null ? null : surplusIn(record);
      if (known?.intent !== open?.intent || known?.serial !== open?.serial) return ok();
      const serial = (open?.serial ?? 0) + 1;
      const key = `cold/${token.address}/${serial}`;
      const value = { serial, intent: key, after: open?.after ?? 0n };
      if (record === null) records.add({ collection: SURPLUS, key: token.address, value });
      else records.change(record, { value });
      await sender.add(records, {
        ...{ key, purpose: 'cold', signer: treasury, to: token.address, data: transferCall(cold, amount), value: 0n },
      });
      return ok();
    }),
  );
}

/** The transfer has ended, in whichever way: the next pass looks at the balance again. */
export async function endSurplus(
  records: RailWrites,
  token: Address,
  intent: string,
  block: bigint | null,
): Promise<void> {
  const record = await records.get(SURPLUS, token);
  if (record === null || surplusIn(record).intent !== intent) return;
  records.change(record, { value: { ...surplusIn(record), intent: null, after: block ?? surplusIn(record).after } });
}
