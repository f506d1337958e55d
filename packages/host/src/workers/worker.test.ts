import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorker, type Work, type Worker } from './worker.js';

describe('a worker', () => {
  let worker: Worker;
  const failures: unknown[] = [];

  const start = (work: Work['work'], nextDue: Work['nextDue'] = async () => null, joins = false): void => {
    worker = createWorker(
      { work, nextDue },
      { now: () => Date.now(), failed: (error) => void failures.push(error), joins, idleMs: 250, gapMs: 5 },
    );
    worker.start();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    failures.length = 0;
  });

  afterEach(async () => {
    await worker.stop();
    vi.useRealTimers();
  });

  test('continues while there is work, then sleeps for the idle time', async () => {
    const left = [3, 2, 0];
    const work = vi.fn(async () => left.shift() ?? 0);
    start(work);
    await vi.advanceTimersByTimeAsync(20);
    expect(work).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(work).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(60);
    expect(work).toHaveBeenCalledTimes(4);
  });

  test('wakes when the next work is due', async () => {
    const due = Date.now() + 100;
    const work = vi.fn(async () => 0);
    start(work, async () => (Date.now() < due ? due : null));
    await vi.advanceTimersByTimeAsync(99);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('wakes immediately after a commit, even while it reads the next due time', async () => {
    const work = vi.fn(async () => 0);
    start(work);
    await vi.advanceTimersByTimeAsync(50);
    expect(work).toHaveBeenCalledTimes(1);
    worker.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('does not miss a commit during a run', async () => {
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 1) worker.wake();
      return 0;
    });
    start(work);
    await vi.advanceTimersByTimeAsync(10);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('works once for a burst of commits', async () => {
    const work = vi.fn(async () => 0);
    start(work);
    await vi.advanceTimersByTimeAsync(50);
    for (let i = 0; i < 100; i++) worker.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(work.mock.calls.length).toBeLessThanOrEqual(3);
  });

  test('never has two runs at once', async () => {
    let running = 0;
    let most = 0;
    const work = vi.fn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running -= 1;
      return 1;
    });
    start(work);
    for (let i = 0; i < 20; i++) {
      worker.wake();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(most).toBe(1);
    expect(work.mock.calls.length).toBeGreaterThan(3);
    const stopped = worker.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });

  test('joins a long run after each commit and once per idle time', async () => {
    let finish = (done: number): void => void done;
    const pass = new Promise<number>((resolve) => (finish = resolve));
    const work = vi.fn(() => pass);
    start(work, undefined, true);
    await vi.advanceTimersByTimeAsync(20);
    expect(work).toHaveBeenCalledTimes(1);
    worker.wake();
    worker.wake();
    await vi.advanceTimersByTimeAsync(20);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(300);
    expect(work).toHaveBeenCalledTimes(3);
    finish(0);
    await vi.advanceTimersByTimeAsync(20);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('reports a failed run and backs off after consecutive failures', async () => {
    const work = vi.fn(async (): Promise<number> => Promise.reject(new Error('database gone')));
    start(work);
    await vi.advanceTimersByTimeAsync(10);
    expect(failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(failures).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(failures).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(failures).toHaveLength(3);
  });

  test('finishes the current run when it is stopped, and starts no other', async () => {
    let ended = false;
    const work = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ended = true;
      return 1;
    });
    start(work);
    await vi.advanceTimersByTimeAsync(10);
    const stopped = worker.stop().then(() => ended);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await stopped).toBe(true);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
