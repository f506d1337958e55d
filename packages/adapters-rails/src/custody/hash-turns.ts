import { HashRefused, type HashTurn } from '@corridor/core/ports';

/** Hashes that are computed at the same time: the others wait, so that sign-ins cannot use up memory and threads. */
const AT_ONCE = 2;
/** Of these places, those for known browsers alone. */
const RESERVED = 1;
/** Hashes of strangers that wait, and as many of known browsers: about five seconds of work. */
const MOST_WAITING = 20;

interface Waiting {
  readonly isReserved: boolean;
  readonly start: () => void;
}

/** Runs a task when its turn comes. */
type Turns = <T>(turn: HashTurn, task: () => Promise<T>) => Promise<T>;

/**
 * Runs tasks in turns: those of known browsers first, and one of the places is for them alone, so that strangers never
 * delay them by more than the hash that is being computed. Throws `HashRefused` if too many tasks of a kind wait, or for
 * one whose client has gone before its turn.
 */
export function createTurns(): Turns {
  const reserved: Waiting[] = [];
  const others: Waiting[] = [];
  const running = { reserved: 0, others: 0 };

  const isFree = (isReserved: boolean): boolean =>
    running.reserved + running.others < AT_ONCE && (isReserved || running.others < AT_ONCE - RESERVED);

  function startNext(): void {
    for (const queue of [reserved, others]) {
      while (queue.length > 0 && isFree(queue === reserved)) {
        const next = queue.shift()!;
        running[next.isReserved ? 'reserved' : 'others'] += 1;
        next.start();
      }
    }
  }

  function turnOf({ isReserved, gone }: HashTurn): Promise<void> {
    const queue = isReserved ? reserved : others;
    return new Promise((resolve, reject) => {
      if (gone?.aborted === true) return reject(new HashRefused('the client has gone'));
      if (queue.length >= MOST_WAITING && !isFree(isReserved))
        return reject(new HashRefused(`${MOST_WAITING} hashes wait`));
      const leave = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new HashRefused('the client has gone'));
      };
      const waiting: Waiting = {
        isReserved,
        start() {
          gone?.removeEventListener('abort', leave);
          resolve();
        },
      };
      gone?.addEventListener('abort', leave);
      queue.push(waiting);
      startNext();
    });
  }

  return async <T>(turn: HashTurn, task: () => Promise<T>): Promise<T> => {
    await turnOf(turn);
    try {
      return await task();
    } finally {
      running[turn.isReserved ? 'reserved' : 'others'] -= 1;
      startNext();
    }
  };
}
