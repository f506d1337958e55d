import { RECORD_KINDS } from '../catalogue/index.js';
import type { AnyKind, BaseRecord, KindOf } from '../kernel/index.js';
import { readAll } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { type Erasure, ERASURES } from '../retention/index.js';
import { accountsOf } from '../accounts/index.js';
import { addOperator } from './operators.js';
import { type PlayCore, valueOf } from './play-core.js';

type Play = Pick<PlayCore, 'core' | 'storage' | 'tenant' | 'clock' | 'run' | 'pass'>;

const reversed = (text: string): string => [...text].reverse().join('');

/** The kinds of rows that have one of these texts, also sealed, with the text. */
export async function rowsWith({ storage, tenant }: Play, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of RECORD_KINDS as readonly AnyKind[]) {
    const any = kind as unknown as KindOf<BaseRecord>;
    const rows = await storage.units.read(kind.scope === 'host' ? null : tenant, (reads) => readAll(reads, any));
    const all = JSON.stringify(rows, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
    for (const text of texts)
      if (all.includes(text) || all.includes(reversed(text))) found.push(`${kind.name}: ${text}`);
  }
  return found;
}

/** Pays all money of a customer out to an account in euros, so that the customer can be deleted. */
export async function payOut(play: Play, customerId: string, pass = (seconds: number) => play.pass(seconds)) {
  const { core, run, storage, tenant } = play;
  const payee = valueOf(
    await run(core.accounts.addExternal, {
      ...{ ownerType: 'CUSTOMER', customerId, currency: 'EUR' },
      accountInfo: {
        ...{ accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013890' },
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
      },
    } as never),
  );
  for (const account of await storage.units.read(tenant, (reads) => accountsOf(reads, customerId as never))) {
    const balance = await storage.units.read(tenant, (reads) => reads.get(BALANCES, account.id));
    if (balance === null || balance.available === 0n) continue;
    const quote = valueOf(
      await run(core.quotes.create, {
        ...{ immediatelyExecute: false, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: balance.available },
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      } as never),
    );
    valueOf(await run(core.quotes.execute, { id: quote.id }));
  }
  for (let passes = 0; passes < 4; passes += 1) await pass(31);
}

/** Deletes a customer without money, and erases its data with two operators, who are added under these names. */
export async function eraseCustomerOf(
  play: Play,
  customerId: string,
  deciders: readonly [string, string] = ['Ann', 'Bob'],
): Promise<Erasure> {
  const { core, storage, tenant, clock, run } = play;
  valueOf(await run(core.customers.delete as never, { id: customerId } as never));
  await core.work.drain();
  // Sessions of wallets end, quotes expire, and hosts forget codes.
  clock.advance(2 * 86_400);
  await core.work.drain();
  await core.work.forgetAnswers();
  const ann = await addOperator(storage.units, deciders[0], 'ADMIN');
  const bob = await addOperator(storage.units, deciders[1], 'ADMIN');
  const { actions } = core.operators;
  const input = { id: customerId, caseReference: 'DSR-7' } as never;
  const asked = valueOf(await actions.request(ann, { tenant, action: 'customers.erase', input }));
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  valueOf(await actions.approve(bob, tenant, asked.awaiting));
  for (let turns = 0; turns < 12; turns += 1) {
    await core.work.sealJournal();
    await core.work.runJobs();
    clock.advance(61);
  }
  const erasures = await storage.units.read(tenant, (reads) => readAll(reads, ERASURES));
  const erasure = erasures.find((each) => each.customerId === customerId);
  if (erasure?.status !== 'ERASED') throw new Error(`${customerId} is not erased: ${erasure?.place}`);
  return erasure;
}
