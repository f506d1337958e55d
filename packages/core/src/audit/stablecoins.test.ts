import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { type BaseRecord, type KindOf, ok, toIso } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { STABLECOIN_OPERATIONS, STABLECOIN_QUOTES, type StablecoinOperation } from '../stablecoins/index.js';
import { valueOf } from '../testing/play-core.js';
import { inspectSupply } from './supply.js';
import { playIssuer, type PlayIssuer } from '../testing/play-issuer.js';

let played: PlayIssuer;
let done: StablecoinOperation;
let open: StablecoinOperation;
let coin: Awaited<ReturnType<PlayIssuer['issued']>>;

beforeEach(async () => {
  played = await playIssuer();
  coin = await played.issued();
  const quote = valueOf(await played.quote(coin, played.mint()));
  done = valueOf(await played.execute(quote));
  await played.play.pass(0);
  await played.play.pass(1);
  open = valueOf(await played.order(coin, played.mint()));
  await played.clean();
});

const findings = async (): Promise<readonly string[]> => (await played.play.core.ledger.audit()).findings;

/** Changes a stored record directly, without any guard, including immutable fields; null removes the record. */
async function corrupt<T extends BaseRecord>(
  kind: KindOf<T>,
  which: (record: T) => boolean,
  patch: ((record: T) => Partial<T>) | null,
): Promise<void> {
  const { units } = played.play.storage;
  const record = await units.read(null, async (reads) => {
    for await (const one of everyRecord(reads, kind)) if (which(one)) return one;
    throw new Error(`no matching record of ${kind.name}`);
  });
  valueOf(await units.run(null, async (tx) => ok(tx.remove(kind, record))));
  if (patch !== null) valueOf(await units.run(null, async (tx) => ok(tx.add(kind, { ...record, ...patch(record) }))));
}

describe('an audit of stablecoins finds', () => {
  it('a FAILED mint with tokens in the ledger', async () => {
    await corrupt(
      STABLECOIN_OPERATIONS,
      ({ id }) => id === done.id,
      () => ({ status: 'FAILED' as const }),
    );
    expect(await findings()).toEqual([
      `entries of ${done.id} (FAILED): expected HOLD, HOLD_RELEASE, found HOLD, TOKEN_MINT`,
    ]);
  });

  it('a COMPLETED mint without tokens in the ledger', async () => {
    await corrupt(
      STABLECOIN_OPERATIONS,
      ({ id }) => id === open.id,
      () => ({ status: 'COMPLETED' as const }),
    );
    expect(await findings()).toEqual([`entries of ${open.id} (COMPLETED): expected HOLD, TOKEN_MINT, found HOLD`]);
  });

  it('tokens whose amount differs from their mint, in the ledger and in the supply', async () => {
    await corrupt(
      STABLECOIN_OPERATIONS,
      ({ id }) => id === done.id,
      () => ({ netAmount: 1n }),
    );
    const [entry, quote, ...more] = await findings();
    expect(entry).toMatch(/^TOKEN_MINT of StablecoinOperation:\S+ expected /);
    expect([quote, more]).toEqual([expect.stringMatching(/^StablecoinQuote:\S+ names \S+, which does not match/), []]);
    expect(await played.play.core.ledger.auditSupply()).toEqual([
      expect.stringMatching(
        /^clearing:SANDBOX:brale:USDB of \S+: the ledger has a supply of 10\.\d+ USDB, its operations 0\.\d*1 USDB$/,
      ),
    ]);
  });

  it('an order without a job that continues it', async () => {
    await corrupt(JOBS, ({ subject }) => subject === open.id, null);
    expect(await findings()).toEqual([`${open.id} is CREATED, but no job asks its issuer`]);
  });

  it('an EXECUTED quote without an operation', async () => {
    await corrupt(
      STABLECOIN_QUOTES,
      () => true,
      () => ({ stablecoinOperationId: null }),
    );
    expect(await findings()).toEqual([expect.stringMatching(/ is EXECUTED but has no operation$/)]);
  });

  it('a quote that has not expired a day before the last seal', async () => {
    const quote = valueOf(await played.quote(coin, played.mint()));
    played.play.clock.advance(2 * 86_400);
    expect(await findings()).toEqual([]);
    await played.play.core.work.sealJournal();
    expect(await findings()).toEqual([`${quote.id} is PENDING, although it was valid until ${toIso(quote.expiresAt)}`]);
  });

  it('an entry without its order', async () => {
    await corrupt(STABLECOIN_OPERATIONS, ({ id }) => id === open.id, null);
    expect(await findings()).toEqual([`no record accounts for the entries HOLD of ${open.id}`]);
  });

  it('a tenant whose supply cannot be read, and goes on', async () => {
    const { units } = played.play.storage;
    const malformed: typeof units = {
      ...units,
      read: async (tenant, work, extent) => {
        if (tenant === coin.tenant) throw new SyntaxError('Unexpected end of JSON input');
        return units.read(tenant, work, extent);
      },
    };
    expect(await inspectSupply(malformed)).toEqual({
      hasIssuers: true,
      findings: [
        `the supply of the stablecoins of ${coin.tenant} cannot be inspected: a column has no valid JSON or number`,
      ],
    });
  });
});
