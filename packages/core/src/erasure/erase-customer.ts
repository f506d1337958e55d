import { type Customer, CUSTOMERS } from '../customers/index.js';
import { finish, forJobs, type Job, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  Bug,
  type Context,
  err,
  type IdSource,
  isId,
  mark,
  ok,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { accountsOf, subjectsOf, type Whose } from '../personal-data/index.js';
import {
  advanceErasure,
  beginErasure,
  completeErasure,
  type Erasure,
  ERASURES,
  erasuresOf,
  type RetentionPeriods,
} from '../retention/index.js';
import type { BlobStore } from '../verification/index.js';
import { type Obstacle, obstaclesTo } from './obstacles.js';
import { ERASING_PLACES, type ErasingPlace } from './places.js';
import type { SealedErasing } from './ports.js';

export const ERASE_ACTION = 'customers.erase';

export interface ErasurePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly blobs: BlobStore;
  readonly sealed: SealedErasing;
  readonly periods: RetentionPeriods;
}

export interface EraseRequest {
  readonly id: string;
  readonly caseReference: string;
}

/**
 * The customer whose data can be erased now. 404 USER_NOT_FOUND; 409 CONFLICT with all obstacles at once, each with what to
 * do, and while an erasure of the customer is under way.
 */
export async function customerToErase(
  tx: Tx,
  ctx: Context,
  periods: RetentionPeriods,
  id: string,
): Promise<Result<Customer>> {
  const customer = isId('Customer', id) ? await tx.get(CUSTOMERS, id) : null;
  if (customer === null) return err('USER_NOT_FOUND');
  const [newest] = await erasuresOf(tx, customer.id);
  if (newest?.status === 'ERASING') return err('CONFLICT', `${newest.id} is erasing the data of the customer`);
  const obstacles = await obstaclesTo(tx, ctx, customer, { periods, ownAction: ERASE_ACTION });
  return obstacles.length === 0 ? ok(customer) : inTheWay(obstacles);
}

function inTheWay(obstacles: readonly Obstacle[]): Result<never> {
  const texts = obstacles.map(({ message }) => message).join('; ');
  return err('CONFLICT', `the data of the customer cannot be erased now: ${texts}`, { obstacles });
}

/** Who decided to erase the data of a customer. */
export interface Deciders {
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/**
 * Begins to erase the data of a customer: from now on nothing is added to it, and a job goes through all places. Errors:
 * `customerToErase`. The change of the customer's version conflicts with every unit that relied on the customer.
 */
export async function eraseCustomer(
  periods: RetentionPeriods,
  unit: Unit,
  { id, caseReference }: EraseRequest,
  deciders: Deciders,
): Promise<Result<Erasure>> {
  const { tx, ctx } = unit;
  const found = await customerToErase(tx, ctx, periods, id);
  if (!found.ok) return found;
  const customer = mark(tx, CUSTOMERS, found.value, {});
  const place = ERASING_PLACES[0]!.name;
  const erasure = beginErasure(unit, { ...deciders, customerId: customer.id, caseReference, place });
  schedule(unit, {
    ...{ kind: 'customer.erase', subject: erasure.id, dueAt: ctx.hostNow },
    dedupe: `erase ${customer.id}`,
  });
  return ok(erasure);
}

/** So many pages are erased in one run of the job. */
const PAGES = 40;
/** Waits for seals and deliveries. */
const WAIT_SECONDS = 60;

type Ended = 'done' | 'waiting' | 'more';

/**
 * Works through all places. The record of the erasure says how far it has come, and a page and its progress are one unit:
 * after a crash, and on another host, the job goes on with the page that was not committed.
 */
export const erasing = (given: ErasurePorts): JobHandler => {
  const ports = forJobs(given);
  return async (ctx, job) => {
    const ended = await erasePages(ports, ctx, job.subject);
    return ports.units.run(ctx.tenant, async (tx) => {
      if (ended === 'done') finish(tx, job);
      else reschedule(tx, ctx, job, ended === 'more' ? 0 : WAIT_SECONDS);
      return ok();
    });
  };
};

async function erasePages(ports: ErasurePorts, ctx: Context, id: Job['subject']): Promise<Ended> {
  for (let pages = 0; pages < PAGES; pages += 1) {
    const found = await ports.units.read(ctx.tenant, (reads) => reads.get(ERASURES, id));
    if (found === null || found.status === 'ERASED') return 'done';
    const whose = await whoseOf(ports, ctx.tenant, found);
    const place = placeOf(found);
    if (place === null) {
      const answers = await ports.sealed.eraseAnswers(ctx.tenant, await idsOf(whose));
      if (answers.waiting > 0) return 'waiting';
      await commit(ports, ctx, found, (tx, now) => completeErasure(tx, ctx.hostNow, now));
      return 'done';
    }
    if (!(await eraseOutside(ports, whose, place, found))) return 'waiting';
    await commit(ports, ctx, found, (tx, now) => erasePage(tx, ctx, whose, place, now));
  }
  return 'more';
}

export async function whoseOf(
  { units }: Pick<ErasurePorts, 'units'>,
  tenant: TenantKey,
  { customerId }: Erasure,
): Promise<Whose> {
  const customer = await units.read(tenant, (reads) => reads.get(CUSTOMERS, customerId));
  if (customer === null) throw new Bug(`${customerId} is erased and does not exist`);
  return { units, tenant, customer, accounts: await accountsOf({ units, tenant, customer }) };
}

/** The ids of the records about the person. */
export async function idsOf(whose: Whose): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const id of subjectsOf(whose)) ids.push(id);
  return ids;
}

export const placeOf = ({ place }: Erasure): ErasingPlace | null =>
  ERASING_PLACES.find(({ name }) => name === place) ?? null;

/** What is not in the tables that the page overwrites. False if a part has to wait. */
async function eraseOutside(
  { units, blobs, sealed }: ErasurePorts,
  whose: Whose,
  { subjects, blobs: blobsOf, answers: textsOf }: ErasingPlace,
  { cursor }: Erasure,
): Promise<boolean> {
  const { tenant } = whose;
  const after = cursor?.after ?? null;
  const ids = await units.read(tenant, (reads) => subjects(reads, whose, after));
  if (ids.length > 0 && (await sealed.eraseRows(tenant, ids)).waiting > 0) return false;
  const texts = textsOf === undefined ? [] : await units.read(tenant, (reads) => textsOf(reads, whose, after));
  if (texts.length > 0 && (await sealed.eraseAnswers(tenant, texts)).waiting > 0) return false;
  const keys = blobsOf === undefined ? [] : await units.read(tenant, (reads) => blobsOf(reads, whose, after));
  for (const key of keys) await blobs.delete(tenant, key);
  return true;
}

/** Runs a step for the erasure as it was read; another host that was faster has done the step. */
async function commit(
  { units }: ErasurePorts,
  ctx: Context,
  found: Erasure,
  step: (tx: Tx, now: Erasure) => Promise<Result<unknown>> | Result<unknown>,
): Promise<void> {
  const done = await units.run(ctx.tenant, async (tx) => {
    const now = await tx.get(ERASURES, found.id);
    return now === null || now.version !== found.version ? ok() : step(tx, now);
  });
  if (!done.ok) throw new Error(done.error.message);
}

async function erasePage(
  tx: Tx,
  ctx: Context,
  whose: Whose,
  { name, page }: ErasingPlace,
  erasure: Erasure,
): Promise<Result<void>> {
  const { counts, next } = await page(tx, whose, erasure.cursor?.after ?? null);
  const total: Record<string, number> = { ...erasure.counts };
  for (const [table, count] of Object.entries(counts)) total[table] = (total[table] ?? 0) + count;
  const following = ERASING_PLACES[ERASING_PLACES.findIndex((place) => place.name === name) + 1]?.name ?? null;
  advanceErasure(tx, ctx.hostNow, erasure, {
    ...(next === null ? { place: following, cursor: null } : { place: name, cursor: { after: next } }),
    counts: total,
  });
  return ok();
}
