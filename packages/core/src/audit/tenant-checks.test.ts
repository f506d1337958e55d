import { describe, expect, it } from 'vitest';
import { EVENTS } from '../events/index.js';
import {
  HOUSE_TENANTS,
  PENDING_COMMANDS,
  type Reads,
  REMEMBERED_ANSWERS,
  type TenantKey,
  tenantKey,
} from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { HOST_KEYS, PLATFORMS, TOKENS } from '../platforms/index.js';
import { AUDITED, readsOf } from '../testing/audited.js';
import { addOperator } from '../testing/operators.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { inspectTenants } from './tenants.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX');
const GONE = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000003' as never, 'SANDBOX');
const HOST = 'host' as TenantKey;

const platform = (id: TenantKey, tenant: TenantKey = id) => ({ id, tenant });
const token = (tenant: TenantKey, ...permissions: readonly string[]) => ({
  id: `Token:${tenant}`,
  tenant,
  permissions,
});

interface Given {
  readonly platforms?: readonly object[];
  readonly tokens?: readonly object[];
  /** By the name of a record kind: the tenants that have rows of it. */
  readonly rows?: Readonly<Record<string, readonly TenantKey[]>>;
}

const inspected = ({
  platforms = [platform(AUDITED)],
  tokens = [token(AUDITED, 'VIEW', 'MANAGE')],
  rows = {},
}: Given) => {
  const reads: Reads = {
    ...readsOf([PLATFORMS, platforms], [TOKENS, tokens]),
    tenants: async ({ name }) => rows[name] ?? [],
  };
  return inspectTenants(reads);
};

describe('the tenants of a host', () => {
  it('are its platforms and the house', async () => {
    const platforms = [platform(AUDITED), platform(OTHER)];
    const tokens = [token(AUDITED, 'MANAGE'), token(OTHER, 'MANAGE')];
    const own = [AUDITED, OTHER, ...HOUSE_TENANTS];
    const rows = { [POSTINGS.name]: own, [EVENTS.name]: own, [HOST_KEYS.name]: [HOST, ...own] };
    expect(await inspected({ platforms, tokens, rows })).toEqual({ tenants: own, findings: [] });
  });

  it('include a platform that names another tenant, which is a finding', async () => {
    const { tenants, findings } = await inspected({ platforms: [platform(AUDITED, OTHER)] });
    expect(tenants).toEqual([AUDITED, ...HOUSE_TENANTS]);
    expect(findings).toEqual([`${AUDITED} names ${OTHER} as its tenant`]);
  });
});

describe('an audit of all tenants finds', () => {
  it.each([
    ['without a token', []],
    ['with a token that may not manage', [token(AUDITED, 'VIEW', 'TRANSACT')]],
    ['with a token that manages another platform', [token(OTHER, 'MANAGE')]],
  ])('a platform %s', async (_, tokens) => {
    expect((await inspected({ tokens })).findings).toEqual([`${AUDITED} has no token with MANAGE`]);
  });

  it('the rows of platforms that do not exist, by their kinds', async () => {
    const rows = { [POSTINGS.name]: [AUDITED, GONE], [EVENTS.name]: [GONE, OTHER] };
    expect((await inspected({ rows })).findings.toSorted()).toEqual(
      [
        `platform ${GONE} does not exist, but has rows in ${POSTINGS.name}, ${EVENTS.name}`,
        `platform ${OTHER} does not exist, but has rows in ${EVENTS.name}`,
      ].toSorted(),
    );
  });

  it('rows of the host in a kind that belongs to platforms, and those of platforms in a kind of the host', async () => {
    expect((await inspected({ rows: { [POSTINGS.name]: [HOST] } })).findings).toEqual([
      `platform host does not exist, but has rows in ${POSTINGS.name}`,
    ]);
    expect((await inspected({ rows: { [HOST_KEYS.name]: [GONE] } })).findings).toEqual([
      `platform ${GONE} does not exist, but has rows in ${HOST_KEYS.name}`,
    ]);
  });
});

describe('a platform that was requested, but not created', () => {
  it('leaves rows that the audit accepts: entries of the log, pending commands and remembered answers', async () => {
    const rows = { [OPERATOR_LOG.name]: [GONE], [PENDING_COMMANDS.name]: [GONE], [REMEMBERED_ANSWERS.name]: [GONE] };
    expect((await inspected({ rows })).findings).toEqual([]);
  });

  it('leaves a clean audit while the request waits and after it is declined', async () => {
    const { core, storage } = await playCore();
    const ann = await addOperator(storage.units, 'Ann', 'ADMIN');
    const bob = await addOperator(storage.units, 'Bob', 'ADMIN');
    const live = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'PRODUCTION');
    const order = { tenant: live, action: 'platforms.create', input: { name: 'Live', currencies: ['USD'] } } as const;
    const asked = valueOf(await core.operators.actions.request(ann, order as never, 'form'));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    expect((await core.ledger.audit()).findings).toEqual([]);
    valueOf(await core.operators.actions.decline(bob, live, asked.awaiting));
    expect((await core.ledger.audit()).findings).toEqual([]);
  });
});
