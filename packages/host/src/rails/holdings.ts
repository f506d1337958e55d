import { setTimeout as delay } from 'node:timers/promises';
import { amountText, type ComparedHolding, compareHoldings } from '@corridor/core/internal';
import type { Clock, RailConnection, UnitOfWork } from '@corridor/core/ports';
import type { ProcessContext } from '../kernel/process-context.js';
import { shown, textOf } from '../terminal/terminal.js';

const ATTEMPTS = 3;
const PAUSE_MS = 500;

/** What a connection holds beside the ledger. Compares again before it says that they differ: money may just have moved. */
export async function holdingsOf(
  units: UnitOfWork,
  connection: RailConnection,
  clock: Clock,
): Promise<readonly ComparedHolding[]> {
  for (let attempt = 1; ; attempt += 1) {
    const compared = await compareHoldings(units, connection, clock.now());
    if (attempt === ATTEMPTS || compared.every(({ difference }) => difference === 0n)) return compared;
    await delay(PAUSE_MS);
  }
}

export function holdingLine(holding: ComparedHolding): string {
  const { rail, currency, amount, untold, asOf, ledger, difference, later } = holding;
  const at = asOf === null ? '' : ` at ${later === undefined ? '' : 'the end of '}${shown(asOf)}`;
  const pending =
    untold === 0n
      ? ''
      : `, of which ${amountText(untold, currency)} ${later === undefined ? 'are not reported yet' : 'wait or have an exception'}`;
  const since =
    later === undefined || later === 0n ? '' : `, of which ${amountText(later, currency)} are on no statement yet`;
  const both = `${rail} holds ${amountText(amount, currency)}${at}${pending}; the ledger has ${amountText(ledger, currency)}${since}`;
  return difference === 0n ? both : `${both}; ${amountText(difference, currency)} are unexplained`;
}

/** The lines about what a connection holds. Balances that cannot be read are a problem. */
export async function heldBy(units: UnitOfWork, connection: RailConnection, { clock }: ProcessContext) {
  try {
    const compared = await holdingsOf(units, connection, clock);
    return { lines: compared.map(holdingLine), isEven: compared.every(({ difference }) => difference === 0n) };
  } catch (cause) {
    return { lines: [`problem: the balances cannot be read: ${textOf(cause)}`], isEven: false };
  }
}
