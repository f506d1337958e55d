import { expect, it } from 'vitest';
import { accountField } from '../accounts/index.js';
import { toIso } from '../kernel/index.js';
import { refusal } from '../testing/host.js';
import { codeOf } from '../testing/play-core.js';
import { bankRails, playPayer } from '../testing/play-payer.js';

const DAY_SECONDS = 86_400;

it('refuses quotes, transfers and lookups to an account until the day on which its rail pays it', async () => {
  const payer = await playPayer({
    rails: bankRails({
      isPayable: (account, _, at) =>
        accountField(account, 'accountNumber') === null && accountField(account, 'iban') === null
          ? true
          : toIso(at).slice(0, 10) >= '2026-01-17',
    }),
  });
  const { core, run, context } = payer.play;
  const payee = (await payer.external()).id;
  const own = (await payer.dollars()).id;
  const answers = async () => [
    await run(core.quotes.create, payer.fromAccount(payer.usd.id, payee)),
    await run(core.transfers.out, { sourceId: payer.usd.id, destinationId: own, amount: 10_000n }),
    await core.quotes.lookUpAccount(context(), { accountId: payee, customerId: payer.customerId }),
  ];
  const [quote, transfer, lookup] = await answers();
  const refused = { code: 'INVALID_BANK_ACCOUNT', fields: ['destination.accountId'] };
  expect([refusal(quote!), refusal(transfer!)]).toEqual([refused, refused]);
  expect(codeOf(lookup!)).toBe('INVALID_RECEIVER');
  await payer.play.pass(2 * DAY_SECONDS);
  expect((await answers()).map(codeOf)).toEqual(['ok', 'ok', 'ok']);
});
