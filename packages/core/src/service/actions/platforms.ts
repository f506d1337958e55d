import { amountText } from '../../money/index.js';
import { saying } from '../../operators/index.js';
import { type Context, err, type InputOfFields, type Result, splitTenant, type Tx } from '../../kernel/index.js';
import { type Platform, PLATFORMS, type PlatformCurrencyInput, type Platforms } from '../../platforms/index.js';
import { CONFIGURED, CREATED, CURRENCY, LIMITED, UPDATED } from './platform-inputs.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const settings = ofRecord(PLATFORMS, [
  'name',
  'requiresEndUserTerms',
  'isRegulatedFinancialInstitution',
  'allowsMoneyDuringReview',
  'umaDomain',
]);
const configuration = ofRecord(PLATFORMS, [
  'webhookEndpoint',
  'umaDomain',
  'pendingUmaDomain',
  'supportedCurrencies',
  'feeConfigs',
  'redirectSchemes',
  'invitationUri',
]);

/** The limits of one currency: an approval is bound to them, and not to those of other currencies. */
async function currencyOf(
  tx: Tx,
  tenant: string,
  _ctx: Context,
  { currencyCode }: { readonly currencyCode: string },
): Promise<object | null> {
  const platform = await tx.get(PLATFORMS, tenant);
  return platform?.supportedCurrencies.find((currency) => currency.currencyCode === currencyCode) ?? null;
}

type Changing = Pick<Platforms, 'checkNew' | 'create' | 'updateOperatorSettings' | 'updateConfig'>;

/** The labels of what an input changes: `the endpoint and the redirect schemes`. */
const configuredParts = (input: InputOfFields<typeof CONFIGURED>): string =>
  Object.entries(CONFIGURED)
    .filter(([key]) => input[key as keyof typeof CONFIGURED] !== undefined)
    .map(([, { label }]) => `“${label}”`)
    .join(' and ') || 'nothing';

/** The actions that create platforms and change their settings. */
export const platformActions = (platforms: Changing) => ({
  'platforms.create': simple({
    title: 'Create a platform',
    words: saying('Create the platform', ({ input: { name: called, currencies }, tenant }) => {
      const environment = splitTenant(tenant).environment === 'SANDBOX' ? 'the sandbox' : 'production';
      return `Create the platform ${called} in ${environment} with ${currencies.join(', ')}, and its first API token`;
    }),
    role: 'ADMIN',
    effects: ['ISSUES_CREDENTIAL', 'SETS_DOMAIN'],
    byMasterKey: true,
    input: CREATED,
    subject: (_input, { tenant }) => tenant,
    shows: settings,
    refuses: platforms.checkNew,
    run: platforms.create,
  }),
  'platforms.update': simple({
    title: 'Change the settings of a platform',
    words: saying('Change the settings', async ({ tenant, name }) => `Change the settings of ${await name(tenant)}`),
    role: 'ADMIN',
    effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
    input: UPDATED,
    subject: (_input, { tenant }) => tenant,
    shows: settings,
    run: platforms.updateOperatorSettings,
  }),
  'platforms.configure': simple({
    title: 'Change the configuration of a platform',
    words: saying(
      'Change the configuration',
      async ({ input, tenant, name }) => `Change ${configuredParts(input)} of ${await name(tenant)}`,
    ),
    role: 'ADMIN',
    effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
    input: CONFIGURED,
    subject: (_input, { tenant }) => tenant,
    shows: configuration,
    run: platforms.updateConfig,
  }),
  'platforms.currency': simple({
    title: 'Set the limits of a currency of a platform',
    words: saying(
      'Set the limits of the currency',
      async ({ input: { currencyCode, minAmount, maxAmount }, tenant, name }) =>
        `Allow payments from ${amountText(minAmount, currencyCode)} to ${amountText(maxAmount, currencyCode)} for ${await name(tenant)}`,
    ),
    role: 'ADMIN',
    effects: ['WEAKENS_CONTROL'],
    input: LIMITED,
    subject: (_input, { tenant }) => tenant,
    shows: currencyOf,
    run: (tx, ctx, input) =>
      changeCurrencies(platforms, tx, ctx, (present) => {
        const kept = present.find(({ currencyCode }) => currencyCode === input.currencyCode);
        const changed = { requiredCounterpartyFields: kept?.requiredCounterpartyFields ?? [], ...input };
        return kept === undefined
          ? [...present, changed]
          : present.map((currency) => (currency === kept ? changed : currency));
      }),
  }),
  'platforms.drop-currency': simple({
    title: 'End a currency of a platform',
    weight: 'danger',
    words: saying(
      'End the currency',
      async ({ input: { currencyCode }, tenant, name }) => `End payments in ${currencyCode} for ${await name(tenant)}`,
    ),
    role: 'ADMIN',
    effects: ['WEAKENS_CONTROL'],
    input: { currencyCode: CURRENCY },
    subject: (_input, { tenant }) => tenant,
    shows: currencyOf,
    run: (tx, ctx, { currencyCode }) =>
      changeCurrencies(platforms, tx, ctx, (present) =>
        present.filter((currency) => currency.currencyCode !== currencyCode),
      ),
  }),
});

/**
 * A configuration replaces the whole list of currencies. The list is read in the unit that changes it, so that an action
 * which waited for an approval does not undo what was changed meanwhile.
 */
async function changeCurrencies(
  platforms: Changing,
  tx: Tx,
  ctx: Context,
  changed: (present: readonly PlatformCurrencyInput[]) => readonly PlatformCurrencyInput[],
): Promise<Result<Platform>> {
  const own = await tx.get(PLATFORMS, ctx.tenant);
  if (own === null) return err('REFERENCE_NOT_FOUND', 'the platform does not exist');
  const present = own.supportedCurrencies.map(
    ({ currencyCode, minAmount, maxAmount, requiredCounterpartyFields, enabledTransactionTypes }) => ({
      ...{ currencyCode, minAmount, maxAmount, requiredCounterpartyFields, enabledTransactionTypes },
    }),
  );
  return platforms.updateConfig(tx, ctx, { supportedCurrencies: changed(present) });
}
