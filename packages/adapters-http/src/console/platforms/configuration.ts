import { decimalsOf, ok, type CurrencyCode, err } from '@corridor/core';
import { MAX_FEE_BPS } from '@corridor/core/internal';
import type { PlatformCurrency } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { link } from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import { asksFor, consoleFields, fieldsWithin } from '../kit/declared-fields.js';
import { fieldsOfAction, tenantForm } from '../kit/form-page.js';
import { decimalText } from '../kit/money.js';
import { anyText, type Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { chosenFlags, FLAGS, flagField, flagsOf } from './flags.js';

const SECTION = 'Platforms';
const SAVE = { submit: 'Save', done: 'The change was saved.' } as const;

const home = ({ place: { base } }: TenantVisit): string => `${base}/platform`;
const crumbs = (visit: TenantVisit) => [{ path: home(visit), text: visit.place.platform.name }];

const settings = tenantForm({
  path: '/platform/settings',
  title: 'Settings',
  section: SECTION,
  action: 'platforms.update',
  ...SAVE,
  async prepare(visit: TenantVisit) {
    const { platform } = visit.place;
    const declared = fieldsOfAction(visit, 'platforms.update');
    return ok({
      title: `Settings of ${platform.name}`,
      crumbs: crumbs(visit),
      fields: [flagField(declared), ...consoleFields(declared, ['umaDomain'])],
      values: { flags: chosenFlags(platform), umaDomain: platform.umaDomain ?? '' },
    });
  },
  // Only what differs: a request that waits for an approval must not undo what was changed meanwhile.
  input: (entered, { place: { platform } }, read) => {
    const { umaDomain = null } = read('umaDomain');
    const flags = flagsOf(entered.many('flags', FLAGS));
    const changed = Object.fromEntries(
      FLAGS.filter((flag) => flags[flag] !== platform[flag]).map((flag) => [flag, flags[flag]]),
    );
    const isSame = Object.keys(changed).length === 0 && umaDomain === platform.umaDomain;
    if (isSame) entered.fail('flags', 'are the present ones');
    return entered.result(() => ({ ...changed, ...(umaDomain !== platform.umaDomain && { umaDomain }) }));
  },
  leadsTo: home,
});

const webhook = tenantForm({
  path: '/platform/webhook',
  title: 'Webhook endpoint',
  section: SECTION,
  action: 'platforms.configure',
  ...SAVE,
  async prepare(visit: TenantVisit) {
    const { webhookEndpoint } = visit.place.platform;
    return ok({
      crumbs: crumbs(visit),
      about: html`<p>The platform’s server, to which events are sent. Another endpoint gets a test event at once.</p>`,
      asks: asksFor('webhookEndpoint'),
      values: { webhookEndpoint: webhookEndpoint ?? '' },
    });
  },
  leadsTo: home,
});

const apps = tenantForm({
  path: '/platform/apps',
  title: 'Apps',
  section: SECTION,
  action: 'platforms.configure',
  ...SAVE,
  async prepare(visit: TenantVisit) {
    const { redirectSchemes, invitationUri } = visit.place.platform;
    return ok({
      title: 'Apps of the platform',
      crumbs: crumbs(visit),
      asks: asksFor('redirectSchemes', 'invitationUri'),
      values: { redirectSchemes: (redirectSchemes ?? []).join('\n'), invitationUri: invitationUri ?? '' },
    });
  },
  leadsTo: home,
});

/** The only currency in which platforms charge fees of their own. */
const FEE_CURRENCY = 'USD';

const fees = tenantForm({
  path: '/platform/fees',
  title: 'Fees of the platform',
  section: SECTION,
  action: 'platforms.configure',
  ...SAVE,
  async prepare(visit: TenantVisit) {
    const present = visit.place.platform.feeConfigs.find(({ sourceCurrency }) => sourceCurrency === FEE_CURRENCY);
    const declared = fieldsWithin(fieldsOfAction(visit, 'platforms.configure'), 'feeConfigs');
    return ok({
      crumbs: crumbs(visit),
      about: html`<p>
        What the platform charges for payments from ${FEE_CURRENCY} to another currency, beside the fees of this host.
        Set both to 0 to charge nothing.
      </p>`,
      fields: consoleFields(declared, [
        'variableFeeBps',
        { name: 'fixedFee.amount', label: `Fixed fee in ${FEE_CURRENCY}` },
      ]),
      values: {
        variableFeeBps: String(present?.variableFeeBps ?? 0),
        'fixedFee.amount': decimalText(present?.fixedFee.amount ?? 0n, FEE_CURRENCY),
      },
    });
  },
  input: (entered) => {
    const variableFeeBps = entered.integer('variableFeeBps', { min: 0, max: MAX_FEE_BPS });
    const amount = entered.amount('fixedFee.amount', FEE_CURRENCY);
    return entered.result(() => ({
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: FEE_CURRENCY,
          variableFeeBps,
          fixedFee: { amount, currency: FEE_CURRENCY },
        },
      ],
    }));
  },
  leadsTo: home,
});

function checkLimits(
  entered: Entered,
  { minAmount, maxAmount }: { readonly minAmount: bigint; readonly maxAmount: bigint },
): void {
  if (minAmount > maxAmount && maxAmount > 0n) entered.fail('minAmount', 'must not be above the largest payment');
}

const addCurrency = tenantForm({
  path: '/platform/currencies/add',
  title: 'Add a currency',
  section: SECTION,
  action: 'platforms.currency',
  submit: 'Add the currency',
  done: 'The currency was added.',
  async prepare(visit: TenantVisit) {
    return ok({
      crumbs: crumbs(visit),
      about: html`<p>The platform gets an internal account in the currency.</p>`,
      values: { enabledTransactionTypes: ['INCOMING', 'OUTGOING'] },
    });
  },
  checks(entered, limits, { place: { platform } }) {
    if (platform.supportedCurrencies.some(({ currencyCode }) => currencyCode === limits.currencyCode))
      entered.fail('currencyCode', 'is a currency of the platform already');
    checkLimits(entered, limits);
  },
  leadsTo: home,
});

type OfCurrency = TenantVisit<{ readonly currency: string }>;

const presentOf = ({ place: { platform }, params: { currency } }: OfCurrency): PlatformCurrency | undefined =>
  platform.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);

const NO_CURRENCY = err('REFERENCE_NOT_FOUND', 'The platform has no such currency');

const changeCurrency = tenantForm({
  path: '/platform/currency/{currency}',
  title: 'Limits of a currency',
  section: SECTION,
  params: { currency: anyText },
  action: 'platforms.currency',
  ...SAVE,
  async prepare(visit: OfCurrency) {
    const present = presentOf(visit);
    if (present === undefined) return NO_CURRENCY;
    const { currencyCode, minAmount, maxAmount, enabledTransactionTypes } = present;
    const decimals = decimalsOf(currencyCode as CurrencyCode);
    return ok({
      title: `Limits of ${currencyCode}`,
      crumbs: crumbs(visit),
      about: html`<p>
        Amounts in ${currencyCode} have ${decimals === 0 ? 'no' : decimals} decimals.
        ${link(`${visit.place.base}/platform/currency/${currencyCode}/drop`, 'End the currency…')}
      </p>`,
      values: {
        minAmount: decimalText(minAmount, currencyCode),
        maxAmount: decimalText(maxAmount, currencyCode),
        enabledTransactionTypes,
      },
    });
  },
  fixes: ({ params: { currency } }) => ({ currencyCode: currency }),
  checks: checkLimits,
  leadsTo: home,
});

const dropCurrency = tenantForm({
  path: '/platform/currency/{currency}/drop',
  title: 'End a currency',
  section: SECTION,
  params: { currency: anyText },
  action: 'platforms.drop-currency',
  confirm: true,
  submit: 'End the currency',
  done: 'The platform no longer has the currency.',
  async prepare(visit: OfCurrency) {
    const present = presentOf(visit);
    if (present === undefined) return NO_CURRENCY;
    const about = html`<p>
      New payments in ${present.currencyCode} are refused. Accounts keep their balances, and payments that have begun
      end as usual.
    </p>`;
    return ok({ title: `End ${present.currencyCode}`, about, crumbs: crumbs(visit) });
  },
  fixes: ({ params: { currency } }) => ({ currencyCode: currency }),
  leadsTo: home,
});

/** Forms that change a platform. In production each of them needs a second operator. */
export const configurationForms: readonly Route[] = [
  settings,
  webhook,
  apps,
  fees,
  addCurrency,
  changeCurrency,
  dropCurrency,
];
