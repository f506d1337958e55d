import { createHash } from 'node:crypto';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { err, ok, type Result } from '../kernel/index.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { fixedClock, reversingSealer } from '../testing/ports.js';
import { type BlobStore, DOCUMENTS, SANDBOX_DOCUMENT_FAULTS, STORED_BLOBS, type VerificationPorts } from './index.js';

const HOUR = 60 * 60;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

let play: PlayCore;
let blobs: BlobStore & { failing: 'put' | 'delete' | null };
let holder: string;

beforeEach(async () => {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  const kept = createDatabaseBlobs(storage.units, clock);
  blobs = {
    failing: null,
    get: kept.get,
    put: (...args) => (blobs.failing === 'put' ? Promise.reject(new Error('the disk is full')) : kept.put(...args)),
    delete: (...args) => (blobs.failing === 'delete' ? Promise.reject(new Error('away')) : kept.delete(...args)),
  };
  const verification: VerificationPorts = {
    providers: kycPorts(kept).providers,
    blobs,
    inspector: {
      inspect: async (content) => (content[0] === 0 ? err('UNSUITABLE_DOCUMENT') : ok('application/pdf')),
    },
  };
  play = await playCore({ storage, clock, verification });
  const created = await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  holder = valueOf(created).id;
});

const input = (details: object = {}) => ({
  documentHolder: holder,
  documentType: 'PASSPORT',
  country: 'US',
  documentNumber: 'P-1',
  file: { name: 'scan.pdf', content: bytes('first') },
  ...details,
});
const prepare = (details: object = {}) => play.core.verification.documents.prepare(play.context(), input(details));
const upload = async (details: object = {}) =>
  valueOf(await play.run(play.core.verification.documents.upload, valueOf(await prepare(details))));
/** The code of a refusal. */
const refusedWith = (result: Result<unknown>): string | null => (result.ok ? null : result.error.code);
const stored = async (): Promise<readonly string[]> => {
  const { rows } = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(STORED_BLOBS, { order: 'asc', limit: 100 }),
  );
  return rows.map(({ content }) => Buffer.from(content, 'base64').toString());
};
const sweeps = async (): Promise<number> => {
  const { rows } = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(JOBS, { order: 'asc', limit: 100 }),
  );
  return rows.filter(({ kind }) => kind === 'blob.sweep').length;
};

describe('a document', () => {
  it('is stored with its content, and no job is left to delete that', async () => {
    const document = await upload();
    expect(document).toMatchObject({ fileName: 'scan.pdf', size: 5, revision: 1, contentType: 'application/pdf' });
    expect(Buffer.from((await blobs.get(play.tenant, document.blobKey))!).toString()).toBe('first');
    await play.pass(2 * HOUR);
    expect([await stored(), await sweeps()]).toEqual([['first'], 0]);
  });

  it('has the fields of its upload, and its number is sealed', async () => {
    const document = await upload({ side: 'FRONT', issuingAuthority: 'State Department' });
    const digest = createHash('sha256').update('first').digest('hex');
    const { documentNumber, ...kept } = document;
    expect(document).toEqual({
      id: expect.stringMatching(/^Document:/),
      tenant: play.tenant,
      version: 1,
      createdAt: play.clock.now(),
      updatedAt: play.clock.now(),
      documentHolder: holder,
      customerId: holder,
      documentType: 'PASSPORT',
      side: 'FRONT',
      country: 'US',
      documentNumber: 'P-1',
      issuingAuthority: 'State Department',
      fileName: 'scan.pdf',
      contentType: 'application/pdf',
      size: 5,
      contentDigest: digest,
      blobKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uploadedAt: play.clock.now(),
      revision: 1,
      submittedWith: null,
      deletedAt: null,
    });
    const stored = await play.storage.units.read(play.tenant, (reads) => reads.get(DOCUMENTS, document.id));
    const place = { table: 'documents', row: document.id, column: 'sealedDocumentNumber' };
    expect(stored).toEqual({ ...kept, sealedDocumentNumber: reversingSealer.seal('P-1', place) });
    const plain = await upload({ documentNumber: undefined });
    expect(plain).toMatchObject({ documentNumber: null, side: null, issuingAuthority: null });
    const { list, get } = play.core.verification.documents;
    expect(valueOf(await play.read(get, { id: document.id }))).toEqual(document);
    expect(valueOf(await play.read(list, { documentHolder: holder })).data).toHaveLength(2);
    expect(codeOf(await play.read(list, { cursor: 'made up' }))).toBe('INVALID_INPUT');
  });

  it('may have ten megabytes, and a name of 255 characters', async () => {
    const file = { name: 'x'.repeat(255), content: new Uint8Array(10 * 1024 * 1024).fill(1) };
    expect(codeOf(await prepare({ file }))).toBe('ok');
    const small = { name: '.', content: bytes('first') };
    expect(codeOf(await prepare({ file: small }))).toBe('INVALID_INPUT');
  });

  it('belongs to a customer or to an owner', async () => {
    for (const documentHolder of ['x', 'Verification:018bcfe5-6800-7000-8000-00000000ffff'])
      expect(codeOf(await prepare({ documentHolder }))).toBe('INVALID_INPUT');
  });

  it('loses its content when it is deleted, and its previous content when it is replaced', async () => {
    const { id } = await upload();
    const { documents } = play.core.verification;
    const file = { name: 'better.pdf', content: bytes('second') };
    const prepared = valueOf(await documents.prepareReplacement(play.context(), { ...input({ file }), id }));
    const replaced = valueOf(await play.run(documents.replace, prepared));
    expect(replaced).toMatchObject({ id, fileName: 'better.pdf', revision: 2 });
    await play.pass(0);
    expect(await stored()).toEqual(['second']);
    valueOf(await play.run(documents.delete, { id }));
    await play.pass(0);
    expect([await stored(), await sweeps()]).toEqual([[], 0]);
    expect(codeOf(await play.read(documents.get, { id }))).toBe('REFERENCE_NOT_FOUND');
  });

  it('is not created after a crash during the upload, and the stored content is deleted', async () => {
    valueOf(await prepare());
    expect([await stored(), await sweeps()]).toEqual([['first'], 1]);
    await play.pass(HOUR - 1);
    expect(await stored()).toEqual(['first']);
    await play.pass(1);
    expect([await stored(), await sweeps()]).toEqual([[], 0]);
  });

  it('is not created from content that is being deleted', async () => {
    const late = valueOf(await prepare());
    await play.pass(HOUR);
    expect(codeOf(await play.run(play.core.verification.documents.upload, late))).toBe('SERVICE_UNAVAILABLE');
    blobs.failing = 'delete';
    const later = valueOf(await prepare());
    await play.pass(HOUR);
    expect(codeOf(await play.run(play.core.verification.documents.upload, later))).toBe('SERVICE_UNAVAILABLE');
    blobs.failing = null;
    await play.pass(HOUR);
    expect([await stored(), await sweeps()]).toEqual([[], 0]);
  });

  it('is not created if its content cannot be stored, and nothing remains', async () => {
    blobs.failing = 'put';
    await expect(prepare()).rejects.toThrow('the disk is full');
    blobs.failing = null;
    await play.pass(HOUR);
    expect([await stored(), await sweeps()]).toEqual([[], 0]);
  });

  it('is refused beyond two hundred of a customer, and its content is not stored', async () => {
    const prepared = valueOf(await prepare());
    let last = await upload();
    for (let count = 2; count <= 200; count++) last = await upload();
    expect(codeOf(await prepare())).toBe('CONFLICT');
    expect(codeOf(await play.run(play.core.verification.documents.upload, prepared))).toBe('CONFLICT');
    expect(await sweeps()).toBe(1);
    valueOf(await play.run(play.core.verification.documents.delete, { id: last.id }));
    valueOf(await play.run(play.core.verification.documents.upload, prepared));
  });

  it('needs a holder, a type, a country, and a file whose name is not a path', async () => {
    const fields = async (details: object): Promise<readonly string[]> => {
      const refused = await prepare(details);
      const errors = refused.ok ? [] : refused.error.details?.['errors'];
      return (errors as readonly { readonly field: string }[]).map(({ field }) => field);
    };
    const nothing = { documentHolder: null, documentType: null, country: null, file: null };
    expect(await fields(nothing)).toEqual(['documentHolder', 'documentType', 'country', 'file']);
    for (const name of ['../../etc/passwd', '..', 'C:\\boot.ini', 'a/b.pdf', '', 'a\u0000.pdf', 'x'.repeat(256)]) {
      expect(await fields({ file: { name, content: bytes('first') } }), name).toEqual(['file']);
    }
    expect(await fields({ file: { name: 'scan.pdf', content: bytes('') } })).toEqual(['file']);
    expect(await fields({ file: { name: 'scan.pdf', content: new Uint8Array(10 * 1024 * 1024 + 1) } })).toEqual([
      'file',
    ]);
    expect(codeOf(await prepare({ file: { name: 'scan.pdf', content: bytes('\u0000') } }))).toBe('UNSUITABLE_DOCUMENT');
    const unknown = '018bcfe5-6800-7000-8000-00000000ffff';
    expect(codeOf(await prepare({ documentHolder: `Customer:${unknown}` }))).toBe('USER_NOT_FOUND');
    expect(codeOf(await prepare({ documentHolder: `BeneficialOwner:${unknown}` }))).toBe('REFERENCE_NOT_FOUND');
    expect([await stored(), await sweeps()]).toEqual([[], 0]);
  });
});

describe('a document of the sandbox', () => {
  it.each(Object.entries(SANDBOX_DOCUMENT_FAULTS))(
    'whose number ends in %s is refused with %s',
    async (ending, code) => {
      expect(refusedWith(await prepare({ documentNumber: `P-${ending}` }))).toBe(code);
      const { id } = await upload();
      const replacement = { id, ...input({ documentNumber: `P-${ending}` }) };
      expect(refusedWith(await play.core.verification.documents.prepareReplacement(play.context(), replacement))).toBe(
        code,
      );
      expect(await stored()).toHaveLength(1);
    },
  );

  it('can have five faults in addition to those of its content', () => {
    expect(Object.values(SANDBOX_DOCUMENT_FAULTS).sort()).toEqual([
      'DATA_MISMATCH',
      'EXPIRED',
      'INCOMPLETE',
      'LOW_QUALITY',
      'SUSPECTED_FRAUD',
    ]);
  });
});
