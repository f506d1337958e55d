import { type Instant, instant, ok, toIso } from '@corridor/core';
import type { ConnectionContext, RailRecord } from '@corridor/core/ports';
import { type Ask, type Call, ReferenceReused } from './exchange.js';

const COLLECTION = 'reused-references';
const OPEN = 'open';
/** A refused call is repeated within five minutes, so one that was not repeated for longer has been settled. */
const SHOWN_MS = 15 * 60 * 1000;
/** The most records that are read or removed at once. */
const MOST = 100;

interface Refusal {
  readonly call: string;
  readonly reference: string;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface ReusedReferences {
  /** Remembers in the store which references the partner refuses. */
  readonly ask: Ask;
  /** One sentence while the partner refuses any; empty otherwise. */
  problems(): Promise<readonly string[]>;
  /** Removes what is settled. */
  forget(): Promise<void>;
}

/**
 * A partner that knows other content under a reference refuses each repetition, and each one looks like a failure that may
 * pass. The operator has to learn of it: nothing is decided until the partner or the operator mends it.
 */
export function reusedReferences(
  partner: string,
  ask: Ask,
  { store, clock }: Pick<ConnectionContext, 'store' | 'clock'>,
): ReusedReferences {
  const isShown = (record: RailRecord) => clock.now() - refusalOf(record).lastAt < SHOWN_MS;
  const newest = () => store.read((records) => records.list(COLLECTION, { status: OPEN, limit: MOST }));

  async function remember(call: string, reference: string): Promise<void> {
    const now: Instant = clock.now();
    // The call has failed with or without this record, and its repetition writes it again.
    await store.run(async (records) => {
      const key = `${call} ${reference}`.slice(0, 200);
      const before = await records.get(COLLECTION, key);
      const firstAt = before !== null && isShown(before) ? refusalOf(before).firstAt : now;
      const value = { call, reference, firstAt: firstAt as number, lastAt: now as number };
      if (before === null) records.add({ collection: COLLECTION, key, status: OPEN, value }, { unlessExists: true });
      else records.change(before, { value });
      return ok();
    });
  }

  return {
    async ask(call) {
      try {
        return await ask(call);
      } catch (cause) {
        if (cause instanceof ReferenceReused) await remember(call.name, referenceIn(call));
        throw cause;
      }
    },
    async problems() {
      const refusals = (await newest())
        .filter(isShown)
        .map(refusalOf)
        .toSorted((a, b) => b.lastAt - a.lastAt);
      const [first] = refusals;
      if (first === undefined) return [];
      const { call, reference, firstAt } = first;
      const more = refusals.length === 1 ? '' : ` and ${refusals.length - 1} more`;
      return [
        `the ${partner} refuses ${reference}${more} with HTTP 409 (${call}, since ${toIso(instant(firstAt))}): what it has ` +
          'under the reference differs from what was sent; compare both with the operator of the other side',
      ];
    },
    async forget() {
      const settled = (await newest()).filter((record) => !isShown(record));
      if (settled.length === 0) return;
      await store.run(async (records) => {
        for (const { key } of settled) {
          const record = await records.get(COLLECTION, key);
          if (record !== null && !isShown(record)) records.remove(record);
        }
        return ok();
      });
    },
  };
}

const refusalOf = ({ value }: RailRecord): Refusal => value as unknown as Refusal;

/** The reference in the body of a call; its path if it has no such body. */
const referenceIn = ({ body, path }: Pick<Call<unknown>, 'body' | 'path'>): string =>
  body !== undefined && 'reference' in body && typeof body.reference === 'string' ? body.reference : path;
