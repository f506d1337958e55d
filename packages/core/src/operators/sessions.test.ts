import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, createIds, houseTenant, instant, ok, plusSeconds, type UnitOfWork } from '../kernel/index.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { digest, fixedClock, type FixedClock, seededRandom } from '../testing/ports.js';
import { type Caller, OPERATORS } from './index.js';
import { OPERATOR_SESSIONS, type OperatorSession, type OperatorSessionKind } from './operator.js';
import {
  COMMAND_LINE_SECONDS,
  CONSOLE_SECONDS,
  endOfSessions,
  endSessions,
  IDLE_SECONDS,
  isEnded,
  type SessionPorts,
  signedIn,
  startSession,
} from './sessions.js';

const HOUSE = houseTenant('PRODUCTION');
const DENIED = { ok: false, error: { code: 'UNAUTHORIZED' } };

let units: UnitOfWork;
let clock: FixedClock;
let ports: SessionPorts;
let ann: Caller;
beforeEach(async () => {
  ({ units } = createMemoryStorage());
  clock = fixedClock();
  const random = seededRandom();
  ports = { units, clock, random, digest, ids: createIds(clock, random) };
  ann = await addOperator(units, 'Ann', 'OPERATOR');
});

const context = (): Context => ({
  tenant: HOUSE,
  actor: { kind: 'system' },
  requestId: 'test',
  now: clock.now(),
  hostNow: clock.now(),
});
const start = async (kind: OperatorSessionKind = 'CONSOLE', label = 'laptop', operatorId = ann.operatorId) =>
  valueOf(await units.run(HOUSE, async (tx) => ok(startSession(ports, tx, context(), { operatorId, kind, label }))));
const stored = ({ id }: OperatorSession) => units.read(null, (reads) => reads.get(OPERATOR_SESSIONS, id));
const account = async () => (await units.read(null, (reads) => reads.get(OPERATORS, ann.operatorId)))!;

describe('a session', () => {
  it.each([
    ['CONSOLE', CONSOLE_SECONDS],
    ['COMMAND_LINE', COMMAND_LINE_SECONDS],
  ] as const)('of the kind %s is stored without its secret', async (kind, seconds) => {
    const { session, text } = await start(kind);
    const now = clock.now();
    expect(session).toEqual({
      id: expect.stringMatching(/^OperatorSession:/),
      tenant: HOUSE,
      version: 1,
      createdAt: now,
      updatedAt: now,
      operatorId: ann.operatorId,
      kind,
      secretDigest: digest.sha256(text.slice(text.indexOf('.') + 1)),
      label: 'laptop',
      lastUsedAt: now,
      expiresAt: plusSeconds(now, seconds),
      failures: null,
      lockedUntil: null,
      ...{ refreshToken: null, confirmedAt: null, askedAt: null, awayAt: null },
    });
    expect(await stored(session)).toEqual(session);
    expect(text).toMatch(/^OperatorSession:[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(text.startsWith(`${session.id}.`)).toBe(true);
  });

  it('has a label of at most 200 characters', async () => {
    expect((await start('CONSOLE', 'x'.repeat(201))).session.label).toBe('x'.repeat(200));
  });

  it('signs in its operator with the right secret and kind only', async () => {
    const { session, text } = await start();
    expect(valueOf(await signedIn(ports)(text, 'CONSOLE'))).toEqual({ operator: await account(), session });
    const other = (await start()).text;
    const wrong = [
      '',
      'x',
      text.slice(0, -1),
      `${text}x`,
      `x${text}`,
      `${session.id}.${other.slice(other.indexOf('.') + 1)}`,
      text.replace(/[0-9a-f](?=\.)/, (last) => (last === '0' ? '1' : '0')),
    ];
    for (const of of wrong) expect(await signedIn(ports)(of, 'CONSOLE')).toMatchObject(DENIED);
    expect(await signedIn(ports)(text, 'COMMAND_LINE')).toMatchObject(DENIED);
  });

  it('of an operator who does not exist is refused', async () => {
    const { text } = await start('CONSOLE', 'laptop', 'Operator:018bcfe5-6800-7000-8000-00000000ffff' as never);
    expect(await signedIn(ports)(text, 'CONSOLE')).toMatchObject(DENIED);
  });

  it('of the console ends when it is not used for half an hour', async () => {
    const { text } = await start();
    const command = await start('COMMAND_LINE');
    clock.advance(IDLE_SECONDS - 1);
    expect((await signedIn(ports)(text, 'CONSOLE')).ok).toBe(true);
    clock.advance(IDLE_SECONDS - 1);
    expect((await signedIn(ports)(text, 'CONSOLE')).ok).toBe(true);
    clock.advance(IDLE_SECONDS);
    expect(await signedIn(ports)(text, 'CONSOLE')).toMatchObject(DENIED);
    expect((await signedIn(ports)(command.text, 'COMMAND_LINE')).ok).toBe(true);
  });

  it('keeps the time of its last use, to the minute', async () => {
    const { session, text } = await start();
    const { lastUsedAt } = session;
    clock.advance(59);
    valueOf(await signedIn(ports)(text, 'CONSOLE'));
    expect(await stored(session)).toMatchObject({ lastUsedAt, version: 1 });
    clock.advance(1);
    valueOf(await signedIn(ports)(text, 'CONSOLE'));
    expect(await stored(session)).toMatchObject({ lastUsedAt: plusSeconds(lastUsedAt, 60), version: 2 });
  });

  it('ends at its time, with the access of its operator, and with all earlier ones', async () => {
    const { session } = await start('COMMAND_LINE');
    const operator = await account();
    const { createdAt, expiresAt } = session;
    const before = instant(expiresAt - 1);
    expect(isEnded(session, operator, before)).toBe(false);
    expect(isEnded(session, operator, expiresAt)).toBe(true);
    expect(isEnded(session, { ...operator, status: 'DISABLED' }, before)).toBe(true);
    expect(isEnded(session, { ...operator, status: 'INVITED' }, before)).toBe(true);
    expect(isEnded(session, { ...operator, sessionsFrom: createdAt }, before)).toBe(false);
    expect(isEnded(session, { ...operator, sessionsFrom: instant(createdAt + 1) }, before)).toBe(true);
    expect(isEnded(session, { ...operator, sessionsFrom: endOfSessions({ hostNow: createdAt }) }, before)).toBe(true);
  });
});

describe('the end of all sessions of an operator', () => {
  it('deletes them, except the one that is kept, and none of another operator', async () => {
    const bob = await addOperator(units, 'Bob', 'OPERATOR');
    const [one, two] = [await start(), await start('COMMAND_LINE')];
    const theirs = await start('CONSOLE', 'laptop', bob.operatorId);
    const end = async (kept?: OperatorSession['id']) =>
      valueOf(await units.run(null, async (tx) => ok(await endSessions(tx, ann.operatorId, kept))));
    const left = async () => [await stored(one.session), await stored(two.session), await stored(theirs.session)];
    await end(one.session.id);
    expect(await left()).toEqual([one.session, null, theirs.session]);
    expect(await signedIn(ports)(two.text, 'COMMAND_LINE')).toMatchObject(DENIED);
    await end();
    expect(await left()).toEqual([null, null, theirs.session]);
  });
});
