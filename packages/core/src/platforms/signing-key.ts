import {
  Bug,
  type Clock,
  type KeyPairs,
  newRecord,
  ok,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from './platform.js';

/** Both halves as PEM. */
export interface SigningKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const KEY_ID = 'webhook-signing';
/** Keys of the host belong to no platform. */
const HOST = 'host' as unknown as TenantKey;

export interface SigningKeyDeps {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly keyPairs: KeyPairs;
}

/**
 * The key with which every host of one database signs webhooks. Made on first use; of two hosts that make one at the
 * same time, the second takes the key of the first.
 */
export function createSigningKey({ units, clock, sealer, keyPairs }: SigningKeyDeps): () => Promise<SigningKey> {
  const stored = (): Promise<HostKey | null> => units.read(null, (reads) => reads.get(HOST_KEYS, KEY_ID));

  async function make(): Promise<void> {
    const pair = keyPairs.generateP256();
    const sealedPrivateKey = sealer.seal(pair.privateKey);
    const made = await units.run(null, async (tx) => {
      const record = newRecord(KEY_ID, { tenant: HOST, now: clock.now() });
      tx.add(HOST_KEYS, { ...record, publicKey: pair.publicKey, sealedPrivateKey }, { unlessExists: true });
      return ok();
    });
    if (!made.ok) throw new Error(`the signing key was not stored: ${made.error.message}`);
  }

  async function load(): Promise<SigningKey> {
    let key = await stored();
    if (key === null) {
      await make();
      key = await stored();
    }
    if (key === null) throw new Bug('the signing key is gone');
    return { publicKey: key.publicKey, privateKey: sealer.open(key.sealedPrivateKey) };
  }

  let loaded: Promise<SigningKey> | null = null;
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = null;
      throw cause;
    });
    return loaded;
  };
}
