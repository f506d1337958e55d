import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paste, runs } from '../support/pasted-page.js';

const RUN_MS = 180_000;

/** What `check.mjs` of the guide prints for a receiver that verifies. */
const CHECKED = [
  'right: 200 for a genuine webhook',
  'right: 200 for a second signature',
  'right: 401 for another body',
  'right: 401 for another secret',
  'right: 401 for a webhook of yesterday',
  'right: 401 for a time that is not a number',
].join('\n');

it(
  'the lines of the guide to webhooks, pasted into a shell, verify webhooks in each language and refuse forged ones',
  async () => {
    const printed = await paste('guides/webhooks.md');
    const receivers = 2 + ['python', 'go'].filter(runs).length;
    expect(printed.split(CHECKED)).toHaveLength(receivers + 1);
    expect(printed).not.toContain('WRONG');
    expect(printed.match(/^verified TEST$/gm)?.length).toBeGreaterThanOrEqual(receivers);
    expect(printed.match(/"response_status":200/g)).toHaveLength(receivers + 1);
    expect(printed).toMatch(/^by public key: true$/m);
    expect(printed).toMatch(
      /^verified OUTGOING_PAYMENT\.COMPLETED\nQUEUED\nrepeated OUTGOING_PAYMENT\.COMPLETED\naccepted with the former secret\naccepted with the new secret\nverified CUSTOMER\.KYC_APPROVED\n$/m,
    );
  },
  RUN_MS,
);

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'corridor-webhooks-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Saves a program that the guide shows, and returns its path. */
function saved(name: string): string {
  const page = readFileSync(fileURLToPath(new URL('../../docs/guides/webhooks.md', import.meta.url)), 'utf8');
  const [, code] = new RegExp(`^\`\`\`\\w+\\n((?://|#) ${name}\\n.*?)^\`\`\`$`, 'ms').exec(page)!;
  writeFileSync(join(scratch, name), code!);
  return join(scratch, name);
}

it.each([
  ['bare.mjs', process.execPath, true],
  ['receive.py', 'python3', runs('python')],
] as const)(
  '%s does not start without a secret, because anyone can sign with an empty key',
  (name, program, isHere) => {
    if (!isHere) return;
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: '' };
    const { status, stderr } = spawnSync(program, [saved(name)], { env, encoding: 'utf8', timeout: 10_000 });
    expect(stderr).toContain('WEBHOOK_SECRET must be');
    expect(status).toBe(1);
  },
);

describe('the function of the guide to webhooks that verifies with public keys', () => {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pemOf = ({ publicKey }: ReturnType<typeof pair>) => publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const [current, previous, other] = [pair(), pair(), pair()];
  const keys = pemOf(current) + pemOf(previous);
  const headerOf = ({ privateKey }: ReturnType<typeof pair>) =>
    JSON.stringify({ v: '1', s: sign('sha256', Buffer.from('{}'), privateKey).toString('base64') });

  async function isGenuine(): Promise<(body: Buffer, signature: string | undefined, publicKeys: string) => boolean> {
    return ((await import(/* @vite-ignore */ saved('key.mjs'))) as { isGenuine: never }).isGenuine;
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
