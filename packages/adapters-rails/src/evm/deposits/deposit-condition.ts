import { type Instant, ok } from '@corridor/core';
import type { Clock, RailStore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { DEPOSITS } from './deposit.js';
import { depositsListed } from './deposit-lists.js';
import { type KnownAddresses, OtherMnemonic } from './known-addresses.js';
import { readPosition, STATE } from './positions.js';
import type { Refunds } from './refunds.js';
import { reversalProblems } from './reversal-problems.js';

/** The problem that the last pass has found; one record. */
const WAITS = 'waits';
const LONGEST_SILENCE_SECONDS = 600;
const MOST_SHOWN = 20;

export interface ConditionPorts {
  readonly store: RailStore;
  readonly clock: Clock;
  readonly known: KnownAddresses;
  readonly refunds: Pick<Refunds, 'open'>;
}

/** What waits and why. Reads the store alone. */
export async function depositCondition(ports: ConditionPorts) {
  const { store, refunds } = ports;
  return {
    backlog: {
      ...(await store.read(async (records) => ({
        'deposits waiting for confirmations': await records.count(DEPOSITS, 'SEEN'),
        'deposits to tell': await records.count(DEPOSITS, 'CONFIRMED'),
        'deposits to take back': await records.count(DEPOSITS, 'REVERSING'),
      }))),
      'refunds of deposits under way': await refunds.open(),
    },
    problems: await problemsOf(ports),
  };
}

async function problemsOf({ store, clock, known }: ConditionPorts): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    await known.count();
  } catch (cause) {
    if (!(cause instanceof OtherMnemonic)) throw cause;
    found.push(cause.message);
  }
  const state = await store.read(async (records) => ({
    reversed: await reversalProblems.list(records, MOST_SHOWN),
    position: await readPosition(records, 'head'),
    confirmed: await readPosition(records, 'confirmed'),
    waits: (await records.get(STATE, WAITS))?.value ?? null,
  }));
  const { position, confirmed, waits, reversed } = state;
  found.push(...reversed);
  if (position === null || isSilent(position.record.updatedAt, clock.now())) {
    const since = position === null ? 'the start' : new Date(position.record.updatedAt).toISOString();
    found.push(`no new block was read since ${since}; deposits are not seen`);
  }
  if (confirmed?.lost) {
    found.push(
      `confirmed blocks above ${confirmed.lost.above} have left the chain; deposits in them are compared and reversed`,
    );
  }
  if (waits !== null) found.push(waits as string);
  for await (const page of depositsListed(store, 'CONFIRMED')) {
    const refused = page.filter(({ refusal }) => refusal !== null).slice(0, MOST_SHOWN);
    found.push(...refused.map(({ key, refusal }) => `core refuses the deposit ${key}: ${refusal}`));
    break;
  }
  return found;
}

/** Keeps the problem that a pass has found, for the next `depositCondition`; null for none. */
export async function noteWait(store: RailStore, text: string | null): Promise<void> {
  const before = await store.read((records) => records.get(STATE, WAITS));
  if ((before?.value ?? null) === text) return;
  stored(
    await store.run(async (records) => {
      const record = await records.get(STATE, WAITS);
      if (record === null) records.add({ collection: STATE, key: WAITS, value: text }, { unlessExists: true });
      else records.change(record, { value: text });
      return ok();
    }),
  );
}

const isSilent = (since: Instant, now: Instant): boolean => now - since > LONGEST_SILENCE_SECONDS * 1000;
