import { beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../agents/index.js';
import { BLOCKS } from '../blocks/index.js';
import { CARD_DISPUTES } from '../cards/index.js';
import { BULK_IMPORTS, type Customer, CUSTOMERS } from '../customers/index.js';
import { EVENTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type AnyKind,
  type BaseRecord,
  type Id,
  instant,
  type KindOf,
  ok,
  readAll,
  runUseCase,
  type TenantKey,
  toIso,
} from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import type { Caller } from '../operators/index.js';
import { EXPORTED_PLACES } from '../personal-data/places.js';
import { erasingOf, exportReadme } from '../personal-data/index.js';
import { RECORD_KINDS } from '../catalogue/index.js';
import { QUOTES } from '../quotes/index.js';
import { type Erasure, ERASURES, type LegalHold, LEGAL_HOLDS } from '../retention/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { VERIFICATIONS } from '../verification/index.js';
import { WALLET_SESSIONS } from '../wallets/index.js';
import { type Obstacle, type ObstacleCode, periodsOf } from './index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { ACCOUNT, canary, hasCanary, PERSON, plantPerson } from '../testing/planted-person.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';

let play: PlayCore;
let ann: Caller;
let bob: Caller;

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

const actions = () => play.core.operators.actions;
const ask = (id: string = PERSON) =>
  actions().request(ann, {
    tenant: play.tenant,
    action: 'customers.erase',
    input: { id, caseReference: 'DSR-7' } as never,
  });

async function approved(id: string = PERSON) {
  const asked = valueOf(await ask(id));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  return actions().approve(bob, play.tenant, asked.awaiting);
}

async function allRows(kind: AnyKind): Promise<readonly BaseRecord[]> {
  const any = kind as unknown as KindOf<BaseRecord>;
  const isHost = kind.scope === 'host';
  return play.storage.units.read(isHost ? null : play.tenant, (reads) => readAll(reads, any));
}

const OTHER = PERSON.replace(/1$/, '').slice(0, -2) + '300';

const NEIGHBOUR = `${PERSON.slice(0, -3)}777` as Id<'Customer'>;

/** Every row of every table but that of another person, as one text. */
async function everything(): Promise<string> {
  let text = '';
  for (const kind of RECORD_KINDS) text += textOf((await allRows(kind)).filter(({ id }) => id !== OTHER));
  return text;
}

/** Replaces a row, also its states and what never changes. */
async function change<T extends BaseRecord>(kind: KindOf<T>, id: string, patch: Partial<T>): Promise<void> {
  const { units } = play.storage;
  const row = await units.read(play.tenant, async (reads) => (await reads.get(kind, id)) as T);
  valueOf(await units.run(play.tenant, async (tx) => ok(tx.remove(kind, row))));
  valueOf(await units.run(play.tenant, async (tx) => ok(tx.add(kind, { ...row, ...patch }))));
}

/** As the sealer of tests writes it. */
const reversed = (text: string): string => [...text].reverse().join('');

/** The columns of which a planted text must be gone. */
const ERASED = EXPORTED_PLACES.flatMap(({ kind }) => {
  const erasing = erasingOf(kind);
  if (erasing?.how !== 'COLUMNS') return [];
  const gone = [...erasing.erased, ...erasing.reduced, ...erasing.ids];
  return gone
    .filter((column) => hasCanary(kind, column))
    .map((column) => canary(kind, column))
    .map((text, at) =>
      kind.sealed.includes(gone.filter((column) => hasCanary(kind, column))[at]!) ? reversed(text) : text,
    );
});

beforeEach(async () => {
  play = await playCore();
  await plantPerson(play.storage.units, play.tenant);
  ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  bob = await addOperator(play.storage.units, 'Bob', 'ADMIN');
  await change(CUSTOMERS, PERSON, { isDeleted: true, blockedAs: null });
  await settle();
});

async function run(core = play.core): Promise<void> {
  for (let turns = 0; turns < 8; turns += 1) {
    await core.work.sealJournal();
    await core.work.runJobs();
    play.clock.advance(61);
  }
}
const erasures = async () => (await allRows(ERASURES as unknown as AnyKind)) as readonly Erasure[];

describe('the erasing of a person whose data are in every place', () => {
  it('leaves none of the planted texts in any table', async () => {
    const before = await everything();
    expect(ERASED.filter((text) => !before.includes(text))).toEqual([]);
    valueOf(await approved());
    await run();
    expect(await erasures()).toMatchObject([{ status: 'ERASED', customerId: PERSON, caseReference: 'DSR-7' }]);
    const after = await everything();
    expect(ERASED.filter((text) => after.includes(text))).toEqual([]);
    const others = ['snapshot', 'hidden in a snapshot', 'event of a block', 'merchant', 'birth date of a payee'];
    const logged = ['input', 'before', 'after'].map((column) => canary({ name: 'operator_log' }, column));
    const gone = [...others.map((text) => `canary-${text}-end`), ...logged, 'Payee Known', '99887766554433'];
    expect(gone.filter((text) => !before.includes(text))).toEqual([]);
    expect(gone.filter((text) => after.includes(text))).toEqual([]);
    // The data of another person of the platform stay.
    expect(textOf(await allRows(CUSTOMERS as unknown as AnyKind))).toContain('canary-other person-end');
  });

  it('keeps ids, amounts, currencies, times and states', async () => {
    const keptOf = async (kind: AnyKind) => {
      const erasing = erasingOf(kind);
      const names = erasing?.how === 'COLUMNS' ? ['id', 'tenant', 'createdAt', 'updatedAt', ...erasing.kept] : [];
      return (await allRows(kind)).map((row) =>
        names.map((name) => textOf((row as unknown as Record<string, unknown>)[name])),
      );
    };
    const kinds = EXPORTED_PLACES.map(({ kind }) => kind).filter((kind) => erasingOf(kind)?.how === 'COLUMNS');
    const before = new Map<AnyKind, unknown>();
    for (const kind of kinds) before.set(kind, await keptOf(kind));
    valueOf(await approved());
    await run();
    for (const kind of kinds) expect([kind.name, await keptOf(kind)]).toEqual([kind.name, before.get(kind)]);
  });

  it('is said in an export that is made meanwhile, and in none before', async () => {
    const { personalData } = play.core.operators;
    const request = { customerId: PERSON, audience: 'PERSON', caseReference: null } as const;
    const readme = async () => exportReadme(valueOf(await personalData.exportCustomer(ann, play.tenant, request)));
    expect(await readme()).not.toContain('erased');
    valueOf(await approved());
    const [begun] = await erasures();
    expect(await readme()).toContain(`are being erased since ${toIso(begun!.createdAt)}`);
  });

  it('refuses what operators would add', async () => {
    valueOf(await approved());
    const texts = { reason: 'a match', caseReference: 'AZ 2' };
    const asked: readonly (readonly ['customers.hold' | 'customers.block' | 'notes.add', object])[] = [
      ['customers.hold', { id: PERSON, ...texts }],
      ['customers.block', { id: PERSON, ...texts, tellPlatform: false }],
      ['notes.add', { id: PERSON, text: 'Ada called', readers: 'VIEWER' }],
    ];
    for (const [action, input] of asked) {
      const done = await actions().request(ann, { tenant: play.tenant, action, input: input as never });
      expect([action, codeOf(done)]).toEqual([action, 'CONFLICT']);
    }
  });

  it('needs a second administrator', async () => {
    const pat = await addOperator(play.storage.units, 'Pat', 'APPROVER');
    const asked = valueOf(await ask());
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    for (const caller of [ann, pat])
      expect(codeOf(await actions().approve(caller, play.tenant, asked.awaiting))).toBe('FORBIDDEN');
    expect(await erasures()).toEqual([]);
  });

  it('is refused while it runs, and can be done again afterwards', async () => {
    valueOf(await approved());
    expect(await ask()).toMatchObject({ error: { code: 'CONFLICT', message: expect.stringContaining('is erasing') } });
    await run();
    valueOf(await approved());
    await run();
    expect((await erasures()).map(({ status, counts }) => [status, counts['customers'] ?? 0])).toEqual([
      ['ERASED', 1],
      ['ERASED', 0],
    ]);
  });

  it('continues after a crash at any page, without a page done twice', async () => {
    valueOf(await approved());
    const { units } = play.storage;
    let left = 0;
    let pages = 0;
    const dying: typeof units = {
      ...units,
      read: (tenant, work, extent) => units.read(tenant, work, extent),
      removeExpired: (...given) => units.removeExpired(...given),
      run: async (tenant, work, traffic) => {
        if (left === 0) throw new Error('the host is killed');
        left -= 1;
        pages += 1;
        return units.run(tenant, work, traffic);
      },
    };
    const { core } = await playCore(
      { clock: play.clock, storage: { ...play.storage, units: dying } },
      { existing: true },
    ).catch(() => ({ core: null }));
    if (core === null) throw new Error('no second host');
    for (let tries = 0; tries < 400; tries += 1) {
      left = 2;
      await core.work.runJobs().catch(() => undefined);
      play.clock.advance(3_600);
      if ((await erasures())[0]!.status === 'ERASED') break;
    }
    expect(pages).toBeGreaterThan(20);
    left = 1_000;
    await run(core);
    expect(await erasures()).toMatchObject([{ status: 'ERASED', counts: { customers: 1, documents: 1 } }]);
    const after = await everything();
    expect(ERASED.filter((text) => after.includes(text))).toEqual([]);
  });
});

describe('an erasing is refused', () => {
  const base = (id: string) => ({
    ...{ id, tenant: play.tenant, version: 1 },
    ...{ createdAt: instant(1_700_000_000_000), updatedAt: instant(1_700_000_000_000) },
  });
  const id = (type: string): string => `${type}:018bcfe5-6800-7000-8000-0000000009aa`;
  const added = async (kind: AnyKind, from: AnyKind, over: object): Promise<void> => {
    const [row] = await allRows(from);
    await play.storage.units.run(play.tenant, async (tx) =>
      ok(tx.add(kind as unknown as KindOf<BaseRecord>, { ...row, ...over } as BaseRecord)),
    );
  };
  const patched = (kind: unknown, over: object) => async () => {
    const [row] = await allRows(kind as AnyKind);
    await change(kind as KindOf<BaseRecord>, row!.id, over as never);
  };
  const hold = async () =>
    valueOf(
      await actions().request(ann, {
        ...{ tenant: play.tenant, action: 'customers.hold' },
        input: { id: PERSON, reason: 'a law suit', caseReference: 'AZ 1' } as never,
      }),
    );
  const block = patched(BLOCKS, { status: 'BLOCKED', subject: PERSON });
  const waitingRequest = async () => {
    await hold();
    const [held] = (await allRows(LEGAL_HOLDS as unknown as AnyKind)).toReversed();
    const input = { id: held!.id, reason: 'settled', caseReference: 'AZ 3' } as never;
    valueOf(await actions().request(ann, { tenant: play.tenant, action: 'customers.release-hold', input }));
  };
  const CASES: readonly (readonly [ObstacleCode, () => Promise<unknown>])[] = [
    ['NOT_DELETED', () => change(CUSTOMERS, PERSON, { isDeleted: false })],
    ['LEGAL_HOLD', () => hold()],
    ['BLOCKED', () => block()],
    ['UNDER_REVIEW', patched(SCA_RESETS, { status: 'PENDING_REVIEW', expiresAt: instant(4e12) })],
    ['OPEN_EXCEPTION', patched(EXCEPTIONS, { status: 'OPEN' })],
    ['MONEY', patched(BALANCES, { held: 1n })],
    ['MONEY', patched(DEPOSITS, { status: 'KEPT', ownerId: PERSON })],
    [
      'DEBT',
      () =>
        added(BALANCES as unknown as AnyKind, BALANCES as unknown as AnyKind, {
          id: receivableOf(ACCOUNT),
          available: 5n,
        }),
    ],
    ['OPEN_PAYMENT', patched(TRANSACTIONS, { status: 'PROCESSING' })],
    ['OPEN_PAYMENT', patched(TRANSACTIONS, { status: 'FAILED', refundStatus: 'PENDING' })],
    ['OPEN_PAYMENT', patched(QUOTES, { status: 'PENDING', expiresAt: instant(4e12), destinationId: ACCOUNT })],
    ['OPEN_PAYMENT', patched(CARD_DISPUTES, { status: 'OPEN' })],
    ['OPEN_PAYMENT', patched(CARD_DISPUTES, { provisional: 1n })],
    ['OPEN_PAYMENT', patched(STABLECOIN_OPERATIONS, { status: 'PROCESSING' })],
    ['WAITING_APPROVAL', () => waitingRequest()],
    [
      'LIVE_SESSION',
      patched(WALLET_SESSIONS, { status: 'ACTIVE', expiresAt: instant(4e12), livingIn: ACCOUNT, accountId: ACCOUNT }),
    ],
    ['UNDELIVERED_EVENTS', patched(EVENTS, { status: 'QUEUED', resource: PERSON })],
    [
      'UNFINISHED_IMPORT',
      () =>
        play.storage.units.run(play.tenant, async (tx) =>
          ok(
            tx.add(BULK_IMPORTS, {
              ...{ status: 'PROCESSING', columns: [], chunks: 1, nextChunk: 0, total: 1, successful: 0, failed: 0 },
              ...{ completedAt: null, ...base(id('BulkImport')) },
            } as never),
          ),
        ),
    ],
    ['LIVE_AGENT', () => plantAgent()],
  ];

  it.each(CASES)('because of %s', async (code, arrange) => {
    await arrange();
    const refused = await ask();
    expect(refused).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    const { obstacles } = (refused as unknown as { error: { details: { obstacles: readonly Obstacle[] } } }).error
      .details;
    expect(obstacles.map((each) => each.code)).toContain(code);
    for (const { message } of obstacles) expect(message).toMatch(/; /);
  });

  it('but not because of an undecided verification, because a deleted customer is never decided', async () => {
    await patched(VERIFICATIONS, { verificationStatus: 'PENDING_MANUAL_REVIEW' })();
    valueOf(await ask());
  });

  it('while a request about another customer that names the customer waits, which would be deleted', async () => {
    await play.storage.units.run(play.tenant, async (tx) => {
      const person = (await tx.get(CUSTOMERS, PERSON))!;
      tx.add(CUSTOMERS, { ...person, id: NEIGHBOUR, platformCustomerId: 'neighbour' });
      return ok();
    });
    const texts = { reason: `as of ${PERSON}`, caseReference: 'AZ 3' };
    const of = (action: 'customers.hold' | 'customers.release-hold', id: string) =>
      actions().request(ann, { tenant: play.tenant, action, input: { id, ...texts } as never });
    valueOf(await of('customers.hold', NEIGHBOUR));
    const holds = (await allRows(LEGAL_HOLDS as unknown as AnyKind)) as readonly LegalHold[];
    const held = holds.find(({ customerId }) => customerId === NEIGHBOUR)!;
    valueOf(await of('customers.release-hold', held.id));
    await settle();
    expect(await ask()).toMatchObject({ error: { details: { obstacles: [{ code: 'WAITING_APPROVAL' }] } } });
  });

  it('with all that is in the way at once, and again when it is approved', async () => {
    const asked = valueOf(await ask());
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    await hold();
    await block();
    const refused = await actions().approve(bob, play.tenant, asked.awaiting);
    expect(refused).toMatchObject({
      error: { details: { obstacles: [{ code: 'LEGAL_HOLD' }, { code: 'BLOCKED' }] } },
    });
    expect(await erasures()).toEqual([]);
  });

  it('by the periods of the request, whatever those of the host that approves it are', async () => {
    play = await playCore();
    const production = play.tenant.replace('SANDBOX', 'PRODUCTION') as TenantKey;
    const { core, storage } = play;
    const set = (days: number) => {
      const retention = { identityDays: days, paymentDays: days, operatorDays: days };
      const place = { cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
      const options = { ...DEFAULT_OPTIONS, ...place, retention };
      return playCore({ storage, clock: play.clock, options }, { existing: true });
    };
    const ctx = core.context(production, { kind: 'system' }, 'test');
    valueOf(await runUseCase(core.units, ctx, core.platforms.create, { name: 'Live', currencies: ['USD'] }));
    const [short, long] = [await set(1), await set(36_525)];
    play = { ...short, tenant: production };
    await plantPerson(storage.units, production);
    ann = await addOperator(storage.units, 'Ann', 'ADMIN');
    bob = await addOperator(storage.units, 'Bob', 'ADMIN');
    await change(CUSTOMERS, PERSON, { isDeleted: true, blockedAs: null });
    await settle();
    play.clock.advance(800 * 86_400);
    const asked = valueOf(await ask());
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    const waiting = await long.core.operators.actions.findWaiting(asked.awaiting.requestId);
    const wording = await long.core.operators.actions.wordingOf(waiting!);
    expect(wording?.state).toEqual([
      { label: 'Retention periods', text: '1 days for identity, 1 for payments, 1 for what operators wrote' },
    ]);
    valueOf(await long.core.operators.actions.approve(bob, production, asked.awaiting));
    expect(await erasures()).toMatchObject([{ status: 'ERASING' }]);
    const [entry] = valueOf(await core.operators.log({ action: 'customers.erase' })).data;
    const retention = { identityDays: 1, paymentDays: 1, operatorDays: 1 };
    expect(entry).toMatchObject({ outcome: 'APPROVED', before: { retention } });
  });

  it('in production while a period runs, with its end', async () => {
    const found = await endsOf(Date.UTC(2026, 1, 1));
    expect(found).toEqual(['2026-07-15', '2027-01-02']);
  });

  it('in production until the period of the payment has ended that changed last, also if it is not the newest', async () => {
    expect(await endsOf(Date.UTC(2028, 4, 1), Date.UTC(2026, 1, 1))).toEqual(['2026-07-15', '2029-01-02']);
    expect(await endsOf(Date.UTC(2026, 1, 1), Date.UTC(2028, 4, 1))).toEqual(['2026-07-15', '2029-01-02']);
  });

  it.each([STABLECOIN_OPERATIONS.name, DEPOSITS.name])(
    'in production after a last movement in %s too',
    async (name) => {
      expect(await endsIn({ [name]: [Date.UTC(2028, 4, 1)] })).toEqual(['2026-07-15', '2029-01-02']);
    },
  );

  /** The ends of the periods of a customer with payments that changed at these times. */
  const endsOf = (...changed: readonly number[]) => endsIn({ [TRANSACTIONS.name]: changed });

  async function endsIn(changed: Readonly<Record<string, readonly number[]>>): Promise<readonly string[]> {
    const customer = { isDeleted: true, updatedAt: instant(Date.UTC(2026, 5, 15)), id: PERSON } as Customer;
    const ctx = { tenant: play.tenant.replace('SANDBOX', 'PRODUCTION'), now: instant(Date.UTC(2026, 6, 1)) } as never;
    const listOf = ({ name }: AnyKind) =>
      (changed[name] ?? []).map((at, index) => ({ id: `${index}`, ownerId: PERSON, updatedAt: instant(at) }));
    const reads = { list: async (kind: AnyKind) => ({ rows: listOf(kind), hasMore: false }) } as never;
    const found = await periodsOf(reads, ctx, customer, { identityDays: 10, paymentDays: 1, operatorDays: 30 });
    return found.map(({ until }) => new Date(until!).toISOString().slice(0, 10));
  }

  async function plantAgent(): Promise<void> {
    const columns = Object.fromEntries(Object.keys(AGENTS.columns).map((column) => [column, null]));
    await play.storage.units.run(play.tenant, async (tx) =>
      ok(
        tx.add(AGENTS, {
          ...columns,
          ...{ name: 'Agent', customerId: PERSON },
          ...{
            isPaused: false,
            isConnected: true,
            isCodeRedeemed: true,
            policy: {},
            gate: 0n,
            latch: 0n,
            codeDigest: 'x',
            codeExpiresAt: instant(7),
          },
          ...base('Agent:018bcfe5-6800-7000-8000-0000000009ab'),
        } as never),
      ),
    );
  }
});

/** Ends what is in the way of the planted person. */
async function settle(): Promise<void> {
  await play.storage.units.run(play.tenant, async (tx) => {
    for (const { kind } of EXPORTED_PLACES) {
      const any = kind as unknown as KindOf<BaseRecord & Record<string, unknown>>;
      for (const row of await readAll(tx, any)) {
        const patches: Readonly<Record<string, object | null>> = {
          balances: { available: 0n, held: 0n },
          agents: null,
          events: { erasedDigest: null, salt: null },
          operator_log: { erasedDigest: null, salt: null },
        };
        const patch = Object.hasOwn(patches, kind.name) ? patches[kind.name]! : {};
        if (patch === null) tx.remove(any, row);
        else tx.change(any, row, { ...row, ...patch, version: row.version + 1 });
      }
    }
    return ok();
  });
}
