import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@corridor/adapters-http';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import type { Agent } from '@corridor/client';
import { ACCOUNT_TYPES, BUSINESS_BENEFICIARY } from '@corridor/core/internal';
import { AGENT_PERMISSIONS } from '@corridor/core/records';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { toolsOfAgent } from '../../packages/host/src/running-host/mcp/agent-tools.js';
import { sandboxTools } from '../../packages/host/src/running-host/mcp/sandbox-tools.js';
import { schemaOf } from '../../packages/host/src/running-host/mcp/tool.js';
import { patternsIn, portabilityFault } from '../support/portable-pattern.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const agent = { customerId: 'Customer:x', policy: { permissions: AGENT_PERMISSIONS } } as unknown as Agent;

/** The patterns of the JSON files below `docs`, and of the JSON in its chapters. */
const patternsOfDocs = (): readonly string[] =>
  readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|md)$/.test(file) && !file.startsWith('.'))
    .flatMap((file) => {
      const text = readFileSync(join(DOCS, file), 'utf8');
      if (file.endsWith('.json')) return patternsIn(JSON.parse(text));
      return [...text.matchAll(/"pattern"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map(
        ([, quoted]) => JSON.parse(quoted!) as string,
      );
    });

const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'the OpenAPI document of the API': patternsIn(openApiDocument()),
  'the OpenAPI document of HTTP rails': patternsIn(railOpenApi()),
  'the tools for agents': toolsOfAgent(agent).flatMap((tool) => patternsIn(schemaOf(tool))),
  'the tools for the sandbox': sandboxTools.flatMap((tool) => patternsIn(schemaOf(tool))),
  'the fields of external accounts, which errors and list_account_types name': [
    ...ACCOUNT_TYPES.flatMap(({ fields, beneficiary }) => [...fields, ...beneficiary.individual.fields]),
    ...BUSINESS_BENEFICIARY.fields,
  ].flatMap((field) => field.pattern ?? []),
  'the documents': patternsOfDocs(),
};
const ALL = [...new Set(Object.values(PUBLISHED).flat())];

/** Texts by which engines that read a pattern differently are told apart. */
const TEXTS = [
  ...[
    '',
    ' ',
    'a',
    'Ab9',
    '0',
    '007',
    '42',
    '1234567',
    '٣٤',
    '１２',
    '\u00a0',
    '\u2003',
    '\ufeff',
    'a b@c.d',
    'ada@x.example',
  ],
  ...[
    'ada\u2003@x.example',
    'é',
    'Zoë\n Ü',
    '😀',
    'a\u0000',
    'a\u0085b',
    'a\u2028b',
    '\u007f',
    '-',
    '--',
    '-12',
    '+4915112345678',
  ],
  ...[
    '2026-02-29',
    '2024-02-29',
    'DEUTDEFF',
    'DE89370400440532013000',
    'USD',
    'usd',
    '[x]',
    '{1}',
    'a|b',
    '$',
    '^',
    '\\d',
  ],
];

const answers = (test: (pattern: string, text: string) => boolean): readonly (readonly boolean[])[] =>
  ALL.map((pattern) => TEXTS.map((text) => test(pattern, text)));
const inScript = answers((pattern, text) => new RegExp(pattern).test(text));

const PYTHON = `
import json, re, sys
given = json.load(sys.stdin)
print(json.dumps([[re.search(p, t) is not None for t in given["texts"]] for p in given["patterns"]]))
`;

describe('a published pattern', () => {
  it.each(Object.entries(PUBLISHED))('of %s means the same in ECMAScript, Python and RE2', (place, patterns) => {
    if (place !== 'the documents') expect(patterns.length).toBeGreaterThan(3);
    const faults = patterns
      .map((pattern) => [pattern, portabilityFault(pattern)])
      .filter(([, fault]) => fault !== null);
    expect(faults).toEqual([]);
  });

  it('is answered alike by ECMAScript with the flag u', () => {
    expect(answers((pattern, text) => new RegExp(pattern, 'u').test(text))).toEqual(inScript);
  });

  it('is answered alike by RE2', () => {
    expect(answers((pattern, text) => RE2JS.compile(pattern).matcher(text).find())).toEqual(inScript);
  });

  it('is answered alike by Python', ({ skip }) => {
    const input = JSON.stringify({ patterns: ALL, texts: TEXTS });
    const python = spawnSync('python3', ['-W', 'error', '-c', PYTHON], { input, encoding: 'utf8' });
    if (python.error !== undefined) return skip('python3 is not installed');
    expect(python.stderr).toBe('');
    expect(JSON.parse(python.stdout)).toEqual(inScript);
  });
});

describe('the check of patterns', () => {
  it.each([
    ...[
      '^\\P{Cc}*$',
      '^[^\\p{Cc}\\p{Cs}]*$',
      '^\\d+$',
      '\\w',
      '[\\s@]',
      '^.{3}$',
      '^\\u0041$',
      '(?=a)',
      '(?<!a)b',
      '(a)\\1',
    ],
    ...[
      '(?<n>a)',
      '(?i)a',
      'a{1001}',
      'a{2,1}',
      'a++',
      'a*+',
      '{1}',
      'a{,3}',
      '[]',
      '[^]',
      '[[a]',
      '[a&&b]',
      '[z-a]',
      ']',
    ],
    ...['}', 'a$b', 'a^b', '\\a', '\\-', '\\b', '😀', '[a', '(a', 'a)', '*', '\\x4', '\\'],
  ])('refuses %s', (pattern) => {
    expect(portabilityFault(pattern)).not.toBeNull();
  });

  it.each([
    ...[
      '',
      '^[A-Z]{2}$',
      '^(?:a|b)+?$',
      '^[^\\x00-\\x1f]*$',
      '^\\+[1-9][0-9]{1,14}$',
      '^[a-z0-9.\\-_]+$',
      '^a|b$',
      '^[-a]$',
    ],
    ...['\\{\\}', '^[0-9]{3,}$', '[\u2000-\u200a]', 'a{0,1000}', '^([0-9]{2}-[0-9]{7}|[0-9]{9})$'],
  ])('accepts %s', (pattern) => {
    expect(portabilityFault(pattern)).toBeNull();
  });
});
