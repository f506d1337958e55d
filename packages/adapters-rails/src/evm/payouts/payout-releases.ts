import { err, ok } from '@corridor/core';
import type { RailRelease, RailReleases } from '@corridor/core/ports';
import { listAll } from '../sending/sending-records.js';
import type { PayoutPorts } from './payout-ports.js';
import { changePayout, contentDigest, type Payout, payoutOf, PAYOUTS } from './payout-records.js';

const MOST_LISTED = 1000;

/** The payouts that wait for a release by an operator. */
export function payoutReleases({
  store,
  digest,
  nodes,
}: Pick<PayoutPorts, 'store' | 'digest' | 'nodes'>): RailReleases {
  const releaseOf = (payout: Payout, preparedAt: RailRelease['preparedAt']): RailRelease => ({
    id: payout.reference,
    preparedAt,
    payments: 1,
    totals: { [payout.currency]: payout.amount },
    digest: contentDigest(digest, nodes.chainId, payout),
    reason: payout.heldFor ?? '',
  });

  return {
    list: async () =>
      (await store.read((records) => listAll(records, PAYOUTS, 'HELD', MOST_LISTED))).map((record) =>
        releaseOf(payoutOf(record), record.createdAt),
      ),
    release: (id, expected, { id: operatorId, name }) =>
      store.run(async (records) => {
        const record = id.length === 0 || id.length > 200 ? null : await records.get(PAYOUTS, id);
        if (record === null) return err('REFERENCE_NOT_FOUND', `no payout has the reference ${id}`);
        const payout = payoutOf(record);
        if (payout.state !== 'HELD')
          return err('CONFLICT', `the payout ${id} is ${payout.state}; it waits for no release`);
        if (contentDigest(digest, nodes.chainId, payout) !== expected)
          return err('CONFLICT', 'the digest is not that of the payout; list the releases again');
        changePayout(records, record, 'release', { releasedBy: { id: operatorId, name } });
        return ok();
      }),
  };
}
