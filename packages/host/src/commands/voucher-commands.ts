import { join } from 'node:path';
import { type Environment, type Instant, instant, toIso } from '@corridor/core';
import { listVouchers, monthIn } from '@corridor/core/internal';
import type { Voucher } from '@corridor/core/records';
import { openStorage } from '../composition/storage-module.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { createLog } from '../logging/logging.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { makePrivateFolder, writePrivate } from '../terminal/private-folder.js';
import { printedList } from '../terminal/printed-list.js';
import { visible } from '../terminal/terminal.js';
import { timeOf } from './ledger-options.js';
import { operatorOf } from './operator.js';

const environmentOf = (month: string): Environment => month.slice(0, month.indexOf('/')) as Environment;

export async function printVouchers(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const list = printedList(processContext, given, 'no file of a bank is kept');
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const months = await listVouchers(storage.units).finally(() => storage.close());
  for (const { month, vouchers } of months) {
    const { id, files, keyDeletedAt } = month;
    const of = { environment: environmentOf(id), month: monthIn(id) };
    if (keyDeletedAt !== null) {
      const deletedAt = toIso(keyDeletedAt);
      list.add({ ...of, deletedAt, files }, `${id}: ${files} files were deleted ${deletedAt}`);
      continue;
    }
    for (const { connection, direction, name, bytes, at, digest, isKept } of vouchers) {
      // The file is being kept: it is still where it was exchanged.
      if (!isKept) continue;
      list.add(
        { ...of, deletedAt: null, connection, direction, name, bytes, at: toIso(at), digest },
        visible(`${id}: ${connection} ${direction} ${name}, ${bytes} bytes, ${toIso(at)}, ${digest}`),
      );
    }
  }
  return list.end();
}

/** Writes the files as they were exchanged. The index, which is written last, says that the folder is complete. */
export const exportVouchers = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const connection = requiredOptionOf(given, 'connection');
    const folder = requiredOptionOf(given, 'output');
    const [from, until] = [timeOf(given, 'from') ?? instant(0), timeOf(given, 'to') ?? LAST];
    const caller = await operatorOf(core, given);
    const months = await core.vouchers.list();
    const found = new Set(
      months.flatMap(({ month, vouchers }) =>
        vouchers.some((voucher) => voucher.connection === connection) ? environmentOf(month.id) : [],
      ),
    );
    const environment = oneOfEnvironments(found, connection, optionOf(given, 'environment'));
    const request = { environment, connection, from, until };
    const exported = requireOk(await core.vouchers.export(caller, request), { connection });
    await makePrivateFolder(folder);
    const index: object[] = [];
    for await (const { voucher, content } of exported) {
      const file = fileNameOf(voucher);
      await writePrivate(join(folder, file), [content]);
      const { direction, name, bytes, at, digest } = voucher;
      index.push({ file, direction, name, bytes, at: toIso(at), digest });
    }
    await writePrivate(join(folder, 'index.json'), [
      `${JSON.stringify({ environment, connection, files: index }, null, 2)}\n`,
    ]);
    processContext.print(`wrote ${index.length} files of ${connection} to ${folder}`);
    return 0;
  });

/** The end of the year 9999. */
const LAST: Instant = instant(253_402_300_800_000);

function oneOfEnvironments(
  found: ReadonlySet<Environment>,
  connection: string,
  named: string | undefined,
): Environment {
  const [first, second] = [...found];
  if (first === undefined) throw new CommandError(`--connection: no file of ${connection} is kept`);
  if (named !== undefined) return named as Environment;
  if (second !== undefined) throw new UsageError(`--environment: is missing; ${connection} has files in both`);
  return first;
}

/** Made of the digest, because a bank can name a file as it likes. */
function fileNameOf({ direction, digest, name }: Voucher): string {
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return `${direction.toLowerCase()}-${digest}${ending}`;
}
