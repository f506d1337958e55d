import { ok } from '@corridor/core';
import type { RailRecord, RailStore, TellCore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { contentOf, refundIn, REFUNDS } from './refund-records.js';
import { TOLD_LATER } from './tell-deposits.js';

const PAGE = 100;

/** Tells core the messages of refunds that it has not taken. */
export async function tellRefunds(store: RailStore, tell: TellCore): Promise<void> {
  for (let after: RailRecord | undefined; ;) {
    const page = await store.read((records) => records.list(REFUNDS, { status: 'TO_TELL', limit: PAGE, after }));
    for (const record of page) await tellOne(store, record, tell);
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

async function tellOne(store: RailStore, record: RailRecord, tell: TellCore): Promise<void> {
  const told = new Set<string>();
  for (const message of refundIn(record).untold) {
    const answer = await tell(message);
    // The next pass sends it again. A refusal for good does not hold up the transfer.
    if (!answer.ok && TOLD_LATER.has(answer.error.code)) break;
    told.add(message.messageId);
  }
  if (told.size === 0) return;
  stored(
    await store.run(async (records) => {
      const now = await records.get(REFUNDS, record.key);
      if (now === null) return ok();
      const refund = refundIn(now);
      records.change(now, contentOf({ ...refund, untold: refund.untold.filter((each) => !told.has(each.messageId)) }));
      return ok();
    }),
  );
}
