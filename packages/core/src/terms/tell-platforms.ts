import { EVENTS, finish, type JobHandler, queuedEvent } from '../events/index.js';
import {
  type Context,
  type Digest,
  domainError,
  type Id,
  type IdSource,
  type Instant,
  ok,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { readAllTerms } from './book.js';
import { termsUntil } from './compare.js';
import { corridorOf, type TermsContent } from './content.js';
import { announcementId } from './derived-id.js';
import type { Terms } from './terms.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly PLATFORM: AnnouncedTerms;
  }
}

/** What platforms learn of a change of terms. It names no operator. */
export interface AnnouncedTerms {
  readonly id: Id<'Terms'>;
  /** Of the record, so that an audit compares it with what was announced. */
  readonly version: number;
  readonly scope: string;
  readonly validFrom: Instant;
  readonly content: TermsContent;
  /** What is valid until `validFrom`, and after a withdrawal stays valid; of a corridor without own terms, the general ones. */
  readonly before: TermsContent;
}

export interface TellPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly listTenants: () => Promise<readonly Platform[]>;
}

const ANNOUNCED = domainError('CONFLICT', 'the platform has this event');

/** Whether a platform can send in the corridor of the terms; every platform is concerned by the general terms. */
export function concerns(terms: Terms, { supportedCurrencies }: Platform): boolean {
  const corridor = corridorOf(terms.scope);
  return (
    corridor === null ||
    supportedCurrencies.some(
      ({ currencyCode, enabledTransactionTypes }) =>
        currencyCode === corridor.source && enabledTransactionTypes.includes('OUTGOING'),
    )
  );
}

/**
 * Writes the event of added or withdrawn terms for each platform that they concern, in a unit of each platform. After a
 * crash the job goes on: the id of an event follows from the terms and the platform, so that no platform gets an event twice.
 */
export const tellPlatforms =
  ({ units, ids, digest, contextOf, listTenants }: TellPorts): JobHandler =>
  async (ctx, job) => {
    for (const announced of await announcements(units, job.subject)) {
      const written = await writeEvents(announced);
      if (!written.ok) return written;
    }
    return units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      return ok();
    });

    async function writeEvents({ terms, snapshot }: Announcement): Promise<Result<void>> {
      const platforms = (await listTenants()).filter(({ environment }) => environment === terms.environment);
      for (const platform of platforms.filter((each) => concerns(terms, each))) {
        const own = await contextOf(platform.id);
        const type = terms.withdraws === null ? 'PLATFORM.TERMS_CHANGED' : 'PLATFORM.TERMS_WITHDRAWN';
        const event = queuedEvent({ ...own, trace: ctx.trace ?? null }, ids, {
          ...{ type, resource: snapshot.id, snapshot },
        });
        const id = announcementId(digest, terms, platform.id);
        const written = await units.run(platform.id, async (tx) => {
          if ((await tx.get(EVENTS, id)) === null) tx.add(EVENTS, { ...event, id }, { conflicts: { id: ANNOUNCED } });
          return ok();
        });
        if (!written.ok && written.error !== ANNOUNCED) return written;
      }
      return ok();
    }
  };

interface Announcement {
  readonly terms: Terms;
  readonly snapshot: AnnouncedTerms;
}

/** What to announce about a record. Of a withdrawal, the terms come first, in case their own job has not run. */
async function announcements(units: UnitOfWork, subject: string): Promise<readonly Announcement[]> {
  const all = await units.read(null, (reads) => readAllTerms(reads));
  const subjects = all.filter(({ id }) => id === subject);
  const withdrawn = all.filter(({ id }) => subjects.some(({ withdraws }) => withdraws === id));
  return [...withdrawn, ...subjects].map((terms) => announcementOf(terms, all));
}

function announcementOf(terms: Terms, all: readonly Terms[]): Announcement {
  const before = termsUntil(terms, all);
  const { scope, validFrom, content, withdraws } = terms;
  return { terms, snapshot: { id: withdraws ?? terms.id, version: terms.version, scope, validFrom, content, before } };
}
