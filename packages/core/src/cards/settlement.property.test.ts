import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SettlementMessage } from './index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { type PlaySettlement, playSettlement, untilDay } from '../testing/play-settlement.js';

type Line = SettlementMessage['lines'][number];

const UNKNOWN: Line = { kind: 'clearing', messageId: 'unknown', authorizationId: null, amount: -7n };

/** A use of the card on the day. */
const use = fc.record({
  is: fc.constantFrom('cleared', 'cleared in two', 'forced', 'final', 'stand-in', 'gift', 'returned', 'taken back'),
  amount: fc.bigInt(2n, CARD_BALANCE / 4n),
});
type Use = typeof use extends fc.Arbitrary<infer T> ? T : never;

interface Happening {
  readonly tell: () => Promise<unknown>;
  readonly line: Line | null;
}

/** What the processor tells about a use, in order, and the line of its report about each message. */
function happenings(
  { told }: PlayProcessor,
  { line }: PlaySettlement,
  { is, amount }: Use,
  index: number,
): readonly Happening[] {
  const authorizationId = `use ${index}`;
  const ask = { tell: () => told('authorization', { authorizationId, amount }), line: null };
  const clear = (part: bigint, name = `c${index}`, of: string | null = authorizationId): Happening => ({
    tell: () => told('clearing', { authorizationId: of, messageId: name, amount: part }),
    line: line('clearing', name, -part),
  });
  const back = (of: string | null): Happening => ({
    tell: () => told('return', { authorizationId: of, messageId: `r${index}`, amount }),
    line: line('return', `r${index}`, amount),
  });
  const takenBack: Happening = {
    tell: () =>
      told('return.reversal', { authorizationId, messageId: `v${index}`, returnId: `r${index}`, amount: null }),
    line: line('return.reversal', `v${index}`, -amount),
  };
  const final = {
    tell: () => told('authorization', { authorizationId, amount, isFinal: true, decision: 'APPROVED' }),
    line: line('final', authorizationId, -amount),
  } as const;
  switch (is) {
    case 'cleared':
      return [ask, clear(amount)];
    case 'cleared in two':
      return [ask, clear(amount - 1n), clear(1n, `d${index}`)];
    case 'forced':
      return [clear(amount, `c${index}`, null)];
    case 'final':
      return [final];
    case 'stand-in':
      return [
        { tell: () => told('authorization', { authorizationId, amount, decision: 'APPROVED' }), line: null },
        clear(amount),
      ];
    case 'gift':
      return [back(null)];
    case 'returned':
      return [ask, clear(amount), back(authorizationId)];
    case 'taken back':
      return [ask, clear(amount), back(authorizationId), takenBack];
  }
}

const day = fc.record({
  uses: fc.array(use, { minLength: 1, maxLength: 6 }),
  /** After how many messages the parts of the report come. */
  before: fc.nat(20),
  perPart: fc.integer({ min: 1, max: 4 }),
  isReversed: fc.boolean(),
  isRepeated: fc.boolean(),
  interchange: fc.bigInt(-50n, 50n),
  fee: fc.bigInt(-20n, 20n),
});
type Day = typeof day extends fc.Arbitrary<infer T> ? T : never;

function partsOf(settlement: PlaySettlement, lines: readonly Line[], of: Day): readonly SettlementMessage[] {
  const chunks: Line[][] = [];
  for (let at = 0; at < lines.length || chunks.length === 0; at += of.perPart)
    chunks.push(lines.slice(at, at + of.perPart));
  const net = lines.reduce((sum, { amount }) => sum + amount, 0n) + of.interchange - of.fee;
  const totals = { interchange: of.interchange, fees: [{ name: 'network', amount: of.fee }], net };
  const parts = chunks.map((chunk, index) =>
    settlement.report(chunk, {
      ...{ reportId: 'the day', part: index + 1, parts: chunks.length },
      totals: index === chunks.length - 1 ? totals : null,
    }),
  );
  return of.isReversed ? parts.toReversed() : parts;
}

/** Plays a day whose report has these lines, and lets two more days pass with empty reports. */
async function playDay(world: PlayCard, of: Day, alter: (lines: readonly Line[]) => readonly Line[]) {
  const settlement = playSettlement(world);
  const processor = playProcessor(world);
  const { play } = world.payer;
  const all = of.uses.flatMap((each, index) => happenings(processor, settlement, each, index));
  const lines = alter(all.flatMap(({ line }) => line ?? []));
  const parts = partsOf(settlement, lines, of);
  const tellReport = async (): Promise<void> => {
    for (const part of of.isRepeated ? [...parts, ...parts] : parts) {
      valueOf(await settlement.tells(part));
      await play.pass(0);
    }
  };
  for (const [index, happening] of all.entries()) {
    if (index === of.before) await tellReport();
    await happening.tell();
  }
  if (of.before >= all.length) await tellReport();
  for (let days = 0; days < 3; days += 1) {
    await play.pass(untilDay(world.now(), 1));
    await settlement.told([]);
    for (let run = 0; run < 6; run += 1) await play.pass(2);
  }
  return settlement;
}

it('ends a day of messages in any order, with the report in parts before or after them, without a difference', async () => {
  await fc.assert(
    fc.asyncProperty(day, async (of) => {
      const world = await playCard();
      const settlement = await playDay(world, of, (lines) => lines);
      expect(await settlement.open()).toEqual([]);
      await world.payer.auditClean();
    }),
    { numRuns: 25 },
  );
}, 240_000);

const PLANTED = ['left out', 'twice', 'other amount', 'unknown', 'other kind', 'other currency'] as const;
const KINDS = ['clearing', 'return', 'return.reversal', 'dispute'] as const;

/** The line under the next kind. A final line has no other kind, so it is left out. */
const ofOtherKind = (line: Line): readonly Line[] => {
  const index = KINDS.findIndex((kind) => kind === line.kind);
  return index < 0 ? [] : [{ ...line, kind: KINDS[(index + 1) % KINDS.length]! }];
};

it('finds each planted difference once, and one of another currency in both currencies', async () => {
  const planted = fc.record({ at: fc.nat(30), kind: fc.constantFrom(...PLANTED) });
  await fc.assert(
    fc.asyncProperty(day, planted, async (of, { at, kind }) => {
      const world = await playCard();
      const moved: Line[] = [];
      const settlement = await playDay(world, of, (lines) => {
        const index = at % lines.length;
        const line = lines[index]!;
        if (kind === 'other kind') return lines.toSpliced(index, 1, ...ofOtherKind(line));
        if (kind === 'other currency') moved.push(line);
        if (kind === 'left out' || kind === 'other currency') return lines.toSpliced(index, 1);
        if (kind === 'twice') return [...lines, line];
        if (kind === 'unknown') return [...lines, UNKNOWN];
        return lines.with(index, { ...line, amount: line.amount - 1n });
      });
      if (moved.length > 0) {
        await settlement.told(moved, { currency: 'JPY' as SettlementMessage['currency'] });
        await world.payer.play.pass(3_600);
      }
      const currencies = (await settlement.open()).map(({ currency }) => currency);
      expect(currencies).toEqual(kind === 'other currency' ? ['USD', 'JPY'] : ['USD']);
      await world.payer.auditClean();
    }),
    { numRuns: 25 },
  );
}, 240_000);
