import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { BANK, playBank } from '../../packages/core/src/testing/play-bank.js';
import { playBlocks } from '../../packages/core/src/testing/play-blocks.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { bankRails } from '../../packages/core/src/testing/play-payer.js';
import { type History, recorded, type Recorded } from './altered-history.js';

export type HeldIds = Awaited<ReturnType<typeof makeHeld>> & Recorded;

const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const pending = async () => PENDING;

/**
 * Money that waits: a payout, a collection, a refund and a return that a bank has, and money that arrived for a customer who
 * is blocked.
 */
export async function recordHeld(path: string): Promise<History<HeldIds>> {
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  const asked = { submit: pending, status: pending };
  const rails = bankRails(asked, asked).map((rail) =>
    rail.name === BANK ? { ...rail, funding: { ...rail.funding!, refund: pending } } : rail,
  );
  const bank = await playBank({ storage, rails });
  const ids = await makeHeld(bank);
  const { clock, core } = bank.payer.play;
  await core.work.sealJournal();
  await bank.payer.auditClean();
  await storage.close();
  return { path, clock, ids: { ...ids, ...recorded(path) } };
}

async function makeHeld(bank: Awaited<ReturnType<typeof playBank>>) {
  const { play, usd, customerId, quoted, funded, pay, external } = bank.payer;
  const depositOf = async (reference: string) => valueOf(await bank.arrives(reference)).arrival!.depositId!;
  const returning = await depositOf('UNKNOWN');
  const payout = (await bank.transferOut()).id;
  const collection = (await bank.transferIn('892')).id;
  const misfunded = await quoted(funded((await external()).id));
  valueOf(await pay(misfunded, 7n));
  const payee = (await external('893')).id;
  const offered = (await quoted(funded(payee))).id;
  await play.pass(0);
  const blocks = await playBlocks(play);
  await blocks.block('customers', customerId);
  const held = await depositOf(usd.reference);
  await play.pass(0);
  return {
    returning,
    payout,
    collection,
    refund: misfunded.transactionId,
    offered,
    payee,
    held,
    customer: customerId,
  };
}
