import { SCA_RESETS } from '@corridor/core/records';
import { type Move, known, learnt, sandboxOf, tenantOf } from './area.js';
import { learnAccounts } from './learn-accounts.js';
import { records } from './rails.js';

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PERSON = {
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '913-66-0298',
  address: ADDRESS,
};
const COMPANY_DOCUMENTS = ['CERTIFICATE_OF_INCORPORATION', 'DIRECTOR_REGISTRY', 'SHAREHOLDER_REGISTER', 'UTILITY_BILL'];

const PDF = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R >> endobj
trailer << /Root 1 0 R >>
startxref
9
%%EOF
`;

/** Businesses, verification, and strong customer authentication. */
export const IDENTITY: readonly Move[] = [
  {
    name: 'verification.person',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const person = await world.call(tenant, (core) => core.customers.create, {
        customerType: 'INDIVIDUAL',
        ...PERSON,
        region: 'US',
        currencies: ['USD', 'EUR'],
      });
      learnt(world, tenant, 'people', person);
      if (person === null) return;
      await learnAccounts(world, tenant, person.id);
      const fullName = draw.of(['Ada Lovelace', 'Bob 002', 'Bob 003', 'Bob 004', 'Bob 005', 'Bob 001', 'Ada Lovelace']);
      await world.call(tenant, (core) => core.customers.update, { id: person.id, fullName });
    },
  },
  {
    name: 'verification.business',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const ending = draw.of(['890', '890', '002', '003', '004', '005', '001']);
      const business = await world.call(tenant, (core) => core.customers.create, {
        customerType: 'BUSINESS',
        address: ADDRESS,
        region: 'US',
        currencies: ['USD', 'EUR'],
        businessInfo: {
          legalName: 'Lovelace Ltd',
          registrationNumber: `REG-${ending}`,
          taxId: '12-3456789',
          entityType: 'LLC',
        },
      });
      learnt(world, tenant, 'people', business);
      if (business === null) return;
      await learnAccounts(world, tenant, business.id);
      const lastName = draw.of(['Hopper', 'Hopper', 'Hopper 002', 'Hopper 003']);
      const owner = await world.call(tenant, (core) => core.verification.owners.create, {
        customerId: business.id,
        roles: ['UBO', 'CONTROL_PERSON'],
        ownershipPercentage: 60,
        personalInfo: { ...PERSON, firstName: 'Grace', lastName },
      });
      learnt(world, tenant, 'owners', owner);
    },
  },
  {
    name: 'verification.upload',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id, customerType } = known(world, tenant, 'people', draw);
      const file = { name: 'scan.pdf', content: new Uint8Array(Buffer.from(PDF)) };
      const types = customerType === 'BUSINESS' ? COMPANY_DOCUMENTS : ['PASSPORT'];
      for (const documentType of types) {
        const input = { documentHolder: id, documentType, country: 'US', file };
        const ctx = await world.context(tenant);
        const ready = await world.ask((core) => core.verification.documents.prepare(ctx, input));
        if (ready !== null) await world.call(tenant, (core) => core.verification.documents.upload, ready);
      }
    },
  },
  {
    name: 'verification.submit',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: customerId } = known(world, tenant, 'people', draw);
      await world.call(tenant, (core) => core.verification.submit, { customerId });
    },
  },
  {
    name: 'sca.enroll',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const start = await world.call(tenant, (core) => core.sca.startEnrollment, { customerId, type: 'TOTP' });
      if (start === null || draw.once(4)) return;
      const code = draw.of(['123456', '123456', '654321']);
      const input = { customerId, type: 'TOTP', secret: start['secret'], code };
      await world.call(tenant, (core) => core.sca.confirmEnrollment, input);
    },
  },
  {
    name: 'sca.reset',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const factor = draw.of(['TOTP', 'SMS_OTP']);
      await world.call(tenant, (core) => core.sca.startReset, { customerId, factor, type: factor });
    },
  },
  {
    name: 'sca.complete-reset',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const passed = (await records(world, tenant.key, SCA_RESETS)).filter(
        ({ status }) => status === 'LIVENESS_PASSED',
      );
      const { id, customerId, factor } = draw.of(passed);
      const mobile = { countryCode: '49', number: `1511234${String(1_000 + draw.under(9_000))}` };
      await world.call(tenant, (core) => core.sca.completeReset, {
        customerId,
        resetId: id,
        ...(factor === 'SMS_OTP' && { mobile }),
      });
    },
  },
];
