import { beforeEach, describe, expect, it } from 'vitest';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { RailUnavailable } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { ok, plusSeconds, readAll, update } from '../kernel/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { type PlayCompanies, playCompanies } from '../testing/play-companies.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import {
  KYC_LINKS,
  type KycApplication,
  type KycConnection,
  type KycTelling,
  type KycVerdict,
  type LinkApplication,
  type LinkState,
  type ProviderLink,
  VERIFICATIONS,
} from './index.js';

let of: PlayCompanies;
let asked: LinkApplication[];
let looked: number;
let reviewed: KycApplication[];
let state: LinkState;
let create: (application: LinkApplication) => Promise<ProviderLink | null>;
let verdict: () => KycVerdict;

beforeEach(async () => {
  asked = [];
  looked = 0;
  reviewed = [];
  state = { state: 'open', checkAfterSeconds: 600 };
  verdict = () => ({ state: 'approved', errors: [], owners: new Map() });
  create = async ({ reference }) => ({
    url: `https://id.example/${reference}`,
    token: 'for the SDK',
    expiresAt: plusSeconds(of.play.clock.now(), 3600),
  });
  const storage = createMemoryStorage();
  const provider = {
    name: 'acme-id',
    review: async (application: KycApplication) => {
      reviewed.push(application);
      return verdict();
    },
    reviewOwner: async () => null,
    links: {
      create: (application: LinkApplication) => {
        asked.push(application);
        return create(application);
      },
      look: async () => {
        looked += 1;
        return state;
      },
    },
  };
  const connection: KycConnection = {
    ...{ name: 'acme-id', environment: 'SANDBOX', claims: [], tasks: [], provider },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    callback: async ({ body }, tell) => {
      const told = await tell(JSON.parse(Buffer.from(body).toString()) as KycTelling);
      return { status: 200, message: told.ok ? told.value.effect : told.error.code };
    },
  };
  of = await playCompanies({
    storage,
    verification: kycPorts(createDatabaseBlobs(storage.units, fixedClock()), { SANDBOX: provider }),
    kycConnections: [connection],
  });
});

const linkFor = (customerId: string, redirectUri?: string) =>
  of.play.run(of.play.core.verification.links.create, { customerId, redirectUri });
const report = async (message: object) => {
  const body = Buffer.from(JSON.stringify(message));
  return (await of.play.core.kyc.callback('acme-id', { path: 'events', headers: {}, body }))!.message;
};
const all = <T extends { readonly id: string }>(kind: unknown): Promise<readonly T[]> =>
  of.play.storage.units.read(of.play.tenant, (reads) => readAll(reads, kind as never)) as never;
const linkRows = () =>
  of.play.storage.units.read(null, async (reads) => (await reads.list(KYC_LINKS, { order: 'asc', limit: 50 })).rows);
const firstOf = async () => (await all<{ readonly id: string }>(VERIFICATIONS)).at(0);
const statusOf = async () => (await of.verification((await firstOf())!.id)).verificationStatus;

describe('a link to the page of a provider', () => {
  it('comes from the provider, with its token and its end', async () => {
    const customer = await of.business();
    const link = valueOf(await linkFor(customer.id, 'https://shop.example/back'));
    expect(link).toEqual({
      url: `https://id.example/${asked[0]!.reference}`,
      token: 'for the SDK',
      provider: 'acme-id',
      expiresAt: plusSeconds(of.play.clock.now(), 3600),
    });
    expect(asked).toMatchObject([
      {
        customer: { id: customer.id, businessInfo: { taxId: '12-3456789' } },
        redirectUri: 'https://shop.example/back',
      },
    ]);
    const rows = await linkRows();
    expect(rows).toMatchObject([{ id: asked[0]!.reference, status: 'OPEN', hostedBy: 'acme-id' }]);
    expect(JSON.stringify(rows)).not.toContain('for the SDK');
  });

  it('leaves nothing behind while the provider is away, and is another one when the request comes again', async () => {
    const customer = await of.business();
    const working = create;
    create = async () => {
      throw new RailUnavailable('acme-id', 'link', 'no answer within 10 seconds');
    };
    const refused = await linkFor(customer.id);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('acme-id') as string },
    });
    create = async () => ({ url: 'javascript:alert(1)', token: null, expiresAt: of.play.clock.now() });
    expect(codeOf(await linkFor(customer.id))).toBe('SERVICE_UNAVAILABLE');
    expect([await linkRows(), await all(JOBS)]).toEqual([[], []]);
    create = working;
    const [first, second] = [valueOf(await linkFor(customer.id)), valueOf(await linkFor(customer.id))];
    expect(first.url).not.toBe(second.url);
  });

  it('leads to the page of the service if the provider has none for the customer, or there is nothing to ask', async () => {
    create = async () => null;
    const customer = await of.business();
    expect(valueOf(await linkFor(customer.id))).toMatchObject({
      url: expect.stringContaining('/verify/') as string,
      token: null,
    });
    const rejected = await of.documented({ registrationNumber: 'REG-002' });
    await of.owner(rejected);
    await of.submit(rejected);
    await of.play.pass(0);
    asked = [];
    expect(valueOf(await linkFor(rejected.id)).url).toContain('/verify/');
    expect(asked).toEqual([]);
  });

  it('is refused before the provider is asked if the request is wrong', async () => {
    const customer = await of.business();
    expect(codeOf(await linkFor(customer.id, 'javascript:1'))).toBe('INVALID_INPUT');
    expect(codeOf(await linkFor('Customer:018bcfe5-6800-7000-8000-00000000dead'))).toBe('USER_NOT_FOUND');
    expect(asked).toEqual([]);
  });
});

describe('a customer who enters everything on the page of the provider', () => {
  it('is submitted when the provider says so, without a check of what is missing', async () => {
    const customer = await of.business();
    valueOf(await linkFor(customer.id));
    await of.play.pass(300);
    expect([looked, await firstOf()]).toEqual([1, undefined]);
    state = { state: 'submitted' };
    expect(await report({ kind: 'changed', reference: asked[0]!.reference })).toBe('APPLIED');
    await of.play.pass(0);
    expect(await statusOf()).toBe('APPROVED');
    expect(reviewed).toMatchObject([{ link: asked[0]!.reference, customer: { id: customer.id } }]);
    expect((await of.customer(customer)).kycStatus).toBe('APPROVED');
    expect(await linkRows()).toMatchObject([{ status: 'FINISHED' }]);
    expect(await report({ kind: 'changed', reference: asked[0]!.reference })).toBe('NONE');
  });

  it('is submitted without a message too, when the provider is asked', async () => {
    valueOf(await linkFor((await of.business()).id));
    state = { state: 'submitted' };
    await of.play.pass(300);
    expect(await statusOf()).toBe('APPROVED');
  });

  it('is submitted once, with whatever number of links', async () => {
    const { id } = await of.business();
    for (let link = 0; link < 3; link += 1) valueOf(await linkFor(id));
    state = { state: 'submitted' };
    verdict = () => ({ state: 'pending', checkAfterSeconds: 86_400 });
    await of.play.pass(300);
    expect(new Set(reviewed.map(({ reference, submission }) => `${reference} ${submission}`)).size).toBe(1);
    expect((await linkRows()).map(({ status }) => status)).toEqual(['FINISHED', 'FINISHED', 'FINISHED']);
    expect((await all(JOBS)).length).toBe(1);
  });

  it('hears what the provider misses, and is submitted again by a new link or by the platform', async () => {
    const customer = await of.business();
    valueOf(await linkFor(customer.id));
    state = { state: 'submitted' };
    verdict = () => ({
      state: 'resolve',
      errors: [
        {
          resourceId: customer.id,
          type: 'MISSING_CONTROL_PERSON',
          field: null,
          acceptedDocumentTypes: null,
          reason: 'no person controls the business',
        },
      ],
    });
    await of.play.pass(300);
    expect(await statusOf()).toBe('RESOLVE_ERRORS');
    valueOf(await linkFor(customer.id));
    await of.play.pass(300);
    expect(reviewed.map(({ link }) => link)).toEqual(asked.map(({ reference }) => reference));
    verdict = () => ({ state: 'approved', errors: [], owners: new Map() });
    expect((await of.submit(customer)).verificationStatus).toBe('IN_PROGRESS');
    await of.play.pass(0);
    expect(await statusOf()).toBe('APPROVED');
    expect(reviewed.at(-1)!.link).toBe(asked.at(-1)!.reference);
  });

  it('is asked about until a day after the end of the link, and later if the provider reports', async () => {
    valueOf(await linkFor((await of.business()).id));
    state = { state: 'open', checkAfterSeconds: 30_000 };
    await of.play.pass(300);
    await of.play.pass(30_000);
    await of.play.pass(30_000);
    await of.play.pass(30_000);
    expect([looked, await all(JOBS)]).toEqual([4, []]);
    state = { state: 'submitted' };
    expect(await report({ kind: 'changed', reference: asked[0]!.reference })).toBe('APPLIED');
    await of.play.pass(0);
    expect(await statusOf()).toBe('APPROVED');
  });

  it('is not submitted if the link has ended, or the customer is deleted', async () => {
    const customer = await of.business();
    valueOf(await linkFor(customer.id));
    state = { state: 'ended' };
    await of.play.pass(300);
    expect([await firstOf(), await all(JOBS)]).toEqual([undefined, []]);
    valueOf(await linkFor(customer.id));
    state = { state: 'submitted' };
    valueOf(await of.play.run(of.play.core.customers.delete, { id: customer.id }));
    await of.play.pass(300);
    expect(await report({ kind: 'changed', reference: asked.at(-1)!.reference })).toBe('NONE');
    expect([await firstOf(), looked, await all(JOBS)]).toEqual([undefined, 1, []]);
  });

  it('is checked for what is missing again if another provider had the page', async () => {
    const customer = await of.business();
    valueOf(await linkFor(customer.id));
    state = { state: 'submitted' };
    verdict = () => ({
      state: 'resolve',
      errors: [
        {
          ...{ resourceId: customer.id, type: 'MISSING_CONTROL_PERSON', field: null, acceptedDocumentTypes: null },
          reason: 'no person controls the business',
        },
      ],
    });
    await of.play.pass(300);
    const verification = await of.verification((await firstOf())!.id);
    const changed = await of.play.storage.units.run(of.play.tenant, async (tx) => {
      update(tx, of.play.context(), VERIFICATIONS, verification, { provider: 'former-id' });
      return ok();
    });
    valueOf(changed);
    const again = await of.submit(customer);
    expect(again).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS', provider: 'acme-id', link: null });
    expect(again.errors.length).toBeGreaterThan(1);
    await of.play.pass(0);
    expect(reviewed).toHaveLength(1);
  });

  it('can be blocked by a withdrawal under the reference of the link', async () => {
    const customer = await of.business();
    valueOf(await linkFor(customer.id));
    const withdrawn = {
      ...{ kind: 'withdrawn', reference: asked[0]!.reference, messageId: 'M-1' },
      ...{ reason: 'the passport was stolen', caseReference: 'C-7' },
    };
    expect(await report(withdrawn)).toBe('CONFLICT');
    state = { state: 'submitted' };
    await of.play.pass(300);
    expect(await report(withdrawn)).toBe('APPLIED');
    expect((await of.customer(customer)).blockedAs).toBe('SILENT');
  });
});

it('of a blocked customer or platform is refused before the provider is asked', async () => {
  const customer = await of.business();
  const blocks = await playBlocks(of.play);
  for (const kind of ['customers', 'platforms'] as const) {
    const id = kind === 'customers' ? customer.id : '';
    await blocks.block(kind, id);
    expect(codeOf(await linkFor(customer.id))).toBe('USER_BLOCKED');
    await blocks.unblock(kind, id);
  }
  expect(asked).toEqual([]);
});
