import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { corpusOf, isOneSided, playKept, playRound } from './play.js';
import { READ, toBytes } from './reader.js';
import { READERS } from './readers/index.js';

const SEED = 20_261_123;

test('every folder of the corpus belongs to a reader, and every reader has another name', () => {
  const names = READERS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const folder of readdirSync(new URL('./corpus/', import.meta.url))) expect(names).toContain(folder);
});

describe.each(READERS.map((reader) => [reader.name, reader] as const))('the reader %s', (_name, reader) => {
  test('accepts genuine inputs', async () => {
    for (const input of reader.genuine) expect(await reader.read(toBytes(input))).toBe(READ);
  });

  test('does with each kept input what its name says', async () => {
    for (const kept of corpusOf(reader)) await playKept(reader, kept);
  });

  test('accepts or refuses every other input, and nothing else', { timeout: 120_000 }, async () => {
    const round = await playRound(reader, { seed: SEED, runs: reader.runs ?? 150 });
    expect(round.failure?.message).toBeUndefined();
    expect(isOneSided(reader, round), JSON.stringify(round.outcomes)).toBe(false);
  });
});
