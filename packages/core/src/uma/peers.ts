import {
  type Clock,
  type Digest,
  domainError,
  type Environment,
  err,
  forgetExpired,
  instant,
  newRecord,
  ok,
  type Pause,
  plusSeconds,
  type Result,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { VaspSignature, UmaProtocol } from './ports.js';
import { UMA_NONCES, UMA_PEERS } from './records.js';

export interface PeerPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly protocol: UmaProtocol;
  /** The key document of a domain of this host in an environment; null for every other domain. */
  readonly ownKeys: (environment: Environment, domain: string) => Promise<string | null>;
}

/** Verifies that messages of other institutions are authentic and new. */
export interface Peers {
  /**
   * The key document of an institution: this host's own, or one that was fetched and is fresh. Errors: those of
   * `UmaProtocol.fetchKeys`.
   */
  keys(environment: Environment, domain: string): Promise<Result<string>>;
  /**
   * INVALID_TIMESTAMP outside the window of 15 minutes in either direction, the errors of fetching the keys,
   * INVALID_SIGNATURE, INVALID_NONCE if the message was seen before, and SERVICE_UNAVAILABLE if the keys of too many
   * institutions are being fetched.
   */
  verify(environment: Environment, signed: VaspSignature): Promise<Result<void>>;
  /** Deletes nonces outside the time window; returns how many. */
  forgetNonces(pause: Pause): Promise<number>;
}

const WINDOW_SECONDS = 15 * 60;
/** How long a key document is kept: by default, and at most. */
const KEPT_SECONDS = 3600;
const NONCE_LENGTH = 128;
/** Fetches for senders at once: each costs a connection to a host that the sender has chosen. */
const FETCHES_AT_ONCE = 32;
const HOST = 'host' as unknown as TenantKey;
const BUSY = err(
  'SERVICE_UNAVAILABLE',
  'the keys of too many institutions are being fetched; try again in a few seconds',
  { retryAfter: 5 },
);
const SEEN = domainError('INVALID_NONCE');

export function createPeers({ units, clock, digest, protocol, ownKeys }: PeerPorts): Peers {
  const remembered = (domain: string) => units.read(null, (reads) => reads.get(UMA_PEERS, domain));

  async function fetch(domain: string): Promise<Result<string>> {
    const now = clock.now();
    const fetched = await protocol.fetchKeys(domain, now);
    if (!fetched.ok) return fetched;
    const { document, expiresAt } = fetched.value;
    const longest = plusSeconds(now, KEPT_SECONDS);
    const freshUntil = expiresAt !== null && expiresAt < longest ? expiresAt : longest;
    const kept = await units.run(null, async (tx) => {
      const known = await tx.get(UMA_PEERS, domain);
      if (known !== null) update(tx, { now }, UMA_PEERS, known, { document, freshUntil });
      else
        tx.add(
          UMA_PEERS,
          { document, freshUntil, ...newRecord(domain, { tenant: HOST, now }) },
          { unlessExists: true },
        );
      return ok();
    });
    return kept.ok ? ok(document) : kept;
  }

  const ofKnown = new Map<string, Promise<Result<string>>>();
  const ofStrangers = new Map<string, Promise<Result<string>>>();

  /**
   * As `fetch`, once at a time for a domain, and for a few domains at once. Institutions whose keys were fetched before do
   * not wait for hosts that a stranger has named and that do not answer.
   */
  async function fetchForSender(domain: string, isKnown: boolean): Promise<Result<string>> {
    const fetches = isKnown ? ofKnown : ofStrangers;
    const running = fetches.get(domain);
    if (running !== undefined) return running;
    if (fetches.size >= FETCHES_AT_ONCE) return BUSY;
    const started = fetch(domain).finally(() => fetches.delete(domain));
    fetches.set(domain, started);
    return started;
  }

  async function remember({ vasp, nonce, timestamp }: VaspSignature): Promise<Result<void>> {
    const now = clock.now();
    // Nonces have 32 bits: they are unique for an institution and a second, not globally.
    const id = `Nonce:${digest.sha256([vasp, timestamp, nonce].join('\n'))}`;
    const expiresAt = plusSeconds(instant(timestamp * 1000), WINDOW_SECONDS);
    return units.run(null, async (tx) => {
      tx.add(UMA_NONCES, { expiresAt, ...newRecord(id, { tenant: HOST, now }) }, { conflicts: { id: SEEN } });
      return ok();
    });
  }

  return {
    async keys(environment, domain) {
      const own = await ownKeys(environment, domain);
      if (own !== null) return ok(own);
      const known = await remembered(domain);
      return known !== null && known.freshUntil > clock.now() ? ok(known.document) : fetch(domain);
    },

    async verify(environment, signed) {
      const { vasp, nonce, timestamp } = signed;
      if (!Number.isSafeInteger(timestamp) || Math.abs(timestamp - clock.now() / 1000) > WINDOW_SECONDS) {
        return err('INVALID_TIMESTAMP');
      }
      if (nonce === '' || nonce.length > NONCE_LENGTH)
        return err('INVALID_NONCE', `the nonce must have 1 to ${NONCE_LENGTH} characters`);
      const own = await ownKeys(environment, vasp);
      if (own !== null) return (await signed.isSignedBy(own)) ? remember(signed) : err('INVALID_SIGNATURE');
      const known = await remembered(vasp);
      const isFresh = known !== null && known.freshUntil > clock.now();
      if (!isFresh || !(await signed.isSignedBy(known.document))) {
        // The keys may have been replaced before the copy expired, so they are fetched once more.
        const fetched = await fetchForSender(vasp, known !== null);
        if (!fetched.ok) return fetched;
        if (!(await signed.isSignedBy(fetched.value))) return err('INVALID_SIGNATURE');
      }
      return remember(signed);
    },

    forgetNonces: (pause) => forgetExpired(units, null, UMA_NONCES, clock.now(), pause),
  };
}
