import { addressDomain } from '../customers/index.js';
import { type Environment, err, ok, type UnitOfWork } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { NOTICES_PATH, OFFERS_PATH, PAY_REQUESTS_PATH } from './institution-paths.js';
import type { Keys } from './keys.js';
import type { InProcess } from './ports.js';
import type { Served } from './serve.js';

export interface OwnDomainPorts {
  readonly units: UnitOfWork;
  /** Domain of platforms without a UMA domain of their own. */
  readonly publicAuthority: string;
}

/**
 * Whether this host is the institution of a domain in an environment. A platform's domain is one only in the platform's
 * environment: in the sandbox a domain is in force without a proof, so production must not trust its keys.
 */
async function isOwnDomain(ports: OwnDomainPorts, environment: Environment, domain: string): Promise<boolean> {
  if (domain === addressDomain({ umaDomain: null }, ports.publicAuthority)) return true;
  return (await ports.units.read(null, (reads) => reads.find(PLATFORMS, 'umaDomain', [environment, domain]))) !== null;
}

/** The key document of a domain of this host; null for every other domain. */
export const ownKeys =
  (ports: OwnDomainPorts & { readonly keys: Pick<Keys, 'document'> }) =>
  async (environment: Environment, domain: string): Promise<string | null> =>
    (await isOwnDomain(ports, environment, domain)) ? ports.keys.document(domain) : null;

/** The path, its last part and the query of a URL that this host wrote. */
const PARTS = /^https?:\/\/[^/?]+(\/(?:[^/?]+\/)*)([^/?]+)(\?.*)?$/;

/** The institutions of this host, for payers of the host. */
export interface OwnInstitutions {
  /** How requests to a domain of this host are answered; null for every other domain. */
  at(environment: Environment, domain: string): Promise<InProcess | null>;
}

/** `serve` answers for the platforms of one environment. */
export function ownInstitutions(
  ports: OwnDomainPorts,
  serve: (environment: Environment) => Pick<Served, 'offer' | 'payRequest' | 'notice'>,
): OwnInstitutions {
  return {
    async at(environment, domain) {
      if (!(await isOwnDomain(ports, environment, domain))) return null;
      const { offer, payRequest, notice } = serve(environment);
      return async (url, body) => {
        const [, path = '', part = '', query = ''] = PARTS.exec(url) ?? [];
        const name = decodeURIComponent(part);
        if (body === null && path === OFFERS_PATH) return offer(domain, name, query);
        if (body !== null && path === PAY_REQUESTS_PATH) return payRequest(domain, name, body);
        if (body === null || path !== NOTICES_PATH)
          return err('REFERENCE_NOT_FOUND', `${url} is not served by this host`);
        const noted = await notice(domain, name, body);
        return noted.ok ? ok('') : noted;
      };
    },
  };
}
