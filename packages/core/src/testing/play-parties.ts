import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type BaseRecord, type KindOf, ok, readAll, transition, update } from '../kernel/index.js';
import {
  NOTHING_WAITS,
  releaseCleared,
  SCREENING_MATCH,
  SCREENING_MATCHES,
  type ScreeningMatchRecord,
  type ScreeningTelling,
} from '../screening/index.js';
import type { CorePorts } from '../service/index.js';
import { type PlayCore, playCore, valueOf } from './play-core.js';
import type { PlayScreening } from './play-screening.js';
import { digest, fixedClock, type FixedClock, reversingSealer } from './ports.js';

/** Hosts on one storage, one after the other, with a screening provider. */
export interface PlayParties {
  readonly clock: FixedClock;
  readonly host: () => PlayCore;
  /** Starts another host on the storage; the one before it has died. By default with the units of the storage and the connection. */
  restart(units?: CorePorts['storage']['units'], screening?: CorePorts['screening']): Promise<void>;
  customers(): Promise<readonly Customer[]>;
  all<T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]>;
  rename(id: string, fullName: string): Promise<void>;
  /** Clears a match, as an operator does. */
  clear(match: ScreeningMatchRecord): Promise<void>;
  /** The status of the answer to a message of the provider. */
  tell(telling: ScreeningTelling): Promise<number | null>;
  /** Lets time pass second by second. */
  run(seconds: number): Promise<void>;
}

/** Customers with these names, and a payee of the first one, who are older than the connection to the provider. */
export async function playParties(
  provider: PlayScreening,
  names: readonly string[],
  { payee }: { readonly payee?: string } = {},
): Promise<PlayParties> {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  let host = await playCore({ storage, clock });
  for (const fullName of names)
    valueOf(
      await host.run(host.core.customers.create, { customerType: 'INDIVIDUAL', fullName, region: 'US' } as never),
    );
  if (payee !== undefined) {
    const { rows } = await storage.units.read(host.tenant, (reads) =>
      reads.list(CUSTOMERS, { order: 'asc', limit: 1 }),
    );
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: payee, countryOfResidence: 'DE' };
    const account = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary };
    const owner = { ownerType: 'CUSTOMER', customerId: rows[0]!.id, currency: 'EUR' };
    valueOf(await host.run(host.core.accounts.addExternal, { ...owner, accountInfo: account } as never));
  }
  const parties: PlayParties = {
    clock,
    host: () => host,
    async restart(units = storage.units, screening = [provider.connection]) {
      const over = { storage: { ...storage, units }, clock, screening };
      host = await playCore(over, { existing: true });
    },
    all: (kind) => storage.units.read(host.tenant, (reads) => readAll(reads, kind)),
    customers: () => parties.all(CUSTOMERS),
    async rename(id, fullName) {
      const { tenant, core } = host;
      const renamed = await core.units.run(tenant, async (tx) => {
        update(tx, host.context(), CUSTOMERS, (await tx.get(CUSTOMERS, id))!, { fullName });
        return ok();
      });
      valueOf(renamed);
    },
    async clear({ id }) {
      const continuations = {
        payment: NOTHING_WAITS,
        deposit: NOTHING_WAITS,
        order: NOTHING_WAITS,
        party: NOTHING_WAITS,
      };
      const { tenant, core } = host;
      const cleared = await core.units.run(tenant, async (tx) => {
        const ctx = host.context();
        const match = (await tx.get(SCREENING_MATCHES, id))!;
        const moved = transition(tx, ctx, SCREENING_MATCH, SCREENING_MATCHES, match, 'clear', {
          decision: 'another one',
        });
        if (!moved.ok) return moved;
        const unit = { tx, ctx, ids: { next: () => '' } as never };
        return releaseCleared(unit, { digest, sealer: reversingSealer, continuations }, moved.value.record);
      });
      valueOf(cleared);
    },
    async tell(telling) {
      const body = new TextEncoder().encode(JSON.stringify(telling));
      const answer = await host.core.screening.callback('play-lists', { path: '', headers: {}, body });
      return answer?.status ?? null;
    },
    async run(seconds) {
      for (let at = 0; at < seconds; at += 1) await host.pass(1);
    },
  };
  await parties.restart();
  return parties;
}
