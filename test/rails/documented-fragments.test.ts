import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Rail } from '@corridor/core/ports';
import { railContract } from '@corridor/core/testing';
import * as runner from 'vitest';

const { afterAll, describe, expect, test } = runner;
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

interface Fragment {
  readonly document: string;
  readonly language: string;
  readonly code: string;
}

/** The code of the documents that is about rails. */
const fragments: readonly Fragment[] = ['docs', 'examples']
  .flatMap((root) => readdirSync(join(REPOSITORY, root), { recursive: true }).map((path) => join(root, String(path))))
  .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
  .toSorted()
  .flatMap((document) =>
    [...readFileSync(join(REPOSITORY, document), 'utf8').matchAll(/^```(ts|js)\n(.*?)^```$/gms)].map(
      ([, language = '', code = '']) => ({ document, language, code }),
    ),
  )
  .filter(({ code }) => /\b(?:\w*Rails?|railContract|TellCore|CreateConnection)\b/.test(code));

const of = (document: string, language: string) =>
  fragments.filter((each) => each.document === document && each.language === language).map(({ code }) => code);

// The folder is below the repository, so that the packages of the workspace are found from it.
const cache = join(REPOSITORY, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'documented-rails-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a module in TypeScript with the strictness of the repository; returns what the compiler reports. */
function compile(name: string, code: string): string {
  writeFileSync(join(folder, `${name}.ts`), code);
  writeFileSync(
    join(folder, `${name}.json`),
    JSON.stringify({
      extends: join(REPOSITORY, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        incremental: false,
        declaration: false,
        declarationMap: false,
        types: ['node'],
        noUnusedLocals: false,
      },
      files: [`${name}.ts`],
    }),
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const tsc = join(REPOSITORY, 'node_modules/typescript-7/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', `${name}.json`], { cwd: folder, encoding: 'utf8' }).stdout;
}

const chapter = of('docs/rails/write-a-rail.md', 'ts');

/** What the fragments of the chapter take from their surroundings: a bank with a client, and how its states are read. */
const SURROUNDINGS = `
import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { guardRail } from '@corridor/adapters-rails/registry';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { PayoutStatus, RailRefundStatus } from '@corridor/core/ports';

interface BankTransfer {
  readonly isExecuted: boolean;
}
interface BankClient {
  readonly collectionIban: string;
  transfer(order: {
    readonly idempotencyKey: string;
    readonly iban: string | null;
    readonly cents: bigint;
    readonly remittanceInformation: string | null;
  }): Promise<BankTransfer>;
  find(idempotencyKey: string): Promise<BankTransfer>;
  verify(iban: string | null): Promise<{ readonly known: boolean }>;
  sendBack(idempotencyKey: string, cents: bigint, ...of: readonly unknown[]): Promise<BankTransfer>;
}
interface BankMessage {
  readonly id: string;
  readonly kind: 'credit' | 'return';
  readonly transfer: {
    readonly id: string;
    readonly idempotencyKey: string;
    readonly memo: string;
    readonly cents: bigint;
    readonly debtor: string;
    readonly debtorIban: string;
    readonly valueDate: string;
    readonly reason: string | null;
  };
}

const transfers = new Map<string, { isExecuted: boolean; times: number }>();
const order = (idempotencyKey: string) => {
  const known = transfers.get(idempotencyKey);
  if (known !== undefined) return known;
  const transfer = { isExecuted: true, times: 1 };
  transfers.set(idempotencyKey, transfer);
  return transfer;
};
const bank: BankClient = {
  collectionIban: 'DE89370400440532013000',
  transfer: async ({ idempotencyKey }) => order(idempotencyKey),
  async find(idempotencyKey) {
    const transfer = transfers.get(idempotencyKey);
    if (transfer === undefined) throw new Error('the bank does not know ' + idempotencyKey);
    return transfer;
  },
  verify: async (iban) => ({ known: iban !== null }),
  sendBack: async (idempotencyKey) => order(idempotencyKey),
};
const toStatus = ({ isExecuted }: BankTransfer): PayoutStatus =>
  isExecuted
    ? { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null }
    : { state: 'pending', checkAfterSeconds: 60 };
const toRefundStatus = ({ isExecuted }: BankTransfer): RailRefundStatus =>
  isExecuted ? { state: 'completed' } : { state: 'pending', checkAfterSeconds: 60 };
const { digest } = nodeCrypto;
const log = console;
`;

interface Composed {
  readonly rails: readonly Rail[];
  readonly moved: (reference: string) => Promise<number>;
}

describe('the rail that the steps of docs/rails/write-a-rail.md write', async () => {
  const exported =
    'export const moved = async (reference: string) => transfers.get(reference)?.times ?? 0;\nexport { rails };\n';
  const faults = compile('steps', [SURROUNDINGS, ...chapter, exported].join('\n'));

  test('compiles', () => {
    expect(faults).toBe('');
  });

  const { rails, moved } = (await import(pathToFileURL(join(folder, 'steps.js')).href)) as Composed;
  railContract(
    runner,
    rails.find(({ name }) => name === 'example-sepa')!,
    { moved },
  );
});

test('the code of docs/rails/http.md compiles', () => {
  const declarations = `
import type { RailConnection, ConnectionContext } from '@corridor/core/ports';
declare const entry: Readonly<Record<string, unknown>>;
declare const store: ConnectionContext['store'];
declare const closedAccount: { readonly accountType: 'US_ACCOUNT'; readonly accountNumber: string; readonly routingNumber: string };
declare function settleAtTheBank(): Promise<void>;
declare function timesMovedAtTheBank(reference: string): Promise<number>;
`;
  expect(compile('http', [declarations, ...of('docs/rails/http.md', 'ts')].join('\n'))).toBe('');
});

test('the code of docs/embedding.md that passes rails to core compiles', () => {
  expect(compile('embedding', of('docs/embedding.md', 'ts').join('\n'))).toBe('');
});

test('only documents whose code runs or is compiled contain code about rails', () => {
  expect([...new Set(fragments.map(({ document, language }) => `${document} ${language}`))]).toEqual([
    'docs/embedding.md ts',
    'docs/rails/http.md ts',
    // test/rails/documented-rail.test.ts
    'docs/rails/write-a-rail.md js',
    'docs/rails/write-a-rail.md ts',
  ]);
});
