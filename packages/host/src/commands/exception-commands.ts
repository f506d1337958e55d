import { type Core, toIso } from '@corridor/core';
import { type ExceptionRecord, type ExceptionStatus, RESOLUTIONS } from '@corridor/core/records';
import { RULES } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, oneOf, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { everyTenant } from './operator.js';
import { shown } from '../terminal/terminal.js';
import { exceptionLine } from './action-lines.js';
import { printedList, printObject } from '../terminal/printed-list.js';
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
        list.add(fieldsOf(exception), exceptionLine(exception));
      }
    }
    return list.end();
  });

/** The fields of an exception in JSON. */
function fieldsOf(exception: ExceptionRecord) {
  const { version: _version, createdAt, updatedAt: _updatedAt, resolvedAt, ...fields } = exception;
  return { ...fields, createdAt: toIso(createdAt), resolvedAt: resolvedAt === null ? null : toIso(resolvedAt) };
}

export const showException = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const exception = await exceptionOf(core, requiredOptionOf(given, 'id'));
    // The decision about its matches resolves a hit.
    const isHit = exception.kind === 'SCREENING_HIT';
    const allowed = RESOLUTIONS.filter((each) => !isHit && RULES[exception.kind][each] !== undefined);
    if (given['json'] === true) {
      const resolutions = exception.status === 'OPEN' ? allowed : [];
      printObject(processContext, { ...fieldsOf(exception), resolutions });
      return 0;
    }
    const { id: _id, tenant, version: _version, createdAt, updatedAt: _updatedAt, resolvedAt, ...fields } = exception;
    processContext.print(`${exception.id} of ${tenant}, opened ${toIso(createdAt)}`);
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null && value !== '') processContext.print(`  ${name}: ${shown(String(value))}`);
    }
    if (resolvedAt !== null) processContext.print(`  resolvedAt: ${toIso(resolvedAt)}`);
    if (exception.status === 'OPEN')
      processContext.print(
        isHit
          ? `  decide about its matches: corridor screening show --id ${exception.reference}, then screening clear or screening confirm`
          : `  resolutions: ${allowed.join(', ')}`,
      );
    return 0;
  });

/** The exception, of any tenant. */
export async function exceptionOf(core: Core, id: string): Promise<ExceptionRecord> {
  const found = await core.exceptions.get(id);
  if (found.ok) return found.value;
  throw new CommandError(`--id: no exception ${id} exists; list them with corridor exceptions list`);
}
