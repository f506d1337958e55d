import { expect, it } from 'vitest';
import { payer, TREASURY, treasuryParts, USDC } from '../../testing/treasury-parts.js';
import { transferCall } from '../token-transfer.js';
import type { Intent, Outcome } from '../sender.js';
import { tellExcess } from './token-excess.js';

const PAYOUT: Intent = {
  ...{ key: 'payout/Transaction:1/1', purpose: 'payout', signer: TREASURY, to: USDC },
  ...{ data: transferCall(payer(1), 1_000n), value: 0n },
};
const minedIn = (blockNumber: bigint): Outcome => ({
  ...{ state: 'mined', transactionHash: '0x12', blockNumber, gasPaid: 1n, reason: null },
  moved: { left: 1_010n, arrived: 1_000n },
});

it.each([
  ['the same height', 7n],
  ['another height', 8n],
])(
  'the message about an excess is left each time its transaction is mined, and its opposite each time it leaves the chain: %s',
  async (_, again) => {
    const { parts, run, told } = treasuryParts();
    const conclude = (blockNumber: bigint, isUndone = false) =>
      run((records) => tellExcess(parts, records, PAYOUT, minedIn(blockNumber), isUndone));
    await conclude(7n);
    await conclude(7n, true);
    await conclude(again);
    await conclude(again, true);
    await conclude(7n);
    // The store of a host that repeats the last unit has it already.
    await conclude(7n);
    const all = await told();
    expect(all.map((each) => each.kind === 'difference' && [each.direction, each.amount])).toEqual([
      ...[
        ['OUT', 10n],
        ['IN', 10n],
      ],
      ...[
        ['OUT', 10n],
        ['IN', 10n],
      ],
      ['OUT', 10n],
    ]);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(5);
  },
);
