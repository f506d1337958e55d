import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../packages/adapters-http/src/index.js';
import { expectKept } from './kept.js';

const digestOf = (part: unknown): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 16);

const isGroup = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null;

/** The document takes megabytes, so that its digests are kept: of each operation, component, and other member. */
const DEPTHS: Readonly<Record<string, number>> = { paths: 2, webhooks: 2, components: 2 };

/** One line with the digest of each part that is `depth` levels below `part`, in the order of the document. */
function digests(part: unknown, depth: number, path: string): readonly string[] {
  if (depth === 0 || !isGroup(part) || Array.isArray(part)) return [`${digestOf(part)}  ${path}`];
  return Object.entries(part).flatMap(([name, each]) => digests(each, depth - 1, `${path} ${name}`.trim()));
}

it('the OpenAPI document is the recorded one, apart from its version', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as Record<string, unknown>;
  const made = Object.entries({ ...document, info: { ...(document['info'] as object), version: '' } }).flatMap(
    ([name, part]) => digests(part, DEPTHS[name] ?? 0, name),
  );
  expect(made.length).toBeGreaterThan(300);
  expectKept('openapi.txt', `${made.join('\n')}\n`);
});
