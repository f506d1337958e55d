import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerIdOf,
  type AnswerSeal,
  type Attempt,
  BASE_COLUMNS,
  type BaseRecord,
  type Commands,
  type Context,
  createCommands,
  type DomainError,
  domainError,
  err,
  fail,
  forgetAnswers,
  type IdempotencyClaim,
  type Instant,
  newRecord,
  ok,
  readAll,
  recordKind,
  Refused,
  REMEMBERED_ANSWERS,
  type Result,
  runAttempt,
  runUseCase,
  tenantKey,
  type UseCase,
} from './index.js';

interface Note extends BaseRecord {
  readonly text: string;
}
const NOTES = recordKind<Note>()({
  name: 'notes',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, text: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const claim = (over: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  credential: 'Token:1',
  operation: 'POST /notes',
  key: 'key-1',
  bodyDigest: 'digest-1',
  seal: null,
  ...over,
});

let commands: Commands;
let units: ReturnType<typeof createMemoryStorage>['units'];
let made = 0;

/** Writes one note and answers with a number that grows with every run. */
const takeNote: UseCase<string, number> = async (tx, context, text) => {
  made += 1;
  tx.add(NOTES, { ...newRecord(`Note:${made}`, context), text });
  return ok(made);
};
const render = (n: number) => ({ status: 201, body: `{"n":${n}}`, remember: true });
const notes = () => units.read(tenant, (reads) => reads.list(NOTES, { order: 'asc', limit: 100 }));

beforeEach(() => {
  units = createMemoryStorage().units;
  commands = createCommands(units, digest);
  made = 0;
});

it('tells the use case which answer is stored with its effect, in the tenant of the answer', async () => {
  const other = { ...ctx, tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX') };
  const seen: (string | null)[] = [];
  const look: UseCase<null, number> = async (_tx, given) => {
    seen.push(answerIdOf(given), answerIdOf({ ...given, tenant: other.tenant }));
    return ok(1);
  };
  await commands.run(ctx, look, null, render, claim({ key: 'looked' }));
  const stored = (await units.read(tenant, (reads) => readAll(reads, REMEMBERED_ANSWERS))).map(({ id }) => id);
  expect(seen).toEqual([stored[0], null]);
  await commands.run(ctx, look, null, render, null);
  expect(seen.slice(2)).toEqual([null, null]);
});

describe('a repeated request', () => {
  it('has one effect and receives the first answer byte for byte', async () => {
    const first = await commands.run(ctx, takeNote, 'a', render, claim());
    const second = await commands.run(ctx, takeNote, 'a', render, claim());
    const answer = { status: 201, body: '{"n":1}', remember: true };
    expect(first).toEqual(ok({ ...answer, replayed: false, output: 1 }));
    expect(second).toEqual(ok({ ...answer, replayed: true, output: null }));
    expect((await notes()).rows).toHaveLength(1);
  });

  it.each([2, 10, 50])('has one effect when it is sent %i times at once', async (times) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => commands.run(ctx, takeNote, 'a', render, claim())),
    );
    expect(new Set(answers.map((a) => (a.ok ? a.value.body : a.error.code))).size).toBe(1);
    expect((await notes()).rows).toHaveLength(1);
  });

  it('is a conflict if its body differs, even if the second request would fail by itself', async () => {
    await commands.run(ctx, takeNote, 'a', render, claim());
    const other = claim({ bodyDigest: 'digest-2' });
    expect(await commands.run(ctx, takeNote, 'b', render, other)).toMatchObject({ error: { code: 'CONFLICT' } });
    const refuse: UseCase<string, number> = async () => err('INVALID_AMOUNT');
    expect(await commands.run(ctx, refuse, 'b', render, other)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await commands.run(ctx, refuse, 'a', render, claim())).toMatchObject({ value: { replayed: true } });
    expect((await notes()).rows).toHaveLength(1);
  });

  it.each([
    ['another key', { key: 'key-2' }],
    ['another credential', { credential: 'Token:2' }],
    ['another operation', { operation: 'POST /other' }],
    ['its credential and operation divided in another place', { credential: 'Token:1P', operation: 'OST /notes' }],
  ])('counts as a new request with %s', async (_, over) => {
    await commands.run(ctx, takeNote, 'a', render, claim());
    await commands.run(ctx, takeNote, 'a', render, claim(over));
    expect((await notes()).rows).toHaveLength(2);
  });

  it('runs again after a refusal, and after a day', async () => {
    const refuse: UseCase<string, number> = async (tx, context) => {
      tx.add(NOTES, { ...newRecord('Note:lost', context), text: 'lost' });
      return err('INVALID_AMOUNT');
    };
    expect(await commands.run(ctx, refuse, 'a', render, claim())).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect((await notes()).rows).toHaveLength(0);
    await commands.run(ctx, takeNote, 'a', render, claim());
    const tomorrow = { ...ctx, hostNow: (NOW + 25 * 3600 * 1000) as Instant };
    expect(await commands.run(tomorrow, takeNote, 'a', render, claim())).toMatchObject({ value: { replayed: false } });
    expect((await notes()).rows).toHaveLength(2);
  });

  it('does not use up a further attempt once it was answered', async () => {
    let tries = 0;
    const guess: UseCase<string, number | Refused> = async (tx, context, text) => {
      tries += 1;
      tx.add(NOTES, { ...newRecord(`Note:${tries}`, context), text });
      return ok(tries === 1 ? 1 : new Refused(domainError('INVALID_INPUT')));
    };
    const first = await commands.run(ctx, guess, 'a', render, claim());
    const repeated = await commands.run(ctx, guess, 'a', render, claim());
    expect(repeated).toMatchObject({ value: { body: first.ok ? first.value.body : '', replayed: true } });
    expect((await notes()).rows).toHaveLength(1);
    // A different request under the same key does use up an attempt.
    expect(await commands.run(ctx, guess, 'b', render, claim({ bodyDigest: 'digest-2' }))).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    expect((await notes()).rows).toHaveLength(2);
  });

  it('has its stored answer deleted after a day', async () => {
    for (let i = 0; i < 250; i++) await commands.run(ctx, takeNote, 'a', render, claim({ key: `key-${i}` }));
    expect(await forgetAnswers(units, NOW, null)).toBe(0);
    expect(await forgetAnswers(units, (NOW + 24 * 3600 * 1000) as Instant, null)).toBe(250);
    expect(await commands.run(ctx, takeNote, 'a', render, claim({ key: 'key-0' }))).toMatchObject({
      value: { replayed: false },
    });
  });

  it('whose answer needs a proof receives it with the same proof only, and otherwise its own refusal', async () => {
    const signed: UseCase<string, number> = async (tx, context, proof) =>
      proof === 'good' && made === 0 ? takeNote(tx, context, proof) : err('WALLET_SIGNATURE_INVALID');
    const send = (proof: string, over: object = {}) =>
      commands.run(ctx, signed, proof, (n) => ({ status: 200, body: String(n), remember: true }), {
        ...claim({ proof, ...over }),
      });
    expect(await send('good')).toMatchObject({ ok: true, value: { body: '1', replayed: false } });
    expect(await send('good')).toMatchObject({ ok: true, value: { body: '1', replayed: true } });
    for (const proof of ['', 'forged', 'good ', 'goo'])
      expect(await send(proof), proof).toMatchObject({ ok: false, error: { code: 'WALLET_SIGNATURE_INVALID' } });
    const { proof: _, ...unproven } = claim({ proof: 'good' });
    const without = commands.run(ctx, signed, 'x', () => ({ status: 200, body: '', remember: true }), unproven);
    expect(await without).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect(await send('good', { bodyDigest: 'digest-2' })).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  it('is not stored if its answer is a challenge', async () => {
    const challenge = (n: number) => ({ status: 202, body: `{"n":${n}}`, remember: false });
    await commands.run(ctx, takeNote, 'a', challenge, claim());
    expect(await commands.run(ctx, takeNote, 'a', render, claim())).toMatchObject({ value: { replayed: false } });
  });

  it('stores an answer with a secret sealed, and replays it in clear', async () => {
    const flip = (text: string): string => [...text].reverse().join('');
    const seal: AnswerSeal = { seal: flip, open: flip };
    const first = await commands.run(ctx, takeNote, 'a', render, claim({ seal }));
    const second = await commands.run(ctx, takeNote, 'a', render, claim({ seal }));
    expect(second).toMatchObject({ value: { body: first.ok ? first.value.body : '', replayed: true } });
  });
});

describe('an idempotency key', () => {
  const at = (milliseconds: number): Context => ({ ...ctx, hostNow: (NOW + milliseconds) as Instant });
  const DAY = 24 * 3600 * 1000;
  const run = (context: Context) => commands.run(context, takeNote, 'a', render, claim());
  const takeBack: UseCase<string, number | Refused> = async (tx, context) => {
    await takeNote(tx, context, 'wrong code');
    return ok(new Refused(domainError('INVALID_INPUT')));
  };

  it('is free again after exactly a day', async () => {
    await run(ctx);
    expect(await run(at(DAY - 1))).toMatchObject({ value: { body: '{"n":1}', replayed: true } });
    expect(await run(at(DAY))).toMatchObject({ value: { replayed: false } });
    expect((await notes()).rows).toHaveLength(2);
  });

  it('does not keep a refusal that counts from counting, unless the request was answered within the day', async () => {
    const refused = { ok: false, error: { code: 'INVALID_INPUT' } };
    expect(await commands.run(ctx, takeBack, 'a', render, claim())).toMatchObject(refused);
    expect((await notes()).rows).toHaveLength(1);
    await run(ctx);
    expect(await commands.run(at(DAY - 1), takeBack, 'a', render, claim())).toMatchObject({
      value: { replayed: true },
    });
    expect((await notes()).rows).toHaveLength(2);
  });

  it.each([
    ['same', 'digest-1'],
    ['another', 'digest-2'],
  ])('counts a refusal of the %s body once if the answer under the key has expired', async (_, bodyDigest) => {
    await run(ctx);
    expect(await commands.run(at(DAY), takeBack, 'a', render, claim({ bodyDigest }))).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['a', 'wrong code']);
  });

  it.each([
    ['deleted the expired answer', (): Promise<unknown> => forgetAnswers(units, (NOW + DAY) as Instant, null), false],
    [
      'used the key again',
      async () => {
        await forgetAnswers(units, (NOW + DAY) as Instant, null);
        return createCommands(units, digest).run(at(DAY), takeNote, 'b', render, claim());
      },
      true,
    ],
  ])('is freed once, even if another host has %s in the meantime', async (_, meanwhile, replayed) => {
    await run(ctx);
    let reads = 0;
    const meeting = createCommands(
      {
        ...units,
        read: async (of, work) => {
          const found = await units.read(of, work);
          if (++reads === 1) await meanwhile();
          return found;
        },
      },
      digest,
    );
    expect(await meeting.run(at(DAY), takeNote, 'c', render, claim())).toMatchObject({ ok: true, value: { replayed } });
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['a', replayed ? 'b' : 'c']);
  });

  it('may be absent: each request then has its effect, and its own refusal', async () => {
    for (const n of [1, 2]) {
      expect(await commands.run(ctx, takeNote, 'a', render, null)).toEqual(
        ok({ status: 201, body: `{"n":${n}}`, remember: true, replayed: false, output: n }),
      );
    }
    expect(await commands.run(ctx, takeBack, 'a', render, null)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    const refuse: UseCase<string, number> = async () => err('INVALID_AMOUNT');
    expect(await commands.run(ctx, refuse, 'a', render, null)).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    const texts = await commands.read(tenant, async (reads) =>
      (await reads.list(NOTES, { order: 'asc', limit: 10 })).rows.map(({ text }) => text),
    );
    expect(texts).toEqual(['a', 'a', 'wrong code']);
  });
});

describe('a use case', () => {
  it('runs in a unit of its own', async () => {
    expect(await runUseCase(units, ctx, takeNote, 'a')).toEqual(ok(1));
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['a']);
  });

  it('that asks others first finishes with their answer, or not at all', async () => {
    const prepared = (answer: Result<string>) => ({ prepare: async () => answer, finish: takeNote });
    expect(await runUseCase(units, ctx, prepared(ok('asked')), 'a')).toEqual(ok(1));
    const refused = err('LOOKUP_REQUEST_FAILED');
    expect(await runUseCase(units, ctx, prepared(refused), 'a')).toEqual(refused);
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['asked']);
  });
});

describe('a use case whose preparation is outdated when it finishes', () => {
  const OUTDATED = err('CONFLICT', 'the record has changed; send the request again', { retryAfter: 1 });
  const outdatedFirst = (times: number, isOutdated?: (error: DomainError) => boolean) => {
    const prepared: number[] = [];
    const useCase = {
      prepare: async (_ctx: Context, text: string) => (prepared.push(prepared.length + 1), ok(text)),
      finish: ((tx, context, text) =>
        prepared.length <= times
          ? Promise.resolve(OUTDATED)
          : takeNote(tx, context, `${text} ${prepared.length}`)) satisfies UseCase<string, number>,
      ...(isOutdated !== undefined && { isOutdated }),
    };
    return { prepared, useCase };
  };
  const isOutdated = (error: DomainError) => error === OUTDATED.error;

  it('is prepared and finished once more', async () => {
    const { useCase } = outdatedFirst(1, isOutdated);
    expect(await runUseCase(units, ctx, useCase, 'run')).toEqual(ok(1));
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['run 2']);
  });

  it('is refused if it is outdated again, or if its error has another cause', async () => {
    const twice = outdatedFirst(2, isOutdated);
    expect(await runUseCase(units, ctx, twice.useCase, 'run')).toEqual(OUTDATED);
    expect(twice.prepared).toEqual([1, 2]);
    for (const other of [outdatedFirst(1), outdatedFirst(1, () => false)]) {
      expect(await runUseCase(units, ctx, other.useCase, 'run')).toEqual(OUTDATED);
      expect(other.prepared).toEqual([1]);
    }
    expect((await notes()).rows).toEqual([]);
  });
});

describe('an attempt', () => {
  const refuseWith = (code: 'INVALID_AMOUNT' | 'QUOTE_REQUEST_FAILED'): Attempt<string, string, number> => ({
    prepare: async (_ctx, input) => input,
    attempt: async (tx, context) => {
      tx.add(NOTES, { ...newRecord('Note:lost', context), text: 'lost' });
      return err(code);
    },
    refused: (error) => (tx, context) => takeNote(tx, context, error.code),
  });
  const attempt = (of: Attempt<string, string, number>) => runAttempt(commands, ctx, of, 'a', render, claim());

  it('writes a final refusal once under the idempotency key', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => attempt(refuseWith('INVALID_AMOUNT'))));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.body : answer.error.code))).size).toBe(1);
    expect(answers[0]!.ok).toBe(true);
    expect((await notes()).rows.map(({ text }) => text)).toEqual(['INVALID_AMOUNT']);
  });

  it('writes nothing if it lost a race and may be retried', async () => {
    const twin = domainError('CONFLICT', 'another request changed the record first', { retryAfter: 1 });
    const lost: Attempt<string, string, number> = { ...refuseWith('INVALID_AMOUNT'), attempt: async () => fail(twin) };
    expect(await attempt(lost)).toEqual({ ok: false, error: twin });
    expect((await notes()).rows).toEqual([]);
  });

  it('writes nothing if it may succeed later', async () => {
    expect(await attempt(refuseWith('QUOTE_REQUEST_FAILED'))).toMatchObject({
      error: { code: 'QUOTE_REQUEST_FAILED' },
    });
    expect((await notes()).rows).toEqual([]);
  });
});
