import { type AskOutside, finish, type Job, type JobHandler, JOBS, reschedule, schedule } from '../events/index.js';
import {
  type Context,
  fail,
  type FieldError,
  type IdSource,
  invalidFields,
  ok,
  type Reads,
  type Result,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';
import { ownPlatform } from './webhook-secret.js';

/** DNS lookups that prove the ownership of a domain. */
export interface DomainRecords {
  /** The TXT records of a name, each joined to one string. Empty for an unknown name, null if DNS does not answer. */
  txt(name: string): Promise<readonly string[] | null>;
}

/** The UMA institution that the sandbox simulates. */
export const SANDBOX_UMA_DOMAIN = 'sandbox.uma.money';

/** Another platform of the environment has the domain in force. */
export const DOMAIN_TAKEN = invalidFields([
  { field: 'umaDomain', message: 'belongs to another platform; choose another domain' },
]).error;

const hostOf = (authority: string): string => authority.toLowerCase().replace(/:\d+$/, '');

/** Refuses the host's own name, which platforms without a domain share, and the name of the simulated institution. */
export function reservedDomain(domain: string | null | undefined, publicAuthority: string): readonly FieldError[] {
  const reserved = [hostOf(publicAuthority), SANDBOX_UMA_DOMAIN];
  if (typeof domain !== 'string' || !reserved.includes(hostOf(domain))) return [];
  return [
    { field: 'umaDomain', message: 'belongs to the service or its simulated institution; choose a domain of your own' },
  ];
}

export type Domains = Pick<Platform, 'umaDomain' | 'pendingUmaDomain'>;

/** The domains of the platform with `domain` in force. INVALID_INPUT if another platform has it. */
export async function inForce(reads: Reads, platform: Platform, domain: string | null): Promise<Result<Domains>> {
  const umaDomain = domain?.toLowerCase() ?? null;
  return (await isTaken(reads, platform, umaDomain)) ? fail(DOMAIN_TAKEN) : ok({ umaDomain, pendingUmaDomain: null });
}

/**
 * The domains of the platform after a request for `domain`: in force at once in the sandbox, pending in production
 * until it is proven. INVALID_INPUT if another platform has it.
 */
export async function askedFor(reads: Reads, platform: Platform, domain: string | null): Promise<Result<Domains>> {
  const asked = domain?.toLowerCase() ?? null;
  const needsProof = platform.environment === 'PRODUCTION' && asked !== null && asked !== platform.umaDomain;
  const after = await inForce(reads, platform, asked);
  return after.ok && needsProof ? ok({ umaDomain: platform.umaDomain, pendingUmaDomain: asked }) : after;
}

async function isTaken(reads: Reads, platform: Platform, domain: string | null): Promise<boolean> {
  if (domain === null) return false;
  const holder = await reads.find(PLATFORMS, 'umaDomain', [platform.environment, domain]);
  return holder !== null && holder.id !== platform.id;
}

/** The TXT record that proves a pending domain, because only its owner can write it. Null if no domain is pending. */
export function proofOf({ pendingUmaDomain, platformId }: Pick<Platform, 'pendingUmaDomain' | 'platformId'>) {
  if (pendingUmaDomain === null) return null;
  return { domain: pendingUmaDomain, name: `_corridor.${hostOf(pendingUmaDomain)}`, value: platformId } as const;
}

const PROOF_JOB = 'platform.prove-domain';

/** Schedules a look-up of the proof now. The job repeats it while the domain is pending. */
export async function seekProof(unit: Unit): Promise<void> {
  const { tx, ctx } = unit;
  const waiting = await tx.find(JOBS, 'dedupe', [PROOF_JOB]);
  if (waiting !== null) return reschedule(tx, ctx, waiting, 0);
  schedule(unit, { kind: PROOF_JOB, subject: ctx.tenant, dueAt: ctx.hostNow, dedupe: PROOF_JOB });
}

/** Schedules the removal of other platforms' addresses at a domain that is now in force for this platform. */
export function reclaimAddresses(unit: Unit): void {
  const { ctx } = unit;
  schedule(unit, { kind: 'platform.reclaim-addresses', subject: ctx.tenant, dueAt: ctx.hostNow });
}

export interface ProveDomainPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  /** Null on a host without DNS: only the operator can put domains in force there. */
  readonly domainRecords: DomainRecords | null;
}

/** Every minute during the first hour, when the platform's administrator is likely waiting; then every hour. */
const SOON_SECONDS = 60;
const SOON_FOR_MS = 60 * 60 * 1000;
const LATER_SECONDS = 60 * 60;

/** Puts a pending domain in force once its TXT record names the platform. */
export const proveDomain =
  ({ units, ids, domainRecords }: ProveDomainPorts, changed: (platform: Platform) => void): JobHandler =>
  async (begun, job, ask) => {
    const platform = await units.read(begun.tenant, (reads) => reads.get(PLATFORMS, begun.tenant));
    const proof = platform === null ? null : proofOf(platform);
    const asked = await texts(domainRecords, ask, proof?.name);
    if (!asked.ok) return asked;
    const { answer, ctx = begun } = asked.value;
    return units.run(ctx.tenant, async (tx) => {
      const own = await ownPlatform(tx, ctx);
      if (!own.ok) return own;
      const now = own.value;
      if (now.pendingUmaDomain === null) return done(tx, job);
      // The platform has requested another domain since the look-up began.
      if (now.pendingUmaDomain !== proof?.domain) return again(tx, ctx, job, 0);
      const isProven = answer.some((text) => text.includes(proof.value));
      const domains = isProven ? await inForce(tx, now, proof.domain) : null;
      if (domains === null || !domains.ok) {
        return again(tx, ctx, job, ctx.now - job.createdAt < SOON_FOR_MS ? SOON_SECONDS : LATER_SECONDS);
      }
      changed(update(tx, ctx, PLATFORMS, now, domains.value));
      reclaimAddresses({ tx, ctx, ids });
      return done(tx, job);
    });
  };

async function texts(
  records: DomainRecords | null,
  ask: AskOutside,
  name: string | undefined,
): Promise<Result<{ readonly answer: readonly string[]; readonly ctx?: Context }>> {
  if (records === null || name === undefined) return ok({ answer: [] });
  const asked = await ask('the domain name system', () => records.txt(name));
  return asked.ok ? ok({ answer: asked.value.answer ?? [], ctx: asked.value.ctx }) : asked;
}

function done(tx: Tx, job: Job): Result<void> {
  finish(tx, job);
  return ok();
}

function again(tx: Tx, ctx: Context, job: Job, inSeconds: number): Result<void> {
  reschedule(tx, ctx, job, inSeconds);
  return ok();
}
