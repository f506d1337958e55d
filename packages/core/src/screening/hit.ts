import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS, openException, resolveItself } from '../exceptions/index.js';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { Bug, type CurrencyCode, isId, type Reads, type Unit } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';
import type { ScreenedPayment } from './ports.js';
import type { Screening, ScreeningMatchRecord } from './screening.js';

/** Money that a hit is about. */
type Money = Pick<ScreenedPayment, 'amount' | 'currency'>;

/** Says what matches, without the data of a person: pages show them from the match. */
const reasonOf = (matches: readonly ScreeningMatchRecord[]): string =>
  `matches ${matches.map(({ list, entry, entryVersion }) => `${list}, entry ${entry}, version ${entryVersion}`).join('; ')}`;

/** Opens the exception about the undecided matches of one subject. The platform is not told. */
export async function openHit(
  unit: Unit,
  screening: Screening,
  subject: string,
  matches: readonly ScreeningMatchRecord[],
  money: Money | null,
): Promise<void> {
  const { amount, currency } = money ?? { amount: 0n, currency: await currencyFor(unit.tx, screening.tenant, subject) };
  await openException(unit, {
    ...{ kind: 'SCREENING_HIT', subject, reference: screening.id, rail: null },
    ...{ amount, currency, reason: reasonOf(matches), isUntold: true },
  });
}

/** Ends the exception about a subject of a screening, if it is open. */
export async function endHit(
  unit: Unit,
  screeningId: string,
  subject: string,
  by: string,
  resolution: 'RETRIED' | 'REFUSED' = 'RETRIED',
): Promise<void> {
  const found = await unit.tx.find(EXCEPTIONS, 'matter', ['SCREENING_HIT', subject, screeningId]);
  if (found?.status === 'OPEN') resolveItself(unit, found, resolution, by);
}

/** An exception has a currency: that of the account, the first of the customer, or the first of the platform. */
async function currencyFor(reads: Reads, tenant: Screening['tenant'], subject: string): Promise<CurrencyCode> {
  const account = isId('ExternalAccount', subject) ? await reads.get(EXTERNAL_ACCOUNTS, subject) : null;
  if (account !== null) return account.currency;
  const owner = isId('BeneficialOwner', subject) ? await reads.get(BENEFICIAL_OWNERS, subject) : null;
  const customerId = owner?.customerId ?? subject;
  const customer = isId('Customer', customerId) ? await reads.get(CUSTOMERS, customerId) : null;
  const currency =
    customer?.currencies[0] ?? (await reads.get(PLATFORMS, tenant))?.supportedCurrencies[0]?.currencyCode;
  if (currency === undefined) throw new Bug(`${tenant} has no currency`);
  return currency;
}
