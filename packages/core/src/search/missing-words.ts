import { schedule } from '../events/index.js';
import {
  type BaseRecord,
  type Context,
  type IdSource,
  type KindOf,
  ok,
  type Reads,
  SEARCH_TERMS,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { ofPlatform, termRow, termsOf, WORDED_KINDS } from './terms.js';

export interface MissingWordsPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly listTenants: () => Promise<readonly { readonly id: TenantKey }[]>;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** So many of the oldest and of the newest records of each kind are looked at. */
const LOOKED_AT = 20;

/**
 * Looks for platforms whose records have no words, because a host of a former release made the platform or the records
 * after the migration had scheduled the jobs, and schedules the job that writes the words. It reads a few records of each
 * platform. Returns the number of such platforms. A host runs it when it starts, and daily.
 */
export const fillMissingWords =
  ({ units, ids, listTenants, contextOf }: MissingWordsPorts) =>
  async (): Promise<number> => {
    let found = 0;
    for (const { id: tenant } of await listTenants()) {
      if (!(await units.read(tenant, (reads) => lacksWords(reads, tenant)))) continue;
      found += 1;
      const ctx = await contextOf(tenant);
      await units.run(tenant, async (tx) => {
        const job = { kind: 'search.words', subject: '', dueAt: ctx.hostNow, dedupe: 'search.words' } as const;
        return ok(schedule({ tx, ctx, ids }, job));
      });
    }
    return found;
  };

async function lacksWords(reads: Reads, tenant: TenantKey): Promise<boolean> {
  for (const kind of WORDED_KINDS)
    for (const order of ['asc', 'desc'] as const) if (await lacksWordsAt(reads, tenant, kind, order)) return true;
  return false;
}

async function lacksWordsAt(
  reads: Reads,
  tenant: TenantKey,
  kind: KindOf<BaseRecord>,
  order: 'asc' | 'desc',
): Promise<boolean> {
  const { rows } = await reads.list(kind, { ...ofPlatform(kind, tenant), order, limit: LOOKED_AT, counted: false });
  const wanted = rows.flatMap((record) => [...termsOf(kind, record)].map((term) => termRow(record, term).id));
  return (await reads.getMany(SEARCH_TERMS, wanted)).length < wanted.length;
}
