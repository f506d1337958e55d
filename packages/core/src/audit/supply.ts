import type { UnitOfWork } from '../kernel/index.js';
import { auditBookedSupply } from '../stablecoins/index.js';
import { partOf, unitsNotingFaults } from './uninspectable.js';

interface InspectedSupply {
  /** Whether a platform has linked an issuer of stablecoins. */
  readonly hasIssuers: boolean;
  readonly findings: readonly string[];
}

/** Compares the supply of stablecoins with the ledger. A tenant whose records cannot be read is a finding. */
export async function inspectSupply(units: UnitOfWork): Promise<InspectedSupply> {
  const findings: string[] = [];
  const noted = (what: string, work: () => Promise<void>): Promise<void> => partOf(what, work, undefined, findings);
  const compared = await partOf(
    'the supply of stablecoins',
    () => auditBookedSupply(unitsNotingFaults(units), noted),
    [],
    findings,
  );
  return { hasIssuers: compared !== null, findings: [...(compared ?? []), ...findings] };
}
