import {
  Bug,
  type Clock,
  newRecord,
  ok,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from '../platforms/index.js';
import { custodyKeyOf, keepHandle, takeHandle } from './held-handle.js';
import type { Custody } from './custody.js';
import type { HeldKey } from './ports.js';

const KEY_ID = 'wallet-custody';
const PLACE = custodyKeyOf(KEY_ID);
/** Keys of the host belong to no platform, so they have a tenant of their own. */
const HOST = 'host' as unknown as TenantKey;

export interface CustodyKeyPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly custody: Pick<Custody, 'createKey'>;
}

/**
 * The key that signs what hosts send to wallet owners: bundles, and the tokens of verified codes. All hosts of one
 * database share it. It is created on first use; if two hosts create one at the same time, the first one stored is
 * used. SERVICE_UNAVAILABLE while custody does not create it.
 */
export function createCustodyKey({ units, clock, sealer, custody }: CustodyKeyPorts): () => Promise<Result<HeldKey>> {
  const stored = (): Promise<HostKey | null> => units.read(null, (reads) => reads.get(HOST_KEYS, KEY_ID));

  async function makeCustodyKey(): Promise<Result<void>> {
    const created = await custody.createKey();
    if (!created.ok) return created;
    const { publicKey, handle } = created.value;
    const sealedPrivateKey = keepHandle(sealer, handle, PLACE);
    const made = await units.run(null, async (tx) => {
      const record = newRecord(KEY_ID, { tenant: HOST, now: clock.now() });
      tx.add(HOST_KEYS, { ...record, publicKey, sealedPrivateKey }, { unlessExists: true });
      return ok();
    });
    if (!made.ok) throw new Error(`the custody key was not stored: ${made.error.message}`);
    return ok();
  }

  async function load(): Promise<Result<HeldKey>> {
    let key = await stored();
    if (key === null) {
      const made = await makeCustodyKey();
      if (!made.ok) return made;
      key = await stored();
    }
    if (key === null) throw new Bug('the custody key was stored but cannot be read');
    return ok({ publicKey: key.publicKey, handle: takeHandle(sealer, key.sealedPrivateKey, PLACE) });
  }

  let loaded: Promise<Result<HeldKey>> | null = null;
  const loadOnce = async (): Promise<Result<HeldKey>> => {
    let isLoaded = false;
    try {
      const key = await load();
      isLoaded = key.ok;
      return key;
    } finally {
      if (!isLoaded) loaded = null;
    }
  };
  return () => (loaded ??= loadOnce());
}
