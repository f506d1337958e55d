import type { RailRecord, RailRecords } from '@corridor/core/ports';
import { depositIn, DEPOSITS } from '../deposits/deposit.js';
import { readPosition } from '../deposits/positions.js';
import { ADDRESSES } from '../deposits/known-addresses.js';
import type { Address } from '../nodes.js';
import type { FollowedDeposits, UntoldDeposit } from './parts.js';

const PAGE = 200;

/** What the records of deposits say to the treasury. */
export const followedDeposits: FollowedDeposits = {
  // Near the head, a node may not have all events of a block yet. The confirmed blocks are complete.
  async followedTo(records) {
    const position = await readPosition(records, 'confirmed');
    return position === null ? null : position.next - 1n;
  },

  async indexesOf(records, addresses) {
    const found = await records.getMany(ADDRESSES, [...new Set(addresses)]);
    return new Map(found.map(({ key, value }) => [key as Address, value as number]));
  },

  async untold(records, at) {
    const untold: UntoldDeposit[] = [];
    for (const state of ['SEEN', 'CONFIRMED', 'REVERSING'] as const) {
      for (const record of await listed(records, state)) {
        const { token, to: address, amount, block, again } = depositIn(record);
        if (state === 'REVERSING') untold.push({ token, address, amount: -amount });
        const found = state === 'REVERSING' ? again : { token, to: address, amount, block };
        if (found !== null && found.block.number <= at)
          untold.push({ token: found.token, address: found.to, amount: found.amount });
      }
    }
    return untold;
  },
};

async function listed(records: RailRecords, status: string): Promise<readonly RailRecord[]> {
  const all: RailRecord[] = [];
  for (;;) {
    const page = await records.list(DEPOSITS, { status, limit: PAGE, after: all.at(-1) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
