import type { Caller, Core, MasterKeyHolder, OutputOf, TenantKey } from '@corridor/core';
import { DECLARED_ACTIONS } from '@corridor/core/internal';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, optionOf } from '../terminal/arguments.js';
import type { ActionCommand, ActionInput, ActionName, ActionRegistry } from './action-declaration.js';
import { explained, fieldErrors, missingOperator, readInput, withOption } from './action-input.js';
import { awaitingLines, coreFor, holderOf, operatorOf } from './operator.js';

/** Carries out the action of a command for its operator, or for the holder of the master key, and prints what it did. */
export async function runAction<N extends ActionName>(
  of: ActionCommand<N>,
  configuration: Configuration,
  options: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { action, tenant, completed = (all) => all, refuses, isOfHolder, prints } = of;
  const refused = refuses?.(options) ?? null;
  if (refused !== null) throw new UsageError(refused);
  const given = completed(options);
  const needsOperator = DECLARED_ACTIONS[action].byMasterKey !== true && isOfHolder !== true;
  const missing = [...(tenant.missing?.(given) ?? []), ...(needsOperator ? missingOperator(given) : [])];
  // The declaration of the action has checked it.
  const input = readInput(DECLARED_ACTIONS[action].input, given, missing) as ActionInput<N>;
  const lines = await withCore(configuration, processContext, async (core) => {
    const caller = await callerOf(core, given, action, processContext);
    const found = await tenant.find({ core: await coreFor(core, caller), given, input });
    return perform(core, caller, { tenant: found, action, input }, prints);
  });
  lines.forEach(processContext.print);
  return 0;
}

/** The operator of `--operator`; without it, the holder of the master key, if the action allows it. */
export async function callerOf(
  core: Core,
  given: Arguments,
  action: ActionName,
  processContext: ProcessContext,
): Promise<Caller | MasterKeyHolder> {
  const isHolder = optionOf(given, 'operator') === undefined && DECLARED_ACTIONS[action].byMasterKey === true;
  return isHolder ? holderOf(processContext) : operatorOf(core, given);
}

interface Requested<N extends ActionName> {
  readonly tenant: TenantKey;
  readonly action: N;
  readonly input: ActionInput<N>;
}

/** Requests an action with an input that was read from options. The lines to print are those of its output. */
export async function perform<N extends ActionName>(
  core: Core,
  caller: Caller | MasterKeyHolder,
  { tenant, action, input }: Requested<N>,
  prints: ActionCommand<N>['prints'],
): Promise<readonly string[]> {
  const outcome = await core.operators.actions.request(caller, { tenant, action, input });
  if (outcome.ok) {
    const { value } = outcome;
    return value.kind === 'awaiting'
      ? awaitingLines(value)
      : prints((value as { readonly output: OutputOf<ActionRegistry[N]> }).output, input);
  }
  const { input: fields } = DECLARED_ACTIONS[action];
  const errors = fieldErrors(outcome.error.details);
  if (errors.length === 0) throw new CommandError(withOption(outcome.error.message, fields));
  throw new UsageError(errors.map((error) => explained(error, fields, input)).join('; '));
}
