import { type CurrencyCode, type Core, createCore, DEFAULT_OPTIONS, instant } from '@corridor/core';
import { NO_UMA } from '@corridor/core/internal';
import { ownershipProofs, accountChecks } from '@corridor/adapters-rails/accounts';
import { sandboxIssuer as sandboxCards } from '@corridor/adapters-rails/cards';
import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { sandboxIssuer } from '@corridor/adapters-rails/stablecoins';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import type { KycProvider, Rail, WebhookOutcome, WebhookRequest } from '@corridor/core/ports';
import { seededRandom } from '@corridor/core/testing';
import type { Claimed, LeasedKind } from './leases.js';
import { paidInvoices } from './paid-invoices.js';
import { count, createProcess, type Process } from './process.js';
import type { Instructed } from './blocked-money.js';
import { type Ask, instructing } from './instructed.js';
import { heard, type RailAnswers } from './rail-answers.js';
import type { Surroundings } from './surroundings.js';
import { CHAIN_RAIL } from './travel-rule-partner.js';
import { observed } from './units.js';
import { unreliable, type Unreliability } from './unreliable.js';

/** A host: a core in a process that can crash and pause. A crash is followed by a new core in a new process. */
export interface Host {
  readonly core: Core;
  readonly process: Process;
}

/** The code that authenticator apps show. */
export const APP_CODE = '246802';
const AUTHORITY = 'localhost:8080';
const [USD, EUR] = ['USD' as CurrencyCode, 'EUR' as CurrencyCode];
const CORRIDORS = [
  { source: USD, destination: EUR, dailyVolume: 5_000_000n },
  { source: USD, destination: USD, dailyVolume: 2_000_000n },
];

/** Milliseconds by which the clocks of processes are wrong: hosts differ, and the clock of one jumps when it restarts. */
const SKEWS = [0, 4_000, -3_000, 20_000, 90_000];
/** The most by which the clocks of two processes differ. */
export const MOST_SKEW = Math.max(...SKEWS) - Math.min(...SKEWS);

/** `number` is different for every process of a run, because two processes must not make the same ids. */
export async function startHost(around: Surroundings, number: number): Promise<Host> {
  const life = `process ${number}`;
  const process = createProcess(around.faults);
  const { storage, outside, faults } = around;
  const from: Unreliability = { process, chance: () => around.chance(), faults };
  const skew = SKEWS[number % SKEWS.length]!;
  const clock = { now: () => instant(around.now() + skew) };
  const random = seededRandom(life);
  const { sealer } = outside;
  const units = observed(around, process, life);
  const through = <T extends object>(parts: T): T => {
    const calls = Object.entries(parts).map(([name, part]) => [
      name,
      (...args: never[]) =>
        process.call((fate) =>
          fate === 'crashes'
            ? Promise.resolve()
            : (Reflect.apply(part as (...given: never[]) => unknown, parts, args) as Promise<unknown>),
        ),
    ]);
    return Object.fromEntries(calls) as T;
  };
  const ask: Ask = (movement, reference) => around.inspect(() => around.invariants.instructed(movement, reference));
  const wallets = walletPorts({ sealer, clock });
  /** Codes are plain here: the encryption belongs to the adapter. */
  const signer = { ...wallets.signer, openBundle: async (_target: string, bundle: string) => bundle };
  const sca = scaPorts();
  /** Any app shows this code: the arithmetic of one-time codes belongs to the adapter, too. */
  const totp = {
    ...sca.totp,
    stepOf: (_secret: string, code: string, at: number) => (code === APP_CODE ? Math.floor(at / 30_000) : null),
  };
  const kycConnections = await outside.kyc.connectionsOf({ clock, random: seededRandom(`${life} of the provider`) });
  const [connected] = kycConnections;
  const kyc = kycPorts(
    createDatabaseBlobs(units, clock),
    connected === undefined ? {} : { SANDBOX: connected.provider },
  );
  const rails = [...liveRails(), ...sandboxRails(nodeCrypto.digest)].map((rail) =>
    unreliableRail(from, rail, outside.answers, ask),
  );
  const chain = outside.travelRule.connectionOf(
    from,
    { clock, random: seededRandom(`${life} of the chain`) },
    rails.find(({ name }) => name === CHAIN_RAIL)!,
  );
  const cards = sandboxCards({ vault: outside.vault, clock, frameUrl: 'http://localhost:8080/card-frame/' }).issuer;
  const followed = outside.issuer.follow(
    sandboxIssuer({ digest: nodeCrypto.digest, book: outside.book }),
    outside.book,
  );
  const issuer: typeof followed = {
    ...followed,
    submit: (account, instruction) => {
      ask('order', instruction.reference);
      return followed.submit(account, instruction);
    },
  };
  const core = createCore({
    storage: {
      units,
      jobs: through(claimsKnown(storage.jobs, 'jobs', life, around)),
      outbox: through(claimsKnown(storage.outbox, 'events', life, around)),
    },
    clock,
    random,
    digest: nodeCrypto.digest,
    sealer,
    keyPairs: nodeCrypto.keyPairs,
    wallets: {
      ...wallets,
      signer: unreliable(from, 'custody', signer, [
        'createKey',
        'sign',
        'issueSessionKey',
        'createWallet',
        'addressesOf',
      ]),
    },
    sca: { totp, liveness: unreliable(from, 'liveness', sca.liveness, ['begin', 'verdict']) },
    operators: {
      passwords: {
        isListed: async () => false,
        hash: async (password) => `hash of ${password}`,
        verify: async (password, hash) => hash === `hash of ${password}`,
      },
      passkeys: wallets.passkeys,
    },
    cardIssuers: [unreliable(from, 'card issuer', cards, ['issue', 'tell', 'reveal'])],
    stablecoins: {
      SANDBOX: [unreliable(from, 'stablecoin issuer', issuer, ['verify', 'token', 'price', 'submit', 'status'])],
      PRODUCTION: [],
    },
    rails: chain === null ? rails : rails.filter(({ name }) => name !== CHAIN_RAIL),
    connections: chain === null ? [] : [chain],
    uma: paidInvoices(outside.invoices, sandboxRails(nodeCrypto.digest)[0]!, NO_UMA.protocol),
    screening: outside.screening.connectionsOf(from),
    kycConnections,
    rates: [{ ...sandboxRates(clock), environments: ['SANDBOX', 'PRODUCTION'] }],
    accountChecks,
    ownershipProofs,
    webhooks: unreliableEndpoint(from, around),
    verification: {
      ...kyc,
      providers: {
        SANDBOX: unreliableKyc(from, kyc.providers.SANDBOX),
        PRODUCTION: kyc.providers.PRODUCTION,
      },
    },
    messages: {
      send: (message) =>
        process.call(async () => {
          const answers = ['accepted', 'unavailable', 'refused'] as const;
          const kind = around.chance()?.of(answers) ?? 'accepted';
          return kind === 'accepted' || message.code === '' ? { kind: 'accepted' } : { kind, reason: 'no answer' };
        }),
    },
    report: () => undefined,
    observer: {
      delivery: () => undefined,
      leaseLost: (of) => count(faults, `lease of ${of} lost`),
      noticeGivenUp: () => undefined,
      screened: () => undefined,
    },
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: AUTHORITY,
      corridors: CORRIDORS,
      approvalAmounts: new Map([[USD, 50_000n]]),
    },
  });
  await core.work.refreshRates();
  if (outside.screening.rules !== null) await core.rails.start();
  return { core, process };
}

/** The bank of the sandbox as a rail of production: its answers follow from the account and the time. */
function liveRails(): readonly Rail[] {
  const [bank] = sandboxRails(nodeCrypto.digest);
  return [{ ...bank!, name: 'live-bank', environment: 'PRODUCTION', simulated: false }];
}

function unreliableRail(from: Unreliability, rail: Rail, answers: RailAnswers, ask: Ask): Rail {
  const { name, payouts, pulls, funding } = rail;
  const asked = <T extends object>(movement: Instructed, service: T): T =>
    instructing((reference, call) => ask(call === 'refund' ? 'refund' : movement, reference), service);
  const faulty = <T extends object>(service: T, calls: readonly (keyof T & string)[]): T =>
    unreliable(from, name, service, calls);
  return {
    ...rail,
    payouts:
      payouts && heard(answers, 'payout', faulty(asked('payout', payouts), ['submit', 'status', 'cancel', 'lookUp'])),
    pulls:
      pulls &&
      heard(answers, 'collection', faulty(asked('collection', pulls), ['submit', 'status', 'cancel', 'refund'])),
    funding: funding && heard(answers, 'refund', faulty(asked('refund', funding), ['refund'])),
  };
}

const unreliableKyc = (from: Unreliability, provider: KycProvider): KycProvider => ({
  ...unreliable(from, 'identity provider', provider, ['review', 'reviewOwner']),
  links: provider.links && unreliable(from, 'page of the identity provider', provider.links, ['create', 'look']),
});

const unreliableEndpoint = (from: Unreliability, around: Surroundings) => ({
  send: ({ event }: WebhookRequest) =>
    from.process.call(async (): Promise<WebhookOutcome> => {
      const fault = around.chance()?.under(6);
      if (fault === 0) return { kind: 'unreachable', reason: 'no answer' };
      const outcome: WebhookOutcome = fault === 1 ? { kind: 'answered', status: 503, body: '' } : around.endpoint();
      // A question is asked once: any answer decides it.
      const isQuestion = event.type === 'INCOMING_PAYMENT.PENDING';
      const isAccepted = outcome.kind === 'answered' && (outcome.status < 300 || outcome.status === 409 || isQuestion);
      if (isAccepted) around.received.add(event.id);
      return outcome;
    }),
});

/** The same store, which passes on whose records were claimed, also if the process never receives the answer. */
function claimsKnown<S extends Surroundings['storage']['jobs'] | Surroundings['storage']['outbox']>(
  store: S,
  kind: LeasedKind,
  life: string,
  { invariants, inspect }: Surroundings,
): S {
  const known = async (act: () => Promise<unknown>, name: string, args: readonly unknown[]): Promise<unknown> => {
    const answer = await act();
    if (name === 'claim') {
      const { now } = args[0] as { readonly now: number };
      inspect(() => invariants.claimed(kind, answer as readonly Claimed[], life, now));
    }
    if ((name === 'moveDue' || name === 'correctClock') && (answer as number) > 0) invariants.moved(kind);
    return answer;
  };
  const parts = Object.entries(store).map(([name, part]) => [
    name,
    (...args: unknown[]) =>
      known(() => Reflect.apply(part as (...given: unknown[]) => Promise<unknown>, store, args), name, args),
  ]);
  return Object.fromEntries(parts) as S;
}
