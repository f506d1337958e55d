import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeAddress } from 'ethers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import { type Playground, startPlayground } from '../support/evm/playground.js';

describeWithAnvil('npm run anvil', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-anvil-'));
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground({ port: 0, folder });
  });
  afterAll(async () => {
    await playground.node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes a connections file with the token, and the key of the treasury that it names', () => {
    const { rails } = JSON.parse(readFileSync(playground.connectionsFile, 'utf8')) as { rails: readonly object[] };
    expect(rails).toEqual([
      expect.objectContaining({ type: 'evm', rpcUrls: [playground.node.url], quorum: 1 }) as object,
    ]);
    const key = readFileSync(join(folder, 'treasury.key'), 'utf8').trim();
    expect(playground.instructions).toContain(`TREASURY=${computeAddress(key).toLowerCase()}`);
  });

  it('has the addresses of the manual', () => {
    expect(playground.token.address).toBe('0x5fbdb2315678afecb367f032d93f642f64180aa3');
    expect(playground.instructions).toContain('CUSTOMER=0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
  });

  it('prints commands that send tokens and read balances', async () => {
    const to = '0x00000000000000000000000000000000000c0ffe';
    const settings = /^(RPC|TOKEN|CUSTOMER)=.*$/gm;
    const [send, read] = playground.instructions.split('\n').filter((line) => line.startsWith('curl'));
    const shell = (command: string): string =>
      execFileSync('/bin/sh', ['-c', [...playground.instructions.match(settings)!, `TO=${to}`, command].join('\n')], {
        encoding: 'utf8',
      });
    expect(shell(send!)).toContain('"result":"0x');
    await vi.waitFor(async () => expect(await playground.token.balanceOf(to)).toBe(25_000_000n), { timeout: 10_000 });
    const { result } = JSON.parse(shell(read!)) as { readonly result: string };
    expect(BigInt(result)).toBe(25_000_000n);
  });
});
