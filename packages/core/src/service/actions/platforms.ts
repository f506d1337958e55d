import { type Context, err, type Result, type Tx } from '../../kernel/index.js';
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

/** The actions that create platforms and change their settings. */
export const platformActions = (platforms: Changing) => ({
  'platforms.create': simple({
    title: 'Create a platform',
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
    role: 'ADMIN',
    effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
    input: UPDATED,
    subject: (_input, { tenant }) => tenant,
    shows: settings,
    run: platforms.updateOperatorSettings,
  }),
  'platforms.configure': simple({
    title: 'Change the configuration of a platform',
    role: 'ADMIN',
    effects: ['SETS_DOMAIN', 'WEAKENS_CONTROL'],
    input: CONFIGURED,
    subject: (_input, { tenant }) => tenant,
    shows: configuration,
    run: platforms.updateConfig,
  }),
  'platforms.currency': simple({
    title: 'Set the limits of a currency of a platform',
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
