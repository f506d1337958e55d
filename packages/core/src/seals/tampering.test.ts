import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/index.js';
import { EVENTS } from '../events/index.js';
import { type BaseRecord, canonicalText, type KindOf, ok } from '../kernel/index.js';
import { everyRecord, POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { chained, NO_DIGEST, type Seal, SEAL_HEADS, type SealHead, SEALS } from './seal.js';
import { splitSnapshot } from './plain-members.js';
import { openSealKey } from './seal-key.js';

let payer: PlayPayer;
let play: PlayCore;

const records = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(null, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });
const audited = () =>
  audit({ units: play.storage.units, clock: play.clock, digest, random: seededRandom(), sealer: reversingSealer }, {});
/** The findings about seals; a removed posting is also a finding of the ledger. */
const findings = async () => (await audited()).findings.filter((finding) => /\bseals?\b/.test(finding));

async function remove<T extends BaseRecord>(kind: KindOf<T>, record: T): Promise<void> {
  valueOf(await play.storage.units.run(null, async (tx) => ok(tx.remove(kind, record))));
}
async function replace<T extends BaseRecord>(kind: KindOf<T>, record: T, by: Partial<T>): Promise<T> {
  const changed = { ...record, ...by };
  await remove(kind, record);
  valueOf(await play.storage.units.run(null, async (tx) => ok(tx.add(kind, changed))));
  return changed;
}
const head = async (): Promise<SealHead> => (await records(SEAL_HEADS))[0]!;
const sealKey = async () =>
  openSealKey(
    reversingSealer,
    (await records(HOST_KEYS)).find(({ id }) => id === 'journal-seals')!,
  );

/** Changes the newest seal, and signs it and the head again, as the owner of the key could. */
async function forge(by: Partial<Seal>): Promise<Seal> {
  const key = await sealKey();
  const [before, last] = (await records(SEALS)).slice(-2) as [Seal, Seal];
  const changed = { ...last, ...by };
  const linked = chained(digest, before.digest, changed);
  const forged = await replace(SEALS, last, { ...by, digest: linked, mac: key.seal(linked) });
  const end = { ...(await head()), digest: linked };
  await replace(SEAL_HEADS, await head(), { digest: linked, mac: key.head(end)! });
  return forged;
}
async function forgeHead(by: Partial<SealHead>): Promise<void> {
  const key = await sealKey();
  const before = await head();
  await replace(SEAL_HEADS, before, { ...by, mac: key.head({ ...before, ...by }) ?? before.mac });
}

/** Two seals of each stream. */
beforeEach(async () => {
  payer = await playPayer();
  play = payer.play;
  await play.core.work.sealJournal();
  valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
  const token = { name: 'reader', permissions: ['VIEW'] } as const;
  const { id } = valueOf(await play.run(play.core.platforms.createToken, token)).token;
  valueOf(await play.run(play.core.platforms.deleteToken, { id }));
  await play.pass(5);
  await play.core.work.sealJournal();
});

describe('a seal chain', () => {
  it('covers every row once, and is summed up by the audit', async () => {
    const seals = await records(SEALS);
    expect(seals.map(({ number, stream, form }) => [number, stream, form])).toEqual([
      [1, 'postings', 1],
      [2, 'events', 3],
      [3, 'operator_log', 2],
      [4, 'postings', 1],
      [5, 'events', 3],
      [6, 'operator_log', 2],
    ]);
    expect(seals.slice(0, 3).map(({ after }) => after)).toEqual([0, 0, 0]);
    expect(seals.slice(3).map(({ after }) => after)).toEqual(seals.slice(0, 3).map(({ upTo }) => upTo));
    const { findings: none, sealed } = await audited();
    expect(none).toEqual([]);
    expect(sealed).toEqual({
      seals: 6,
      rows: (await records(POSTINGS)).length + (await records(EVENTS)).length + (await records(OPERATOR_LOG)).length,
      head: seals[5]!.digest,
      sealedAt: seals[5]!.createdAt,
      signaturesChecked: true,
    });
    expect(await head()).toMatchObject({
      number: 6,
      digest: seals[5]!.digest,
      form: 2,
      ends: { postings: seals[3]!.upTo, events: seals[4]!.upTo, operator_log: seals[5]!.upTo },
    });
  });

  // Seals of existing chains must stay valid, so the text of their rows is part of what is promised.
  it('has the digests of its rows in the order of their positions, each linked to the one before', async () => {
    const seals = await records(SEALS);
    const inOrder = <T extends BaseRecord>(kind: KindOf<T>) =>
      play.storage.units.read(null, async (reads) =>
        (await reads.follow(kind, { after: 0, upTo: 1_000_000, order: 'asc', limit: 10_000 })).map(
          ({ record }) => record,
        ),
      );
    const postings = (await inOrder(POSTINGS)).map(
      ({ tenant, entryId, kind, cause, account, currency, amount, createdAt }) =>
        JSON.stringify([tenant, entryId, kind, cause, account, currency, `${amount}`, createdAt]),
    );
    const personalDigest = (salt: string | null, personal: object) => digest.sha256(canonicalText([salt, personal]));
    const events = (await inOrder(EVENTS)).map((event) => {
      const { tenant, id, type, resource, available, held, createdAt } = event;
      const { plain, personal } = splitSnapshot(type, event.snapshot);
      const kept = [tenant, id, type, resource, plain, available, held, createdAt];
      return canonicalText({ kept, personal: personalDigest(event.salt, personal) });
    });
    const log = (await inOrder(OPERATOR_LOG)).map((entry) => {
      const kept = [
        ...[entry.tenant, entry.id, entry.operatorId, entry.operatorName, entry.source, entry.outcome, entry.action],
        ...[entry.subject, entry.createdAt, entry.request, entry.requestedBy, entry.requestId],
      ];
      const parts = Object.entries({ input: entry.input, before: entry.before, after: entry.after });
      const personal = Object.fromEntries(parts.filter(([, part]) => part !== null));
      return canonicalText({ kept, personal: personalDigest(entry.salt, personal) });
    });
    const streams: Readonly<Record<string, string[]>> = { postings, events, operator_log: log };
    let before = NO_DIGEST;
    for (const seal of seals) {
      const lines = streams[seal.stream]!;
      expect(seal.rowsDigest).toBe(digest.sha256(lines.splice(0, seal.rows).join('\n')));
      const { form, number, stream, after, upTo, rows, rowsDigest, createdAt } = seal;
      const link = ['corridor seal', before, form, number, stream, after, upTo, rows, rowsDigest, createdAt];
      expect(seal.digest).toBe(digest.sha256(JSON.stringify(link)));
      before = seal.digest;
    }
    expect([postings, events, log]).toEqual([[], [], []]);
  });
});

describe('an audit of sealed rows', () => {
  const rangeOf = ({ stream, after, upTo, number, rows }: Seal) =>
    `${stream} at positions ${after + 1} to ${upTo}: seal ${number} covers ${rows} rows`;

  it('finds a row that was removed', async () => {
    const [first] = await records(SEALS);
    await remove(EVENTS, (await records(EVENTS))[0]!);
    const [, events] = await records(SEALS);
    expect(first!.stream).toBe('postings');
    expect(await findings()).toEqual([`${rangeOf(events!)}, ${events!.rows - 1} remain`]);
  });

  it('finds rows that were changed, removed or added, even if the seal is signed', async () => {
    const last = (await records(SEALS))[5]!;
    expect(last.rows).toBe(2);
    const changed = await forge({ rowsDigest: '0'.repeat(64) });
    expect(await findings()).toEqual([`${rangeOf(changed)}, which were changed`]);
    const more = await forge({ rowsDigest: last.rowsDigest, rows: last.rows + 1 });
    expect(await findings()).toEqual([`${rangeOf(more)}, ${last.rows} remain`]);
    const fewer = await forge({ rows: last.rows - 1 });
    expect(await findings()).toEqual([`${rangeOf(fewer)}, others were added`]);
    await forge({ rows: last.rows });
    expect(await findings()).toEqual([]);
  });

  it('finds a form that it does not know', async () => {
    await forge({ form: 3 });
    expect(await findings()).toEqual(['seal 6 has form 3, which this version of Corridor does not know']);
  });

  it('finds a stream that it does not know', async () => {
    await forge({ stream: 'letters' });
    expect(await findings()).toContain(
      'seal 6 covers the stream letters, which this version of Corridor does not know',
    );
  });
});

describe('an audit of the links of a chain', () => {
  it('finds a seal that is missing between two others', async () => {
    await remove(SEALS, (await records(SEALS))[1]!);
    const { upTo } = (await records(SEALS)).at(-1)!;
    expect(upTo).toBeGreaterThan(0);
    expect(await findings()).toEqual(['seal 3 follows seal 1: the seals between them are missing', expect.any(String)]);
  });

  it('finds a seal whose fields were changed', async () => {
    const [first] = await records(SEALS);
    await replace(SEALS, first!, { upTo: first!.upTo + 1 });
    expect(await findings()).toContain('seal 1 or the seal before it was changed');
  });

  it('finds a seal that leaves out positions of its stream', async () => {
    const last = (await records(SEALS))[5]!;
    await forge({ after: last.after - 1 });
    expect(await findings()).toContain(
      `seal 6 begins after position ${last.after - 1} of operator_log instead of ${last.after}`,
    );
  });

  it('finds a seal that was not signed with the key', async () => {
    const [, , third] = await records(SEALS);
    await replace(SEALS, third!, { mac: '0'.repeat(64) });
    expect(await findings()).toEqual(['seal 3 is not signed with the seal key']);
  });
});

describe('an audit of the head of a chain', () => {
  const UNLIKE = 'the head of the seal chain does not match its newest seal';

  it('finds a head that is missing, or not signed with the key', async () => {
    const kept = await head();
    await replace(SEAL_HEADS, kept, { mac: '0'.repeat(64) });
    expect(await findings()).toEqual(['the head of the seal chain is not signed with the seal key']);
    await remove(SEAL_HEADS, await head());
    expect(await findings()).toEqual(['the head of the seal chain is missing']);
  });

  it.each<[string, (before: SealHead) => Partial<SealHead>]>([
    ['digest', () => ({ digest: '0'.repeat(64) })],
    ['position of postings', ({ ends }) => ({ ends: { ...ends, postings: ends['postings']! + 1 } })],
    ['position of events', ({ ends }) => ({ ends: { ...ends, events: ends['events']! + 1 } })],
    ['position of the operator log', ({ ends: { operator_log: _, ...ends } }) => ({ ends })],
    ['stream', ({ ends }) => ({ ends: { ...ends, letters: 1 } })],
  ])('finds a head with another %s than its newest seal', async (_, change) => {
    await forgeHead(change(await head()));
    expect(await findings()).toEqual([UNLIKE]);
  });

  it.each([5, 7])('finds a head that names seal %i of six', async (number) => {
    await forgeHead({ number });
    expect(await findings()).toEqual([
      `the seal chain ends with seal 6, but its head names seal ${number}: the newest seals are missing`,
    ]);
  });

  it('finds a form that it does not know', async () => {
    await forgeHead({ form: 3 });
    expect(await findings()).toEqual([
      'the head of the seal chain has form 3, which this version of Corridor does not know',
    ]);
  });

  it('finds that all seals are missing, with their head or without', async () => {
    for (const seal of await records(SEALS)) await remove(SEALS, seal);
    expect(await findings()).toEqual([
      'the seal chain ends with seal 0, but its head names seal 6: the newest seals are missing',
    ]);
    await remove(SEAL_HEADS, await head());
    expect(await findings()).toEqual(['all seals are missing, but the seal key exists']);
  });

  it('finds that the key is missing', async () => {
    const key = (await records(HOST_KEYS)).find(({ id }) => id === 'journal-seals')!;
    await remove(HOST_KEYS, key);
    const report = await audited();
    expect(report.findings).toEqual(['the seal key is missing']);
    expect(report.sealed!.signaturesChecked).toBe(false);
    await expect(play.core.work.sealJournal()).rejects.toThrow('the key of the seal chain is missing');
  });
});
