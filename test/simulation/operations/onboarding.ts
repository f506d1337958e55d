import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { runUseCase } from '@corridor/core';
import { digestOf } from '../world.js';
import { hostedToken, type Move, known, learnt, sandboxOf, tenantOf } from './area.js';

const PERSON = {
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'DE',
  email: '',
  businessLegalName: '',
  businessRegistrationNumber: '',
  businessTaxId: '',
  platformAccountId: '',
  description: '',
};
const COLUMNS = ['umaAddress', 'platformCustomerId', 'customerType', ...Object.keys(PERSON)];
const ADDRESS = `0x${'ab'.repeat(20)}`;

const addressOf = (secret: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12))}`;

/** The signature of an EVM wallet (EIP-191). */
function signed(secret: Uint8Array, message: string): string {
  const text = utf8ToBytes(message);
  const prefixed = Uint8Array.from([...utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), ...text]);
  const [recovery, ...signature] = secp256k1.sign(keccak_256(prefixed), secret, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${bytesToHex(Uint8Array.from([...signature, recovery! + 27]))}`;
}

/** Files of customers, hosted verification, invitations, and proofs that a wallet belongs to its owner. */
export const ONBOARDING: readonly Move[] = [
  {
    name: 'imports.receive',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const name = `import${draw.under(1_000)}`;
      const type = draw.of(['INDIVIDUAL', 'INDIVIDUAL', 'PERSON']);
      const ctx = await world.context(tenant);
      const intake = await world.ask((core) => core.bulkImports.open(ctx, COLUMNS));
      if (intake === null) return;
      const rows = 1 + draw.under(3);
      for (let row = 0; row < rows; row++) {
        const own = `${name}-${row}`;
        await intake.add([`$${own}@localhost:8080`, own, type, ...Object.values(PERSON)]);
      }
      await world.ask(() => intake.end());
      if (draw.once(5)) await intake.discard();
      else await world.call(tenant, (core) => core.bulkImports.accept, { id: intake.id });
    },
  },
  {
    name: 'links.create',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: customerId } = known(world, tenant, 'people', draw);
      const link = await world.call(tenant, (core) => core.verification.links.create, { customerId });
      if (link !== null) world.learn(tenant, 'kyc links', { id: hostedToken(String(link['url'])) });
    },
  },
  {
    name: 'links.use',
    weight: 2,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: token } = known(world, tenant, 'kyc links', draw);
      const { core } = await world.host();
      const started = await core.verification.links.start(token);
      const held = started === null ? null : await core.verification.links.resume(started.session, token);
      if (held !== null) world.learn(tenant, 'kyc sessions', { id: held.link.id });
    },
  },
  {
    name: 'links.submit',
    weight: 2,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: linkId } = known(world, tenant, 'kyc sessions', draw);
      await world.call(tenant, (core) => core.verification.links.submit, { linkId });
    },
  },
  {
    name: 'ownership.add',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const added = await world.call(tenant, (core) => core.accounts.addExternal as never, {
        ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY' },
        accountInfo: { accountType: 'BASE_WALLET', address: ADDRESS },
      });
      learnt(world, tenant, 'unproven', added);
    },
  },
  {
    name: 'ownership.challenge',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'unproven', draw);
      await world.call(tenant, (core) => core.accounts.challengeOwnership, { id, method: 'WALLET_SIGNATURE' });
    },
  },
  {
    name: 'ownership.prove',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const secret = hexToBytes(digestOf(`wallet ${draw.under(100)}`));
      const added = await world.call(tenant, (core) => core.accounts.addExternal as never, {
        ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY' },
        accountInfo: { accountType: 'BASE_WALLET', address: addressOf(secret) },
      });
      learnt(world, tenant, 'externals', added);
      learnt(world, tenant, 'external USDC', added);
      if (added === null) return;
      const { id } = added;
      const method = 'WALLET_SIGNATURE';
      const asked = await world.call(tenant, (core) => core.accounts.challengeOwnership, { id, method });
      const signature = signed(secret, `${draw.once(4) ? 'not ' : ''}${String(asked?.['messageToSign'])}`);
      const ctx = await world.context(tenant);
      await world.ask((core) => runUseCase(core.units, ctx, core.accounts.verifyOwnership, { id, signature }));
    },
  },
];
