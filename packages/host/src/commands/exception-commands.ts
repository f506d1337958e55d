import { type Core, ENVIRONMENTS, toIso } from '@corridor/core';
import { type ExceptionRecord, type ExceptionStatus, RESOLUTIONS } from '@corridor/core/records';
import { DIRECTIONS, houseTenant, OPENED_BY_HAND, RULES } from '@corridor/core/internal';
import { tenantOf } from './account-commands.js';
import { type Arguments, requiredOptionOf, oneOf, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { amountOf, everyTenant, takeAction } from './operator.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

const STATUSES = ['OPEN', 'RESOLVED'] as const satisfies readonly ExceptionStatus[];

/** Prints the exceptions, oldest first within its platform. */
export const listExceptions = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STATUSES, 'status', optionOf(given, 'status') ?? 'OPEN');
    const none = status === 'OPEN' ? 'no open exceptions' : 'no resolved exceptions';
    const list = printedList(processContext, given, none);
    for (const tenant of await everyTenant(core)) {
      for await (const exception of core.operators.reads.exceptionsOf(tenant, status)) {
        const { version: _version, createdAt, updatedAt: _updatedAt, resolvedAt, ...fields } = exception;
        const times = { createdAt: toIso(createdAt), resolvedAt: resolvedAt === null ? null : toIso(resolvedAt) };
        list.add({ ...fields, ...times }, lineOf(exception));
      }
    }
    return list.end();
  });

const lineOf = ({ id, kind, status, amount, currency, subject, tenant, reason }: ExceptionRecord): string =>
  `${id} ${kind} ${status} ${amount} ${currency} ${shown(subject)} (${tenant}): ${shown(reason)}`;

export const showException = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const exception = await exceptionOf(core, requiredOptionOf(given, 'id'));
    const { id: _id, tenant, version: _version, createdAt, updatedAt: _updatedAt, resolvedAt, ...fields } = exception;
    processContext.print(`${exception.id} of ${tenant}, opened ${toIso(createdAt)}`);
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null && value !== '') processContext.print(`  ${name}: ${shown(String(value))}`);
    }
    if (resolvedAt !== null) processContext.print(`  resolvedAt: ${toIso(resolvedAt)}`);
    const allowed = RESOLUTIONS.filter((each) => RULES[exception.kind][each] !== undefined);
    if (exception.status === 'OPEN') processContext.print(`  resolutions: ${allowed.join(', ')}`);
    return 0;
  });

export async function openByHand(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const kind = oneOf(OPENED_BY_HAND, 'kind', requiredOptionOf(given, 'kind'));
  const direction = optionOf(given, 'direction');
  const input = {
    kind,
    subject: optionOf(given, 'subject'),
    reference: optionOf(given, 'reference'),
    rail: optionOf(given, 'rail'),
    currency: optionOf(given, 'currency'),
    amount: amountOf(given, 'amount'),
    direction: direction === undefined ? undefined : oneOf(DIRECTIONS, 'direction', direction),
    reason: requiredOptionOf(given, 'reason'),
  };
  const lines = await withCore(configuration, processContext, async (core) => {
    const tenant =
      kind === 'STATEMENT_DIFFERENCE'
        ? houseTenant(oneOf(ENVIRONMENTS, 'environment', optionOf(given, 'environment') ?? 'PRODUCTION'))
        : await tenantOf(core, given);
    return takeAction(core, given, tenant, 'exceptions.open', input, (opened) => [lineOf(opened)], input);
  });
  lines.forEach(processContext.print);
  return 0;
}

export async function resolveException(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const input = {
    exceptionId: requiredOptionOf(given, 'id'),
    resolution: oneOf(RESOLUTIONS, 'resolution', requiredOptionOf(given, 'resolution')),
    account: optionOf(given, 'account'),
    note: optionOf(given, 'note'),
    evidence: optionOf(given, 'evidence'),
    bankReference: optionOf(given, 'bank-reference'),
    valueDate: optionOf(given, 'value-date'),
  };
  const lines = await withCore(configuration, processContext, async (core) => {
    const { tenant } = await exceptionOf(core, input.exceptionId);
    return takeAction(core, given, tenant, 'exceptions.resolve', input, (resolved) => [resolvedLine(resolved)]);
  });
  lines.forEach(processContext.print);
  return 0;
}

const resolvedLine = ({ id, resolution, entryId }: ExceptionRecord): string =>
  `${id} is RESOLVED: ${resolution}${entryId === null ? '' : `, booked as ${entryId}`}`;

async function exceptionOf(core: Core, id: string): Promise<ExceptionRecord> {
  const found = await core.exceptions.get(id);
  if (found.ok) return found.value;
  throw new CommandError(`--id: no exception ${id} exists; list them with corridor exceptions list`);
}
