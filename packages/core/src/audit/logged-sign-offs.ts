import type { Digest, Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { isAsComputed, SAFEGUARDING_REPORTS, type SafeguardingReport } from '../safeguarding/index.js';
import { carriedOut, type CarriedOut } from './carried-out.js';

/** What both a report that is signed off and its entry in the operator log say. */
type Stated = Pick<SafeguardingReport, 'tenant' | 'day' | 'digest' | 'statement' | 'signedOffBy' | 'signedOffAt'>;

/**
 * Compares each safeguarding report with its own digest, and with the entry of the operator log that signed it off, both
 * ways. The entry keeps the digest, and entries are sealed.
 */
export async function inspectLoggedSignOffs(reads: Reads, digest: Digest): Promise<readonly string[]> {
  const logged = new Map<string, CarriedOut[]>();
  for await (const each of carriedOut(reads, (action) => action === 'safeguarding.sign-off'))
    logged.set(each.entry.subject, [...(logged.get(each.entry.subject) ?? []), each]);
  const findings: string[] = [];
  for await (const report of everyRecord(reads, SAFEGUARDING_REPORTS)) {
    if (!isAsComputed(digest, report))
      findings.push(
        `${report.id} was changed after it was computed: its day, sums and balances do not have its digest`,
      );
    findings.push(...faultsOf(report, logged.get(report.id) ?? []));
    logged.delete(report.id);
  }
  for (const [id, entries] of logged)
    for (const { entry } of entries)
      findings.push(`${entry.id} says that ${id} was signed off, but the report is missing`);
  return findings;
}

function faultsOf(report: SafeguardingReport, [first, ...others]: readonly CarriedOut[]): readonly string[] {
  const { id, signedOffBy } = report;
  if (first === undefined)
    return signedOffBy === null
      ? []
      : [`${id} is signed off by ${signedOffBy}, and no entry of the operator log says so`];
  const stated = statedBy(first);
  const differing = (Object.keys(stated) as (keyof Stated)[]).filter((field) => report[field] !== stated[field]);
  return [
    ...(differing.length === 0 ? [] : [`${id} differs from the operator log in ${differing.join(', ')}`]),
    ...others.map(({ entry }) => `${entry.id} signs ${id} off, which ${first.entry.id} has signed off before`),
  ];
}

/** An entry that was altered can have anything. */
function statedBy({ entry: { tenant, createdAt, after }, requestedBy }: CarriedOut): Stated {
  const { day, digest, statement } = { ...after } as Pick<SafeguardingReport, 'day' | 'digest' | 'statement'>;
  return { tenant, day, digest, statement, signedOffBy: requestedBy, signedOffAt: createdAt };
}
