import type { RailConnection } from '../accounts/index.js';
import type { CurrencyCode, Instant, UnitOfWork } from '../kernel/index.js';
import { readPositions } from '../ledger/index.js';
import { compareStatements } from './compare-statements.js';
import type { ComparedHolding } from './compared-holding.js';

/**
 * Compares the holdings of a connection with the clearing accounts of its rails; also those of which the connection
 * holds nothing. Without holdings, the newest statements are compared: empty if there are none. Money that moves during the comparison can show as a difference
 * once; the next comparison has it on both sides. Throws what `holdings` throws.
 */
export async function compareHoldings(
  units: UnitOfWork,
  connection: Pick<RailConnection, 'holdings' | 'rails' | 'environment' | 'statements'>,
  now: Instant,
): Promise<readonly ComparedHolding[]> {
  const { holdings, rails, environment } = connection;
  if (holdings === undefined)
    return (await compareStatements(units, connection, now)).flatMap(({ compared }) => compared ?? []);
  const held = await holdings();
  const booked = new Map<string, bigint>();
  for (const { environment: of, account, currency, balance } of await readPositions(units, now)) {
    const rail = rails.find(({ name }) => account === `clearing:${name}`);
    if (rail === undefined || of !== environment) continue;
    const key = keyOf(rail.name, currency);
    booked.set(key, (booked.get(key) ?? 0n) - balance);
  }
  const compared = held.map((holding) => {
    const key = keyOf(holding.rail, holding.currency);
    const ledger = booked.get(key) ?? 0n;
    booked.delete(key);
    return { ...holding, ledger, difference: holding.amount - holding.untold - ledger };
  });
  const missing = [...booked].filter(([, ledger]) => ledger !== 0n);
  return [...compared, ...missing.map(([key, ledger]) => lacking(key, ledger))];
}

const keyOf = (rail: string, currency: string): string => `${rail} ${currency}`;

function lacking(key: string, ledger: bigint): ComparedHolding {
  const [rail = '', currency] = key.split(' ');
  const nothing = { amount: 0n, untold: 0n, asOf: null };
  return { rail, currency: currency as CurrencyCode, ...nothing, ledger, difference: -ledger };
}
