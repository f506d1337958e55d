import { beforeEach, describe, expect, it } from 'vitest';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { type Environment, tenantKey } from '../kernel/index.js';
import { invalidInNewKycLink, KYC_LINKS } from './index.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;

let play: PlayCore;
let customerId: string;
beforeEach(async () => {
  play = await playCore();
  customerId = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', region: 'US' })).id;
});

const PDF = `%PDF-1.4
1 0 obj << /Pages << /Kids [<< /Type /Page >>] >> >> endobj
trailer << /Root 1 0 R >>
startxref
9
%%EOF
`;
const create = (redirectUri?: string, id = customerId) =>
  play.run(play.core.verification.links.create, { customerId: id, redirectUri });
const tokenOf = (url: string): string => /\/verify\/([^?]+)/.exec(url)![1]!;
const fresh = async (): Promise<string> => tokenOf(valueOf(await create()).url);

describe('a link to the hosted page', () => {
  it('is new each time, contains its redirect URI, and is stored only as a digest', async () => {
    const links = [valueOf(await create('https://shop.example/back?a=1')), valueOf(await create())];
    expect(links[0]!.url).toContain(`?redirectUri=${encodeURIComponent('https://shop.example/back?a=1')}`);
    expect(links[0]!.expiresAt - play.clock.now()).toBe(30 * 60 * 1000);
    const tokens = links.map(({ url }) => tokenOf(url));
    expect(new Set(tokens).size).toBe(2);
    const { rows } = await play.storage.units.read(null, (reads) => reads.list(KYC_LINKS, { order: 'asc', limit: 10 }));
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('starts one session for any number of concurrent attempts, and leaves other links unchanged', async () => {
    const [token, other] = [await fresh(), await fresh()];
    const { links } = play.core.verification;
    const started = await Promise.all(Array.from({ length: 10 }, () => links.start(token)));
    const [session, ...more] = started.flatMap((one) => (one === null ? [] : [one.session]));
    expect([session !== undefined, more]).toEqual([true, []]);
    expect(await links.find(token)).toBeNull();
    expect((await links.resume(session!))?.link.customerId).toBe(customerId);
    expect(await links.resume(session!, other)).toBeNull();
    expect(await links.find(other)).not.toBeNull();
  });

  it('can be started for 30 minutes, and its session lasts an hour', async () => {
    const { links } = play.core.verification;
    const [early, late] = [await fresh(), await fresh()];
    play.clock.advance(30 * 60 - 1);
    const { session } = (await links.start(early))!;
    play.clock.advance(1);
    expect([await links.find(late), await links.start(late)]).toEqual([null, null]);
    play.clock.advance(60 * 60 - 2);
    expect(await links.resume(session)).not.toBeNull();
    play.clock.advance(1);
    expect(await links.resume(session)).toBeNull();
  });

  it('submits once, and returns the same verification for a second submission', async () => {
    const { links, documents } = play.core.verification;
    const address = { line1: '1 Main St', postalCode: '94105', country: 'US' };
    const identity = { birthDate: '1990-12-10', nationality: 'US', idType: 'SSN', identifier: '912-55-0187', address };
    valueOf(await play.run(play.core.customers.update, { id: customerId, fullName: 'Ada Lovelace', ...identity }));
    const file = { name: 'passport.pdf', content: new Uint8Array(Buffer.from(PDF)) };
    const document = { documentHolder: customerId, documentType: 'PASSPORT', country: 'US', file };
    valueOf(await play.run(documents.upload, valueOf(await documents.prepare(play.context(), document))));
    const token = await fresh();
    const { session } = (await links.start(token))!;
    const { link } = (await links.resume(session))!;
    const submit = () => play.run(links.submit, { linkId: link.id });
    const [first, twin] = await Promise.all([submit(), submit()]);
    expect(valueOf(first).verificationStatus).toBe('IN_PROGRESS');
    expect(valueOf(twin).id).toBe(valueOf(first).id);
    expect(await links.refusalOf(token)).toBe('FINISHED');
    await play.pass(0);
    expect(valueOf(await submit())).toMatchObject({ id: valueOf(first).id, verificationStatus: 'APPROVED' });
  });

  it('is not used up by a submission that lacks something', async () => {
    const { links } = play.core.verification;
    const token = await fresh();
    const { session } = (await links.start(token))!;
    const { link } = (await links.resume(session, token))!;
    expect(link.status).toBe('STARTED');
    const submitted = valueOf(await play.run(links.submit, { linkId: link.id }));
    expect(submitted.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(await links.refusalOf(token)).toBe('STARTED');
    expect((await links.resume(session))?.link.status).toBe('STARTED');
  });

  it('submits nothing if it does not exist', async () => {
    for (const linkId of ['x', 'KycLink:018bcfe5-6800-7000-8000-00000000ffff', customerId]) {
      const submitted = await play.run(play.core.verification.links.submit, { linkId });
      expect(submitted).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
    }
  });

  it('is for a customer that exists, and names its provider', async () => {
    expect(await create(undefined, 'Customer:018bcfe5-6800-7000-8000-00000000ffff')).toMatchObject({
      error: { code: 'USER_NOT_FOUND' },
    });
    expect(valueOf(await create()).provider).toBe('SANDBOX');
  });

  it('leads to a page over https in production, and also over http in the sandbox', () => {
    const fieldsOf = (environment: Environment, redirectUri?: string | null) =>
      invalidInNewKycLink({ tenant: tenantKey(PLATFORM, environment) }, { redirectUri }).map(({ field }) => field);
    expect(fieldsOf('SANDBOX', 'http://shop.example/back')).toEqual([]);
    expect(fieldsOf('PRODUCTION', 'http://shop.example/back')).toEqual(['redirectUri']);
    for (const uri of ['https://shop.example/back', 'myapp://done', null, undefined])
      expect(fieldsOf('PRODUCTION', uri)).toEqual([]);
    const longest = `https://shop.example/${'x'.repeat(2048 - 21)}`;
    expect(fieldsOf('PRODUCTION', longest)).toEqual([]);
    expect(fieldsOf('PRODUCTION', `${longest}x`)).toEqual(['redirectUri']);
  });

  it('opens nothing if it is forged or its customer is deleted', async () => {
    const { links } = play.core.verification;
    const token = await fresh();
    for (const forged of ['', 'x', `${token.slice(1)}A`, 'A'.repeat(43), token.toLowerCase()]) {
      if (forged !== token) expect(await links.find(forged), forged).toBeNull();
    }
    valueOf(await play.run(play.core.customers.delete, { id: customerId }));
    expect(await links.find(token)).toBeNull();
  });

  it('is refused until the required contacts are verified', async () => {
    const member = valueOf(
      await play.run(play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        region: 'DE',
        email: 'ada@example.com',
      }),
    );
    expect(await create(undefined, member.id)).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', details: { channels: ['email'] } },
    });
    const both = { customerType: 'INDIVIDUAL', region: 'DE', email: 'b@example.com', phoneNumber: '+4915112345678' };
    const second = valueOf(await play.run(play.core.customers.create, both));
    expect(await create(undefined, second.id)).toMatchObject({ error: { details: { channels: ['email', 'phone'] } } });
    const silent = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', region: 'DE' }));
    expect((await create(undefined, silent.id)).ok).toBe(true);
  });

  const register = async (...redirectSchemes: string[]) =>
    valueOf(await play.run(play.core.platforms.updateConfig, { redirectSchemes }));
  const targetOf = async (token: string) => (await play.core.verification.links.find(token))?.redirectUri;

  it('keeps the fragment of its redirect URI', async () => {
    const uri = 'https://app.example/?a=1#/verified?b=2';
    const { url } = valueOf(await create(uri));
    expect(url.endsWith(`?redirectUri=${encodeURIComponent(uri)}`)).toBe(true);
    expect(await targetOf(tokenOf(url))).toBe(uri);
  });

  it('leads to an app whose scheme the platform has registered', async () => {
    const uri = 'Com.Example.App://verified?x=1#y';
    const refused = await create(uri);
    expect(refused).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: {
          errors: [
            {
              field: 'redirectUri',
              message:
                'has the scheme com.example.app, which the platform has not registered; add it to redirectSchemes with PATCH /config',
            },
          ],
        },
      },
    });
    await register('com.example.app');
    expect(await targetOf(tokenOf(valueOf(await create(uri)).url))).toBe(uri);
    expect(await create('com.example.other://verified')).toMatchObject({ ok: false });
  });

  it('leads nowhere once the scheme of its app is no longer registered, and stays valid', async () => {
    await register('myapp', 'other');
    const token = tokenOf(valueOf(await create('myapp:/done')).url);
    await register('other');
    expect(await targetOf(token)).toBeNull();
    const { session } = (await play.core.verification.links.start(token))!;
    expect(await play.core.verification.links.resume(session)).toMatchObject({ redirectUri: null });
    await register('myapp');
    expect(await play.core.verification.links.resume(session)).toMatchObject({ redirectUri: 'myapp:/done' });
  });

  it('says why it does not start: expired, in use, submitted; nothing of an unknown one', async () => {
    const { links } = play.core.verification;
    const [late, used, lost] = [await fresh(), await fresh(), 'A'.repeat(43)];
    expect(await links.start(used)).not.toBeNull();
    play.clock.advance(30 * 60);
    const reasons = () => Promise.all([late, used, lost, 'x'].map((token) => links.refusalOf(token)));
    expect(await reasons()).toEqual(['EXPIRED', 'STARTED', null, null]);
    valueOf(await play.run(play.core.customers.delete, { id: customerId }));
    expect(await reasons()).toEqual([null, null, null, null]);
  });

  it('accepts only web pages and apps as redirect URIs', async () => {
    await register('myapp');
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'https://user:pass@evil.example',
      'back',
      'myapp://user:pass@evil.example',
      'https://shop.example/#\r\nSet-Cookie: a=b',
    ]) {
      expect(await create(uri), uri).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
  });
});
