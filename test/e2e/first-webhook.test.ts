import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'corridor-first-webhook-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A PATH on which `npm install` unpacks a tarball without a registry. What the page imports needs no other package. */
function withoutRegistry(): string {
  const path = process.env['PATH'] ?? '';
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  writeFileSync(
    join(scratch, 'npm'),
    `#!/bin/sh
test "$1" = install || exec ${npm} "$@"
for tarball; do :; done
mkdir -p node_modules/@corridor/client
exec tar -xzf "$tarball" -C node_modules/@corridor/client --strip-components=1
`,
  );
  chmodSync(join(scratch, 'npm'), 0o755);
  return `${scratch}:${path}`;
}

it(
  'the lines of the page about the first webhook, pasted into a shell, verify the webhooks of two payments',
  async () => {
    const printed = await paste('first-webhook.md', { PATH: withoutRegistry() });
    expect(printed.match(/^verified OUTGOING_PAYMENT\.COMPLETED$/gm)).toHaveLength(2);
    expect(printed).toContain('"response_status":200');
    expect(printed).toMatch(/^without a signature: 401$/m);
  },
  RUN_MS,
);

describe('the function of the page about HTTP that verifies with public keys', () => {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pemOf = ({ publicKey }: ReturnType<typeof pair>) => publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const [current, previous, other] = [pair(), pair(), pair()];
  const keys = pemOf(current) + pemOf(previous);
  const headerOf = ({ privateKey }: ReturnType<typeof pair>) =>
    JSON.stringify({ v: '1', s: sign('sha256', Buffer.from('{}'), privateKey).toString('base64') });

  async function isGenuine(): Promise<(body: Buffer, signature: string | undefined, publicKeys: string) => boolean> {
    const page = readFileSync(fileURLToPath(new URL('../../docs/http.md', import.meta.url)), 'utf8');
    const [, code] = /^```js\n(import \{ verify \}.*?)^```$/ms.exec(page)!;
    const module = join(scratch, 'genuine.mjs');
    writeFileSync(module, `${code}\nexport { isGenuine };\n`);
    return ((await import(/* @vite-ignore */ module)) as { isGenuine: never }).isGenuine;
  }

  it('accepts the present and the previous key, and refuses everything else', async () => {
    const genuine = await isGenuine();
    expect(genuine(Buffer.from('{}'), headerOf(current), keys)).toBe(true);
    expect(genuine(Buffer.from('{}'), headerOf(previous), keys)).toBe(true);
    expect(genuine(Buffer.from('{}'), headerOf(other), keys)).toBe(false);
    expect(genuine(Buffer.from('{ }'), headerOf(current), keys)).toBe(false);
    for (const header of [undefined, '', '{}', 'null', '{"v":"1","s":"%"}', '{"v":"1","s":"MEUCIQ=="}']) {
      expect(genuine(Buffer.from('{}'), header, keys), header).toBe(false);
    }
  });
});
