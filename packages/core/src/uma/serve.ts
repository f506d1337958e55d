import { domainError, type Environment, ok, type Result, update } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { ServePorts } from './asked-payee.js';
import { platformsAt } from './receiver.js';
import { UMA_RECEIPTS } from './records.js';
import { serveOffer } from './serve-offers.js';
import { servePayRequest } from './serve-payments.js';

/** The requests of other institutions, each for the domain that it was sent to. The answers are JSON. */
export interface Served {
  /** Whether the domain belongs to this host. 404 REFERENCE_NOT_FOUND otherwise. */
  answersFor(domain: string): Promise<Result<void>>;
  /**
   * `/.well-known/lnurlpubkey`. 404 REFERENCE_NOT_FOUND for a domain that does not belong to this host, as in
   * `configuration` and `notice`; `offer` and `payRequest` return 404 UMA_NOT_FOUND for it.
   */
  keys(domain: string): Promise<Result<string>>;
  /** `/.well-known/uma-configuration`. */
  configuration(domain: string): Promise<Result<string>>;
  /** `/.well-known/lnurlp/$name`; `query` is the unchanged query string, with its question mark. */
  offer(domain: string, username: string, query: string): Promise<Result<string>>;
  /** The callback that the offer names. */
  payRequest(domain: string, username: string, body: string): Promise<Result<string>>;
  /** The callback named in the answer to a pay request: the payer's institution reports that it has paid. */
  notice(domain: string, id: string, body: string): Promise<Result<void>>;
}

const NOT_OURS = domainError('REFERENCE_NOT_FOUND', 'no platform of this host uses this domain');

/**
 * Answers for the platforms of one environment. From outside no environment is named: then an address is that of a
 * production customer first.
 */
export function serveInstitutions(ports: ServePorts, within: Environment | null = null): Served {
  const { protocol } = ports.uma;

  async function platformAt(domain: string): Promise<Result<string>> {
    const [platform] = await platformsAt(ports, domain, within);
    if (platform !== undefined) return ok(platform.name);
    return domain === ports.publicAuthority ? ok('Corridor') : { ok: false, error: NOT_OURS };
  }

  async function notice(domain: string, id: string, body: string): Promise<Result<void>> {
    const at = await platformAt(domain);
    if (!at.ok) return at;
    const signed = await protocol.readNotice(body);
    if (!signed.ok) return signed;
    const payee = await platformOf(domain, id);
    const verified = await ports.peers.verify(payee?.environment ?? within ?? 'PRODUCTION', signed.value);
    if (!verified.ok || payee === null) return verified;
    const ctx = await ports.contextOf(payee.id);
    return ports.units.run(payee.id, async (tx) => {
      const receipt = await tx.get(UMA_RECEIPTS, `Transaction:${id}`);
      if (receipt === null || receipt.vasp !== signed.value.vasp || receipt.notifiedAt !== null) return ok();
      update(tx, ctx, UMA_RECEIPTS, receipt, { notifiedAt: ctx.now });
      return ok();
    });
  }

  /** The platform at a domain whose customer receives a payment. */
  async function platformOf(domain: string, id: string): Promise<Platform | null> {
    for (const platform of await platformsAt(ports, domain, within)) {
      const receipt = await ports.units.read(platform.id, (reads) => reads.get(UMA_RECEIPTS, `Transaction:${id}`));
      if (receipt !== null) return platform;
    }
    return null;
  }

  return {
    answersFor: async (domain) => {
      const at = await platformAt(domain);
      return at.ok ? ok() : at;
    },
    async keys(domain) {
      const at = await platformAt(domain);
      return at.ok ? ok(await ports.keys.document(domain)) : at;
    },
    async configuration(domain) {
      const at = await platformAt(domain);
      return at.ok ? ok(await protocol.configuration(at.value)) : at;
    },
    offer: (domain, username, query) => serveOffer(ports, within, { domain, username, query }),
    payRequest: (domain, username, body) => servePayRequest(ports, within, { domain, username, body }),
    notice,
  };
}
