import { RECORD_KINDS } from '../catalogue/index.js';
import {
  type AnyKind,
  type BaseRecord,
  ERASED_TEXT,
  isUnsealed,
  type KindOf,
  openSealed,
  type Reads,
  type SealedPlace,
  type Sealer,
  type UnitOfWork,
} from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { erasedFields, erasingOf } from '../personal-data/index.js';
import { inspectTenants } from './tenants.js';

type Scope = AnyKind['scope'];

const kindsOf = (scope: Scope): readonly AnyKind[] =>
  RECORD_KINDS.filter((kind) => kind.sealed.length > 0 && kind.scope === scope);

/**
 * Names each sealed text that does not open at its place: another master key has sealed it, it was moved there from
 * another record, or it was changed.
 */
export async function inspectSealed(reads: Reads, sealer: Sealer, scope: Scope): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const kind of kindsOf(scope)) {
    for await (const record of everyRecord(reads, kind as unknown as KindOf<BaseRecord>)) {
      for (const column of kind.sealed) {
        const text = (record as unknown as Readonly<Record<string, unknown>>)[column];
        const place = { table: kind.name, row: record.id, column };
        const why = typeof text === 'string' ? (failure(sealer, text, place) ?? unerased(kind, record, text)) : null;
        if (why !== null) findings.push(`${record.id} has a ${column} that cannot be opened: ${why}`);
      }
    }
  }
  return findings;
}

/** Why a text should not say that it was erased: the rest of its record was not. */
const unerased = (kind: AnyKind, record: BaseRecord, text: string): string | null =>
  text === ERASED_TEXT && (erasingOf(kind)?.how !== 'COLUMNS' || Object.keys(erasedFields(kind, record)).length > 0)
    ? 'it was replaced as if it had been erased, but its record was not'
    : null;

function failure(sealer: Sealer, text: string, place: SealedPlace): string | null {
  if (isUnsealed(text, place))
    return 'it is not sealed; after an upgrade, a host seals it within minutes (docs/areas/maintenance.md)';
  try {
    openSealed(sealer, text, place);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `inspectSealed` for a whole database. */
export async function findUnreadable(units: UnitOfWork, sealer: Sealer): Promise<readonly string[]> {
  const findings = [...(await units.read(null, (reads) => inspectSealed(reads, sealer, 'host'), 'long'))];
  const { tenants } = await units.read(null, inspectTenants, 'long');
  for (const tenant of tenants) {
    findings.push(...(await units.read(tenant, (reads) => inspectSealed(reads, sealer, 'tenant'), 'long')));
  }
  return findings;
}
