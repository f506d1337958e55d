import {
  type Alteration,
  CHANGED,
  gone,
  LATE,
  ABSENT_CUSTOMER,
  OTHER,
  sealedEvents,
  sealedLog,
  sealedPostings,
  set,
  TENANT,
} from './alterations.js';
import type { OrderIds, PaymentIds } from './altered-history.js';

/** Only the records of a platform that exists are in these. */
const OWN_OF_A_PLATFORM = [
  ...['postings', 'balances', 'checkpoints', 'events', 'jobs', 'webhook_keys', 'blocks', 'customers'],
  ...['uma_addresses', 'internal_accounts', 'external_accounts'],
  ...['quotes', 'transactions', 'deposits', 'daily_volumes', 'arrivals', 'rail_steps'],
  ...['agents', 'agent_usages', 'agent_actions'],
  ...['cards', 'card_refunds', 'card_messages', 'exceptions', 'search_terms'],
];
/** A request to create a platform leaves rows in these before the platform exists. */
const ALL_OF_A_PLATFORM = [...OWN_OF_A_PLATFORM, 'remembered_answers', 'operator_log'];

const toOther = (table: string): string =>
  `update readable_${table} set tenant = '${OTHER}' where id = (select max(id) from readable_${table});`;

export const OF_PLATFORMS: readonly Alteration<PaymentIds>[] = [
  [
    'every platform and token deleted',
    () => 'delete from readable_platforms; delete from readable_tokens;',
    () => `platform ${TENANT} does not exist, but has rows in ${OWN_OF_A_PLATFORM.join(', ')}`,
  ],
  ['every token deleted', () => 'delete from readable_tokens;', () => `${TENANT} has no token with MANAGE`],
  [
    'every platform deleted with all its records',
    () => [...ALL_OF_A_PLATFORM, 'platforms', 'tokens'].map((table) => `delete from readable_${table};`).join('\n'),
    (h) => sealedPostings(h, '0 remain'),
  ],
  [
    'a platform under another name',
    () => `update readable_platforms set id = '${OTHER}', tenant = '${OTHER}';`,
    () => `${OTHER} has no token with MANAGE`,
  ],
  [
    'a platform with another tenant than itself',
    () => `update readable_platforms set tenant = '${OTHER}';`,
    () => `${TENANT} names ${OTHER} as its tenant`,
  ],
  [
    'tokens that lost their permissions',
    () => `update readable_tokens set permissions = '["VIEW"]';`,
    () => `${TENANT} has no token with MANAGE`,
  ],
  ...OWN_OF_A_PLATFORM.map((table): Alteration<PaymentIds> => [
    `${table} of a platform that does not exist`,
    () => toOther(table),
    () => `platform ${OTHER} does not exist, but has rows in ${table}`,
  ]),
  [
    'an entry of the operator log moved to a platform that does not exist',
    () => toOther('operator_log'),
    (h) => sealedLog(h, CHANGED),
  ],
  [
    'the answer to a payment moved to a platform that does not exist',
    () => toOther('remembered_answers'),
    (h) => `the answer to the request that started ${h.collected} does not exist; a repetition would pay again`,
  ],
];

const shown = (h: PaymentIds, field: string, id: string, [is, was]: readonly [string, string]): string =>
  `${field} of ${id} is ${is}, ${String(h.lastEvent(id))} showed ${was}`;

export const OF_SECRETS: readonly Alteration<PaymentIds>[] = [
  [
    'a secret that was moved to another record',
    () => `update readable_platforms set webhook_secret = (select max(sealed_private_key) from readable_webhook_keys);`,
    () =>
      `${TENANT} has a webhookSecret that cannot be opened: not sealed for sealed:platforms/${TENANT}/webhookSecret:`,
  ],
  [
    'a changed secret of a tenant',
    () => `update readable_webhook_keys set sealed_private_key = 'mine';`,
    () =>
      `${TENANT} has a sealedPrivateKey that cannot be opened: not sealed for sealed:webhook_keys/${TENANT}/sealedPrivateKey:`,
  ],
  [
    'a secret in the form of a text from before its column was sealed',
    () => `update readable_platforms set webhook_secret = 'plain.mine' where id = '${TENANT}';`,
    () =>
      `${TENANT} has a webhookSecret that cannot be opened: not sealed for sealed:platforms/${TENANT}/webhookSecret:`,
  ],
  [
    'the key of the seals in this form',
    () => `update readable_host_keys set sealed_private_key = 'plain.00' where id = 'journal-seals';`,
    () =>
      'journal-seals has a sealedPrivateKey that cannot be opened: not sealed for sealed:host_keys/journal-seals/sealedPrivateKey:',
  ],
  [
    'a tax number in this form, which a column of an earlier release may have had',
    ({ one }) => set('customers', String(one('select min(id) from readable_customers')), `sealed_tax_id = 'plain.1'`),
    ({ one }) =>
      `${String(one('select min(id) from readable_customers'))} has a sealedTaxId that cannot be opened: it is not sealed; after an upgrade, a host seals it within minutes (docs/areas/maintenance.md)`,
  ],
];

const OTHER_CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-00000000000a';
const BLOCK = 'Block:018bcfe5-6800-7000-8000-000000000009';

/** A block that no operator has made. */
const block = (subject: string, over: Readonly<Record<string, string>> = {}): string => {
  const row = {
    ...{ id: `'${BLOCK}'`, tenant: `'${TENANT}'`, version: '1', created_at: '0', updated_at: '0' },
    ...{ subject: `'${subject}'`, status: `'BLOCKED'`, reason: `'r'`, case_reference: `'c'`, tell_platform: '0' },
    ...{ blocked_by: `'Ann'`, ...over },
  };
  return `insert into readable_blocks (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`;
};

const freed = (h: PaymentIds): string => set('external_accounts', h.stopped, 'blocked_as = null');
const setBlock = (subject: string, change: string): string =>
  `update readable_blocks set ${change} where subject = '${subject}';`;
const ENDED = `status = 'ENDED', end_reason = 'r', end_reference = 'c', ended_by = 'Ann', end_approved_by = 'Bob'`;

const missing = ({ one }: PaymentIds, subject: string): string => {
  const where = `subject = '${subject}' and action = 'external-accounts.block'`;
  const entry = String(one(`select id from readable_operator_log where ${where}`));
  return `${entry} says that ${subject} was blocked, but its block is missing`;
};
const differing = ({ one }: PaymentIds, subject: string, fields: string): string => {
  const id = String(one(`select id from readable_blocks where subject = '${subject}'`));
  return `${id} of ${subject} differs from the operator log in ${fields}`;
};

export const OF_BLOCKS: readonly Alteration<PaymentIds>[] = [
  ...(
    [
      ['customers', 'customer', (h: PaymentIds) => h.customer],
      ['external_accounts', 'external account', (h: PaymentIds) => h.good],
      ['platforms', 'platform', () => TENANT],
    ] as const
  ).flatMap(([table, name, of]): readonly Alteration<PaymentIds>[] => [
    [
      `a ${name} marked as blocked without a block`,
      (h) => set(table, of(h), `blocked_as = 'SILENT'`),
      (h) => `${of(h)} is marked as blocked, but no block of it lasts`,
    ],
    [
      `a ${name} whose mark was removed while its block lasts`,
      (h) => block(of(h)),
      (h) => `${BLOCK} blocks ${of(h)}, which is not marked as blocked`,
    ],
    [
      `a ${name} whose silent block is marked as told`,
      (h) => `${block(of(h))} ${set(table, of(h), `blocked_as = 'TOLD'`)}`,
      (h) => `${BLOCK} blocks ${of(h)}, which is marked as TOLD`,
    ],
  ]),
  [
    'a block of a customer that does not exist',
    () => block(ABSENT_CUSTOMER),
    () => `${BLOCK} blocks ${ABSENT_CUSTOMER}, which does not exist`,
  ],
  [
    'a block that ended without a second operator',
    (h) => block(h.customer, { status: `'ENDED'`, end_reason: `'r'`, ended_by: `'Ann'`, ended_at: '0' }),
    () => `${BLOCK} is ENDED, but does not say why and by which two operators`,
  ],
  [
    'a block that no operator has made, and that has ended',
    (h) => block(h.customer, { status: `'ENDED'`, end_reason: `'r'`, ended_by: `'Ann'`, end_approved_by: `'Bob'` }),
    (h) => `${BLOCK} blocks ${h.customer}, and no entry of the operator log says so`,
  ],
  [
    'a block deleted with its mark',
    (h) => `${freed(h)} delete from readable_blocks where subject = '${h.stopped}';`,
    (h) => missing(h, h.stopped),
  ],
  [
    'an ended block deleted',
    (h) => `delete from readable_blocks where subject = '${h.freed}';`,
    (h) => missing(h, h.freed),
  ],
  [
    'a block that ended with invented operators',
    (h) => `${freed(h)} ${setBlock(h.stopped, ENDED)}`,
    (h) => differing(h, h.stopped, 'status, endReason, endReference, endedBy, endApprovedBy'),
  ],
  ...(
    [
      ['reason', 'reason'],
      ['case_reference', 'caseReference'],
      ['notes', 'notes'],
      ['blocked_by', 'blockedBy'],
      ['end_reason', 'endReason'],
      ['end_reference', 'endReference'],
      ['ended_by', 'endedBy'],
      ['end_approved_by', 'endApprovedBy'],
    ] as const
  ).map(([column, field]): Alteration<PaymentIds> => [
    `a block with another ${field}`,
    (h) => setBlock(h.freed, `${column} = 'another'`),
    (h) => differing(h, h.freed, field),
  ]),
  [
    'a silent block with another tellPlatform',
    (h) => setBlock(h.freed, 'tell_platform = 1'),
    (h) => differing(h, h.freed, 'tellPlatform'),
  ],
  [
    'a block moved to another external account with its mark',
    (h) => `${freed(h)} ${set('external_accounts', h.good, `blocked_as = 'SILENT'`)}
      ${setBlock(h.stopped, `subject = '${h.good}'`)}`,
    (h) => missing(h, h.stopped),
  ],
  ['a block moved to another platform', (h) => setBlock(h.freed, `tenant = '${OTHER}'`), (h) => missing(h, h.freed)],
];

export const OF_OWNERS: readonly Alteration<PaymentIds>[] = [
  [
    'an external account with another number',
    (h) => set('external_accounts', h.good, `account_info = replace(account_info, 'DE89', 'DE98')`),
    (h) => `the details of ${h.good} differ from those it was added with`,
  ],
  [
    'an external account in use deleted',
    (h) => gone('external_accounts', h.slow),
    (h) => `${h.processing.transactionId} is in progress, but its account ${h.slow} does not exist`,
  ],
  [
    'an external account marked as proven',
    (h) => set('external_accounts', h.good, `ownership_proof = '{}'`),
    (h) => `states of ${h.good}: expected EXTERNAL_ACCOUNT.STATUS_UPDATED, found none`,
  ],
  [
    'an internal account of another owner',
    (h) => set('internal_accounts', h.usd, `owner = '${ABSENT_CUSTOMER}'`),
    (h) => shown(h, 'owner', h.usd, [ABSENT_CUSTOMER, h.customer]),
  ],
  [
    'an internal account with another reference',
    (h) => set('internal_accounts', h.usd, `reference = 'OTHER'`),
    (h) =>
      shown(h, 'reference', h.usd, [
        'OTHER',
        String(h.one(`select reference from readable_internal_accounts where id = '${h.usd}'`)),
      ]),
  ],
  [
    'an internal account frozen',
    (h) => set('internal_accounts', h.usd, `status = 'FROZEN'`),
    (h) => `${h.usd} is FROZEN, but no event announced this status`,
  ],
  [
    'an internal account deleted',
    (h) => gone('internal_accounts', h.euros),
    (h) => `the balance of ${h.euros} has no holder`,
  ],
  [
    'a customer rejected',
    (h) => set('customers', h.customer, `kyc_status = 'REJECTED'`),
    (h) => `decisions on ${h.customer}: expected CUSTOMER.KYC_REJECTED, found CUSTOMER.KYC_APPROVED`,
  ],
  [
    'a customer marked as deleted who has money',
    (h) => set('customers', h.customer, 'is_deleted = 1'),
    (h) => `${h.customer} is deleted, but its account ${h.usd} is ACTIVE`,
  ],
  [
    'an address without a holder, which another customer can take',
    (h) => `delete from readable_uma_addresses where customer_id = '${h.customer}';`,
    (h) =>
      `${h.customer} has the address ${String(h.one(`select uma_address from readable_customers where id = '${h.customer}'`))}, which does not lead to it`,
  ],
  [
    'a UMA address that leads to another customer',
    (h) => `update readable_uma_addresses set customer_id = '${OTHER_CUSTOMER}' where customer_id = '${h.customer}';`,
    (h) =>
      `the UMA address ${String(h.one('select id from readable_uma_addresses'))} leads to ${OTHER_CUSTOMER}, who does not have it`,
  ],
  [
    'a customer deleted',
    (h) => gone('customers', h.customer),
    (h) => `no record accounts for the events CUSTOMER.KYC_PENDING, CUSTOMER.KYC_APPROVED of ${h.customer}`,
  ],
  [
    'a card of another holder',
    (h) => set('cards', h.card, `cardholder_id = '${ABSENT_CUSTOMER}'`),
    (h) => shown(h, 'cardholderId', h.card, [ABSENT_CUSTOMER, h.customer]),
  ],
  [
    'a card funded by the account of another customer',
    (h) => set('cards', h.card, `funding_sources = '["${h.euros}"]'`),
    (h) => shown(h, 'fundingSources', h.card, [`["${h.euros}"]`, `["${h.usd}"]`]),
  ],
  [
    'a card frozen, as a new version',
    (h) => set('cards', h.card, `state = 'FROZEN', version = version + 1`),
    (h) => shown(h, 'state', h.card, ['FROZEN', 'ACTIVE']),
  ],
  [
    'a card closed',
    (h) => set('cards', h.card, `state = 'CLOSED'`),
    (h) => shown(h, 'state', h.card, ['CLOSED', 'ACTIVE']),
  ],
  [
    'a card deleted',
    (h) => gone('cards', h.card),
    (h) => `no record accounts for the events CARD.STATE_CHANGE of ${h.card}`,
  ],
  [
    'a card payment of another amount',
    (h) => set('transactions', h.used, `card = replace(card, '1000', '900')`),
    (h) =>
      `CARD_HOLD of ${h.used}: the transaction has 1 with a total of 9.00 USD, the journal has 1 with a total of 10.00 USD`,
  ],
  [
    'a card refund of another amount',
    () => 'update readable_card_refunds set amount = 50;',
    (h) =>
      `the parts of ${String(h.one('select id from readable_card_refunds'))} sum to 1.00 USD, the return is 0.50 USD`,
  ],
  [
    'a card refund of another amount, with its parts',
    () => `update readable_card_refunds set amount = 50, parts = replace(parts, '100', '50');`,
    (h) => `the refunds of ${h.used} sum to 0.50 USD, the transaction has 1.00 USD`,
  ],
  [
    'a card refund deleted',
    () => 'delete from readable_card_refunds;',
    (h) => `the refunds of ${h.used} sum to 0.00 USD, the transaction has 1.00 USD`,
  ],
  [
    "a raised rest of an agent's limit",
    () => 'update readable_agent_usages set remaining = remaining + 1;',
    (h) => `${h.agent}/2026-01/USD has 9.99 USD used in 1 actions, its actions sum to 10.00 USD in 1`,
  ],
  [
    'the usage of an agent deleted',
    () => 'delete from readable_agent_usages;',
    (h) => `actions have used the limits of ${h.agent}/2026-01/USD, which does not exist`,
  ],
  [
    'the action of an agent deleted',
    () => 'delete from readable_agent_actions where transaction_id is not null;',
    (h) => `${h.agent}/2026-01/USD has 10.00 USD used in 1 actions, its actions sum to 0.00 USD in 0`,
  ],
];

/** The texts that rows refer to by number. */
export const OF_DICTIONARY: readonly Alteration<PaymentIds>[] = [
  [
    'a ledger account under another name',
    () => `update dictionary set text = 'loss:SANDBOX:USD' where text = 'revenue:SANDBOX:USD';`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'a kind of entry under another name',
    () => `update dictionary set text = 'DEPOSIT' where text = 'SETTLEMENT';`,
    (h) => sealedPostings(h, CHANGED),
  ],
  [
    'events whose template has another text',
    () => `update dictionary set text = replace(text, '"status":', '"state":') where text like '{%';`,
    (h) => sealedEvents(h, CHANGED),
  ],
];

export const OF_ORDERS: readonly Alteration<OrderIds>[] = [
  [
    'a mint that failed',
    (h) => set('stablecoin_operations', h.done, `status = 'FAILED'`),
    (h) => `entries of ${h.done} (FAILED): expected HOLD, HOLD_RELEASE, found HOLD, TOKEN_MINT`,
  ],
  [
    'a completed mint without its entry',
    (h) => set('stablecoin_operations', h.open, `status = 'COMPLETED'`),
    (h) => `entries of ${h.open} (COMPLETED): expected HOLD, TOKEN_MINT, found HOLD`,
  ],
  [
    'a mint of more than its quote',
    (h) => set('stablecoin_operations', h.done, 'net_amount = net_amount + 1'),
    (h) => `${h.quote} names ${h.done}, which does not match it`,
  ],
  [
    'a mint deleted',
    (h) => gone('stablecoin_operations', h.open),
    (h) => `no record accounts for the entries HOLD of ${h.open}`,
  ],
  [
    'a mint of the platform, which no block of its customer holds',
    (h) => set('stablecoin_operations', h.open, `owner = 'platform'`),
    (h) => `${h.open} belongs to platform, its accounts to ${h.customer}`,
  ],
  [
    'a mint of another token',
    (h) => set('stablecoin_operations', h.open, `stablecoin_id = 'Stablecoin:018bcfe5-6800-7000-8000-000000000009'`),
    (h) => `${h.open} is about Stablecoin:018bcfe5-6800-7000-8000-000000000009, which does not exist`,
  ],
  [
    'a mint at another account of the issuer',
    (h) =>
      set(
        'stablecoin_operations',
        h.open,
        `stablecoin_provider_account_id = 'StablecoinProviderAccount:018bcfe5-6800-7000-8000-000000000009'`,
      ),
    (h) =>
      `stablecoinProviderAccountId of ${h.open} is StablecoinProviderAccount:018bcfe5-6800-7000-8000-000000000009, its token has ${h.link}`,
  ],
  [
    'a token with more decimals',
    (h) => set('stablecoins', h.coin, 'decimals = decimals + 1'),
    (h) => `${h.coin} is USDB with 7 decimals, its accounts are in USDB with 6 decimals`,
  ],
  [
    'the account at an issuer deleted',
    (h) => gone('stablecoin_provider_accounts', h.link),
    (h) => `${h.coin} was registered with ${h.link}, which does not match it`,
  ],
  ['a token deleted', (h) => gone('stablecoins', h.coin), (h) => `${h.open} is about ${h.coin}, which does not exist`],
  [
    'a stablecoin quote of another amount',
    (h) => set('stablecoin_quotes', h.quote, 'amount = amount + 1'),
    (h) => `${h.quote} names ${h.done}, which does not match it`,
  ],
  [
    'an executed stablecoin quote without its operation',
    () => 'update readable_stablecoin_quotes set stablecoin_operation_id = null;',
    (h) => `${h.quote} is EXECUTED but has no operation`,
  ],
  [
    'the job of a mint postponed until 2099',
    (h) => `update readable_jobs set due_at = ${LATE} where subject = '${h.open}';`,
    (h) => `stablecoin.advance of ${h.open} is due at 2099-01-01T00:00:00.000Z, later than any work can be due`,
  ],
];
