import { expect, it } from 'vitest';
import { contractSignatures } from './contract-signatures.js';
import type { Block, Call, Hex, Reverted } from './nodes.js';

const HASH = `0x${'4a'.repeat(32)}`;
const SIGNATURE = `0x${'5b'.repeat(65)}`;
const ADDRESS = `0x${'6c'.repeat(20)}`;

/** A chain at the block 70 whose validator answers like this. */
function chain(answer: Hex | Reverted) {
  const calls: (readonly [Call, bigint])[] = [];
  const judge = (address: string) =>
    contractSignatures('BASE', {
      head: async () => ({ number: 70n }) as Block,
      call: async (call, at) => {
        calls.push([call, at]);
        return answer;
      },
    }).judge({ address, hash: HASH, signature: SIGNATURE });
  return { judge, calls };
}

it('a signature is valid only if the validator answers with one byte that is 1', async () => {
  expect(await chain('0x01').judge(ADDRESS)).toBe('valid');
  for (const answer of ['0x00', '0x', '0x0100', '0x02'] as const)
    expect(await chain(answer).judge(ADDRESS)).toBe('invalid');
  expect(await chain({ reverted: true, reason: '0x01' }).judge(ADDRESS)).toBe('invalid');
});

it('the validator runs as new code at the head of the chain, with the address, the hash and the signature', async () => {
  const { judge, calls } = chain('0x01');
  await judge(ADDRESS);
  expect(calls).toHaveLength(1);
  const [{ to, data }, at] = calls[0]!;
  expect([to, at]).toEqual([null, 70n]);
  expect(data.startsWith('0x601938038060195f395f5ff05f5f5260015f5f833c60015ff3')).toBe(true);
  for (const part of [ADDRESS, HASH, SIGNATURE]) expect(data).toContain(part.slice(2));
});

it('a signature of the address zero is invalid without a call, because any signature would be valid for it', async () => {
  const { judge, calls } = chain('0x01');
  expect(await judge(`0x${'0'.repeat(40)}`)).toBe('invalid');
  expect(calls).toEqual([]);
});
