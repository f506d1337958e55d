import type { Socket } from 'node:net';

/** How many there are in all, and how many of one sender or address. */
interface Limits {
  readonly atOnce: number;
  readonly ofOne: number;
}

interface Place {
  readonly sender: string;
  readonly lose: (() => void) | null;
  readonly address: string | null;
}

/**
 * Places of which a sender with too many loses its oldest to its newest: `lose` is called. With null for `lose`, a place is kept,
 * and the sender gets no further one. `take` returns what ends the place; null if there is none. Once all are taken, the address
 * with the most loses its oldest to one with fewer, if `address` is given.
 */
export function createPlaces({ atOnce, ofOne }: Limits) {
  /** In the order in which they were taken. */
  const taken = new Set<Place>();

  function free(place: Place): void {
    taken.delete(place);
    place.lose?.();
  }

  function freeForOther(address: string): boolean {
    const byAddress = new Map<string | null, Place[]>();
    for (const place of taken) {
      const places = byAddress.get(place.address);
      if (places === undefined) byAddress.set(place.address, [place]);
      else places.push(place);
    }
    const most = [...byAddress.values()].reduce<readonly Place[]>((a, b) => (b.length > a.length ? b : a), []);
    if (most.length <= (byAddress.get(address)?.length ?? 0) + 1) return false;
    free(most[0]!);
    return true;
  }

  return {
    take(sender: string, lose: (() => void) | null, address: string | null = null): (() => void) | null {
      const own = [...taken].filter((place) => place.sender === sender);
      if (own.length >= ofOne) {
        if (lose === null) return null;
        free(own[0]!);
      } else if (taken.size >= atOnce && (address === null || !freeForOther(address))) return null;
      const place = { sender, lose, address };
      taken.add(place);
      return () => void taken.delete(place);
    },
  };
}

/** Counts what each of these has, up to so many. `add` returns what takes one back; null at the limit. */
export function createCounts<T extends object>(most: number) {
  const counts = new WeakMap<T, number>();
  return {
    add(of: T): (() => void) | null {
      const count = counts.get(of) ?? 0;
      if (count >= most) return null;
      counts.set(of, count + 1);
      return () => void counts.set(of, counts.get(of)! - 1);
    },
  };
}

type Connection = Pick<Socket, 'remoteAddress' | 'destroy'>;

interface SilentOptions extends Limits {
  /** Milliseconds in which a new connection keeps its place: the head of an honest request arrives with it. */
  readonly spareMs: number;
}

const LOOK_MS = 50;

/**
 * The connections that have no request: they are new and have sent no whole head of one, or an answer has ended the last one.
 * Above the number of places, in all or of one address, the oldest is closed.
 */
export function createSilentConnections({ atOnce, ofOne, spareMs }: SilentOptions) {
  /** In the order in which they fell silent. */
  const since = new Map<Connection, number>();
  let looking: NodeJS.Timeout | null = null;

  function look(): void {
    const perAddress = new Map<string, number>();
    const addressOf = ({ remoteAddress = '' }: Connection) => remoteAddress;
    for (const socket of since.keys()) perAddress.set(addressOf(socket), (perAddress.get(addressOf(socket)) ?? 0) + 1);
    const until = performance.now() - spareMs;
    const old = [...since].filter(([, from]) => from <= until).map(([socket]) => socket);
    const close = (socket: Connection): void => {
      perAddress.set(addressOf(socket), perAddress.get(addressOf(socket))! - 1);
      since.delete(socket);
      socket.destroy();
    };
    for (const socket of old) if (perAddress.get(addressOf(socket))! > ofOne) close(socket);
    for (const socket of old) if (since.size > atOnce && since.has(socket)) close(socket);
    if (since.size > Math.min(atOnce, ofOne)) return;
    clearInterval(looking!);
    looking = null;
  }

  return {
    add(socket: Connection): void {
      since.delete(socket);
      since.set(socket, performance.now());
      if (since.size > Math.min(atOnce, ofOne)) looking ??= setInterval(look, LOOK_MS).unref();
    },
    remove: (socket: Connection): unknown => since.delete(socket),
    stop(): void {
      if (looking !== null) clearInterval(looking);
      looking = null;
    },
  };
}
