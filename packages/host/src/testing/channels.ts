import { type Channel, type Connection, openChannel } from '../channel/channel.js';

/** Two ends that pass messages on as `node:cluster` does: as JSON, and later. */
function connected(): { readonly ends: readonly [Connection, Connection]; readonly disconnect: () => void } {
  const receivers: ((message: unknown) => void)[][] = [[], []];
  const ended: (() => void)[] = [];
  const end = (own: 0 | 1): Connection => ({
    send(message) {
      const text = JSON.stringify(message);
      setImmediate(() => receivers[1 - own]!.forEach((receive) => receive(JSON.parse(text))));
    },
    onMessage: (receive) => void receivers[own]!.push(receive),
    onDisconnect: (listener) => void ended.push(listener),
  });
  return { ends: [end(0), end(1)], disconnect: () => ended.forEach((listener) => listener()) };
}

/** A supervisor and one of its processes, connected in memory. */
export function channels() {
  const { ends, disconnect } = connected();
  const [supervisor, process] = ends.map(openChannel) as [Channel, Channel];
  return { supervisor, process, disconnect, ends };
}
