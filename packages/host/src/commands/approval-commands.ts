import { type Awaiting, type Core, type CreatedPlatform, type IssuedToken, toIso, type Wording } from '@corridor/core';
import { amountText, operatorText } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { platformLines, tokenLines } from './action-lines.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { coreFor, operatorOf } from './operator.js';
import { shown, visible } from '../terminal/terminal.js';
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
    const { actions } = core.operators;
    for (const awaiting of await actions.waiting()) {
      const wording = await actions.wordingOf(awaiting);
      list.add(fieldsOf(awaiting, wording), ...linesOf(awaiting, wording));
    }
    return list.end();
  });

const fieldsOf = (
  { requestId, action, subject, input, moves, books, requestedBy, expiresAt, digest }: Awaiting,
  wording: Wording | null,
) => ({
  ...{ requestId, action, subject, requestedBy: operatorText(requestedBy), expiresAt: toIso(expiresAt) },
  ...{ decision: wording?.sentence ?? null, input, moves, books: books ?? [], digest },
});

/** The input of an action that this release does not have is not shown, because it can have secrets. */
const linesOf = (
  { requestId, action, subject, moves, books, requestedBy, expiresAt, digest }: Awaiting,
  wording: Wording | null,
) => {
  const amountLabel = (wording?.amountLabel ?? 'moves').toLowerCase();
  return [
    `${requestId} ${action} of ${shown(subject)}, requested by ${shown(operatorText(requestedBy))}, until ${toIso(expiresAt)}:`,
    ...(wording === null ? [] : [`  ${visible(wording.sentence)}.`]),
    ...(wording?.facts ?? []).map(
      ({ label, text, now }) => `  ${label}: ${visible(text)}${now === undefined ? '' : ` (now: ${visible(now)})`}`,
    ),
    ...(wording?.state ?? []).map(({ label, text }) => `  ${label} now: ${visible(text)}`),
    ...moves.map(({ currency, amount }) => `  ${amountLabel}: ${amountText(amount, currency)}`),
    ...(books ?? []).map(
      ({ account, currency, amount }) => `  books: ${shown(account)} ${amountText(amount, currency)}`,
    ),
    `  digest: ${digest}`,
  ];
};

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
