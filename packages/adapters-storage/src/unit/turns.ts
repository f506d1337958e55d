// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate } from 'node:timers';
import { Bug } from '@corridor/core/ports';

/** Passes the answer of a read to the closure that waits for it, in a turn of the closure. */
export type Deliver = <T>(answer: Promise<T>) => Promise<T>;

/** The closure whose turn it is. */
let current: { open: boolean } | null = null;

/**
 * Throws inside a unit of work: a nested unit would wait for the outer one, which waits for it. Work that an ended unit
 * left running may open another.
 */
export function assertNoUnit(): void {
  if (current?.open === true) throw new Bug('a unit of work was opened inside another one');
}

const foreignAwait = (): Bug => new Bug('a unit of work awaited something other than its own reads and writes');

/**
 * Runs a closure in turns: the first runs it to its first wait, and each answer to a read is delivered in another. A
 * turn begins in a callback of its own, with an empty queue of microtasks, and ends in the next callback. Node runs all
 * microtasks between two callbacks, and no other callback between two immediates that were set together. So nothing
 * runs in a turn but the closure and what it starts or resumes, and no async hook is needed to recognise a unit that is
 * opened in it (docs/decisions/0030-units-run-in-turns.md).
 *
 * A closure that has not ended when a turn ends, and has no read under way, awaits something else. It is ended, because
 * it would block every unit behind it.
 */
export function inTurns<T>(closure: (deliver: Deliver) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const unit = { open: true };
    let reading = 0;

    function turn(code: () => void): void {
      setImmediate(() => {
        current = unit;
        code();
      });
      setImmediate(() => {
        current = null;
        if (unit.open && reading === 0) fail(foreignAwait());
      });
    }

    function succeed(value: T): void {
      unit.open = false;
      resolve(value);
    }

    function fail(error: unknown): void {
      unit.open = false;
      reject(error as Error);
    }

    const deliver: Deliver = (answer) => {
      reading++;
      const resumed = (code: () => void) =>
        turn(() => {
          reading--;
          code();
        });
      return new Promise((found, failed) => {
        answer.then(
          (value) => resumed(() => found(value)),
          (error: unknown) => resumed(() => failed(error as Error)),
        );
      });
    };

    turn(() => {
      try {
        closure(deliver).then(succeed, fail);
      } catch (error) {
        fail(error);
      }
    });
  });
}
