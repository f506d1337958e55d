import type { Customer } from '../customers/index.js';
import type { BaseRecord, KindOf, Result } from '../kernel/index.js';
import type { BeneficialOwner, NewBeneficialOwner, ShownDocument, Verification } from '../verification/index.js';
import { playCore, valueOf } from './play-core.js';

export const ADDRESS = {
  line1: '1 Main St',
  line2: null,
  city: 'Springfield',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
} as const;

export const PERSONAL_INFO = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1986-12-09',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
} as const;

const COMPANY = { legalName: 'Lovelace Ltd', registrationNumber: 'REG-900', taxId: '12-3456789', entityType: 'LLC' };

/** Documents that prove together what a business must prove. */
export const COMPANY_DOCUMENTS = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;

const PDF =
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n';

/** A core with businesses, their owners and documents, and what tests of their verification do. */
export async function playCompanies(over: Parameters<typeof playCore>[0] = {}) {
  const play = await playCore(over);
  const { core } = play;
  const owning = (customer: Pick<Customer, 'id'>, over: object = {}): Promise<Result<BeneficialOwner>> =>
    play.run(core.verification.owners.create, {
      customerId: customer.id,
      roles: ['UBO', 'CONTROL_PERSON'],
      ownershipPercentage: 60,
      personalInfo: PERSONAL_INFO,
      ...over,
    } as NewBeneficialOwner);
  const business = async (info: object = {}): Promise<Customer> =>
    valueOf(
      await play.run(core.customers.create, {
        customerType: 'BUSINESS',
        address: ADDRESS,
        businessInfo: { ...COMPANY, ...info },
      }),
    );
  async function upload(documentHolder: string, documentType: string, over: object = {}): Promise<ShownDocument> {
    const { documents } = core.verification;
    const file = { name: 'scan.pdf', content: new Uint8Array(Buffer.from(PDF)) };
    const input = { documentHolder, documentType, country: 'US', file, ...over };
    return valueOf(await play.run(documents.upload, valueOf(await documents.prepare(play.context(), input))));
  }
  const submit = async ({ id }: Pick<Customer, 'id'>): Promise<Verification> =>
    valueOf(await play.run(core.verification.submit, { customerId: id }));

  return {
    play,
    business,
    owning,
    upload,
    submit,
    /** Adds an owner with this last name. */
    owner: async (customer: Customer, lastName = 'Hopper', over: object = {}): Promise<BeneficialOwner> =>
      valueOf(await owning(customer, { personalInfo: { ...PERSONAL_INFO, lastName }, ...over })),
    /** A business with documents that lacks only owners. */
    async documented(info: object = {}): Promise<Customer> {
      const customer = await business(info);
      for (const documentType of COMPANY_DOCUMENTS) await upload(customer.id, documentType);
      return customer;
    },
    decide: (id: string, decision: 'APPROVED' | 'REJECTED' | 'RESOLVE_ERRORS', over: object = {}) =>
      play.run(core.verification.decide, { id, decision, ...over }),
    change: (id: string, over: object) => play.run(core.verification.owners.update, { id, ...over }),
    customer: async ({ id }: Pick<Customer, 'id'>): Promise<Customer> =>
      valueOf(await play.read(core.customers.get, { id })).customer,
    verification: async (id: string): Promise<Verification> => valueOf(await play.read(core.verification.get, { id })),
    record: <T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null> =>
      play.storage.units.read(play.tenant, (reads) => reads.get(kind, id)),
  };
}

export type PlayCompanies = Awaited<ReturnType<typeof playCompanies>>;
