import {
  type CurrencyCode,
  type Id,
  type IdType,
  instant,
  ok,
  type Query,
  runUseCase,
  type TenantKey,
  tenantKey,
  toIso,
} from '@corridor/core';
import { houseTenant, safeguardingDigest, safeguardingOf } from '@corridor/core/internal';
import {
  LEGAL_HOLDS,
  type LegalHold,
  SAFEGUARDING_REPORTS,
  type SafeguardingReport,
  type Screening,
  type ScreeningCase,
  SCREENING_CASE_LINKS,
  type ScreeningCaseLink,
  SCREENING_CASES,
  SCREENING_MATCHES,
  type ScreeningMatchRecord,
  SCREENINGS,
} from '@corridor/core/records';
import { planLimit, writeLimit } from '../../packages/core/src/limits/index.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { importedId } from '../../packages/core/src/terms/derived-id.js';
import { payerOn } from '../../packages/core/src/testing/play-payer.js';
import { digest, operatorNamed, reversingSealer } from '../../packages/core/src/testing/ports.js';
import { playFront } from '../../packages/adapters-http/src/testing/front.js';
import type { Route } from '../../packages/adapters-http/src/console/kit/route.js';
import { createPeople, type People } from '../../packages/adapters-http/src/testing/people.js';
import { startConsole, type TestConsole, type TestOperator } from '../../packages/adapters-http/src/testing/console.js';

import { bankConsole } from '../../packages/adapters-http/src/testing/play-bank.js';
import { createDesk, DESK_EXAMPLES, type DeskWorld } from './desk.js';

/** Stored in every text field of the world. Each part would run a script if a page showed it as markup. */
export const MARKUP = `<script>window.ran=1</script><img src=x onerror=window.ran=1>"'><svg/onload=window.ran=1>`;

/** What a page must not contain: the beginnings of the markup, unescaped. */
export const UNESCAPED: readonly string[] = ['<script>window', '<img src=x', '<svg/onload'];

/** A console with an operator of each role, and at least one record for each page. */
export interface World {
  readonly console: TestConsole;
  readonly viewer: TestOperator;
  readonly operator: TestOperator;
  readonly approver: TestOperator;
  readonly admin: TestOperator;
  /** Another platform, which has none of the records. */
  readonly other: TenantKey;
  /** A request that waits for a second operator. */
  readonly waiting: string;
  readonly logEntry: string;
  readonly people: People;
  readonly desk: DeskWorld;
  /** An executed payment that settled, a quote that was not executed, and a deposit. */
  readonly payment: string;
  readonly quote: string;
  readonly deposit: string;
  readonly event: string;
  readonly journalEntry: string;
  /** An entry of the service itself. */
  readonly ownEntry: string;
  readonly auditRun: string;
  /** A withdrawal beyond own money that nothing proves yet. */
  readonly outsidePayment: string;
  readonly safeguardingReport: string;
  readonly legalHold: string;
  /** A hit of the screening that waits, and a case about it. */
  readonly screening: string;
  readonly case: string;
  readonly token: Id<'Token'>;
}

export async function createWorld(): Promise<World> {
  const console = await startConsole(...bankConsole(MARKUP));
  const { play } = console;
  const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const ctx = { ...play.context(), tenant: other };
  const input = { name: MARKUP, currencies: ['USD'] };
  valueOf(await play.core.units.run(other, (tx) => play.core.platforms.create(tx, ctx, input)));
  // Before operators sign in: their sessions end while the clock moves.
  const front = await playFront(play, MARKUP);
  const world = {
    console,
    ...front,
    other,
    viewer: await console.operator('VIEWER', MARKUP),
    operator: await console.operator('OPERATOR'),
    approver: await console.operator('APPROVER'),
    admin: await console.operator('ADMIN'),
  };
  const requested = await console.submit(`/console/operators/${world.operator.account.id}/role`, world.admin, {
    role: 'APPROVER',
  });
  const flows = await createFlows(console, world.operator);
  const log = valueOf(await play.core.operators.log({}));
  const desk = await createDesk(console, MARKUP);
  const stopped = await createStopped(console, world.operator, await createPeople(play, MARKUP));
  const people = await createLimited(console, stopped);
  return {
    ...world,
    desk,
    ...flows,
    waiting: /Request:[0-9a-f-]+/.exec(requested.location ?? '')![0],
    logEntry: log.data[0]!.id,
    people,
    legalHold: await createHold(play, people.person),
    ...(await createHit(play, people.person)),
  };
}

const LIMITED = { kind: 'UMA', currency: 'USD' } as const;

/** Limits what customers of the platform start, and what the people do. */
async function createLimited({ play }: TestConsole, people: People): Promise<People> {
  const limit = { ...LIMITED, currency: LIMITED.currency as CurrencyCode, monthlyAmount: 900_000_000n };
  for (const customer of [{}, { customerId: people.person as Id<'Customer'>, dailyCount: 900 }]) {
    const change = { ...limit, ...customer };
    const set = await play.core.units.run(play.tenant, async (tx) => {
      const planned = await planLimit(tx, play.context(), change);
      return planned.ok ? ok(writeLimit(tx, planned.value, change, () => undefined)) : planned;
    });
    valueOf(set);
  }
  return people;
}

/** Blocks the external account of the people, and freezes and unfreezes their account. */
async function createStopped({ play }: TestConsole, { account }: TestOperator, people: People): Promise<People> {
  const { actions } = play.core.operators;
  const caller = { operatorId: account.id, source: 'CONSOLE', requestId: 'world' } as const;
  const texts = { reason: MARKUP, caseReference: MARKUP, notes: MARKUP, tellPlatform: true };
  const { tenant } = play;
  const payee = { tenant, action: 'external-accounts.block', input: { id: people.externalAccount, ...texts } } as const;
  valueOf(await actions.request(caller, payee));
  for (const action of ['accounts.freeze', 'accounts.unfreeze'] as const)
    valueOf(await actions.request(caller, { tenant, action, input: { id: people.account, reason: MARKUP } }));
  return people;
}

/** Payments with every kind of entry in their timelines, events that were refused, and an audit. */
async function createFlows({ play }: TestConsole, { account }: TestOperator) {
  const { core, tenant } = play;
  const payer = await payerOn(play, { fullName: MARKUP, platformCustomerId: MARKUP });
  play.answer = { kind: 'unreachable', reason: MARKUP };
  const quoted = await payer.quoted(
    payer.funded((await payer.external('007')).id, { description: MARKUP, remittanceInformation: MARKUP.slice(0, 80) }),
  );
  valueOf(await payer.pay(quoted));
  await play.pass(2);
  play.answer = { kind: 'answered', status: 503, body: MARKUP };
  await play.pass(60);
  const waiting = await payer.quoted(payer.funded((await payer.external('890')).id));
  const told = await core.railTells('SANDBOX', {
    kind: 'arrival',
    rail: waiting.fundingRail!,
    paymentId: MARKUP,
    reference: 'no such reference',
    currency: 'USD',
    amount: 123_456_789n,
    remitter: { name: MARKUP, account: '123456789' },
    valueDate: '2026-01-15',
  } as never);
  const deposit = valueOf(told).arrival!.depositId!;
  const caller = { operatorId: account.id, source: 'CONSOLE', requestId: 'world' } as const;
  const house = houseTenant('SANDBOX');
  const input = {
    kind: 'TOP_UP',
    reference: MARKUP,
    rail: 'sandbox-bank',
    currency: 'USD',
    amount: 1_000_000n,
  } as const;
  valueOf(await core.operators.actions.request(caller, { tenant: house, action: 'treasury.book', input } as never));
  const audit = { tenant: houseTenant('PRODUCTION'), action: 'ledger.audit', input: {} } as const;
  const asked = valueOf(await core.operators.actions.request(caller, audit));
  await core.work.runAudits();
  const withdrawal = { ...input, kind: 'WITHDRAWAL', currency: 'EUR', valueDate: '2026-01-15', note: MARKUP } as const;
  const signed = { by: operatorNamed(MARKUP), approvedBy: operatorNamed('Bob') };
  const ofHouse = { ...play.context(), tenant: house };
  valueOf(
    await runUseCase(core.units, ofHouse, core.treasury.book, { ...withdrawal, reference: `${MARKUP}2`, ...signed }),
  );
  const read = <I, O>(query: Query<I, O>, given: I, of: TenantKey = tenant) =>
    core.units.read(of, (reads) => query(reads, { ...play.context(), tenant: of }, given)).then(valueOf);
  const { transactionId } = quoted;
  return {
    payment: transactionId,
    quote: waiting.id,
    deposit,
    event: (await read(core.events.list, { resource: transactionId })).data[0]!.event.id,
    journalEntry: (await read(core.ledger.entries, { cause: transactionId })).data[0]!.id,
    ownEntry: (await read(core.ledger.entries, {}, house)).data[0]!.id,
    auditRun: asked.kind === 'done' ? asked.output.id : '',
    outsidePayment: (await core.treasury.unconfirmed())[0]!.id,
    safeguardingReport: await createReport(play),
  };
}

/** The general terms of the sandbox, which the first start stores under an id of their own. */
const IMPORTED_TERMS = importedId(digest, 'SANDBOX', 'GENERAL');

/** A report of the day before, with a shortfall, under an id of its own: it draws none from the world. */
async function createReport({ core, storage, clock }: TestConsole['play']): Promise<string> {
  const at = instant(Math.floor(clock.now() / 86_400_000) * 86_400_000);
  const rails = ['sandbox-bank'];
  const figures = safeguardingOf(await core.ledger.positions(), []).filter(
    ({ environment, currency }) => environment === 'SANDBOX' && currency === 'USD',
  );
  const report = { environment: 'SANDBOX', at, rails, figures } as const;
  const tenant = houseTenant('SANDBOX');
  const id = 'SafeguardingReport:018bcfe5-6800-7000-8000-0000000000ab' as Id<'SafeguardingReport'>;
  const now = clock.now();
  const stored: SafeguardingReport = {
    ...report,
    ...{ id, tenant, version: 1, createdAt: now, updatedAt: now },
    ...{ day: toIso(at).slice(0, 10), digest: safeguardingDigest(digest, report) },
    ...{ signedOffAt: null, signedOffBy: null, statement: null },
  };
  await storage.units.run(tenant, async (tx) => ok(tx.add(SAFEGUARDING_REPORTS, stored)));
  return id;
}

/** A legal hold under an id of its own: it draws none from the world. */
async function createHold({ storage, clock, tenant }: TestConsole['play'], customerId: string): Promise<string> {
  const id = 'LegalHold:018bcfe5-6800-7000-8000-0000000000ac' as Id<'LegalHold'>;
  const now = clock.now();
  const stored: LegalHold = {
    ...{ id, tenant, version: 1, createdAt: now, updatedAt: now },
    ...{ customerId: customerId as Id<'Customer'>, status: 'HELD', reason: 'a law suit', caseReference: 'AZ 1/26' },
    ...{ heldBy: 'Ann', releaseReason: null, releaseReference: null, releasedBy: null },
    ...{ releaseApprovedBy: null, releasedAt: null },
  };
  await storage.units.run(tenant, async (tx) => ok(tx.add(LEGAL_HOLDS, stored)));
  return id;
}

/** A hit and a case about it under ids of their own: they draw none from the world. */
async function createHit({ storage, clock, tenant }: TestConsole['play'], customerId: string) {
  const idOf = <T extends IdType>(type: T) => `${type}:018bcfe5-6800-7000-8000-0000000000ad` as Id<T>;
  const sealed = (table: string, type: IdType, column: string, content: object): string =>
    reversingSealer.seal(JSON.stringify(content), { table, row: idOf(type), column });
  const details = { name: MARKUP, score: 91, reason: MARKUP };
  const now = clock.now();
  const stored = { tenant, version: 1, createdAt: now, updatedAt: now };
  const party = { id: customerId, role: 'CUSTOMER', kind: 'INDIVIDUAL', name: MARKUP, birthDate: '1985-12-10' };
  const question = { parties: [{ ...party, nationality: 'US', country: 'US', address: null }], payment: null };
  const asked = { reference: idOf('Screening'), occasion: 'REPEAT', ...question };
  const screening: Screening = {
    ...{ ...stored, id: idOf('Screening'), status: 'HELD', subject: customerId, occasion: 'REPEAT' },
    ...{
      provider: 'lists',
      identity: 'digest',
      sealedQuestion: sealed('screenings', 'Screening', 'sealedQuestion', asked),
    },
    ...{ listVersion: 'v1', answer: 'hold', matches: [idOf('ScreeningMatch')], answeredAt: now },
  };
  const match: ScreeningMatchRecord = {
    ...{ ...stored, id: idOf('ScreeningMatch'), status: 'OPEN', party: customerId, role: 'CUSTOMER' },
    ...{ identity: 'digest', list: 'OFAC SDN', entry: 'SDN-1', entryVersion: '1', listVersion: 'v1' },
    sealedDetails: sealed('screening_matches', 'ScreeningMatch', 'sealedDetails', details),
    ...{ decidedBy: null, approvedBy: null, decidedAt: null, decision: null },
  };
  const found: ScreeningCase = {
    ...{ ...stored, id: idOf('ScreeningCase'), status: 'OPEN', title: MARKUP.slice(0, 140), openedBy: 'Ann' },
    ...{ outcome: null, closeReason: null, closedBy: null, closedAt: null },
  };
  const link: ScreeningCaseLink = {
    ...{ ...stored, id: idOf('ScreeningCaseLink'), caseId: found.id, subject: screening.id },
    ...{ customerId: customerId as Id<'Customer'>, addedBy: 'Ann' },
  };
  await storage.units.run(tenant, async (tx) => {
    tx.add(SCREENINGS, screening);
    tx.add(SCREENING_MATCHES, match);
    tx.add(SCREENING_CASES, found);
    return ok(tx.add(SCREENING_CASE_LINKS, link));
  });
  return { screening: screening.id, case: found.id };
}

/** The status of a page of the world: its payment has settled, and the page says why it cannot be cancelled. */
export const pageStatusOf = ({ path }: Route): 200 | 409 => (path === '/payments/{id}/cancel' ? 409 : 200);

type Parameters = Readonly<Record<string, string>>;

/** The parameters of each path that has some, by scope and path. A form or a file of a record is found by its page. */
export const EXAMPLES: Readonly<Record<string, (world: World) => Parameters>> = {
  'house /approvals/{id}': ({ waiting }) => ({ id: waiting }),
  'house /log/{id}': ({ logEntry }) => ({ id: logEntry }),
  ...DESK_EXAMPLES,
  'house /ledger/accounts/{environment}/{currency}/{account}': () => ({
    environment: 'SANDBOX',
    currency: 'USD',
    account: 'clearing:sandbox-bank',
  }),
  'house /ledger/audits/{id}': ({ auditRun }) => ({ id: auditRun }),
  'house /ledger/safeguarding/{id}': ({ safeguardingReport }) => ({ id: safeguardingReport }),
  'house /ledger/own/{environment}': () => ({ environment: 'SANDBOX' }),
  'house /ledger/own/{environment}/{id}': ({ ownEntry }) => ({ environment: 'SANDBOX', id: ownEntry }),
  'house /outside-payments/{id}': ({ outsidePayment }) => ({ id: outsidePayment }),
  'tenant /payments/{id}': ({ payment }) => ({ id: payment }),
  'tenant /quotes/{id}': ({ quote }) => ({ id: quote }),
  'tenant /deposits/{id}': ({ deposit }) => ({ id: deposit }),
  'tenant /webhooks/{id}': ({ event }) => ({ id: event }),
  'tenant /ledger/entries/{id}': ({ journalEntry }) => ({ id: journalEntry }),
  'house /platforms/create/{environment}/{id}': () => ({
    environment: 'SANDBOX',
    id: 'Platform:018bcfe5-6800-7000-8000-0000000000aa',
  }),
  'house /platforms/terms/{id}': () => ({ id: IMPORTED_TERMS }),
  'house /platforms/terms/new/{environment}': () => ({ environment: 'SANDBOX' }),
  'tenant /tokens/{id}': ({ token }) => ({ id: token }),
  'tenant /platform/currency/{currency}': () => ({ currency: 'EUR' }),
  'tenant /platform/limits/{kind}/{currency}': () => LIMITED,
  'house /operators/{id}': ({ viewer }) => ({ id: viewer.account.id }),
  'tenant /accounts/{id}': ({ people }) => ({ id: people.account }),
  'tenant /external-accounts/{id}': ({ people }) => ({ id: people.externalAccount }),
  'tenant /agents/{id}': ({ people }) => ({ id: people.agent }),
  'tenant /cards/{id}': ({ people }) => ({ id: people.card }),
  'tenant /customers/{id}': ({ people }) => ({ id: people.person }),
  'tenant /customers/{id}/limits/{kind}/{currency}': ({ people }) => ({ id: people.person, ...LIMITED }),
  'tenant /legal-holds/{id}': ({ legalHold }) => ({ id: legalHold }),
  'tenant /screening/{id}': (world) => ({ id: world.screening }),
  'tenant /cases/{id}': (world) => ({ id: world.case }),
  'tenant /documents/{id}': ({ people }) => ({ id: people.document }),
  'tenant /owners/{id}': ({ people }) => ({ id: people.owner }),
  'tenant /resets/{id}': ({ people }) => ({ id: people.reset }),
  'tenant /verifications/{id}': ({ people }) => ({ id: people.verification }),
};

/** The parameters of a route, by the longest path of EXAMPLES that its path begins with. */
function parametersOf({ scope, path }: Route, world: World): Parameters {
  if (!path.includes('{')) return {};
  const names = Object.keys(EXAMPLES).filter((name) => `${scope} ${path}`.startsWith(name));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  if (longest === undefined) throw new Error(`test/console/world.ts: EXAMPLES has no parameters of ${scope} ${path}`);
  return EXAMPLES[longest]!(world);
}

/** The address of a route, with the parameters of its example. */
export function addressOf(route: Route, world: World, tenant: TenantKey = world.console.play.tenant): string {
  const parameters = parametersOf(route, world);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parameters[name]!);
  return `/console${route.scope === 'tenant' ? `/t/${tenant}` : ''}${path}`;
}

/** Whether the path of a route names a record. */
export const namesRecord = (route: Route, world: World): boolean =>
  Object.values(parametersOf(route, world)).some((value) => /^\w+:[0-9a-f-]{36}$/.test(value));
