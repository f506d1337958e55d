import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Channel } from './channel.js';
import { onWake, passWakes, tellCommits } from './wakes.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two channels, each of which receives at once what the other tells. */
function pair(): { readonly near: Channel; readonly far: Channel; readonly sent: () => number } {
  const receivers = [new Map<string, (content: unknown) => void>(), new Map<string, (content: unknown) => void>()];
  let messages = 0;
  const end = (own: 0 | 1): Channel => ({
    tell(subject, content) {
      messages += 1;
      receivers[1 - own]!.get(subject)?.(content);
    },
    ask: () => Promise.reject(new Error('not asked here')),
    onTold: (subject, receive) => void receivers[own]!.set(subject, receive),
    onAsked: () => undefined,
  });
  return { near: end(0), far: end(1), sent: () => messages };
}

test('a burst of commits in a serving process wakes the workers of the other processes once', () => {
  const [serving, workers] = [pair(), pair()];
  passWakes(() => [workers.near])(serving.near);
  const wake = vi.fn();
  onWake(workers.far, wake);
  const committed = tellCommits(serving.far);
  for (let commit = 0; commit < 100; commit++) committed();
  expect(wake).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10);
  expect([wake.mock.calls.length, serving.sent(), workers.sent()]).toEqual([1, 1, 1]);
  committed();
  vi.advanceTimersByTime(10);
  expect(wake).toHaveBeenCalledTimes(2);
});
