import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CustomerExport } from '@corridor/core';
import { documentFileName, exportHead, exportReadme, sectionParts } from '@corridor/core/internal';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { coreFor, operatorOf } from './operator.js';

/** Writes the data of one customer into a new folder. The index, which is written last, says that the folder is complete. */
export const exportCustomer = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const customerId = requiredOptionOf(given, 'customer');
    const folder = requiredOptionOf(given, 'output');
    const audience = given['authority'] === true ? 'AUTHORITY' : 'PERSON';
    const caseReference = caseOf(given, audience);
    const caller = await operatorOf(core, given);
    const { reads } = (await coreFor(core, caller)).operators;
    const tenant = customerId.startsWith('Customer:') ? await reads.tenantOfNumbers(customerId) : null;
    if (tenant === null) throw new CommandError(`--customer: no customer ${customerId} exists`);
    await makeFolder(folder);
    const request = { customerId, audience, caseReference } as const;
    const exported = requireOk(await core.operators.personalData.exportCustomer(caller, tenant, request), {
      customerId,
      caseReference,
    });
    const written = await writeExport(folder, exported);
    processContext.print(
      `wrote ${written.records} records and ${written.documents} documents of ${customerId} to ${folder}`,
    );
    return 0;
  });

function caseOf(given: Arguments, audience: CustomerExport['audience']): string | null {
  const text = optionOf(given, 'case') ?? null;
  if (audience === 'PERSON' && text !== null)
    throw new UsageError('--case: is for the export for an authority; add --authority or leave it out');
  if (audience === 'AUTHORITY' && (text === null || text.trim() === ''))
    throw new UsageError("--case: is missing; --authority needs the reference of the authority's case");
  return text;
}

/** Creates the folder, which only its owner can read. One that has files is refused, so that no two exports are mixed. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // One that exists keeps its mode, and may be open to others.
    if ((await readdir(folder)).length === 0) return await chmod(folder, 0o700);
  } catch (cause) {
    throw new UsageError(
      `--output: ${folder} cannot be created, or is not yours (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  throw new UsageError(`--output: ${folder} has files; name a new or an empty folder`);
}

interface Written {
  readonly records: number;
  readonly documents: number;
}

async function writeExport(folder: string, exported: CustomerExport): Promise<Written> {
  await writePrivate(join(folder, 'README.txt'), [exportReadme(exported)]);
  const parts: { readonly file: string; readonly title: string; readonly records: number }[] = [];
  for (const section of exported.sections) {
    const file = `${section.name}.json`;
    let records = 0;
    await writePrivate(
      join(folder, file),
      sectionParts(section, (rows) => (records = rows)),
    );
    parts.push({ file, title: section.title, records });
  }
  const documents: object[] = [];
  await mkdir(join(folder, 'files'), { mode: 0o700 });
  for await (const document of exported.documents()) {
    const { id: documentId, fileName, contentType, content } = document;
    const file = content === null ? null : `files/${documentFileName(document)}`;
    if (file !== null && content !== null) await writePrivate(join(folder, file), [content]);
    documents.push({ documentId, file, fileName, contentType });
  }
  const index = { ...exportHead(exported), parts, documents };
  await writePrivate(join(folder, 'index.json'), [`${JSON.stringify(index, null, 2)}\n`]);
  return { records: parts.reduce((sum, part) => sum + part.records, 0), documents: documents.length };
}

/** Writes a new file that only its owner can read. */
const writePrivate = (path: string, parts: Iterable<string | Uint8Array> | AsyncIterable<string>): Promise<void> =>
  pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
