import { expect, it } from 'vitest';
import { toolsOfAgent } from '../../packages/host/src/running-host/mcp/agent-tools.js';
import { sandboxTools } from '../../packages/host/src/running-host/mcp/sandbox-tools.js';
import { annotationsOf, schemaOf, type Tool } from '../../packages/host/src/running-host/mcp/tool.js';
import { expectKept } from './kept.js';

const permissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;

/** The tools as a client lists them, with their schemas in full. */
const listed = (tools: readonly Tool[]): string =>
  `${JSON.stringify(
    tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: schemaOf(tool),
      annotations: annotationsOf(tool),
    })),
    null,
    2,
  )}\n`;

it.each([
  ['agents', toolsOfAgent({ customerId: 'Customer:x', policy: { permissions } } as never)],
  ['the sandbox', sandboxTools],
])('the tools of %s are the recorded ones, with the schemas of their arguments', (of, tools) => {
  expect(tools.length).toBeGreaterThan(15);
  expectKept(`mcp/tools-of-${of.replace('the ', '')}.json`, listed(tools));
});
