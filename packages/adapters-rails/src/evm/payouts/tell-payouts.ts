import { ok } from '@corridor/core';
import type { RailTelling, TellCore } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { stored } from '../../connections/stored.js';
import { listAll } from '../sending/sending-records.js';
import type { PayoutPorts } from './payout-ports.js';
import { PAYOUT_TELLINGS } from './payout-records.js';

type TellPayoutsPorts = Pick<PayoutPorts, 'rail' | 'store' | 'log'>;

type PayoutMessage = Extract<RailTelling, { readonly kind: 'payout' }>;

const MOST_TOLD = 500;
/** Units that begin together share a commit. */
const TOLD_AT_ONCE = 16;
const RETRIED: readonly string[] = ['CONFLICT', 'SERVICE_UNAVAILABLE'];

/** Tells core how payouts went on, those of one payout in their order. */
export async function tellPayouts(ports: TellPayoutsPorts, tell: TellCore): Promise<void> {
  const untold = await ports.store.read((records) => listAll(records, PAYOUT_TELLINGS, 'UNTOLD', MOST_TOLD));
  const byPayout = new Map<string, { readonly key: string; readonly message: PayoutMessage }[]>();
  for (const { key, value } of untold) {
    const message = value as unknown as PayoutMessage;
    byPayout.set(message.reference, [...(byPayout.get(message.reference) ?? []), { key, message }]);
  }
  await inParallel(TOLD_AT_ONCE, [...byPayout.values()], async (messages) => {
    for (const { key, message } of messages) if (!(await tellOne(ports, tell, key, message))) return;
  });
}

/** False if core must be asked again before later messages about the payout. */
async function tellOne(
  { rail, store, log }: TellPayoutsPorts,
  tell: TellCore,
  key: string,
  message: PayoutMessage,
): Promise<boolean> {
  const told = await tell(message);
  if (!told.ok && RETRIED.includes(told.error.code)) return false;
  if (!told.ok) log.warn({ rail, kind: message.kind, code: told.error.code }, 'core refused a message of the chain');
  stored(
    await store.run(async (records) => {
      const record = await records.get(PAYOUT_TELLINGS, key);
      if (record !== null) records.remove(record);
      return ok();
    }),
  );
  return true;
}
