import { vi } from 'vitest';

/** The time of this process, which a test moves ahead: that of hosts and commands in it, too. */
export interface MovedTime {
  advance(milliseconds: number): void;
  restore(): void;
}

export function movedTime(): MovedTime {
  const real = Date.now;
  let ahead = 0;
  const moved = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
  return { advance: (milliseconds) => void (ahead += milliseconds), restore: () => moved.mockRestore() };
}
