import { finish, giveUp, type JobHandler, retryLater } from '../events/index.js';
import { Bug, ok, splitTenant, type UnitOfWork } from '../kernel/index.js';
import { type Quote, QUOTES, SETTLEMENT_CURRENCY, settlementOf } from '../quotes/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { Keys } from './keys.js';
import type { OwnInstitutions } from './own-institutions.js';
import type { UmaProtocol } from './ports.js';
import { MSAT_PER_SAT } from './satoshis.js';
import { parseUmaAddress } from './uma-address.js';

/**
 * Attempts with a doubling delay, about 43 minutes in all. Only the information of the other institution depends on
 * them.
 */
const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_SECONDS = 5;

/** Notifies the receiver's institution that it was paid. */
export function notifyCounterparty(ports: {
  readonly units: UnitOfWork;
  readonly protocol: UmaProtocol;
  readonly keys: Keys;
  readonly own: OwnInstitutions;
}): JobHandler {
  return async (begun, job, ask) => {
    const { uma, destination } = await ports.units.read(begun.tenant, async (reads): Promise<Quote> => {
      const transaction = await reads.get(TRANSACTIONS, job.subject);
      const quoteId = transaction?.quoteId ?? null;
      const quote = quoteId === null ? null : await reads.get(QUOTES, quoteId);
      if (quote === null) throw new Bug(`${job.subject} has no quote`);
      return quote;
    });
    const receiver = destination.destinationType === 'UMA_ADDRESS' ? parseUmaAddress(destination.umaAddress) : null;
    if (uma === null || uma.utxoCallback === null || receiver === null)
      throw new Bug(`${job.subject} has no institution to notify`);
    const { domain, utxoCallback: url, settlementAmount } = uma;
    const units = settlementAmount * (settlementOf(uma).currency === SETTLEMENT_CURRENCY ? MSAT_PER_SAT : 1n);
    const inProcess = await ports.own.at(splitTenant(begun.tenant).environment, receiver.domain);
    const asked = await ask('the institutions of receivers', async () =>
      ports.protocol.notify({
        signer: await ports.keys.signer(domain),
        url,
        units,
        ...(inProcess !== null && { inProcess }),
      }),
    );
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    return ports.units.run(ctx.tenant, async (tx) => {
      if (answer.ok) finish(tx, job);
      else if (job.attempts >= MOST_ATTEMPTS) await giveUp(tx, ctx, job, answer.error.message);
      else await retryLater(tx, ctx, job, FIRST_PAUSE_SECONDS * 2 ** (job.attempts - 1), answer.error.message);
      return ok();
    });
  };
}
