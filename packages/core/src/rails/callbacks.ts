import type { RailCallback, RailCallbackAnswer } from '../accounts/index.js';

/** Requests of the other side of connections. */
export interface ConnectionCallbacks {
  /** The largest body of a callback at this path of a connection; null if the connection takes none there. */
  readonly callbackBytes: (connection: string, path: string) => number | null;
  /** Passes a callback to a connection. Null if no connection of this name takes callbacks. */
  readonly callback: (connection: string, callback: RailCallback) => Promise<RailCallbackAnswer | null>;
}

/** For connections that do not say how large their callbacks are. */
const CALLBACK_BYTES = 64 * 1024;
const MOST_CALLBACK_BYTES = 1024 * 1024;

interface Called {
  readonly name: string;
  readonly callback: unknown;
  readonly callbackBytes?: (path: string) => number | null;
}

/** The callbacks of these connections. `pass` is only called for those that take callbacks. */
export function callbacksOf<C extends Called>(
  connections: readonly C[],
  pass: (connection: C, callback: RailCallback) => Promise<RailCallbackAnswer>,
): ConnectionCallbacks {
  const called = (name: string): C | undefined =>
    connections.find((each) => each.name === name && each.callback !== null);
  return {
    callbackBytes: (name, path) => {
      const connection = called(name);
      if (connection === undefined) return null;
      const bytes = connection.callbackBytes === undefined ? CALLBACK_BYTES : connection.callbackBytes(path);
      return bytes === null ? null : Math.min(bytes, MOST_CALLBACK_BYTES);
    },
    callback: async (name, callback) => {
      const connection = called(name);
      return connection === undefined ? null : pass(connection, callback);
    },
  };
}
