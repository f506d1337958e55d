import { expect, it } from 'vitest';
import { type Context, runUseCase, type TenantKey, tenantKey } from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';

/** Requests a conversion between two accounts of a platform in this environment. */
async function conversionIn(play: PlayCore, environment: 'SANDBOX' | 'PRODUCTION') {
  const tenant: TenantKey = tenantKey('Platform:01943c5e-0000-7000-8000-00000000000e' as never, environment);
  const ctx: Context = play.core.context(tenant, { kind: 'system' }, 'test');
  const run: PlayCore['run'] = (useCase, input) => runUseCase(play.storage.units, ctx, useCase, input);
  valueOf(await run(play.core.platforms.create, { name: environment, currencies: ['USD', 'EUR'] }));
  const accounts = valueOf(
    await play.core.units.read(tenant, (reads) =>
      play.core.accounts.listInternal(reads, ctx, { ownerType: 'PLATFORM' }),
    ),
  );
  const idIn = (currency: string): string =>
    accounts.data.find((view) => view.account.currency === currency)!.account.id;
  return run(play.core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: idIn('USD') },
    destination: { destinationType: 'ACCOUNT', accountId: idIn('EUR') },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000n,
    immediatelyExecute: false,
  });
}

it('a conversion is priced only if a rate source serves the environment', async () => {
  const play = await playCore();
  expect(await conversionIn(play, 'SANDBOX')).toMatchObject({ ok: true });
  expect(await conversionIn(play, 'PRODUCTION')).toMatchObject({ ok: false, error: { code: 'NOT_IMPLEMENTED' } });
});
