import { ENVIRONMENTS } from '@corridor/core';
import { BOOKED_BY_HAND } from '@corridor/core/records';
import { houseTenant } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, oneOf, optionOf } from './arguments.js';
import type { Configuration } from './configuration.js';
import { UsageError } from './errors.js';
import { withCore } from './host.js';
import { amountOf, takeAction } from './operator.js';
import type { Surroundings } from './surroundings.js';

export async function bookTreasury(
  configuration: Configuration,
  given: Arguments,
  surroundings: Surroundings,
): Promise<number> {
  const tenant = houseTenant(oneOf(ENVIRONMENTS, 'environment', optionOf(given, 'environment') ?? 'PRODUCTION'));
  const amount = amountOf(given, 'amount');
  if (amount === undefined) throw new UsageError('--amount is missing');
  const input = {
    kind: oneOf(BOOKED_BY_HAND, 'kind', requiredOptionOf(given, 'kind')),
    reference: requiredOptionOf(given, 'reference'),
    rail: requiredOptionOf(given, 'rail'),
    currency: requiredOptionOf(given, 'currency'),
    amount,
    boughtRail: optionOf(given, 'bought-rail'),
    boughtCurrency: optionOf(given, 'bought-currency'),
    boughtAmount: amountOf(given, 'bought-amount'),
    note: optionOf(given, 'note'),
  };
  const lines = await withCore(configuration, surroundings, (core) =>
    takeAction(core, given, tenant, 'treasury.book', input, ({ id, kind, reference }) => [
      `${kind} ${reference} is booked as ${id}`,
    ]),
  );
  lines.forEach(surroundings.print);
  return 0;
}
