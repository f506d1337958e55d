import {
  BALANCES,
  CUSTOMERS,
  PROVIDER_ACCOUNTS,
  STABLECOIN_OPERATIONS,
  type StablecoinOperation,
  STABLECOINS as TOKENS,
} from '@corridor/core/records';
import { type Move, known, learnt, own, sandboxOf } from './area.js';
import { records } from './rails.js';

const CENT = 10_000n;

const isOpen = ({ status }: StablecoinOperation): boolean => !['COMPLETED', 'FAILED', 'EXPIRED'].includes(status);

/** Provider accounts, tokens, and their mints and burns. */
export const STABLECOINS: readonly Move[] = [
  {
    name: 'stablecoins.link',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const linked = await world.call(tenant, (core) => core.stablecoins.link, {
        provider: 'BRALE',
        apiClientId: draw.of(['client', 'client', 'client-003', 'client-004', 'client-002', 'other']),
        apiClientSecret: 'secret',
      });
      learnt(world, tenant, 'links', linked);
    },
  },
  {
    name: 'stablecoins.register',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'links', draw);
      const number = world.list(tenant, 'coins').length;
      const token = `usdb-${number}-${draw.of(['890', '890', '002', '003', '004', '005', '006'])}`;
      const coin = await world.call(tenant, (core) => core.stablecoins.register, {
        providerTokenIdentifier: token,
        networkTokenIdentifier: `btkn1${number}${draw.of(['890', '890', '001', '002', '004'])}`,
        network: 'SPARK',
        stablecoinProviderAccountId: id,
      });
      learnt(world, tenant, 'coins', coin);
    },
  },
  {
    name: 'stablecoins.order',
    weight: 5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const coin = known(world, tenant, 'coins', draw);
      const account = known(world, tenant, 'internal USDB', draw);
      const usdb = account.id;
      const usd = own(world, tenant, 'internal USD', account, draw).id;
      const amount = draw.amount(5_000) * CENT;
      const inside = { type: 'SVC_INTERNAL_ACCOUNT' } as const;
      const request = draw.of([
        {
          operationType: 'MINT',
          amount,
          source: draw.of([{ ...inside, accountId: usd }, { ...inside, accountId: usd }, { type: 'WIRE' }]),
          destination: { accountId: usdb },
        },
        {
          operationType: 'BURN',
          amount,
          source: { ...inside, accountId: usdb },
          destination: {
            accountId: draw.once(2) ? usd : own(world, tenant, 'external USD', account, draw).id,
            rail: draw.of(['ACH_CREDIT', 'WIRE']),
          },
        },
      ]);
      const input = { stablecoinId: coin.id, request } as never;
      if (draw.once(2)) {
        const quote = await world.call(tenant, (core) => core.stablecoins.createQuote, input);
        learnt(world, tenant, 'coin quotes', quote);
      } else await world.call(tenant, (core) => core.stablecoins.order, input);
    },
  },
  {
    name: 'stablecoins.execute',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'coin quotes', draw);
      await world.call(tenant, (core) => core.stablecoins.executeQuote, { id });
    },
  },
  {
    name: 'stablecoins.renew',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, PROVIDER_ACCOUNTS);
      const { providerAccountId } = draw.recent(all.filter(({ status }) => status !== 'ACTIVE'));
      await world.call(tenant, (core) => core.stablecoins.link, {
        provider: 'BRALE',
        providerAccountId,
        apiClientId: 'client',
        apiClientSecret: 'new secret',
      });
    },
  },
  {
    name: 'stablecoins.trade',
    weight: 8,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const links = await records(world, tenant.key, PROVIDER_ACCOUNTS);
      const usable = new Set(links.flatMap(({ id, status }) => (status === 'ACTIVE' ? [id] : [])));
      const enabled = (await records(world, tenant.key, TOKENS)).filter(
        ({ svcOperationsStatus, currency, stablecoinProviderAccountId: link }) =>
          svcOperationsStatus === 'ENABLED' && currency !== null && usable.has(link),
      );
      const { id: stablecoinId, currency } = draw.recent(enabled);
      const approved = (await records(world, tenant.key, CUSTOMERS)).filter(
        ({ kycStatus }) => kycStatus === 'APPROVED',
      );
      const ready = new Set<unknown>(approved.map(({ id }) => id));
      const account = draw.recent(
        world.list(tenant, `internal ${currency}`).filter(({ customerId }) => ready.has(customerId)),
      );
      const usd = own(world, tenant, 'internal USD', account, draw).id;
      const banks = world.list(tenant, 'external USD').filter(({ customerId }) => customerId === account['customerId']);
      const isNew = draw.once(2);
      const number = `654321${draw.of(['003', '004', '005', '005'])}`;
      const scripted = isNew
        ? await world.call(tenant, (core) => core.accounts.addExternal as never, {
            ...{ ownerType: 'CUSTOMER', customerId: account['customerId'], currency: 'USD' },
            accountInfo: { accountType: 'US_ACCOUNT', accountNumber: number, routingNumber: '021000021' },
          })
        : null;
      const added = scripted !== null ? { ...scripted, customerId: account['customerId'] } : null;
      learnt(world, tenant, 'external USD', added);
      const bank = (added ?? (banks.length > 0 ? draw.recent(banks) : null))?.id;
      const inside = { type: 'SVC_INTERNAL_ACCOUNT' } as const;
      const balances = await records(world, tenant.key, BALANCES);
      const tokens = balances.find(({ id }) => id === account.id)?.available ?? 0n;
      const amount = (draw.amount(5_000) + 1n) * CENT;
      const burned = draw.once(2) ? (tokens / CENT / 2n + 1n) * CENT : amount;
      const rail = draw.of(['ACH_CREDIT', 'WIRE']);
      const request = draw.of([
        {
          operationType: 'MINT',
          amount,
          source: draw.of([
            { ...inside, accountId: usd },
            { type: 'WIRE' },
            { type: 'WIRE' },
            { type: 'ACH_DEBIT', externalAccountId: bank },
          ]),
          destination: { accountId: account.id },
        },
        {
          operationType: 'BURN',
          amount: burned,
          source: draw.of([{ ...inside, accountId: account.id }, { type: 'PROVIDER_INTERNAL_BALANCE' }]),
          destination: { accountId: bank, rail },
        },
      ]);
      const input = { stablecoinId, request } as never;
      await world.call(tenant, (core) => core.sandbox.fund, { accountId: usd, amount: amount / CENT });
      if (draw.once(3)) {
        const quote = await world.call(tenant, (core) => core.stablecoins.createQuote, input);
        learnt(world, tenant, 'coin quotes', quote);
      } else await world.call(tenant, (core) => core.stablecoins.order, input);
    },
  },
  {
    name: 'issuer.withdraw',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, PROVIDER_ACCOUNTS);
      const open = (await records(world, tenant.key, STABLECOIN_OPERATIONS)).filter(isOpen);
      const asked = new Set<string>(open.map(({ stablecoinProviderAccountId }) => stablecoinProviderAccountId));
      const busy = all.filter(({ id }) => asked.has(id));
      const refused = busy.filter(({ status }) => status === 'INVALID');
      const { providerAccountId } = draw.recent(draw.of([all, busy, refused]));
      for (const because of draw.of([['invalid'], ['revoked'], ['invalid', 'revoked']] as const)) {
        world.outside.issuer.refusals.set(providerAccountId, because);
        const { core } = await world.host();
        await core.work.runJobs();
        // Longer than an order waits before the issuer is asked again.
        world.advance(61);
      }
    },
  },
  {
    name: 'issuer.end-order',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, STABLECOIN_OPERATIONS);
      const { id } = draw.recent(all.filter(isOpen));
      world.outside.issuer.endOrder(id, draw.of(['completed', 'failed', 'expired']));
    },
  },
  {
    name: 'issuer.end-issuance',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, TOKENS);
      const open = all.filter(({ issuanceStatus }) => ['PENDING_REVIEW', 'PROVISIONING'].includes(issuanceStatus));
      const { networkTokenIdentifier } = draw.recent(open);
      world.outside.issuer.endIssuance(networkTokenIdentifier, draw.of(['FAILED', 'REJECTED', 'PROVISIONED']));
    },
  },
];
