import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { runCommand } from '../../packages/host/dist/index.js';
import { kycConnectionsFile, startProvider } from '../support/example-kyc.js';
import { cardConnectionsFile, startProcessor } from '../support/example-cards.js';
import { connectionsFileOf, EXPRESS, makeSecret, startExample } from '../support/example-rails.js';
import { hasPythonForScreening, screeningConnectionsFile, startScreening } from '../support/example-screening.js';

vi.setConfig({ testTimeout: 60_000 });

const CLI = fileURLToPath(new URL('../../packages/host/bin/corridor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'corridor-connections-test-'));
const connectionsFile = join(folder, 'connections.json');
const dataDirectory = mkdtempSync(join(folder, 'data-'));
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
  rmSync(folder, { recursive: true, force: true });
});

interface Application {
  readonly reference: string;
  readonly documents: readonly object[];
}
interface Verdict {
  readonly state: string;
  readonly checkAfterSeconds?: number;
}
interface Desk {
  lookUp(reference: string): Verdict;
  submit(application: Application): Promise<Verdict>;
  owner(application: Application): object;
  link(request: object): object;
  store(reference: string, document: string, bytes: Uint8Array): void;
  approve(reference: string): void;
}
interface Signer {
  accepts(headers: object, body: Uint8Array): boolean;
  headers(id: string, body: string): object;
}
interface Provider {
  readonly desk: Desk;
  readonly requests: Signer;
  readonly answers: Signer;
}

/** A module of the example of a KYC provider. */
const moduleOf = async <T>(file: string): Promise<T> =>
  (await import(new URL(`../../examples/kyc-provider/${file}`, import.meta.url).href)) as T;
const { createApp } = await moduleOf<{
  createApp: (desk: Desk, requests: Signer, answers: Signer) => RequestListener;
}>('app.js');
const { createDesk } = await moduleOf<{ createDesk: (book: object, contents: object, pages: string) => Desk }>(
  'desk.js',
);
const { signer } = await moduleOf<{ signer: (secrets: readonly string[]) => Signer }>('signature.js');

const secrets = { KYC_SECRET: makeSecret(), KYC_CALLBACK_SECRET: makeSecret() };

interface Keyed {
  readonly key: string;
}
function memoryBook() {
  const records = new Map<string, Keyed>();
  return {
    get: (key: string) => records.get(key),
    all: (kind: string) => [...records.values()].filter(({ key }) => key.startsWith(`${kind} `)),
    write: (...changed: readonly Keyed[]) => changed.forEach((record) => records.set(record.key, record)),
  };
}

/** Starts the example in this process, changed: a desk that approves at once, unless the change says otherwise. */
async function startChanged(
  change: (provider: Provider) => Partial<Provider> = () => ({}),
  contents = new Map<string, Uint8Array>(),
): Promise<string> {
  const desk = createDesk(memoryBook(), contents, 'http://127.0.0.1:9/page');
  const approving: Desk = {
    ...desk,
    async submit(application) {
      const { state } = await desk.submit(application);
      // Another request may have brought the same application.
      if (state === 'pending' && desk.lookUp(application.reference).state === 'pending')
        desk.approve(application.reference);
      return desk.lookUp(application.reference);
    },
    owner(application) {
      if ((desk.owner(application) as { readonly decision: string }).decision === 'pending')
        desk.approve(application.reference);
      return desk.owner(application);
    },
  };
  const usual = {
    desk: approving,
    requests: signer([secrets.KYC_SECRET]),
    answers: signer([secrets.KYC_CALLBACK_SECRET]),
  };
  const provider = { ...usual, ...change(usual) };
  const server = createServer(createApp(provider.desk, provider.requests, provider.answers));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function writeKyc(url: string, environment = 'SANDBOX'): void {
  writeFileSync(
    connectionsFile,
    JSON.stringify({ kyc: kycConnectionsFile().kyc.map((entry) => ({ ...entry, url, environment })) }),
  );
}

/** The same for a provider that fetches documents. */
function writeFetching(url: string): void {
  const fetching = { url, environment: 'SANDBOX', documents: 'fetch' };
  const kyc = kycConnectionsFile().kyc.map((entry) => ({ ...entry, ...fetching }));
  writeFileSync(connectionsFile, JSON.stringify({ kyc }));
}

async function command(args: readonly string[], env: Readonly<Record<string, string>> = secrets) {
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const settings = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_DATA_DIR: dataDirectory };
  const code = await runCommand(['connections', 'test', ...args], { ...settings, ...env }, output);
  for (const secret of Object.values(env)) {
    expect(out + err).not.toContain(secret);
    expect(out + err).not.toContain(secret.slice('whsec_'.length));
  }
  return { code, out, err };
}

async function tested(change?: Parameters<typeof startChanged>[0], ...options: readonly string[]) {
  writeKyc(await startChanged(change));
  return command(['acme-id', ...options]);
}

describe('corridor connections test', () => {
  it('plays the contract of KYC providers, and says that a right one does everything right', async () => {
    const { code, out, err } = await tested();
    expect(err).toBe('');
    const lines = out.trimEnd().split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('ok  '))).toEqual([]);
    expect(lines).toContain('ok          a decision on a business is final, on every host');
    expect(lines).toContain('ok          a request that was signed for another path is refused');
    expect([code, lines.at(-1)]).toEqual([0, `${lines.length - 1} ok, 0 failed, 0 not tested`]);
  });

  it('opens no database, and can be repeated against a provider that remembers everything', async () => {
    writeKyc(await startChanged());
    for (const run of [1, 2]) expect([run, (await command(['acme-id'])).code]).toEqual([run, 0]);
    expect(readdirSync(dataDirectory)).toEqual([]);
  });

  it.each<[string, Parameters<typeof startChanged>[0], RegExp]>([
    [
      'a wrong signature',
      () => ({ answers: signer([makeSecret()]) }),
      /^failed {6}GET \/capabilities has the answer that the entry declares: .*its signature is wrong; sign the bytes of the body with the decoded base64 of `callbackSecret`$/m,
    ],
    [
      'a lost reference',
      ({ desk }) => ({ desk: { ...desk, lookUp: () => ({ state: 'unknown' }) } }),
      /^failed {6}a known application of a business is not submitted again: .* the number of its submissions is 2, but must be at most 1/m,
    ],
    [
      'a changed answer',
      ({ desk }) => {
        const asked = new Set<string>();
        const lookUp = (reference: string): Verdict => {
          const verdict = desk.lookUp(reference);
          if (verdict.state !== 'approved' || !asked.has(reference)) {
            if (verdict.state === 'approved') asked.add(reference);
            return verdict;
          }
          return { state: 'manual-review' };
        };
        return { desk: { ...desk, lookUp } };
      },
      /^failed {6}a decision on a business is final, on every host: review \(a repeated application\): state is "manual-review", but must be the same as before, "approved"/m,
    ],
    [
      'requests that are not verified',
      ({ requests }) => ({ requests: { ...requests, accepts: () => true } }),
      /^failed {6}a request with a wrong signature is refused: GET \/capabilities with a wrong signature: the status is 200, but must be 401, because every caller can send it\. See docs\/connections\/protocol\.md#signatures$/m,
    ],
    [
      'other content under a known reference',
      ({ desk }) => ({
        desk: {
          ...desk,
          submit: async (application) => {
            const known = desk.lookUp(application.reference);
            return known.state === 'unknown' ? desk.submit(application) : known;
          },
        },
      }),
      /^failed {6}an application with other content under a known reference is refused, and the first one stays: POST \/applications with other content under a known reference: the status is 200, but must be 409, because a reference is one submission\. See docs\/connections\/kyc\.md#operations-of-the-provider$/m,
    ],
    [
      'a later owner with other content',
      ({ desk }) => ({ desk: { ...desk, owner: () => ({ decision: 'approve' }) } }),
      /^failed {6}a later owner with other content under a known reference is refused: POST \/owners .* the status is 200, but must be 409/m,
    ],
    [
      'a document that was never put',
      ({ desk }) => ({ desk: { ...desk, submit: (application) => desk.submit({ ...application, documents: [] }) } }),
      /^failed {6}an application whose document is missing or damaged is refused: POST \/applications without the content of its document: the status is 200, but must be 409/m,
    ],
    [
      'a damaged document',
      ({ desk }) => {
        const put = new Set<string>();
        return {
          desk: {
            ...desk,
            store: (reference, document, bytes) => {
              put.add(reference);
              desk.store(reference, document, bytes);
            },
            submit: (application) =>
              desk.submit(put.has(application.reference) ? { ...application, documents: [] } : application),
          },
        };
      },
      /^failed {6}an application whose document is missing or damaged is refused: POST \/applications with a damaged document: the status is 200, but must be 409/m,
    ],
    [
      'another link for the same reference',
      ({ desk }) => ({
        desk: { ...desk, link: (asked) => ({ ...desk.link(asked), url: `http://127.0.0.1:9/${makeSecret()}` }) },
      }),
      /^failed {6}a link leads to the page .*: links\.create \(a repeated link\): url is "\S+", but must be the same as before, because the same reference is the same link, "\S+"\. See docs\/connections\/kyc\.md#your-page$/m,
    ],
    [
      'a document that was decoded as text',
      ({ desk }) => ({
        desk: {
          ...desk,
          store: (reference, document, bytes) =>
            desk.store(reference, document, Buffer.from(Buffer.from(bytes).toString('utf8'))),
        },
      }),
      /: POST \/applications was answered with HTTP 409, but must be with 200, because .* its documents were put; keep their bytes as they came, and not as text\. See docs\/connections\/kyc\.md#operations-of-the-provider$/m,
    ],
    [
      'a limit of 1 MiB for documents',
      ({ desk }) => ({
        desk: {
          ...desk,
          store: (reference, document, bytes) => {
            if (bytes.length > 1024 * 1024) throw Object.assign(new Error('too large'), { status: 413 });
            desk.store(reference, document, bytes);
          },
        },
      }),
      /^failed {6}a document of 10 MiB is accepted: PUT \/applications\/\S+\/documents\/\S+ was answered with HTTP 413, but must be with 200, because a document may have every content of up to 10 MiB/m,
    ],
    [
      'two decisions on one submission',
      ({ desk }) => ({
        desk: {
          ...desk,
          async submit(application) {
            const isKnown = desk.lookUp(application.reference).state !== 'unknown';
            const verdict = await desk.submit(application);
            return isKnown ? { state: 'manual-review' } : verdict;
          },
        },
      }),
      /^failed {6}a submission of a business that comes twice at the same time is one: review \(two at the same time\): state is "[a-z-]+", but must be the same as in the other answer, because both are one submission, "[a-z-]+"/m,
    ],
    [
      'a look-up of an unknown reference with 404',
      ({ desk }) => ({
        desk: {
          ...desk,
          lookUp: (reference) => {
            const verdict = desk.lookUp(reference);
            if (verdict.state === 'unknown') throw Object.assign(new Error('unknown'), { status: 404 });
            return verdict;
          },
        },
      }),
      /^failed {6}a verdict on a business .*: acme-id failed \(look-up\): it answered HTTP 404, but an unknown reference is answered with 200 and \{"state":"unknown"\}\nfailed {6}a decision on a business is final, on every host: the same as of "a verdict on a business is about the records of the application alone"\n/m,
    ],
  ])('says in a sentence what is wrong: %s', async (_what, change, sentence) => {
    const { code, out } = await tested(change);
    expect(out).toMatch(sentence);
    expect(code).toBe(1);
  });

  it('takes an answer that is pending beside a decision for one submission', async () => {
    const { code, out } = await tested(({ desk }) => ({
      desk: {
        ...desk,
        async submit(application) {
          const isKnown = desk.lookUp(application.reference).state !== 'unknown';
          const verdict = await desk.submit(application);
          return isKnown ? { state: 'pending', checkAfterSeconds: 1 } : verdict;
        },
      },
    }));
    expect([code, out]).toEqual([0, expect.stringMatching(/ ok, 0 failed, 0 not tested\n$/)]);
  });

  it('does not test decisions of a provider that leaves all to people', async () => {
    const { code, out } = await tested(({ desk }) => {
      const left = { state: 'manual-review' };
      const lookUp = (reference: string) => (desk.lookUp(reference).state === 'unknown' ? { state: 'unknown' } : left);
      const submit = async (application: Application) => (await desk.submit(application), left);
      const owner = (application: Application) => (desk.owner(application), { decision: null });
      return { desk: { ...desk, lookUp, submit, owner } };
    });
    expect(out).toMatch(
      /^not tested {2}a decision on a person is final, on every host: the provider answers manual-review about a person, which is not a decision; let the test system approve or reject$/m,
    );
    expect(out).toMatch(
      /^not tested {2}a repeated owner has the same decision: the provider leaves the owner to a person/m,
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/ ok, 0 failed, 3 not tested\n$/)]);
  });

  it('says that a provider does not reach the documents that it fetches, and no other fault of it', async () => {
    writeFetching(
      await startChanged(({ desk }) => ({
        desk: {
          ...desk,
          lookUp: () => ({ state: 'unknown' }),
          submit: async () => ({ state: 'pending', checkAfterSeconds: 1 }),
        },
      })),
    );
    const { out } = await command(['acme-id', '--wait', '1']);
    expect(out).toMatch(
      /^failed {6}the documents of an application are fetched: POST \/applications .*: the provider fetched 0 of them from http:\/\/127\.0\.0\.1:\d+, but must fetch all; .* --documents-at\./m,
    );
    expect(out).toMatch(
      /^not tested {2}a known application of a business is not submitted again: the provider has not fetched the documents/m,
    );
    expect(out).not.toContain('the number of its submissions');
  });

  it('says that the addresses of documents do not count as content', async () => {
    const first = new Map<string, string>();
    writeFetching(
      await startChanged(({ desk }) => ({
        desk: {
          ...desk,
          async submit(application) {
            const content = JSON.stringify(application);
            if ((first.get(application.reference) ?? content) !== content)
              throw Object.assign(new Error('other content'), { status: 409 });
            first.set(application.reference, content);
            return desk.submit(application);
          },
        },
      })),
    );
    const { out } = await command(['acme-id', '--wait', '1']);
    expect(out).toMatch(
      /: POST \/applications with the first content again: the status is 409, but must be 200, because it has the same effect as once; the addresses in `contents` differ each time, and do not count as content\./,
    );
  });

  it('refuses options that say nothing about the connection', async () => {
    writeKyc(await startChanged());
    for (const [option, value, why] of [
      ['--match', 'Vera Verboten', 'is for screening providers, and acme-id is in the section kyc; leave it out'],
      ['--match-address', '0x1', 'is for screening providers, and acme-id is in the section kyc; leave it out'],
      ['--documents-at', 'http://127.0.0.1:9', 'is for KYC providers with "documents": "fetch", and acme-id is none'],
    ] as const) {
      const { code, out, err } = await command(['acme-id', option, value]);
      expect([option, code, out, err]).toEqual([option, 2, '', expect.stringContaining(`${option}: ${why}`)]);
    }
  });

  it('says once that a partner is away', async () => {
    writeKyc('http://127.0.0.1:9');
    const { code, out } = await command(['acme-id', '--limit', '20']);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n')).toEqual([
      'failed      GET /capabilities has the answer that the entry declares: nothing listens at http://127.0.0.1:9, which is `url` of the entry; start the partner there',
      expect.stringMatching(/^not tested {2}the other \d+ cases: first mend what failed$/),
      expect.stringMatching(/^0 ok, 1 failed, \d+ not tested$/),
    ]);
  });

  it.each([
    ['customers of a type', { customerTypes: ['INDIVIDUAL'], hostedLink: true }, 'a decision on a business is final'],
    ['a page', { customerTypes: ['INDIVIDUAL', 'BUSINESS'], hostedLink: false }, 'a link leads to the page'],
  ])('does not test what the entry does not declare: %s', async (_what, capabilities, name) => {
    const url = await startChanged();
    const kyc = kycConnectionsFile().kyc.map((entry) => ({ ...entry, url, environment: 'SANDBOX', capabilities }));
    writeFileSync(connectionsFile, JSON.stringify({ kyc }));
    const { out } = await command(['acme-id']);
    expect(out).toMatch(new RegExp(`^not tested {2}${name}`, 'm'));
    expect(out).not.toMatch(new RegExp(`^ok {10}${name}`, 'm'));
    expect(out).toMatch(/^ok {10}a decision on a person is final, on every host$/m);
  });

  it('prints the cases as JSON', async () => {
    const { code, out } = await tested(undefined, '--json');
    const cases = JSON.parse(out) as readonly { readonly state: string; readonly sentence: string | null }[];
    expect([code, cases.length > 10]).toEqual([0, true]);
    expect(cases.every(({ state, sentence }) => state === 'OK' && sentence === null)).toBe(true);
  });

  it('serves the documents of its applications to a provider that fetches them', async () => {
    const contents = new Map<string, Uint8Array>();
    const url = await startChanged(undefined, contents);
    for (const options of [[], ['--documents-at', `http://localhost:${await freePort()}`]]) {
      contents.clear();
      writeFetching(url);
      const { code, out, err } = await command(['acme-id', ...options]);
      expect([code, err, out]).toEqual([0, '', expect.stringMatching(/ ok, 0 failed, 0 not tested\n$/)]);
      expect(contents.size).toBeGreaterThan(3);
      expect(new Set([...contents.values()].map(({ length }) => length))).toEqual(new Set([46, 10 * 1024 * 1024]));
    }
    const refused = await command(['acme-id', '--documents-at', 'https://here.example']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--documents-at: must be the address')]);
  });

  it('does not test what needs a decision of a provider that leaves it to people, and ends at its limit', async () => {
    const example = await startProvider('http://127.0.0.1:9/nowhere');
    ended.push(() => void example.stop());
    writeKyc(example.url);
    const waiting = await command(['acme-id', '--wait', '1'], example.secrets);
    expect([waiting.code, waiting.out]).toEqual([
      0,
      expect.stringMatching(
        /^not tested {2}a verdict on a business .*: the partner has not decided on Verification:\S+ within 1 s; let the test system decide at once, or wait longer with --wait$/m,
      ),
    ]);
    // Once for each kind, and not in each case.
    expect(waiting.out.match(/^waits for the decision on .*$/gm)).toEqual([
      expect.stringMatching(/^waits for the decision on Verification:\S+\.1, at most 1 s$/),
      expect.stringMatching(/^waits for the decision on Verification:\S+\.1, at most 1 s$/),
    ]);
    expect(waiting.out.match(/--wait/g)).toHaveLength(1);
    const limited = await command(['acme-id', '--wait', '5', '--limit', '2'], example.secrets);
    expect([limited.code, limited.out]).toEqual([
      1,
      expect.stringMatching(/^failed {6}a verdict on a business .*: did not end within the time limit of 2 s$/m),
    ]);
  });

  it('tests a module, and shows no secret that its errors contain', async () => {
    writeFileSync(
      join(folder, 'leaking.mjs'),
      `export default ({ key }, { name, environment, secretOf }) => {
        const secret = secretOf('key', key);
        const fail = async () => {
          throw new Error('https://kyc.example/?key=' + secret + ' is refused');
        };
        const check = async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] });
        const provider = { name, review: fail, reviewOwner: fail };
        return { name, environment, claims: [], tasks: [], callback: null, check, provider };
      };`,
    );
    const entry = { type: 'module', module: './leaking.mjs', name: 'leaking', environment: 'SANDBOX' };
    writeFileSync(connectionsFile, JSON.stringify({ kyc: [{ ...entry, key: { env: 'LEAKING_KEY' } }] }));
    const { code, out } = await command(['leaking'], { LEAKING_KEY: makeSecret() });
    expect(out).toMatch(/^failed {6}a verdict on .*: https:\/\/kyc\.example\/\?key=\(a secret\) is refused$/m);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, '0 ok, 9 failed, 2 not tested']);
  });

  it('tests the protocol of a rail, and says that its movements are not tested', async () => {
    const rail = await startExample(EXPRESS);
    ended.push(() => void rail.stop());
    const rails = connectionsFileOf('rail-express').rails.map((entry) => ({
      ...entry,
      url: rail.url,
      environment: 'SANDBOX',
    }));
    writeFileSync(connectionsFile, JSON.stringify({ rails }));
    const { code, out } = await command([EXPRESS.name], rail.secrets);
    expect(out).toMatch(/^ok {10}a request that was signed six minutes ago is refused\n/m);
    expect(out).toMatch(/^not tested {2}the contract of rails: movements of money are not tested, because /m);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, '7 ok, 0 failed, 1 not tested']);
  });

  it.skipIf(!hasPythonForScreening())('plays the contract of screening providers, also a second time', async () => {
    const example = await startScreening('http://127.0.0.1:9/nowhere');
    ended.push(() => void example.stop());
    const screening = screeningConnectionsFile().screening.map((entry) => ({
      ...entry,
      url: example.url,
      environment: 'SANDBOX',
    }));
    writeFileSync(connectionsFile, JSON.stringify({ screening }));
    const name = String(screeningConnectionsFile().screening[0]['name']);
    for (const run of [1, 2]) {
      const { code, out } = await command([name, '--match', 'Viktor Petrov-Example'], example.secrets);
      expect([run, code, out]).toEqual([run, 0, expect.stringMatching(/ ok, 0 failed, 0 not tested\n$/)]);
      expect(out).toMatch(/^ok {10}a reference with other content is refused, and the first one stays$/m);
    }
  });

  it('plays the contract of card processors, also a second time', async () => {
    const example = await startProcessor('http://127.0.0.1:9/nowhere');
    ended.push(() => void example.stop());
    const cards = cardConnectionsFile().cards.map((entry) => ({ ...entry, url: example.url }));
    writeFileSync(connectionsFile, JSON.stringify({ cards }));
    for (const run of [1, 2]) {
      const { code, out } = await command(['acme-cards'], example.secrets);
      expect([run, code, out]).toEqual([run, 0, expect.stringMatching(/ ok, 0 failed, 0 not tested\n$/)]);
      expect(out).toMatch(/^ok {10}a repeated order returns the same card, on every host$/m);
      expect(out).toMatch(/^ok {10}a request that was signed for another path is refused$/m);
    }
  });

  it('refuses an entry of production, an unknown name and a type without cases', async () => {
    writeKyc(await startChanged(), 'PRODUCTION');
    expect(await command(['acme-id'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /kyc acme-id: environment: is PRODUCTION, .*; use an entry of a test system with environment SANDBOX\n$/,
      ),
    });
    expect((await command(['other'])).err).toBe(
      'corridor: --connection: the connections file has no connection other\n',
    );
    expect((await command([])).err).toBe('corridor: --connection is missing\n');
    expect((await command(['acme-id', '--wait', '0'])).err).toContain('--wait: must be a number of seconds from 1 to ');
    const rails = [{ type: 'evm', name: 'chain', environment: 'SANDBOX' }];
    writeFileSync(connectionsFile, JSON.stringify({ rails }));
    expect((await command(['chain'])).err).toMatch(/^corridor: --connection: chain has the type evm: /);
  });

  it('is in the bundle, without the framework of the tests', async () => {
    writeKyc(await startChanged());
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'connections', 'test', 'acme-id'], {
      cwd: tmpdir(),
      env: {
        PATH: process.env['PATH'],
        CORRIDOR_CONNECTIONS_FILE: connectionsFile,
        CORRIDOR_DATA_DIR: dataDirectory,
        ...secrets,
      },
    });
    expect(stdout).toMatch(/ ok, 0 failed, 0 not tested\n$/);
  });
});
