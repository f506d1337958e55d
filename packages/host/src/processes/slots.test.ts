import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProcessName } from '../channel/assignment.js';
import { createSlots, type Exit, type Running } from './slots.js';

const NAMES: readonly ProcessName[] = [
  { role: 'serving', number: 1 },
  { role: 'workers', number: 1 },
];

interface Played extends Running {
  readonly name: ProcessName;
  readonly told: string[];
  serve(): void;
  end(exit?: Partial<Exit>): void;
}

/** A process that serves and ends when the test says so; stopped or killed it ends at once. */
function played(name: ProcessName, pid: number): Played {
  const told: string[] = [];
  let exit: (exit: Exit) => void;
  const exited = new Promise<Exit>((resolve) => (exit = resolve));
  let serve: () => void;
  const ready = new Promise<void>((resolve, reject) => {
    serve = resolve;
    void exited.then(() => reject(new Error('ended')));
  });
  const end = (how: Partial<Exit> = {}): void => exit({ code: null, signal: null, ...how });
  return {
    name,
    pid,
    told,
    ready,
    exited,
    looping: (isLooping: boolean) => void told.push(isLooping ? 'looping' : 'not looping'),
    retire: () => end({ code: 0 }),
    stop: () => end({ code: 0 }),
    kill: () => end({ signal: 'SIGKILL' }),
    serve: () => serve(),
    end,
  };
}

function play() {
  const started: Played[] = [];
  const restarted: string[] = [];
  const slots = createSlots(NAMES, {
    start(name) {
      const process = played(name, started.length + 1);
      started.push(process);
      return process;
    },
    log: { info: () => undefined, error: () => undefined },
    now: () => Date.now(),
    restarted: ({ role }) => void restarted.push(role),
  });
  return { slots, started, restarted };
}

async function serving() {
  const game = play();
  const all = game.slots.start();
  for (const process of game.started) process.serve();
  await all;
  return game;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a process that was started again and does not serve within a minute is killed and replaced', async () => {
  const { slots, started, restarted } = await serving();
  started[0]!.end({ code: 1 });
  await pass(0);
  expect(started).toHaveLength(3);
  await pass(59_999);
  expect(started).toHaveLength(3);
  await pass(1 + 1_000);
  expect(started).toHaveLength(4);
  // The others answer 503 at /readyz until it serves.
  expect(started[1]!.told.at(-1)).toBe('looping');
  started[3]!.serve();
  await pass(1_001);
  expect(started[1]!.told.at(-1)).toBe('not looping');
  expect(restarted).toEqual(['serving', 'serving']);
  expect(await slots.stop(9_000)).toBe(true);
  await pass(120_000);
  expect(started).toHaveLength(4);
});

test('a host whose processes have ended before stays ready while they are replaced', async () => {
  const { slots, started } = await serving();
  for (const _ of [1, 2, 3]) {
    started.at(-1)!.end({ code: 1 });
    await pass(10_000);
    started.at(-1)!.serve();
    await pass(30_000);
  }
  const before = started.map(({ told }) => told.length);
  const rolled = slots.roll();
  for (let at = 5; at < 7; at++) {
    await pass(0);
    started[at]!.serve();
  }
  await pass(0);
  await rolled;
  expect(started).toHaveLength(7);
  expect(started.slice(0, 5).map(({ told }) => told.length)).toEqual(before);
  expect(started.slice(5).flatMap(({ told }) => told)).toEqual(['not looping', 'not looping']);
  expect(await slots.stop(9_000)).toBe(true);
});

test('a process that waits for its pause is not started after a stop', async () => {
  const { slots, started } = await serving();
  started[0]!.end({ code: 1 });
  await pass(0);
  started[2]!.end({ code: 1 });
  await pass(500);
  expect(await slots.stop(9_000)).toBe(true);
  await pass(60_000);
  expect(started).toHaveLength(3);
});

test('a former process that ends while its replacement starts is not replaced twice', async () => {
  const { slots, started } = await serving();
  const rolled = slots.roll();
  await pass(0);
  started[0]!.end({ code: 1 });
  await pass(60_000 - 1);
  expect(started).toHaveLength(3);
  // The replacement hangs: it is killed, and another one takes its place.
  await pass(1);
  await rolled;
  await pass(1);
  expect(started).toHaveLength(4);
  expect(await slots.stop(9_000)).toBe(true);
});
