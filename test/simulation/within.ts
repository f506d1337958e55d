import { Broken } from './invariants.js';

/**
 * The seconds that one operation may take: more means that it waits for something that cannot happen. Ticks are counted,
 * so that the time in which the operating system has stopped this process does not count.
 */
const STUCK_SECONDS = 60;

/** Throws `Broken` if the work does not end. */
export async function within<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      if (++ticks >= STUCK_SECONDS) reject(new Broken(`${name} does not end`));
    }, 1_000);
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    clearInterval(timer);
  }
}
