import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomerExport } from '@corridor/core';
import { documentFileName, exportHead, exportReadme, sectionParts } from '@corridor/core/internal';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { makePrivateFolder, writePrivate } from '../terminal/private-folder.js';
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
    await makePrivateFolder(folder);
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

interface Written {
  readonly records: number;
  readonly documents: number;
}

/** What an index says of a file. */
interface WrittenPart {
  readonly file: string;
  readonly title: string;
  readonly records: number;
}

/** Writes a JSON file for each section. */
export async function writeSections(
  folder: string,
  sections: CustomerExport['sections'],
): Promise<readonly WrittenPart[]> {
  const parts: WrittenPart[] = [];
  for (const section of sections) {
    const file = `${section.name}.json`;
    let records = 0;
    await writePrivate(
      join(folder, file),
      sectionParts(section, (rows) => (records = rows)),
    );
    parts.push({ file, title: section.title, records });
  }
  return parts;
}

/** Writes the data of a customer into a folder that is there and empty. */
export async function writeExport(folder: string, exported: CustomerExport): Promise<Written> {
  await writePrivate(join(folder, 'README.txt'), [exportReadme(exported)]);
  const parts = await writeSections(folder, exported.sections);
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
