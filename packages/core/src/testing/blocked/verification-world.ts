import { playCompanies } from '../play-companies.js';
import { valueOf } from '../play-core.js';
import { type BlockedWorld, start } from './starts.js';

const PERSON = {
  ...{ firstName: 'Ada', lastName: 'King', birthDate: '1985-12-10', nationality: 'US', idType: 'SSN' },
  identifier: '912-55-0199',
  address: { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
};

/** Businesses that prove who they are: one with all its documents and an owner, one with a link to the hosted page. */
export async function verificationWorld(): Promise<BlockedWorld> {
  const of = await playCompanies();
  const { play } = of;
  const { verification } = play.core;
  const business = await of.documented();
  const owner = await of.owner(business);
  const { owners, documents, links } = verification;
  // Its verification lacks documents.
  const other = await of.business({ registrationNumber: 'REG-901' });
  await of.submit(other);
  const spare = await of.owner(business, 'Spare', { ownershipPercentage: 10, roles: ['UBO'] });
  const document = await of.upload(business.id, 'UTILITY_BILL');
  const file = {
    ...{ documentType: 'UTILITY_BILL', country: 'US' },
    file: { name: 'scan.pdf', content: new Uint8Array(Buffer.from(PDF)) },
  };
  const uploaded = valueOf(await documents.prepare(play.context(), { documentHolder: business.id, ...file }));
  const replaced = valueOf(await documents.prepareReplacement(play.context(), { id: document.id, ...file }));
  const issued = valueOf(await play.run(links.create, { customerId: business.id }));
  const { session } = (await links.start(/\/verify\/([^?]+)/.exec(issued.url)![1]!))!;
  const { link } = (await links.resume(session))!;
  return {
    play,
    customers: [business.id, other.id],
    ofCustomer: {
      'verification.submit': start(play, verification.submit, { customerId: business.id }),
      'verification.owners.create': start(play, owners.create, {
        ...{ customerId: business.id, roles: ['UBO'], ownershipPercentage: 10, personalInfo: PERSON },
      } as never),
      'verification.owners.update': start(play, owners.update, { id: owner.id, ownershipPercentage: 50 } as never),
      'verification.owners.delete': start(play, owners.delete, { id: spare.id } as never),
      'verification.documents.upload': start(play, documents.upload, uploaded),
      'verification.documents.replace': start(play, documents.replace, replaced),
      'verification.documents.delete': start(play, documents.delete, { id: document.id }),
      'verification.links.create': start(play, links.create, { customerId: business.id }),
      'verification.links.submit': start(play, links.submit, { linkId: link.id }),
    },
    ofPlatform: {},
  };
}

const PDF =
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n';
