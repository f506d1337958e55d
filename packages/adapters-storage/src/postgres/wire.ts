// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate } from 'node:timers';
import type pg from 'pg';

/** What the driver's types do not expose of a connection. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): unknown };
  /** Names of statements that were sent to be prepared, and whose preparation the server has not confirmed. */
  readonly submittedNamedStatements: Readonly<Record<string, string>>;
}

const wireOf = (client: pg.ClientBase): Wire | undefined => (client as { readonly connection?: Wire }).connection;

const corked = new WeakSet<Wire>();

/** Sends what is written to the connection in this turn of the event loop with one system call, at its end. */
export function gather(client: pg.ClientBase): void {
  const wire = wireOf(client);
  if (wire === undefined || corked.has(wire)) return;
  corked.add(wire);
  wire.stream.cork();
  setImmediate(() => {
    corked.delete(wire);
    wire.stream.uncork();
  });
}

/** Breaks the connection off: nothing waits for the server. */
export const destroy = (client: pg.ClientBase): void => void wireOf(client)?.stream.destroy();

/** Whether the statement of this name may turn out not to exist, because its preparation can still fail. */
export const isBeingPrepared = (client: pg.ClientBase, name: string): boolean =>
  wireOf(client)?.submittedNamedStatements[name] !== undefined;
