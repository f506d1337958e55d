import type { RailStatements, RailStore, StatedMovement } from '@corridor/core/ports';
import { EUR, movementIn, MOVEMENTS, signed, standingFor, type StoredMovement } from './movement-records.js';
import { openingKey } from './opening.js';
import { contradictionsOf, gapsIn } from './statement-chain.js';
import type { Standing } from './standing.js';
import { accountIn, ACCOUNTS, chunkKey, ENTRIES, statementsIn, unstated } from './report-records.js';

interface Ports {
  readonly store: RailStore;
  readonly railOf: ReadonlyMap<string, string>;
  readonly standing: (iban: string) => Promise<Standing>;
}

/** What the statements of the bank contain, as the ledger calls it. */
export function createStatements({ store, railOf, standing }: Ports): RailStatements {
  const ibanOf = new Map([...railOf].map(([iban, rail]) => [rail, iban]));
  return {
    async *movements(rail, period) {
      const iban = ibanOf.get(rail);
      if (iban === undefined) return;
      yield* openings(store, iban);
      const listed = new Set<string>();
      const statements = statementsIn(
        (collection, query) => store.read((records) => records.list(collection, query)),
        iban,
        period,
      );
      for await (const { key, value } of statements) {
        const seen = new Set<string>();
        for (let chunk = 0; chunk < value.chunks; chunk += 1) {
          const named = await movementsIn(store, chunkKey({ key }, chunk), seen);
          for (const stored of await standIns(store, named)) {
            if (stored.claims.statement?.report !== value.report || listed.has(stored.key)) continue;
            listed.add(stored.key);
            yield* stated(stored);
          }
          for (const stored of named) seen.add(stored.key);
        }
        // The closing balance contains what the entries do not explain.
        for (const stored of await read(store, contradictionsOf(value.report))) {
          if (listed.has(stored.key)) continue;
          listed.add(stored.key);
          for (const movement of stated(stored)) yield { ...movement, date: value.to };
        }
      }
    },
    closing: async (rail) => {
      const iban = ibanOf.get(rail);
      if (iban === undefined) return null;
      return store.read(async (records) => {
        const { newest } = accountIn(await records.get(ACCOUNTS, iban));
        if (newest === null) return null;
        const knownToCore = (await unstated(records, iban)).filter(
          (stored) => stored.told !== null && stored.told.as !== 'difference',
        );
        const inFlight = knownToCore.reduce((sum, { movement }) => sum + signed(movement), 0n);
        return { date: newest.date, currency: EUR, amount: newest.closing, inFlight };
      });
    },
    covered: async (rail) => {
      const iban = ibanOf.get(rail);
      if (iban === undefined) return null;
      const account = accountIn(await store.read((records) => records.get(ACCOUNTS, iban)));
      const periods = account.segments.map(({ from, to, opening, closing }) => ({ from, to, opening, closing }));
      return { currency: EUR, periods, gaps: gapsIn(rail, account) };
    },
    standing: async (rail) => {
      const iban = ibanOf.get(rail);
      if (iban === undefined) return null;
      const { balance, late } = await standing(iban);
      // On the first day it is a problem; if it stays, it is an exception.
      return { balance, overdue: late.filter(({ days }) => days > 0).map(({ days: _, ...overdue }) => overdue) };
    },
  };
}

const read = (store: RailStore, keys: readonly string[]): Promise<readonly StoredMovement[]> =>
  store.read(async (records) => {
    const found = (await records.getMany(MOVEMENTS, keys)).map(movementIn);
    const byKey = new Map(found.map((stored) => [stored.key, stored]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  });

/** What stands for the movements: details in place of a sum that core does not know. */
async function standIns(store: RailStore, all: readonly StoredMovement[]): Promise<readonly StoredMovement[]> {
  const keys = all.flatMap((stored) => standingFor(stored) ?? []);
  if (keys.length === 0) return all;
  const byKey = new Map((await read(store, keys)).map((stored) => [stored.key, stored]));
  return all.flatMap((stored) => standingFor(stored)?.flatMap((key) => byKey.get(key) ?? []) ?? stored);
}

/** The movements of a chunk that are not among the seen ones. */
async function movementsIn(
  store: RailStore,
  chunk: string,
  seen: ReadonlySet<string>,
): Promise<readonly StoredMovement[]> {
  const record = await store.read((records) => records.get(ENTRIES, chunk));
  const keys = record === null ? [] : (record.value as readonly (readonly string[])[]).flat();
  return read(
    store,
    [...new Set(keys)].filter((key) => !seen.has(key)),
  );
}

async function* openings(store: RailStore, iban: string): AsyncGenerator<StatedMovement, void> {
  const { opening } = accountIn(await store.read((records) => records.get(ACCOUNTS, iban)));
  if (opening === null) return;
  const keys = Array.from({ length: opening.bookings }, (_, booking) => openingKey(iban, booking));
  for (const stored of await read(store, keys)) {
    for (const movement of stated(stored)) yield { ...movement, date: opening.from };
  }
}

function stated({ key, movement, told }: StoredMovement): readonly StatedMovement[] {
  const { direction, amount, date } = movement;
  const subjects = told === null ? [{ reference: key, amount }] : told.subjects;
  return subjects.map((subject) => ({ ...subject, currency: EUR, direction, date }));
}
