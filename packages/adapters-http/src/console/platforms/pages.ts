import { testAnswer } from '../webhooks/test-answer.js';
import { hostTime } from '../kit/clocks.js';
import { ENVIRONMENTS, err, type Instant, ok, toIso } from '@corridor/core';
import { houseTenant, shownEndpoint } from '@corridor/core/internal';
import type { FeeConfig, Platform, PlatformCurrency } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { blockForms } from '../blocks/block-forms.js';
import { blockPart, wasBlocked } from '../blocks/block-part.js';
import { heldPart } from '../blocks/held.js';
import {
  actions,
  button,
  code,
  type Content,
  dataText,
  definitions,
  idText,
  link,
  money,
  section,
  status,
  table,
  tabs,
  timeWithAge,
} from '../kit/components.js';
import { mayRequest } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { type Route, tenantPage } from '../kit/route.js';
import { readAs, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { limitForms } from '../limits/limit-forms.js';
import { limitsOfPlatform } from '../limits/limit-table.js';
import { configurationForms } from './configuration.js';
import { createPages } from './create.js';
import { FLAG_NAMES, FLAGS } from './flags.js';
import { termsPages } from './terms.js';
import { tokenPages } from './tokens.js';

const currenciesOf = ({ supportedCurrencies }: Platform): string =>
  supportedCurrencies.map(({ currencyCode }) => currencyCode).join(' ');

const list = houseList<Platform>({
  servesLimited: true,
  path: '/platforms',
  title: 'Platforms',
  section: 'Platforms',
  rows: 'platforms',
  empty: (visit) =>
    html`There is no platform yet. Its first token calls the API.
    ${!visit.isLimited && mayRequest(visit, 'platforms.create') && link(`${visit.base}/platforms/create`, 'Create a platform')}`,
  above: (visit) =>
    html`<p>A platform is a customer of this service, in the sandbox or in production.</p>
      ${
        !visit.isLimited &&
        actions(
          mayRequest(visit, 'platforms.create') ? button(`${visit.base}/platforms/create`, 'Create a platform') : '',
          link(`${visit.base}/platforms/terms`, 'Terms'),
        )
      }`,
  href: ({ id }, { base }) => `${base}/t/${id}/platform`,
  columns: ({ now }) => [
    { title: 'Platform', narrow: 'title', text: ({ name }) => name },
    {
      title: 'Environment',
      narrow: 'status',
      text: (of) => of.environment,
      show: (of) => status(of.environment, 'plain'),
    },
    { title: 'Currencies', narrow: 'amount', text: currenciesOf },
    {
      title: 'Webhooks to',
      text: ({ webhookEndpoint }) => (webhookEndpoint === null ? '' : shownEndpoint(webhookEndpoint)),
    },
    {
      title: 'Created at',
      narrow: 'note',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => timeWithAge(createdAt, now),
    },
    { title: 'Id', text: ({ platformId }) => platformId, show: ({ platformId }) => idText(platformId) },
  ],
  read: async ({ core, isLimited, requestId }, _entered, page) => {
    if (isLimited) return onePage((await core.platforms.listTenants()).toReversed());
    const ctx = core.context(houseTenant('PRODUCTION'), { kind: 'system' }, requestId);
    return readAs(core, ctx, core.platforms.list, page);
  },
});

/** What an operator may change: a link for those with the role. */
const change = (visit: TenantVisit, path: string, text: string): Content | null =>
  mayRequest(visit, 'platforms.configure') ? link(`${visit.place.base}/platform/${path}`, text) : null;

const shown = tenantPage({
  path: '/platform',
  title: 'Platform',
  section: 'Platforms',
  async show(visit) {
    const { core, place } = visit;
    const { tenant, environment, base } = place;
    const platform = await core.operators.reads.platform(tenant);
    if (platform === null) return err('REFERENCE_NOT_FOUND', 'No platform has this id');
    const existing = await core.operators.reads.platformEnvironments(platform.platformId);
    const missing = ENVIRONMENTS.filter((other) => !existing.has(other));
    const body = html`${tabs(
      'Environments',
      [...existing].map(([other, { id }]) => ({
        path: `${visit.base}/t/${id}/platform`,
        text: wordsOf(other),
        isCurrent: other === environment,
      })),
    )}
    ${identity(platform, visit.now, visit.place.context.now)}
    ${actions(
      link(`${base}/tokens`, 'API tokens'),
      ...(mayRequest(visit, 'platforms.create')
        ? missing.map((other) =>
            link(
              `${visit.base}/platforms/create/${other}/${platform.platformId}`,
              `Add the environment ${wordsOf(other)}`,
            ),
          )
        : []),
    )}
    ${await blockPart(visit, platform, 'platforms', `${base}/platform`)}
    ${(await wasBlocked(visit, platform)) && (await heldPart(visit, platform.id))}
    ${section('settings', 'Settings', await settings(visit, platform))}
    ${section('currencies', 'Currencies and limits', currencies(visit, platform))}
    ${section('limits', 'Limits of each customer', limitsOfPlatform(visit, platform.customerLimits, `${base}/platform`))}
    ${section('fees', 'Fees of the platform', fees(visit, platform))} ${section('apps', 'Apps', apps(visit, platform))}
    ${section('branding', 'Wallets and cards', branding(platform))}`;
    return ok({ title: 'Settings', body });
  },
});

const identity = ({ environment, platformId, createdAt, updatedAt }: Platform, now: Instant, own: Instant): Html =>
  definitions([
    ['Environment', status(environment, 'plain')],
    ['Id', code(platformId)],
    ['Created at', hostTime({ now, place: null }, createdAt, own)],
    ['Changed at', timeWithAge(updatedAt, own)],
  ]);

const settings = async (visit: TenantVisit, platform: Platform): Promise<Html> =>
  html`${definitions([
    ...FLAGS.map((flag) => [FLAG_NAMES[flag], platform[flag] ? 'Yes' : 'No'] as const),
    ['UMA domain', platform.umaDomain === null ? 'That of this host' : code(platform.umaDomain)],
    [
      'UMA domain to be proven',
      platform.pendingUmaDomain === null
        ? null
        : html`${code(platform.pendingUmaDomain)}, which waits for its record in the DNS`,
    ],
    ['Webhooks to', platform.webhookEndpoint === null ? null : code(shownEndpoint(platform.webhookEndpoint))],
    ...(platform.webhookEndpoint === null ? [] : [['Answer to the last test event', await testAnswer(visit)] as const]),
  ])}
  ${links(change(visit, 'settings', 'Change the settings'), change(visit, 'webhook', 'Change the webhook endpoint'))}`;

const links = (...items: readonly (Content | null)[]): Html => {
  const given = items.filter((item): item is Content => item !== null);
  return given.length === 0 ? html`` : actions(...given);
};

const currencies = (visit: TenantVisit, { supportedCurrencies }: Platform): Html =>
  html`${table<PlatformCurrency>({
    caption: 'Currencies and limits',
    rows: supportedCurrencies,
    empty: 'The platform has no currency.',
    columns: [
      {
        title: 'Currency',
        text: ({ currencyCode }) => currencyCode,
        show: ({ currencyCode }) => change(visit, `currency/${currencyCode}`, currencyCode) ?? currencyCode,
      },
      { title: 'Payments', text: ({ enabledTransactionTypes }) => enabledTransactionTypes.map(wordsOf).join(', ') },
      {
        title: 'Smallest payment',
        text: ({ minAmount, currencyCode }) => decimalText(minAmount, currencyCode),
        show: ({ minAmount, currencyCode }) => money(minAmount, currencyCode),
        isNumber: true,
      },
      {
        title: 'Largest payment',
        text: ({ maxAmount, currencyCode }) => decimalText(maxAmount, currencyCode),
        show: ({ maxAmount, currencyCode }) => money(maxAmount, currencyCode),
        isNumber: true,
      },
      {
        title: 'Required of counterparties',
        text: ({ requiredCounterpartyFields }) =>
          requiredCounterpartyFields.map(({ name, mandatory }) => (mandatory ? name : `${name} (optional)`)).join(', '),
      },
    ],
  })}
  ${links(change(visit, 'currencies/add', 'Add a currency'))}`;

const fees = (visit: TenantVisit, { feeConfigs }: Platform): Html =>
  html`${table<FeeConfig>({
    caption: 'Fees of the platform',
    rows: feeConfigs,
    empty: 'The platform charges no fee of its own.',
    columns: [
      { title: 'Payments from', text: ({ sourceCurrency }) => sourceCurrency },
      { title: 'Basis points', text: ({ variableFeeBps }) => String(variableFeeBps), isNumber: true },
      {
        title: 'Fixed',
        text: ({ fixedFee }) => decimalText(fixedFee.amount, fixedFee.currency),
        show: ({ fixedFee }) => money(fixedFee.amount, fixedFee.currency),
        isNumber: true,
      },
    ],
  })}
  ${links(change(visit, 'fees', 'Change the fees'))}`;

const apps = (visit: TenantVisit, { redirectSchemes, invitationUri }: Platform): Html =>
  html`${definitions([
    [
      'Redirect schemes',
      redirectSchemes === null || redirectSchemes.length === 0 ? null : code(redirectSchemes.join(' ')),
    ],
    ['Invitations lead to', code(invitationUri)],
  ])}
  ${links(change(visit, 'apps', 'Change the apps'))}`;

const branding = ({ embeddedWalletConfig, cardTokenization2faConfig }: Platform): Html =>
  definitions([
    ['Embedded wallets', namedValues(embeddedWalletConfig)],
    ['Codes for cards in wallets', namedValues(cardTokenization2faConfig)],
  ]);

/** The members of settings in words, such as `Otp length: 6`; null without settings. */
const namedValues = (config: Readonly<Record<string, unknown>> | null): Html | null =>
  config === null
    ? null
    : html`${Object.entries(config).map(
        ([name, value]) =>
          html`<div>
            ${memberName(name)}:
            ${typeof value === 'boolean' ? (value ? 'Yes' : 'No') : typeof value === 'object' ? dataText(value) : String(value)}
          </div>`,
      )}`;

/** `sendFromEmailAddress` as `Send from email address`. */
const memberName = (name: string): string => wordsOf(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_'));

const platformBlockForms = blockForms({
  kind: 'platforms',
  path: '/platform',
  section: 'Platforms',
  name: 'the platform',
  stops:
    'In this environment, what the platform and its customers start is refused, and payouts that no rail has yet and money that arrives are held.',
  pathOf: ({ place }) => `${place.base}/platform`,
  shown: async ({ place }) =>
    ok({
      about: definitions([
        ['Platform', place.platform.name],
        ['Environment', wordsOf(place.environment)],
      ]),
      crumbs: [{ path: `${place.base}/platform`, text: place.platform.name }],
    }),
  fixes: () => ({}),
});

const platformLimitForms = limitForms<Readonly<Record<never, never>>>({
  path: '/platform',
  section: 'Platforms',
  params: {},
  pathOf: ({ place }) => `${place.base}/platform`,
  home: ({ place }) => `${place.base}/platform`,
  found: async ({ place }) => ok({ name: place.platform.name, customer: null }),
  customerId: () => undefined,
});

export const platformPages: readonly Route[] = [
  ...list,
  ...createPages,
  ...termsPages,
  shown,
  ...platformBlockForms,
  ...configurationForms,
  ...platformLimitForms,
  ...tokenPages,
];
