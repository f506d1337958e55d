import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Caller } from '@corridor/core';
import { OPERATOR_LOG, type OperatorLogEntry } from '@corridor/core/records';
import { postgres } from '../../packages/adapters-storage/src/testing/backends.js';
import type { Result } from '../../packages/core/src/kernel/index.js';
import type { Screening } from '../../packages/core/src/screening/index.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { partyNamed, playHit } from '../../packages/core/src/testing/play-hit.js';
import { racingUnits } from '../../packages/core/src/testing/racing-units.js';

const memory = { create: async () => ({ open: createMemoryStorage, drop: async () => undefined }) };

/**
 * In a transaction of Postgres, each statement sees what has committed by then. Another decision commits before the first read of
 * the unit, before the second, and so on.
 */
describe.each([
  ['in memory', memory],
  ['on Postgres', postgres],
] as const)('%s, a decision of an operator during which another one commits', (_name, backend) => {
  let database: Awaited<ReturnType<typeof backend.create>>;
  let storage: ReturnType<typeof database.open>;
  let play: PlayCore;
  let cal: Caller;
  let ann: Caller;
  let bob: Caller;
  let zoe: Caller;

  beforeEach(async () => {
    database = await backend.create();
    storage = database.open();
    await storage.migrate();
    play = await playCore({ storage });
    [cal, ann] = [await addOperator(storage.units, 'Cal', 'ADMIN'), await addOperator(storage.units, 'Ann', 'ADMIN')];
    [bob, zoe] = [await addOperator(storage.units, 'Bob', 'ADMIN'), await addOperator(storage.units, 'Zoe', 'ADMIN')];
  });
  afterEach(async () => {
    await storage.close();
    await database.drop();
  });

  const request = (on: PlayCore, by: Caller, action: string, input: object): Promise<Result<unknown>> =>
    on.core.operators.actions.request(by, { tenant: play.tenant, action: action as never, input: input as never });
  /** An action that waits for a second operator. */
  async function asked(action: string, input: object): Promise<never> {
    const outcome = valueOf(await request(play, cal, action, input)) as {
      readonly kind: string;
      readonly awaiting?: unknown;
    };
    expect(outcome.kind).toBe('awaiting');
    return outcome.awaiting as never;
  }
  const approve = (on: PlayCore, by: Caller, awaiting: never): Promise<Result<unknown>> =>
    on.core.operators.actions.approve(by, play.tenant, awaiting);
  const hit = async (nr: number, entries: readonly string[]): Promise<Screening> => {
    const person = { customerType: 'INDIVIDUAL', fullName: `Ada ${nr}`, region: 'US' };
    const customer = valueOf(await play.run(play.core.customers.create, person as never));
    const matches = entries.map((entry) => ({ entry }));
    return playHit(play, { parties: [partyNamed(customer.id, customer.fullName!)], matches });
  };
  const logOf = (subject: string): Promise<readonly OperatorLogEntry[]> =>
    play.storage.units.read(null, async (reads) =>
      (await reads.list(OPERATOR_LOG, { order: 'asc', limit: 5_000 })).rows.filter(
        (entry) => entry.subject === subject && ['DONE', 'APPROVED'].includes(entry.outcome),
      ),
    );

  interface Decisions {
    readonly first: (on: PlayCore) => Promise<Result<unknown>>;
    readonly other: () => Promise<Result<unknown>>;
    /** What the log says, of a first decision and another one with these codes. */
    readonly check: (codes: { readonly first: string; readonly other: string }) => Promise<void>;
  }

  /** Lets the other decision commit after each number of reads of the first one. */
  async function afterEachRead(decisions: (nr: number) => Promise<Decisions>): Promise<void> {
    let reads = 1;
    for (let stale = 0; stale <= reads; stale++) {
      const { first, other, check } = await decisions(stale);
      let isArmed = false;
      let decided: Result<unknown> | null = null;
      const units = racingUnits(
        storage.units,
        () => isArmed,
        async () => void (decided = await other()),
        { stale, onReads: (count) => (reads = count) },
      );
      const random = { bytes: (length: number) => randomBytes(length) };
      const host = await playCore({ storage: { ...storage, units }, clock: play.clock, random }, { existing: true });
      isArmed = true;
      const done = await first(host);
      await check({ first: codeOf(done), other: codeOf(decided!) });
      expect((await play.core.ledger.audit()).findings).toEqual([]);
    }
    expect(reads).toBeGreaterThan(5);
  }

  const statuses = (part: object | null) =>
    (part as { readonly matches?: Readonly<Record<string, string>> } | null)?.matches ?? {};
  /** The matches that an entry says it has changed. */
  const changedIn = ({ before, after }: OperatorLogEntry): readonly string[] =>
    Object.entries(statuses(after)).flatMap(([id, status]) =>
      statuses(before)[id] === status ? [] : [`${id} ${status}`],
    );

  const holderIn = (part: object | null) => (part as { readonly operator: string | null }).operator;

  it('clears no match that was confirmed meanwhile, and says nothing of it', async () => {
    await afterEachRead(async (nr) => {
      const { id, matches } = await hit(nr, ['SDN-1']);
      const awaiting = await asked('screening.confirm', { id, reason: 'x', caseReference: 'C' });
      return {
        first: (on) => request(on, ann, 'screening.clear', { id, reason: 'y' }),
        other: () => approve(play, zoe, awaiting),
        async check({ first, other }) {
          const entries = await logOf(id);
          if (first === 'ok') {
            expect(other).toMatch(/^(CONFLICT|INVALID_STATE_TRANSITION)$/);
            expect(entries.map(changedIn)).toEqual([[`${matches[0]} CLEARED`]]);
          } else {
            expect([first, other]).toEqual([expect.stringMatching(/^(CONFLICT|INVALID_STATE_TRANSITION)$/), 'ok']);
            expect(entries.map(changedIn)).toEqual([[`${matches[0]} CONFIRMED`]]);
          }
        },
      };
    });
  }, 120_000);

  it('clears one match and says nothing of another one that was cleared meanwhile', async () => {
    await afterEachRead(async (nr) => {
      const { id, matches } = await hit(nr, ['SDN-1', 'SDN-2']);
      return {
        first: (on) => request(on, ann, 'screening.clear', { id, match: matches[0], reason: 'y' }),
        other: () => request(play, zoe, 'screening.clear', { id, match: matches[1], reason: 'z' }),
        async check(codes) {
          expect(codes).toEqual({ first: 'ok', other: 'ok' });
          expect((await logOf(id)).map(changedIn).toSorted()).toEqual(
            matches.map((match) => [`${match} CLEARED`]).toSorted(),
          );
        },
      };
    });
  }, 120_000);

  it('withdraws one confirmation and says nothing of another one that was withdrawn meanwhile', async () => {
    await afterEachRead(async (nr) => {
      const { id, matches } = await hit(nr, ['SDN-1', 'SDN-2']);
      for (const match of matches.slice(1))
        valueOf(await request(play, ann, 'screening.clear', { id, match, reason: 'z' }));
      const confirmation = await asked('screening.confirm', { id, reason: 'x', caseReference: 'C' });
      valueOf(await approve(play, zoe, confirmation));
      const choice = { id, match: matches[0], reason: 'w' };
      const [one, again] = [
        await asked('screening.withdraw', choice),
        await asked('screening.withdraw', { ...choice, reason: 'v' }),
      ];
      return {
        first: (on) => approve(on, bob, one),
        other: () => approve(play, zoe, again),
        async check(codes) {
          expect(Object.values(codes).toSorted()).toEqual([expect.stringMatching(/CONFLICT|INVALID_STATE/), 'ok']);
          expect((await logOf(id)).filter(({ action }) => action === 'screening.withdraw').map(changedIn)).toEqual([
            [`${matches[0]} CLEARED`],
          ]);
        },
      };
    });
  }, 120_000);

  it('gives a record to an operator, and says to whom the other one had given it', async () => {
    await afterEachRead(async (nr) => {
      const { subject: id } = await hit(nr, ['SDN-1']);
      valueOf(await request(play, zoe, 'assignments.set', { id, operator: ann.operatorId }));
      return {
        first: (on) => request(on, ann, 'assignments.set', { id, operator: bob.operatorId }),
        other: () => request(play, zoe, 'assignments.set', { id, operator: cal.operatorId }),
        async check(codes) {
          expect(codes).toEqual({ first: 'ok', other: 'ok' });
          const entries = (await logOf(id)).map(({ before, after }) => ({
            from: holderIn(before),
            to: holderIn(after),
          }));
          const second = entries.find(({ from }) => from === ann.operatorId)!;
          const third = entries.find(({ from }) => from === second.to)!;
          expect([entries.length, new Set([second.to, third.to])]).toEqual([
            3,
            new Set([bob.operatorId, cal.operatorId]),
          ]);
        },
      };
    });
  }, 120_000);
});
