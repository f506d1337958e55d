import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type {
  ActionOutcome,
  Awaiting,
  Caller,
  Core,
  InputOf,
  MasterKeyHolder,
  OutputOf,
  Page,
  PageRequest,
  Result,
  TenantKey,
  Unchecked,
} from '@corridor/core';
import { toIso } from '@corridor/core';
import { HOUSE_TENANTS, limitedCore, MAX_LIMIT, operatorText } from '@corridor/core/internal';
import { type Arguments, optionOf, requireOk } from '../terminal/arguments.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';

type Registry = Core['operators']['actions']['registry'];
type Name = keyof Registry & string;

const MAX_CREDENTIAL = 512;

/** The operator whose credential is in the file of `--operator`. */
export async function operatorOf(core: Core, given: Arguments): Promise<Caller> {
  const path = operatorFileOf(given);
  const text = await credentialIn(path);
  const signedIn = await core.operators.signedIn(text, 'COMMAND_LINE');
  if (!signedIn.ok)
    throw new CommandError(
      `--operator: the credential in ${path} is unknown or has ended; create another one in the console under Account`,
    );
  return { operatorId: signedIn.value.operator.id, source: 'COMMAND_LINE', requestId: 'command line' };
}

/** The core as the caller reads it: an operator with a limit finds the records of its platforms alone. */
export async function coreFor(core: Core, caller: Caller | MasterKeyHolder): Promise<Core> {
  if (caller.source === 'MASTER_KEY') return core;
  const account = await core.operators.reads.operator(caller.operatorId);
  return limitedCore(core, account?.platforms ?? null);
}

/** The file of `--operator`. */
export function operatorFileOf(given: Arguments): string {
  const path = optionOf(given, 'operator');
  if (path === undefined || path === '')
    throw new UsageError('--operator is missing; create a credential in the console under Account, and pass its file');
  return path;
}

async function credentialIn(path: string): Promise<string> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) throw new UsageError(`--operator: other users can read ${path}; run chmod 600 on it`);
    return (await readFile(path, 'utf8')).slice(0, MAX_CREDENTIAL).trim();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`--operator: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

/** The person who runs the command with the master key. */
export const holderOf = ({ systemUser = userInfo().username }: ProcessContext): MasterKeyHolder => ({
  source: 'MASTER_KEY',
  name: systemUser,
  requestId: 'command line',
});

/** Carries out an action for an operator. `done` makes the lines to print from its output. */
export async function takeAction<N extends Name>(
  core: Core,
  given: Arguments,
  tenant: TenantKey,
  action: N,
  input: Unchecked<InputOf<Registry[N]>>,
  done: (output: OutputOf<Registry[N]>) => readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const caller = await operatorOf(core, given);
  return linesOf(await core.operators.actions.request(caller, { tenant, action, input }), done, options);
}

function linesOf<O>(
  outcome: Result<ActionOutcome<O>>,
  done: (output: O) => readonly string[],
  options: Readonly<Record<string, unknown>>,
): readonly string[] {
  const value = requireOk(outcome, options);
  return value.kind === 'awaiting' ? awaitingLines(value) : done((value as { readonly output: O }).output);
}

/** The lines that tell the second operator how to approve, and which requests about the same record wait already. */
export const awaitingLines = ({
  awaiting: { requestId, digest, expiresAt },
  others,
}: {
  readonly awaiting: Awaiting;
  readonly others: readonly Awaiting[];
}): readonly string[] => [
  `waits for the approval of another operator until ${toIso(expiresAt)}, in the console or by`,
  `corridor approvals approve --id ${requestId} --digest ${digest} --operator FILE`,
  ...others.map(
    (other) =>
      `${other.requestId} waits already: ${other.action} of the same record, requested by ${operatorText(other.requestedBy)}`,
  ),
];

/** The rows of every page of a list. */
export async function* everyRow<T>(read: (request: PageRequest) => Promise<Result<Page<T>>>): AsyncGenerator<T> {
  for (let cursor: string | undefined; ;) {
    const { data, nextCursor } = requireOk(await read({ limit: MAX_LIMIT, cursor }), {});
    yield* data;
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

/** All tenants: platforms, and the house tenant of each environment, which holds the records of the service itself. */
export const everyTenant = async (core: Core): Promise<readonly TenantKey[]> => [
  ...(await core.platforms.listTenants()).map(({ id }) => id),
  ...HOUSE_TENANTS,
];
