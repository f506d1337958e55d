import {
  Bug,
  type Clock,
  type Instant,
  MAX_LIMIT,
  newRecord,
  ok,
  OUTSIDE_SKEW_SECONDS,
  plusSeconds,
  sealedPlace,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import type { Signer, UmaProtocol } from './ports.js';
import { UMA_KEYS, type UmaKeys } from './records.js';

export interface KeyPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly protocol: UmaProtocol;
}

/** The certificates of a domain (docs/areas/uma.md#keys-of-a-domain). */
export interface Keys {
  /** Creates the first keys on first use. */
  signer(domain: string): Promise<Signer>;
  /** The key document served at `/.well-known/lnurlpubkey`. */
  document(domain: string): Promise<string>;
  /** The private keys that can still decrypt messages, the current one first. */
  decryptionKeys(domain: string): Promise<readonly string[]>;
  /**
   * Creates the next pair of keys, unless it exists. Returns the instant from which it is used, when no cached copy of
   * the current key document is fresh any more.
   */
  rotate(domain: string): Promise<Instant>;
}

/** How long other institutions may cache the key document. */
const FRESH_SECONDS = 3600;
const DAY = 24 * 3600;
const VALID_SECONDS = 365 * DAY;
/** A pair of keys is replaced this many seconds before its certificates expire. */
const RENEW_SECONDS = 30 * DAY;
/** How long messages encrypted to the former pair can still be read. */
const READ_SECONDS = DAY;
/**
 * Keys belong to a domain, not to a platform, because a domain has one key document
 * (docs/decisions/0015-uma-names-belong-to-a-domain.md).
 */
const HOST = 'host' as unknown as TenantKey;

/**
 * Rotation without downtime: the next pair is stored an hour ahead, and until then the key document expires at the
 * instant from which the new pair is used. Caches fetch the document again exactly when messages are first signed with
 * the new key. Messages encrypted to the former pair can be read for another day.
 */
export function createKeys({ units, clock, sealer, protocol }: KeyPorts): Keys {
  async function stored(domain: string): Promise<readonly UmaKeys[]> {
    const { rows } = await units.read(null, (reads) =>
      reads.list(UMA_KEYS, { where: { domain }, order: 'desc', limit: MAX_LIMIT, counted: false }),
    );
    return [...rows].sort((a, b) => b.activeFrom - a.activeFrom);
  }

  async function makeKeys(domain: string, earlier: readonly UmaKeys[], activeFrom: Instant): Promise<void> {
    const now = clock.now();
    const id = `${domain}/${earlier.length + 1}`;
    const expiresAt = plusSeconds(activeFrom, VALID_SECONDS);
    const from = plusSeconds(now, -OUTSIDE_SKEW_SECONDS);
    const made = await protocol.makeKeys({ domain, from, until: expiresAt });
    const stored = await units.run(null, async (tx) => {
      tx.add(
        UMA_KEYS,
        {
          domain,
          activeFrom,
          expiresAt,
          signingCertificates: made.signingCertificates,
          sealedSigningKey: sealer.seal(made.signingKey, sealedPlace(UMA_KEYS, id, 'sealedSigningKey')),
          encryptionCertificates: made.encryptionCertificates,
          sealedEncryptionKey: sealer.seal(made.encryptionKey, sealedPlace(UMA_KEYS, id, 'sealedEncryptionKey')),
          ...newRecord(id, { tenant: HOST, now }),
        },
        { unlessExists: true },
      );
      return ok();
    });
    if (!stored.ok) throw new Error(`the keys of ${domain} were not stored: ${stored.error.message}`);
  }

  /** The current pair of keys, and the next pair if it exists. */
  async function inUse(domain: string): Promise<{ readonly current: UmaKeys; readonly next: UmaKeys | null }> {
    let all = await stored(domain);
    if (all.length === 0) {
      await makeKeys(domain, all, clock.now());
      all = await stored(domain);
    }
    const now = clock.now();
    const current = all.find(({ activeFrom }) => activeFrom <= now) ?? all.at(-1);
    if (current === undefined) throw new Bug(`the keys of ${domain} are gone`);
    const next = all.find(({ activeFrom }) => activeFrom > current.activeFrom) ?? null;
    if (next !== null || current.expiresAt > plusSeconds(now, RENEW_SECONDS)) return { current, next };
    await makeKeys(domain, all, plusSeconds(now, FRESH_SECONDS));
    return { current, next: (await stored(domain))[0] ?? null };
  }

  return {
    async signer(domain) {
      const { current } = await inUse(domain);
      const place = sealedPlace(UMA_KEYS, current.id, 'sealedSigningKey');
      return { domain, signingKey: sealer.open(current.sealedSigningKey, place) };
    },

    async document(domain) {
      const { current, next } = await inUse(domain);
      const until = plusSeconds(clock.now(), FRESH_SECONDS);
      return protocol.keysDocument(current, next !== null && next.activeFrom < until ? next.activeFrom : until);
    },

    async decryptionKeys(domain) {
      const { current } = await inUse(domain);
      const since = plusSeconds(clock.now(), -READ_SECONDS);
      const all = await stored(domain);
      const recent = all.filter((keys, index) => keys === all[0] || (all[index - 1]?.activeFrom ?? 0) > since);
      const sealed = [current, ...recent.filter(({ id }) => id !== current.id)];
      return sealed.map((keys) =>
        sealer.open(keys.sealedEncryptionKey, sealedPlace(UMA_KEYS, keys.id, 'sealedEncryptionKey')),
      );
    },

    async rotate(domain) {
      const { next } = await inUse(domain);
      if (next !== null) return next.activeFrom;
      const activeFrom = plusSeconds(clock.now(), FRESH_SECONDS);
      await makeKeys(domain, await stored(domain), activeFrom);
      return activeFrom;
    },
  };
}
