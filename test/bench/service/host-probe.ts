import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { HostUse } from './probe.js';

/** What a host uses, as it says itself. */
export interface HostProbe {
  /** Settings for a host that answers. */
  readonly settings: Readonly<Record<string, string>>;
  use(): Promise<HostUse>;
  writeSnapshot(file: string): Promise<void>;
}

/** `folder` is for the socket. */
export function hostProbe(folder: string): HostProbe {
  const socketPath = join(folder, 'probe');
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request({ socketPath, path, agent: false }, (response) => resolve(text(response)))
        .on('error', reject)
        .end();
    });
  return {
    settings: { NODE_OPTIONS: `--import=${new URL('probe.js', import.meta.url).href}`, BENCH_PROBE: socketPath },
    use: async () => JSON.parse(await ask('/')) as HostUse,
    async writeSnapshot(file) {
      await ask(`/?snapshot=${encodeURIComponent(file)}`);
    },
  };
}
