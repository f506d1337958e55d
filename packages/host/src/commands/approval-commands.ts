import { type Awaiting, type Core, type CreatedPlatform, type IssuedToken, toIso } from '@corridor/core';
import { amountText, operatorText } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { platformLines, tokenLines } from './action-lines.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { coreFor, operatorOf } from './operator.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the requests that wait for a second operator, newest first. */
export const listApprovals = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const list = printedList(processContext, given, 'nothing waits for an approval');
    for (const awaiting of await core.operators.actions.waiting()) list.add(fieldsOf(awaiting), ...linesOf(awaiting));
    return list.end();
  });

const fieldsOf = ({ requestId, action, subject, input, moves, books, requestedBy, expiresAt, digest }: Awaiting) => ({
  ...{ requestId, action, subject, requestedBy: operatorText(requestedBy), expiresAt: toIso(expiresAt) },
  ...{ input, moves, books: books ?? [], digest },
});

const linesOf = ({ requestId, action, subject, input, moves, books, requestedBy, expiresAt, digest }: Awaiting) => [
  `${requestId} ${action} of ${shown(subject)}, requested by ${shown(operatorText(requestedBy))}, until ${toIso(expiresAt)}:`,
  ...Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${shown(valueText(value))}`),
  ...moves.map(({ currency, amount }) => `  moves: ${amountText(amount, currency)}`),
  ...(books ?? []).map(({ account, currency, amount }) => `  books: ${shown(account)} ${amountText(amount, currency)}`),
  `  digest: ${digest}`,
];

/** Null is shown, because it removes a setting. */
const valueText = (value: unknown): string =>
  typeof value === 'object'
    ? JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
    : String(value);

export const approve = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => decide(configuration, given, processContext, 'approve');

export const decline = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => decide(configuration, given, processContext, 'decline');

async function decide(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
  decision: 'approve' | 'decline',
): Promise<number> {
  const approval = { requestId: requiredOptionOf(given, 'id'), digest: requiredOptionOf(given, 'digest') };
  const lines = await withCore(configuration, processContext, async (core) => {
    const caller = await operatorOf(core, given);
    const { tenant, action, subject } = await awaitingOf(await coreFor(core, caller), approval.requestId);
    if (decision === 'decline') {
      requireOk(await core.operators.actions.decline(caller, tenant, approval), {});
      return [`${action} of ${shown(subject)} is declined`];
    }
    const { output } = requireOk(await core.operators.actions.approve(caller, tenant, approval), {});
    return [
      `${action} of ${shown(subject)} is approved and carried out`,
      ...(action === 'tokens.create' ? tokenLines(output as IssuedToken) : []),
      ...(action === 'platforms.create' ? platformLines(output as CreatedPlatform) : []),
    ];
  });
  lines.forEach(processContext.print);
  return 0;
}

async function awaitingOf(core: Core, id: string): Promise<Awaiting> {
  const found = await core.operators.actions.findWaiting(id);
  if (found === null)
    throw new CommandError(
      `--id: ${id} is unknown, already carried out, declined or expired; if it was not carried out, request it again`,
    );
  return found;
}
