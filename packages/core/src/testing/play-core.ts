import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { memoryVault, sandboxIssuer } from '@corridor/adapters-rails/cards';
import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { ownershipProofs } from '@corridor/adapters-rails/accounts';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { CodeMessage } from '../codes/index.js';
import type { Customer } from '../customers/index.js';
import type { OutboxEvent, WebhookOutcome } from '../events/index.js';
import {
  type Context,
  type PreparedUseCase,
  type Query,
  type Refused,
  type Result,
  runUseCase,
  type TenantKey,
  tenantKey,
  type UseCase,
} from '../kernel/index.js';
import { type Core, type CorePorts, createCore, DEFAULT_OPTIONS } from '../service/index.js';
import type { Signed } from '../wallets/index.js';
import { digest, fixedClock, type FixedClock, reversingSealer, seededRandom } from './ports.js';

/**
 * A core in memory with a clock that tests move, reproducible randomness, and a webhook endpoint that records
 * deliveries.
 */
export interface PlayCore {
  readonly core: Core;
  readonly tenant: TenantKey;
  readonly clock: FixedClock;
  /** Events in the order of their delivery. */
  readonly delivered: OutboxEvent[];
  /** One-time codes that were sent, in order. */
  readonly sent: CodeMessage[];
  /** The next answer of the endpoint. */
  answer: WebhookOutcome;
  readonly storage: CorePorts['storage'];
  context(): Context;
  /** Runs a use case in its own unit of work; a prepared one asks outside before, as in the API. */
  run<I, P, O>(useCase: UseCase<I, O | Refused> | PreparedUseCase<I, P, O | Refused>, input: I): Promise<Result<O>>;
  read<I, O>(query: Query<I, O>, input: I): Promise<Result<O>>;
  /** Moves the clock and runs the work that becomes due, second by second if `steps` is set. */
  pass(seconds: number): Promise<void>;
}

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001';

const CURRENCIES = ['USD', 'EUR', 'MXN', 'GBP', 'INR', 'BRL', 'BTC', 'USDC'];

/** `existing`: opens a second host on the storage of a first, whose platform exists. */
export async function playCore(
  over: Partial<CorePorts> & { readonly clock?: FixedClock } = {},
  {
    existing = false,
    currencies = CURRENCIES,
  }: { readonly existing?: boolean; readonly currencies?: readonly string[] } = {},
): Promise<PlayCore> {
  const clock = over.clock ?? fixedClock();
  const delivered: OutboxEvent[] = [];
  const sent: CodeMessage[] = [];
  const storage = over.storage ?? createMemoryStorage();
  const play = { answer: { kind: 'answered', status: 200, body: '' } as WebhookOutcome };
  const core = createCore({
    storage,
    clock,
    random: seededRandom(),
    digest,
    sealer: reversingSealer,
    wallets: walletPorts({ sealer: reversingSealer, clock }),
    sca: scaPorts(),
    cardIssuers: [sandboxIssuer({ vault: memoryVault(), clock, frameUrl: 'http://localhost:8080/card-frame/' }).issuer],
    keyPairs: nodeCrypto.keyPairs,
    rails: sandboxRails(digest),
    rates: [sandboxRates(clock)],
    accountChecks: null,
    ownershipProofs,
    webhooks: {
      async send({ event }) {
        delivered.push(event);
        return play.answer;
      },
    },
    verification: kycPorts(createDatabaseBlobs(storage.units, clock)),
    messages: {
      async send(message) {
        sent.push(message);
        return { kind: 'accepted' };
      },
    },
    report: () => undefined,
    options: { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' },
    ...over,
  });
  const tenant = tenantKey(PLATFORM as never, 'SANDBOX');
  const context = (): Context => core.context(tenant, { kind: 'system' }, 'test');
  const run: PlayCore['run'] = (useCase, input) => runUseCase(core.units, context(), useCase, input);

  async function setUp(): Promise<void> {
    valueOf(await run(core.platforms.create, { name: 'Play', currencies }));
    valueOf(await run(core.platforms.updateConfig, { webhookEndpoint: 'https://hooks.example/corridor' }));
    await core.work.drain();
    delivered.length = 0;
  }

  await core.work.refreshRates();
  if (!existing) await setUp();

  return Object.assign(play, {
    core,
    tenant,
    clock,
    delivered,
    sent,
    storage,
    context,
    run,
    read: <I, O>(query: Query<I, O>, input: I) => storage.units.read(tenant, (reads) => query(reads, context(), input)),
    async pass(seconds: number) {
      clock.advance(seconds);
      await core.work.drain();
    },
  });
}

/** A customer change that needs no signature. */
export function changedBy(result: Result<Signed<Customer>>): Result<Customer> {
  if (!result.ok) return result;
  if (result.value.kind === 'challenge') throw new Error('the change has to be signed');
  return { ok: true, value: result.value.value };
}

/** The code of a refusal, or `ok`. */
export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

/** The value of a result that must be ok. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
