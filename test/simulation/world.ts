import {
  type Context,
  type Core,
  err,
  type Id,
  type PreparedUseCase,
  type Query,
  type Result,
  type TenantKey,
  tenantKey,
  type UseCase,
} from '@corridor/core';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { RailUnavailable, type WebhookOutcome } from '@corridor/core/ports';
import { houseTenant, writeLog } from '@corridor/core/internal';
import { BALANCES, type OperatorAccount, OPERATORS } from '@corridor/core/records';
import { fixedClock } from '@corridor/core/testing';
import { type Chance, chanceOf } from './chance.js';
import { type Host, MOST_SKEW, startHost } from './host.js';
import { createOutside, type Outside, type Surroundings } from './surroundings.js';
import { Broken, createInvariants } from './invariants.js';
import { createCommits } from './late-commit.js';
import type { Faults, Operation } from './operation.js';
import { count, type Process, type Tally } from './process.js';
import { observeLookups } from './transitions.js';
import { within } from './within.js';

/** The records of a tenant that operations can name, by the name of their kind, oldest first. */
export interface Tenant {
  readonly key: TenantKey;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  readonly known: Map<string, Known[]>;
}

export interface Known {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A request that was answered, which can be sent again. */
interface Sent {
  readonly tenant: Tenant;
  readonly key: string;
  readonly name: string;
  readonly send: (core: Core, key: string, bodyDigest: string) => Promise<Result<{ readonly body: string }>>;
  readonly at: number;
  body: string | null;
}

/** Chooses the use case, whose input the operation is sure of. */
type Pick = (core: Core) => unknown;
type Chosen = UseCase<unknown, unknown> | PreparedUseCase<unknown, unknown, unknown>;

export interface World {
  readonly tenants: readonly Tenant[];
  readonly faults: Tally;
  readonly rows: Tally;
  readonly answers: Tally;
  readonly storage: Surroundings['storage'];
  /** Services that the hosts share, and what the people there decide. */
  readonly outside: Outside;
  readonly sent: Sent[];
  /** Ids of operators of the role ADMIN. */
  readonly operators: readonly Id<'Operator'>[];
  /** The host that serves the operation; it goes on with another process after a crash. */
  host(): Promise<Host>;
  hosts(): Promise<readonly Host[]>;
  /** The answer of the endpoints to the next webhooks. */
  webhookStatus: number;
  /** Ids of the events that the endpoints have answered. */
  readonly received: ReadonlySet<string>;
  advance(seconds: number): void;
  now(): number;
  context(tenant: Tenant): Promise<Context>;
  /** Runs a use case as the API does, with an idempotency key. Returns null unless it succeeded. */
  call(tenant: Tenant, pick: Pick, input: object): Promise<Known | null>;
  /** The code with which the last refused request was refused. */
  refusal: string | null;
  /** Runs something that is not a use case. */
  ask<T>(question: (core: Core) => Promise<Result<T>>): Promise<T | null>;
  read<I, O>(tenant: Tenant, pick: (core: Core) => Query<I, O>, input: I): Promise<O | null>;
  learn(tenant: Tenant, kind: string, record: Known): void;
  list(tenant: Tenant, kind: string): readonly Known[];
  /** Performs one operation with its faults, until it ends or its host crashes or pauses. */
  perform(operation: Operation, act: () => Promise<void>): Promise<void>;
  resume(): Promise<void>;
  /** Ends the processes of both hosts between operations, so that others start with the connections of now. */
  restart(): Promise<void>;
  /** Throws what was found since the last check, and compares all balances with the postings. */
  check(): Promise<void>;
  end(): void;
  /** What a suspended operation threw, or what a check found in background work. */
  failure: unknown;
}

const START = fixedClock().now();
const CURRENCIES = ['USD', 'EUR', 'MXN', 'GBP', 'BTC', 'USDC', 'USDB'];
/** A key is kept for a day by the clock of the process that stores it; a process that is ahead forgets it earlier. */
const KEPT_MS = 24 * 60 * 60 * 1000 - MOST_SKEW;

const PLATFORMS = [
  ['Platform:018bcfe5-6800-7000-8000-000000000001', 'SANDBOX'],
  ['Platform:018bcfe5-6800-7000-8000-000000000002', 'SANDBOX'],
  ['Platform:018bcfe5-6800-7000-8000-000000000001', 'PRODUCTION'],
] as const;

export async function createWorld(): Promise<World> {
  const storage = createMemoryStorage();
  const tallies = { faults: new Map() as Tally, rows: new Map() as Tally, answers: new Map() as Tally };
  let now: number = START;
  const outside = createOutside(() => now, tallies.faults);
  const invariants = createInvariants(outside);
  const lookups = observeLookups();
  let chance: Chance | null = null;
  let lives = 0;
  let active: Faults = {};
  let chosen = 0;
  let requests = 0;
  let suspended: { readonly host: Host; readonly done: Promise<void>; readonly on: readonly Process[] } | null = null;

  const around: Surroundings = {
    storage,
    invariants,
    lookups,
    ...tallies,
    now: () => now,
    chance: () => chance,
    endpoint: (): WebhookOutcome => ({ kind: 'answered', status: world.webhookStatus, body: '' }),
    received: new Set(),
    outside,
    commits: createCommits(),
    inFlight: { units: 0 },
    inspect(check) {
      try {
        return check();
      } catch (error) {
        world.failure ??= error;
        throw error;
      }
    },
  };
  const hosts: (Host | null)[] = [null, null];

  async function up(index: number): Promise<Host> {
    const present = hosts[index];
    if (present?.process.isAlive === true) return present;
    const held = chance;
    chance = null;
    const host = await startHost(around, lives++);
    chance = held;
    hosts[index] = host;
    return host;
  }

  /** An INTERNAL_ERROR says that the books are inconsistent. */
  function judged<T>(name: string, result: Result<T>): T | null {
    count(tallies.answers, `${name} ${result.ok ? 'ok' : result.error.code}`);
    if (!result.ok && result.error.code === 'INTERNAL_ERROR') throw new Broken(result.error.message);
    if (!result.ok) world.refusal = result.error.code;
    return result.ok ? result.value : null;
  }

  /** The hosts that receive a request: both, if it has a twin. */
  const receivers = async (): Promise<readonly Host[]> =>
    active.twin === undefined ? [await world.host()] : world.hosts();

  const world: World = {
    ...tallies,
    storage,
    outside,
    sent: [],
    operators: [`Operator:ann` as Id<'Operator'>, `Operator:ben` as Id<'Operator'>, `Operator:cleo` as Id<'Operator'>],
    tenants: PLATFORMS.map(([id, environment]) => ({
      key: tenantKey(id as Id<'Platform'>, environment),
      environment,
      known: new Map(),
    })),
    webhookStatus: 200,
    received: around.received,
    now: () => now,
    advance: (seconds) => void (now += seconds * 1000),

    async host() {
      const other = 1 - chosen;
      const host = await up(chosen);
      return host.process.isPaused ? up(other) : host;
    },

    async hosts() {
      const all = [await up(0), await up(1)];
      return all.filter(({ process }) => !process.isPaused);
    },

    async context(tenant) {
      const { core } = await world.host();
      return core.context(tenant.key, { kind: 'system' }, 'simulation');
    },

    async call(tenant, pick, input) {
      const name = operationName;
      const key = `key-${requests++}`;
      /** By body, because a host whose twin was first has rendered a record that does not exist. */
      const rendered = new Map<string, Known>();
      const send: Sent['send'] = async (core, sentKey, bodyDigest) => {
        const ctx = core.context(tenant.key, { kind: 'system' }, 'simulation');
        const claim = { credential: 'simulation', operation: name, key: sentKey, bodyDigest, seal: null };
        const render = (value: unknown) => {
          const body = text(value);
          rendered.set(body, value as Known);
          return { status: 200, body, remember: true };
        };
        const useCase = pick(core) as Chosen;
        if (typeof useCase === 'function') return core.commands.run(ctx, useCase, input, render, claim);
        // The stored answer comes first, as in the operations of HTTP.
        const earlier = (otherwise: Result<never>) =>
          core.commands.run(ctx, () => Promise.resolve(otherwise), undefined, render, claim);
        const stored = await earlier(NOT_YET);
        if (stored.ok || stored.error !== NOT_YET.error) return stored;
        const ready = await useCase.prepare(ctx, input).catch(asUnavailable);
        if (!ready.ok) return earlier(ready);
        return core.commands.run(ctx, useCase.finish, ready.value, render, claim);
      };
      const asked = await receivers();
      // Rivals have keys of their own.
      const sent = asked.slice(0, active.twin === 2 ? asked.length : 1).map((_host, index): Sent => {
        const own = index === 0 ? key : `${key}-rival`;
        return { tenant, key: own, name, send, at: now, body: null };
      });
      world.sent.push(...sent);
      const requestOf = (index: number): Sent => sent[index] ?? sent[0]!;
      const answers = await Promise.all(asked.map(({ core }, index) => send(core, requestOf(index).key, 'request')));
      const bodies = answers.map((answer) => judged(name, answer)?.body);
      for (const [index, body] of bodies.entries()) {
        if (body === undefined) continue;
        const request = requestOf(index);
        if (request.body !== null && request.body !== body)
          throw new Broken(`two answers to one key of ${name}: ${request.body} and ${body}`);
        request.body = body;
      }
      const first = bodies.find((body) => body !== undefined);
      if (first === undefined) return null;
      return rendered.get(first) ?? null;
    },

    async ask(question) {
      // Its twin is always a rival, because it has no key.
      const asked = active.twin === 2 ? await receivers() : [await world.host()];
      const answers = await Promise.all(asked.map(({ core }) => question(core)));
      return answers.map((answer) => judged(operationName, answer)).find((value) => value !== null) ?? null;
    },

    async read(tenant, pick, input) {
      const { core, process } = await world.host();
      const ctx = core.context(tenant.key, { kind: 'system' }, 'simulation');
      const found = await process.call(() => storage.units.read(tenant.key, (reads) => pick(core)(reads, ctx, input)));
      return found.ok ? found.value : null;
    },

    learn({ known }, kind, record) {
      const all = known.get(kind) ?? [];
      if (all.every(({ id }) => id !== record.id)) known.set(kind, [...all, record]);
    },
    list: ({ known }, kind) => known.get(kind) ?? [],

    async perform({ name, args, faults = {} }, act) {
      operationName = name;
      chosen = (args[0] ?? 0) % 2;
      active = faults;
      chance = faults.outside === undefined ? null : chanceOf(`faults ${faults.outside}`);
      const host = await world.host();
      const canPause = suspended === null;
      const { pause: _pause, stall: _stall, ...others } = faults;
      host.process.arm(canPause ? faults : others);
      const other = faults.twin === 2 ? await up(1 - hosts.indexOf(host)) : null;
      if (other?.process.isPaused === false) other.process.arm({ twin: 2 });
      const done = act();
      await within(Promise.race([done, host.process.interrupted()]), name);
      while (around.inFlight.units > 0) await new Promise((ended) => setImmediate(ended));
      if (host.process.isPaused) {
        done.catch((error: unknown) => void (world.failure ??= error));
        const on = hosts.flatMap((each) => (each === null ? [] : [each.process]));
        suspended = { host, done, on };
      }
      host.process.disarm();
      other?.process.disarm();
      chance = null;
    },

    async resume() {
      if (suspended === null) return;
      const { host, done, on } = suspended;
      suspended = null;
      host.process.resume();
      // The part of an operation on another host, which crashed since, never ends.
      const isWhole = on.every(({ isAlive }) => isAlive);
      const ended = isWhole ? done : new Promise((later) => setImmediate(later));
      await within(Promise.race([ended, host.process.interrupted()]), 'a resumed operation');
      while (around.inFlight.units > 0) await new Promise((later) => setImmediate(later));
    },

    async restart() {
      await world.resume();
      hosts.fill(null);
    },

    async check() {
      if (world.failure !== null) throw world.failure as Error;
      const [conflict] = [...outside.screening.conflicts, ...(outside.kyc.play?.conflicts ?? [])];
      if (conflict !== undefined) throw new Broken(`${conflict} was used for two questions`);
      if (outside.travelRule.findings.length > 0) throw new Broken(outside.travelRule.findings.join('\n'));
      const sums = [...invariants.sums].filter(([account]) => /^(available|held):/.test(account));
      const rows = await storage.units.read(null, async (reads) => {
        const ids = [...new Set(sums.map(([account]) => account.slice(account.indexOf(':') + 1)))];
        return new Map((await reads.getMany(BALANCES, ids)).map((row) => [row.id, row]));
      });
      for (const [account, sum] of sums) {
        const [column, ...rest] = account.split(':');
        const balance = rows.get(rest.join(':'))?.[column as 'available' | 'held'] ?? 0n;
        if (balance !== sum) throw new Broken(`${account} has the balance ${balance} and postings of ${sum}`);
        if (sum < 0n) throw new Broken(`${account} is negative: ${sum}`);
      }
    },

    end: () => lookups.stop(),
    failure: null,
    refusal: null,
  };
  let operationName = 'set-up';

  const { core } = await up(0);
  for (const tenant of world.tenants) {
    await world.call(tenant, () => core.platforms.create, {
      name: `Play ${tenant.key}`,
      currencies: CURRENCIES,
      umaDomain: `play${world.tenants.indexOf(tenant)}.example`,
    });
    await world.call(tenant, () => core.platforms.updateConfig, {
      webhookEndpoint: 'https://hooks.example/corridor',
      embeddedWalletConfig: { appName: 'Purse' },
      invitationUri: 'https://app.example/join',
    });
  }
  await addOperators(world);
  return world;
}

async function addOperators({ storage, operators }: World): Promise<void> {
  for (const id of operators) {
    await storage.units.run(null, async (tx) => {
      const account: OperatorAccount = {
        ...{ id, tenant: houseTenant('PRODUCTION'), version: 1, createdAt: START, updatedAt: START },
        ...{ name: id, nameKey: id.toLowerCase(), role: 'ADMIN', status: 'ACTIVE', passwordHash: null },
        ...{ totpSecret: null, totpStep: 0, passkeys: [], failures: 0, lockedUntil: null, sessionsFrom: START },
        ...{ enrolmentDigest: null, enrolmentExpiresAt: null, notices: null, platforms: null },
        ...{ issuer: null, issuerSubject: null, lapsedAt: null },
      };
      tx.add(OPERATORS, account);
      // The audit compares each operator with its last entry.
      const ctx = {
        tenant: account.tenant,
        actor: { kind: 'system' },
        requestId: 'set-up',
        now: START,
        hostNow: START,
      } as const;
      const ids = { next: () => id.replace('Operator', 'OperatorLog'), salt: () => 'salt' } as never;
      const entry = {
        outcome: 'DONE',
        action: 'operators.invite',
        subject: id,
        after: { role: 'ADMIN', status: 'ACTIVE' },
      } as const;
      writeLog({ tx, ctx, ids }, { operator: null, name: 'set-up', source: 'MASTER_KEY' }, entry);
      return { ok: true, value: undefined };
    });
  }
}

/** Sends an earlier request again, or another one under its key. The first answer is the only one. */
export async function repeat(world: World, index: number, changed: boolean): Promise<void> {
  const request = world.sent[index];
  if (request === undefined) return;
  const { core } = await world.host();
  const answer = await request.send(core, request.key, changed ? 'another request' : 'request');
  if (world.now() - request.at >= KEPT_MS) return;
  if (!answer.ok) {
    if (!changed && request.body !== null)
      throw new Broken(`${request.name} refused a repeated key with ${answer.error.code}, and had answered it`);
    return;
  }
  if (changed && request.body !== null) throw new Broken(`${request.name} answered another request under one key`);
  if (request.body !== null && answer.value.body !== request.body)
    throw new Broken(`${request.name} answered a repeated key with ${answer.value.body}, not ${request.body}`);
  if (!changed) request.body = answer.value.body;
}

/** Marks a request without a stored answer, which is then carried out. */
const NOT_YET = err('CONFLICT', 'no answer is stored for this request yet');

/** A provider without an answer: the API answers a server error, and nothing was written. */
function asUnavailable(cause: unknown): Result<never> {
  if (cause instanceof RailUnavailable) return err('SERVICE_UNAVAILABLE');
  throw cause;
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field)) ?? '';

export const digestOf = (value: string): string => nodeCrypto.digest.sha256(value);
