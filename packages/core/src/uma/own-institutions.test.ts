import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountsOf } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import {
  type Environment,
  type PreparedUseCase,
  readAll,
  type Result,
  runUseCase,
  type TenantKey,
  tenantKey,
  type UseCase,
} from '../kernel/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playChain, playNetwork, type PlayNetwork, type UmaHost, umaHost } from '../testing/uma-hosts.js';
import { ownKeys } from './own-institutions.js';
import type { InProcess, UmaProtocol } from './ports.js';
import { UMA_PEERS, UMA_RECEIPTS } from './records.js';

const HOST = 'host.example';
const directory = lightningDirectory();
let clock: FixedClock;
let host: UmaHost;
/** The hosts of the requests that left the process. */
let called: string[];
/** The answers of institutions of this host, changed on their way. */
let tamper: ((answer: string) => string) | null;

const altered = <R extends { readonly inProcess?: InProcess }>(request: R): R => {
  const { inProcess } = request;
  if (inProcess === undefined) return request;
  const changed: InProcess = async (url, body) => {
    const answer = await inProcess(url, body);
    return answer.ok && tamper !== null ? { ok: true, value: tamper(answer.value) } : answer;
  };
  return { ...request, inProcess: changed };
};

const recording = (network: PlayNetwork): PlayNetwork => ({
  ...network,
  http: {
    send(request) {
      called.push(new URL(request.url).host);
      return network.http.send(request);
    },
  },
});

afterEach(() => vi.useRealTimers());

beforeEach(async () => {
  clock = fixedClock();
  // The library of the protocol writes the time of the machine into its signatures.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  called = [];
  tamper = null;
  host = await umaHost({
    domain: HOST,
    clock,
    chain: playChain(),
    network: recording(playNetwork()),
    lightningDirectory: directory(),
    hasChain: false,
    protocol: (usual: UmaProtocol) => ({
      lookUp: (request) => usual.lookUp(altered(request)),
      requestPayment: (request) => usual.requestPayment(altered(request)),
    }),
  });
});

interface Side {
  readonly tenant: TenantKey;
  readonly customer: Customer;
}

let platforms = 0;
const context = (tenant: TenantKey) => ({ ...host.play.context(), tenant });
const runAs = <I, P, O>(
  tenant: TenantKey,
  useCase: UseCase<I, O> | PreparedUseCase<I, P, O>,
  input: I,
): Promise<Result<O>> => runUseCase(host.play.storage.units, context(tenant), useCase, input);

const createCustomer = async (tenant: TenantKey, fullName = 'Grace Hopper'): Promise<Customer> =>
  valueOf(await runAs(tenant, host.play.core.customers.create, { customerType: 'INDIVIDUAL', fullName, region: 'US' }));

/** A platform with a domain of its own, or at the domain of the host, and a customer there. */
async function side(domain: string | null, environment: Environment = 'SANDBOX'): Promise<Side> {
  const id = `Platform:018bcfe5-6800-7000-8000-${String((platforms += 1)).padStart(12, 'f')}`;
  const tenant = tenantKey(id as never, environment);
  const { core } = host.play;
  valueOf(await runAs(tenant, core.platforms.create, { name: id, currencies: ['USD', 'EUR'] }));
  if (domain !== null)
    valueOf(await runAs(tenant, core.platforms.updateOperatorSettings, { umaDomain: domain } as never));
  return { tenant, customer: await createCustomer(tenant) };
}

const lookUp = (from: Side, receiverUmaAddress: string) =>
  host.play.core.uma.lookUp(context(from.tenant), { receiverUmaAddress, customerId: from.customer.id });

async function fundedAccount({ tenant, customer }: Side): Promise<string> {
  const accounts = await host.play.storage.units.read(tenant, (reads) => accountsOf(reads, customer.id));
  const { id } = accounts.find(({ currency }) => currency === 'USD')!;
  valueOf(await runAs(tenant, host.play.core.sandbox.fund, { accountId: id, amount: 10_000n }));
  return id;
}

/** A quote over 1,000 cents, for which the institution of the receiver is asked for an invoice. */
async function quote(from: Side, to: Side): Promise<Result<{ readonly id: string }>> {
  const accountId = await fundedAccount(from);
  const lookup = await lookUp(from, to.customer.umaAddress);
  if (!lookup.ok) return lookup;
  return runAs(from.tenant, host.play.core.quotes.create, {
    lookupId: lookup.value.id,
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: to.customer.umaAddress },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000n,
  } as never);
}

describe('a domain of a platform of this host', () => {
  it.each([
    ['alpha.example', 'beta.example'],
    ['alpha.example', null],
    [null, 'beta.example'],
    [null, null],
  ])('is asked, paid and notified in the process, from %s to %s', async (from, to) => {
    const [payer, payee] = [await side(from), await side(to)];
    const { id } = valueOf(await quote(payer, payee));
    valueOf(await runAs(payer.tenant, host.play.core.quotes.execute, { id } as never));
    for (let seconds = 0; seconds < 20; seconds += 1) await host.play.pass(1);
    const receipts = await host.play.storage.units.read(payee.tenant, (reads) => readAll(reads, UMA_RECEIPTS));
    expect(receipts).toMatchObject([{ status: 'PAID', vasp: from ?? HOST }]);
    expect(receipts[0]!.notifiedAt).not.toBeNull();
    expect(called).toEqual([]);
    // The keys of the host's own domains are not copied: they would be old after a change.
    expect(await host.play.storage.units.read(null, (reads) => readAll(reads, UMA_PEERS))).toEqual([]);
  });

  it('knows no other names, and refuses customers who cannot receive, as from outside', async () => {
    const [payer, payee] = [await side('alpha.example'), await side('beta.example')];
    expect(codeOf(await lookUp(payer, '$nobody@beta.example'))).toBe('UMA_NOT_FOUND');
    expect(codeOf(await lookUp(payer, `$nobody@${HOST}`))).toBe('UMA_NOT_FOUND');
    valueOf(await runAs(payee.tenant, host.play.core.customers.delete, { id: payee.customer.id } as never));
    expect(codeOf(await lookUp(payer, payee.customer.umaAddress))).toBe('INVALID_RECEIVER');
    expect(called).toEqual([]);
  });

  it('must sign its answers', async () => {
    const [payer, payee] = [await side('alpha.example'), await side('beta.example')];
    tamper = (answer) => answer.replace(/"signature":"30(..)/, '"signature":"31$1');
    expect(codeOf(await lookUp(payer, payee.customer.umaAddress))).toBe('INVALID_SIGNATURE');
    tamper = (answer) => answer.replace(/"signatureNonce":"/, '"signatureNonce":"9');
    expect(codeOf(await lookUp(payer, payee.customer.umaAddress))).toBe('INVALID_SIGNATURE');
    tamper = (answer) =>
      answer.includes('"pr"') ? answer.replace(/"signatureNonce":"/, '"signatureNonce":"9') : answer;
    expect(codeOf(await quote(payer, payee))).toBe('INVALID_SIGNATURE');
  });

  it('is an institution of its environment only', async () => {
    const [sandbox, production] = [await side('alpha.example'), await side('live.example', 'PRODUCTION')];
    expect(codeOf(await lookUp(sandbox, production.customer.umaAddress))).toBe('LNURLP_REQUEST_FAILED');
    expect(called).toEqual(['live.example']);
    const atHost = await side(null, 'PRODUCTION');
    expect(codeOf(await lookUp(sandbox, atHost.customer.umaAddress))).toBe('UMA_NOT_FOUND');
    expect(called).toEqual(['live.example']);
  });

  it('is trusted in its environment only, because in the sandbox a domain needs no proof', async () => {
    await side('bank.example');
    await side('live.example', 'PRODUCTION');
    const { units } = host.play.storage;
    const keysOf = ownKeys({ units, publicAuthority: HOST, keys: { document: async (domain) => `keys of ${domain}` } });
    expect(await keysOf('SANDBOX', 'bank.example')).toBe('keys of bank.example');
    expect(await keysOf('PRODUCTION', 'bank.example')).toBeNull();
    expect(await keysOf('SANDBOX', 'live.example')).toBeNull();
    expect([await keysOf('SANDBOX', HOST), await keysOf('PRODUCTION', HOST)]).toEqual(Array(2).fill(`keys of ${HOST}`));
  });
});
