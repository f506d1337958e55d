import { ok } from '@corridor/core';
import type { RailRecord } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { HeldIntents } from '../sender.js';
import type { SenderPorts } from './sending-ports.js';
import { changeIntent, INTENTS, intentOf, listAll, storedIntent } from './sending-records.js';
import { leaveNonce } from './sign.js';
import { type IntentState, intentStateAfter } from './states.js';

const UNSIGNED: readonly IntentState[] = ['QUEUED', 'RESERVED', 'HELD'];
const MOST_UNSIGNED = 10_000;
const WAITS_FOR = 'a decision of an operator';

/**
 * Keeps intents of which nothing is signed and that must not be signed now, and lets those go on that nothing holds any more.
 * They can wait for hours before their first signature, until the signer answers, its address has coins or gas is cheap.
 */
export async function holdIntents(ports: Pick<SenderPorts, 'store' | 'clock'>, held: HeldIntents): Promise<void> {
  const unsigned = await ports.store.read(async (records) => {
    const found: RailRecord[] = [];
    for (const state of UNSIGNED) found.push(...(await listAll(records, INTENTS, state, MOST_UNSIGNED)));
    return found;
  });
  if (unsigned.length === 0) return;
  const stopped = await held(unsigned.map(intentOf));
  const isToChange = (record: RailRecord): boolean =>
    stopped.has(record.key) !== (storedIntent(record).state === 'HELD');
  for (const { key } of unsigned.filter(isToChange)) await change(ports, key, stopped.has(key));
}

async function change(
  { store, clock }: Pick<SenderPorts, 'store' | 'clock'>,
  key: string,
  isHeld: boolean,
): Promise<void> {
  stored(
    await store.run(async (records) => {
      const intent = await records.get(INTENTS, key);
      if (intent === null) return ok();
      const state = intentStateAfter(storedIntent(intent).state, isHeld ? 'hold' : 'release');
      // A host that signs it at this moment finds the change before it stores the signature, and drops it.
      if (state === null || !(await leaveNonce({ clock }, records, intent))) return ok();
      changeIntent(records, intent, {
        ...{ state, nonce: null, waitsFor: isHeld ? WAITS_FOR : null, since: clock.now() },
      });
      return ok();
    }),
  );
}
