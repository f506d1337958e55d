import { Resolver } from 'node:dns/promises';
import type { DomainRecords } from '@corridor/core/ports';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The name does not exist, or has no TXT record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of this machine, or `servers` if given, with a timeout of a few seconds. */
export const domainRecords = (servers?: readonly string[]): DomainRecords => ({
  async txt(name) {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  },
});
