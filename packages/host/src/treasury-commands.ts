import { type Core, ENVIRONMENTS, type Operator } from '@corridor/core';
import {
  BOOKED_BY_HAND,
  type Booking,
  type ExceptionRecord,
  PENDING_COMMANDS,
  type PendingCommand,
} from '@corridor/core/records';
import { type Action, houseTenant, isId, operatorText } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, oneOf, requireOk, optionOf } from './commands.js';
import type { Configuration } from './configuration.js';
import { CommandError, UsageError } from './errors.js';
import { resolvedLine } from './exception-commands.js';
import { withCore } from './host.js';
import { amountOf, awaitingLines, everyTenant, operatorOf } from './operator.js';
import type { Surroundings } from './surroundings.js';
import { runAsSystem } from './system-commands.js';

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
    by: operatorOf(given, surroundings),
  };
  const lines = await withCore(configuration, surroundings, async (core) =>
    requireOk(
      await runAsSystem(core, tenant, core.treasury.book, input, ({ done, awaiting }) =>
        awaiting === null ? [bookedLine(done)] : awaitingLines(awaiting),
      ),
      {},
    ),
  );
  lines.forEach(surroundings.print);
  return 0;
}

const bookedLine = ({ id, kind, reference }: Booking): string => `${kind} ${reference} is booked as ${id}`;

/** Executes the request of another person. Without a digest it only prints the request. */
export async function approveResolution(
  configuration: Configuration,
  given: Arguments,
  surroundings: Surroundings,
): Promise<number> {
  const requestId = requiredOptionOf(given, 'id');
  const by = operatorOf(given, surroundings);
  const digest = optionOf(given, 'digest');
  const lines = await withCore(configuration, surroundings, async (core) => {
    const pending = await requestOf(core, requestId);
    if (digest === undefined) return askedLines(pending);
    const approval = { requestId, digest, by };
    return requireOk(
      await runAsSystem(core, pending.tenant, core.treasury.approve, approval, (done) => [doneLine(done)]),
      {},
    );
  });
  lines.forEach(surroundings.print);
  return digest === undefined ? 1 : 0;
}

const doneLine = (done: ExceptionRecord | Booking): string =>
  'status' in done ? resolvedLine(done) : bookedLine(done);

function askedLines({ id, bodyDigest, state }: PendingCommand): readonly string[] {
  const { action, by } = state as unknown as { readonly action: Action; readonly by: Operator };
  return [
    `${id} was requested by ${operatorText(by)}:`,
    ...Object.entries(action.input)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `  ${name}: ${String(value)}`),
    ...action.moves.map(({ currency, amount }) => `  moves: ${amount} ${currency}`),
    `approve it with --digest ${bodyDigest}`,
  ];
}

async function requestOf(core: Core, id: string): Promise<PendingCommand> {
  for (const tenant of isId('Request', id) ? await everyTenant(core) : []) {
    const found = await core.units.read(tenant, (reads) => reads.get(PENDING_COMMANDS, id));
    if (found !== null && ['resolveException', 'bookTreasury'].includes(found.operation)) return found;
  }
  throw new CommandError(
    `--id: ${id} is unknown, already executed or expired; if it was not executed, request it again`,
  );
}
