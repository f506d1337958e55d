import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 10_000;
/** Below the ports that systems give to outgoing connections and to servers without a port of their own. */
const END = 32_000;
const given = new Set<number>();

/**
 * A port of this machine for a server that needs to know its port before it starts. No other server gets the port by
 * chance: the system gives none of this range away, and other processes draw from it at random.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
