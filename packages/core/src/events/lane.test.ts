import { describe, expect, it } from 'vitest';
import { type Id, type Instant, tenantKey } from '../kernel/index.js';
import type { OutboxEvent, Verdict } from './index.js';
import {
  abandon,
  adapt,
  canSend,
  emptied,
  goOn,
  heldBy,
  heldUpBy,
  isIdle,
  judge,
  type Lane,
  nextOf,
  openLane,
  takeEvent,
} from './lane.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const MAX = 16;
const tried = { at: NOW, milliseconds: 1, status: 200, reason: null };
const DELIVERED: Verdict = { kind: 'delivered', tried };
const failed = (over: object = {}): Verdict => ({
  kind: 'failed',
  tried,
  error: 'no',
  delay: 5,
  isUnreached: false,
  ...over,
});
const UNREACHED = failed({ isUnreached: true });

const event = (id: string, resource: string, attempts = 1) => ({ id, resource, attempts }) as OutboxEvent;
/** A lane that has claimed these events. */
function lane(...events: readonly OutboxEvent[]): Lane {
  const opened = openLane(tenant, MAX);
  for (const each of events) takeEvent(opened, each);
  return opened;
}
const sent = (of: Lane) => {
  const ids: string[] = [];
  for (let next = nextOf(of); next !== undefined; next = nextOf(of)) ids.push(next.id);
  return ids;
};
const outcome = (of: OutboxEvent, verdict: Verdict = DELIVERED) => ({ event: of, verdict });

describe('the events of a lane', () => {
  it('are sent one at a time for each resource, untried ones before retries', () => {
    const of = lane(event('r', 'R', 2), event('a1', 'A'), event('a2', 'A'), event('b', 'B', 0));
    expect([of.waiting, canSend(of)]).toEqual([4, true]);
    expect(sent(of)).toEqual(['a1', 'b', 'r']);
    expect([of.waiting, canSend(of), nextOf(of)]).toEqual([1, false, undefined]);
  });

  it('go on when the outcome of the one before is recorded', () => {
    const [a1, a2, b] = [event('a1', 'A'), event('a2', 'A', 2), event('b', 'B')];
    const of = lane(a1, a2, b);
    sent(of);
    goOn(of, [outcome(event('other', 'A'))]);
    expect(sent(of)).toEqual([]);
    goOn(of, [outcome(a1), outcome(b)]);
    expect([sent(of), of.waiting, [...of.resumed]]).toEqual([['a2'], 0, ['B']]);
    goOn(of, [outcome(a2), outcome(event('c', 'C'))]);
    expect([...of.resumed]).toEqual(['B', 'A', 'C']);
    expect(of.chains.size).toBe(0);
  });

  it('are released behind one that is tried again or was put back, and not behind any other', () => {
    for (const [verdict, released] of [
      [failed(), ['a2', 'a3']],
      [{ kind: 'put-back', at: NOW }, ['a2', 'a3']],
      [failed({ delay: null }), []],
      [{ kind: 'stored' }, []],
      [DELIVERED, []],
    ] as readonly (readonly [Verdict, readonly string[]])[]) {
      const first = event('a1', 'A');
      const of = lane(first, event('a2', 'A'), event('a3', 'A'), event('b', 'B'));
      nextOf(of);
      expect(heldUpBy(of, first, verdict).map(({ id }) => id)).toEqual(released);
      expect([of.waiting, of.chains.has('A')]).toEqual(released.length === 0 ? [3, true] : [1, false]);
    }
    expect(heldUpBy(lane(), event('x', 'X'), failed())).toEqual([]);
  });

  it('are released behind one whose outcome could not be recorded', () => {
    const [a1, b1] = [event('a1', 'A'), event('b1', 'B')];
    const of = lane(a1, event('a2', 'A'), b1, event('b2', 'B'));
    sent(of);
    expect(
      abandon(of, [outcome(a1), outcome(event('other', 'B')), outcome(event('c', 'C'))]).map(({ id }) => id),
    ).toEqual(['a2']);
    expect([of.waiting, [...of.chains.keys()]]).toEqual([1, ['B']]);
  });

  it('are all released when the lane is emptied, except the one that was sent', () => {
    const first = event('a1', 'A');
    const of = lane(first, event('a2', 'A'), event('b', 'B'), event('c', 'C', 3));
    nextOf(of);
    expect(emptied(of).map(({ id }) => id)).toEqual(['a2', 'b', 'c']);
    expect([of.waiting, canSend(of), [...of.chains.keys()]]).toEqual([0, false, ['A']]);
    goOn(of, [outcome(first)]);
    expect([...of.resumed]).toEqual(['A']);
  });

  it('count as held until their outcomes are recorded', () => {
    const of = lane(event('a', 'A'), event('b', 'B'));
    of.inFlight = 10;
    of.recording = 100;
    judge(of, outcome(event('c', 'C')), NOW);
    expect(heldBy(of)).toBe(113);
  });
});

describe('an outcome that was judged', () => {
  it('is awaited only if further events of its resource were claimed', () => {
    const [a, b] = [event('a', 'A'), event('b', 'B')];
    const of = lane(a, b);
    sent(of);
    judge(of, outcome(a), NOW);
    expect([of.isAwaited, of.judgedSince]).toEqual([false, NOW]);
    takeEvent(of, event('b2', 'B'));
    judge(of, outcome(b), (NOW + 5) as Instant);
    expect([of.isAwaited, of.judgedSince, of.judged]).toEqual([true, NOW, [outcome(a), outcome(b)]]);
  });
});

describe('the width of a lane', () => {
  const adapted = (of: Lane, verdict: Verdict, maxWidth = MAX) => {
    const released = adapt(of, verdict, NOW, maxWidth, 30);
    return [of.width, of.pausedUntil, released.map(({ id }) => id)];
  };

  it('begins at 4, or at the maximum if that is less', () => {
    expect([openLane(tenant, 16).width, openLane(tenant, 3).width]).toEqual([4, 3]);
    expect(openLane(tenant, 16)).toMatchObject({ more: false, asked: false, inLine: false, isAwaited: false });
  });

  it('doubles with each delivery up to the maximum', () => {
    const of = lane(event('a', 'A'));
    of.pausedUntil = NOW;
    expect(adapted(of, DELIVERED)).toEqual([8, 0, []]);
    expect(adapted(of, DELIVERED)).toEqual([16, 0, []]);
    expect(adapted(of, DELIVERED)).toEqual([16, 0, []]);
  });

  it('is at least that of a new lane if the endpoint refuses an event', () => {
    const of = lane(event('a', 'A'));
    of.width = 1;
    of.pausedUntil = NOW;
    expect(adapted(of, failed())).toEqual([4, 0, []]);
    of.width = 8;
    expect(adapted(of, failed({ isUnreached: undefined }))).toEqual([8, 0, []]);
    of.width = 1;
    expect(adapted(of, failed(), 2)).toEqual([2, 0, []]);
  });

  it('halves while the endpoint is not reached, and the lane is then paused and emptied', () => {
    const of = lane(event('a', 'A'), event('b', 'B'));
    expect(adapted(of, UNREACHED)).toEqual([2, 0, []]);
    expect(adapted(of, UNREACHED)).toEqual([1, 0, []]);
    expect(adapted(of, UNREACHED)).toEqual([1, NOW + 30_000, ['a', 'b']]);
  });

  it('stays if nothing was sent', () => {
    const of = lane(event('a', 'A'));
    of.width = 1;
    of.pausedUntil = NOW;
    for (const verdict of [{ kind: 'stored' }, { kind: 'put-back', at: NOW }] as const) {
      expect(adapted(of, verdict)).toEqual([1, NOW, []]);
    }
  });
});

it('a lane is dropped only if it has no work, no pause and its first width', () => {
  expect(isIdle(lane())).toBe(true);
  expect(isIdle(lane(event('a', 'A')))).toBe(false);
  for (const change of [{ inFlight: 1 }, { recording: 1 }, { pausedUntil: NOW }, { width: 3 }] as const) {
    expect(isIdle({ ...lane(), ...change })).toBe(false);
  }
  const resumed = lane();
  resumed.resumed.add('A');
  expect(isIdle(resumed)).toBe(false);
  expect(isIdle({ ...lane(), width: 4 })).toBe(true);
});
