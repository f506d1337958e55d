import { open, rm } from 'node:fs/promises';
import { type Core, fromIso, type Id, OPERATOR_ROLES, type OperatorRole } from '@corridor/core';
import { CONSOLE_PATH } from '@corridor/adapters-http';
import { isId, logFields, logLine } from '@corridor/core/internal';
import { type Arguments, list, oneOf, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import { UsageError } from '../kernel/errors.js';
import { withContainer, withCore } from '../serving/host.js';
import { holderOf } from './operator.js';
import { consoleUrl } from '../composition/place.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

type Invitation = Awaited<ReturnType<Core['operators']['invite']>>;

/** Creates an operator, and prints the link with which the person sets up a sign-in. */
export const createOperator = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => {
  const platforms = platformsOf(given);
  const operator = { name: requiredOptionOf(given, 'name'), role: roleOf(requiredOptionOf(given, 'role')), platforms };
  const file = optionOf(given, 'credential');
  if (file !== undefined) return writeCredential(configuration, processContext, operator, file);
  return printLink(configuration, processContext, operator, ({ operators }) =>
    operators.invite(operator, holderOf(processContext)),
  );
};

/** Creates an operator for programs, and writes its credential to a new file that only this user can read. */
const writeCredential = (
  configuration: Configuration,
  processContext: ProcessContext,
  operator: Parameters<Core['operators']['automate']>[0],
  path: string,
): Promise<number> =>
  withCore(configuration, processContext, async ({ operators }) => {
    // The file comes first: a credential that cannot be written must not exist.
    const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
      throw new UsageError(`--credential: ${path} cannot be created (${cause.code ?? 'unknown'}); name a new file`);
    });
    try {
      const created = await operators.automate(operator, holderOf(processContext));
      if (!created.ok) await rm(path);
      const { operator: made, credential } = requireOk(created, { ...operator });
      await file.writeFile(`${credential}\n`);
      processContext.print(`operator: ${made.id}`);
      processContext.print(`name: ${made.name}`);
      processContext.print(`role: ${made.role}`);
      printPlatforms(processContext, made);
      processContext.print(`credential, valid for 90 days: ${path}`);
    } finally {
      await file.close();
    }
    return 0;
  });

/** Ends the sign-in of an operator who lost it, and prints a new link. */
export const resetOperator = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => {
  const operator = { name: requiredOptionOf(given, 'name') };
  return printLink(configuration, processContext, operator, ({ operators }) =>
    operators.reset(operator, holderOf(processContext)),
  );
};

const printLink = (
  configuration: Configuration,
  processContext: ProcessContext,
  input: Readonly<Record<string, unknown>>,
  invited: (core: Core) => Promise<Invitation>,
): Promise<number> =>
  withContainer(configuration, processContext, async (container) => {
    const { operator, link } = requireOk(await invited(await container.getAsync(TOKENS.Core)), input);
    const console =
      consoleUrl(configuration, await container.getAsync(TOKENS.Place)) + configuration.basePath + CONSOLE_PATH;
    processContext.print(`operator: ${operator.id}`);
    processContext.print(`name: ${operator.name}`);
    processContext.print(`role: ${operator.role}`);
    printPlatforms(processContext, operator);
    processContext.print(`link, works once within an hour: ${console}/enrol/${link}`);
    return 0;
  });

/** Prints all operators with their roles and states. */
export const listOperators = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async ({ operators }) => {
    const printed = printedList(
      processContext,
      given,
      'there are no operators; create one with corridor operator create',
    );
    for (const { id, name, role, platforms, status, hasPassword, passkeys } of await operators.list()) {
      const ways = [hasPassword && 'password', passkeys.length > 0 && `${passkeys.length} passkeys`].filter(Boolean);
      printed.add(
        { id, name, role, platforms, status, hasPassword, passkeys: passkeys.length },
        `${id} ${name}: ${role}, ${status}${platforms === null ? '' : `, for ${platforms.join(' ')}`}${ways.length > 0 ? `, ${ways.join(' and ')}` : ''}`,
      );
    }
    return printed.end();
  });

/** Withdraws the access of an operator for good. */
export const disableOperator = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async ({ operators }) => {
    const operator = { name: requiredOptionOf(given, 'name') };
    const { id, name, status } = requireOk(await operators.disable(operator, holderOf(processContext)), operator);
    processContext.print(`${id} ${name} is ${status}`);
    return 0;
  });

const PAGE = 500;

/** Prints the log of operators, newest first. */
export const printLog = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async ({ operators }) => {
    const since = optionOf(given, 'since');
    const from = since === undefined ? undefined : fromIso(since);
    if (from === null) throw new UsageError('--since: must be a time such as 2026-01-31T12:00:00Z');
    const printed = printedList(processContext, given, null);
    let cursor: string | undefined;
    do {
      const page = requireOk(await operators.log({ from, limit: PAGE, cursor }), {});
      for (const entry of page.data) printed.add(logFields(entry), logLine(entry));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return printed.end();
  });

/** The platforms of `--platforms`; null without it. */
function platformsOf(given: Arguments): readonly Id<'Platform'>[] | null {
  const text = optionOf(given, 'platforms');
  if (text === undefined) return null;
  return list(text).map((id) => {
    if (!isId('Platform', id)) throw new UsageError(`--platforms: ${id} is not an id that begins with Platform:`);
    return id;
  });
}

const printPlatforms = ({ print }: ProcessContext, { platforms }: { readonly platforms: readonly string[] | null }) => {
  if (platforms !== null) print(`platforms: ${platforms.join(' ')}`);
};

/** Roles are written in lower case on the command line; capitals are accepted too. */
const roleOf = (text: string): OperatorRole =>
  oneOf(
    OPERATOR_ROLES.map((role) => role.toLowerCase()),
    'role',
    text.toLowerCase(),
  ).toUpperCase() as OperatorRole;
