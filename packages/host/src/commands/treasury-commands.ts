import { ENVIRONMENTS } from '@corridor/core';
import { BOOKED_BY_HAND } from '@corridor/core/records';
import { houseTenant } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, oneOf, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { amountOf, takeAction } from './operator.js';
import type { ProcessContext } from '../kernel/process-context.js';

export async function bookTreasury(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
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
    valueDate: optionOf(given, 'value-date'),
    note: optionOf(given, 'note'),
  };
  const lines = await withCore(configuration, processContext, (core) =>
    takeAction(core, given, tenant, 'treasury.book', input, ({ id, kind, reference }) => [
      `${kind} ${reference} is booked as ${id}`,
    ]),
  );
  lines.forEach(processContext.print);
  return 0;
}

/** Confirms a payment outside the service by the reference of a document. */
export async function confirmOutside(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const input = { id: requiredOptionOf(given, 'id'), document: requiredOptionOf(given, 'document') };
  const lines = await withCore(configuration, processContext, async (core) => {
    const payment = await core.operators.reads.outsidePayment(input.id);
    if (payment === null)
      throw new CommandError(`--id: no outside payment ${input.id} exists; corridor audit prints the unconfirmed ones`);
    return takeAction(core, given, payment.tenant, 'treasury.confirm', input, ({ id, document }) => [
      `${id} is CONFIRMED by ${document}`,
    ]);
  });
  lines.forEach(processContext.print);
  return 0;
}
