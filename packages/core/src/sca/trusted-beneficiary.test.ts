import { describe, expect, it } from 'vitest';
import type { AgentActionView } from '../agents/index.js';
import type { Attempt, Context, PreparedUseCase, Result, UseCase } from '../kernel/index.js';
import type { QuoteRequest } from '../quotes/index.js';
import { valueOf } from '../testing/play-core.js';
import { DOLLAR, playIssuer } from '../testing/play-issuer.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { changeTrust, verifyPhone } from '../testing/sandbox-proofs.js';
import { isTrustedBy } from './trusted-beneficiary.js';

const OF_THE_EEA = { region: 'DE', phoneNumber: '+4915112345678' };
const SENT = 100_000n;
const UNTRUSTED = {
  ok: false,
  error: {
    code: 'USER_NOT_READY',
    message: expect.stringMatching(
      /POST \/customers\/external-accounts\/\{externalAccountId\}\/trust .*\/trust\/confirm/,
    ) as string,
  },
};

/** A customer with 10,000 dollars. */
async function payerOn(details: object = OF_THE_EEA): Promise<PlayPayer> {
  const payer = await playPayer({}, details);
  if (details === OF_THE_EEA) await verifyPhone(payer.play, payer.customerId);
  return payer;
}

const transferTo = ({ play, usd }: PlayPayer, destinationId: string, sourceId: string = usd.id) =>
  play.run(play.core.transfers.out, wanted(sourceId, destinationId));

const wanted = (sourceId: string, destinationId: string) => ({
  sourceId,
  destinationId,
  amount: SENT,
});

it('an account is trusted only by its own customer, and only while it is trusted', () => {
  const account = { customerId: 'Customer:1' as never, trustedAt: 5 as never };
  expect(isTrustedBy('Customer:1', account)).toBe(true);
  expect(isTrustedBy('Customer:2', account)).toBe(false);
  expect(isTrustedBy('Customer:1', { ...account, trustedAt: null })).toBe(false);
  expect(isTrustedBy('Customer:1', { ...account, customerId: null })).toBe(false);
  expect(isTrustedBy('Customer:1', null)).toBe(false);
});

describe('a transfer out of a customer of the EEA', () => {
  it('goes only to a trusted beneficiary, and the refusal says how to trust one', async () => {
    const payer = await payerOn();
    const { id } = await payer.dollars();
    expect(await transferTo(payer, id)).toMatchObject(UNTRUSTED);
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    valueOf(await changeTrust(payer.play, id));
    const made = valueOf(await transferTo(payer, id));
    await payer.play.pass(1);
    expect(valueOf(await payer.play.read(payer.play.core.transactions.get, { id: made.id })).status).toBe('COMPLETED');
    valueOf(await changeTrust(payer.play, id, 'untrust'));
    expect(await transferTo(payer, id)).toMatchObject(UNTRUSTED);
    await payer.auditClean();
  });

  it('is delivered even if the beneficiary is untrusted before its submission', async () => {
    const payer = await payerOn();
    const { id } = await payer.dollars();
    valueOf(await changeTrust(payer.play, id));
    const made = valueOf(await transferTo(payer, id));
    valueOf(await changeTrust(payer.play, id, 'untrust'));
    await payer.play.pass(1);
    expect(valueOf(await payer.play.read(payer.play.core.transactions.get, { id: made.id })).status).toBe('COMPLETED');
  });

  it('does not go to a beneficiary that was trusted, then deleted and added again', async () => {
    const payer = await payerOn();
    const { play } = payer;
    const { id } = await payer.dollars();
    valueOf(await changeTrust(play, id));
    expect(await play.run(play.core.accounts.deleteExternal, { id })).toMatchObject({
      error: { code: 'BENEFICIARY_TRUSTED' },
    });
    valueOf(await changeTrust(play, id, 'untrust'));
    valueOf(await play.run(play.core.accounts.deleteExternal, { id }));
    const again = await payer.dollars();
    expect(again.identity).toBeTypeOf('string');
    expect(await transferTo(payer, again.id)).toMatchObject(UNTRUSTED);
  });

  it('needs no trust for customers outside the EEA and for accounts of the platform', async () => {
    const elsewhere = await payerOn({ region: 'US' });
    expect((await transferTo(elsewhere, (await elsewhere.dollars()).id)).ok).toBe(true);
    const own = await payerOn();
    const { account } = await own.internal('USD', 'platform');
    valueOf(await own.play.run(own.play.core.sandbox.fund, { accountId: account.id, amount: SENT }));
    expect((await transferTo(own, (await own.dollars('890', 'platform')).id, account.id)).ok).toBe(true);
  });

  it('leaves transfers in without a requirement of trust', async () => {
    const payer = await payerOn();
    const { id } = await payer.dollars();
    const pulled = { sourceId: id, destinationId: payer.usd.id, amount: SENT };
    expect((await payer.play.run(payer.play.core.transfers.in, pulled)).ok).toBe(true);
  });
});

describe('an agent of a customer of the EEA', () => {
  /** An agent whose transfers run at once or wait for approval. */
  async function agentOf({ play, customerId }: PlayPayer, defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED') {
    const { agents } = play.core;
    const policy = {
      permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode,
      spendingLimits: { currency: 'USD', perTransactionLimit: SENT },
    };
    const created = valueOf(await play.run(agents.create, { name: 'Bookkeeper', customerId, policy } as never));
    const { accessToken } = valueOf(await agents.redeemCode(created.code.code));
    const session = (await agents.authenticate(accessToken))!;
    const context = (): Context => play.core.context(session.tenant, session.actor, 'test');
    const inUnit = <I, O>(useCase: UseCase<I, O>, input: I): Promise<Result<O>> =>
      play.core.units.run(session.tenant, (tx) => useCase(tx, context(), input));
    const perform = async <I, P, O>({ prepare, finish }: PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> => {
      const ready = await prepare(context(), input);
      return ready.ok ? inUnit(finish, ready.value) : ready;
    };
    return {
      transferOut: (from: string, to: string) => perform(agents.me.transferOut, wanted(from, to)),
      quote: (request: QuoteRequest) => perform(agents.me.createQuote, request),
      execute: (id: string) => inUnit(agents.me.executeQuote, { id }),
      async approve({ id: actionId, agentId }: AgentActionView): Promise<Result<AgentActionView>> {
        const through = async <P>(of: Attempt<{ agentId: string; actionId: string }, P, AgentActionView>) => {
          const key = { agentId, actionId };
          const first = await play.run(of.attempt, await of.prepare(play.context(), key));
          return first.ok ? first : play.run(of.refused(first.error), key);
        };
        return through(agents.approve);
      },
    };
  }

  it('transfers only to a trusted beneficiary', async () => {
    const payer = await payerOn();
    const agent = await agentOf(payer, 'AUTO');
    const { id } = await payer.dollars();
    expect(await agent.transferOut(payer.usd.id, id)).toMatchObject(UNTRUSTED);
    valueOf(await changeTrust(payer.play, id));
    expect(valueOf(await agent.transferOut(payer.usd.id, id)).status).toBe('APPROVED');
  });

  it('creates quotes that wait for the customer, unless the beneficiary is trusted', async () => {
    const payer = await payerOn();
    const agent = await agentOf(payer, 'AUTO');
    const { id } = await payer.external();
    const executed = async () => {
      const quote = valueOf(await agent.quote(payer.fromAccount(payer.usd.id, id)));
      valueOf(await agent.execute(quote.id));
      return (await payer.quote(quote.id)).status;
    };
    expect(await executed()).toBe('PENDING_AUTHORIZATION');
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    valueOf(await changeTrust(payer.play, id));
    expect(await executed()).toBe('PROCESSING');
  });

  it('requests no approval for an untrusted beneficiary, and an approval checks the trust again', async () => {
    const payer = await payerOn();
    const agent = await agentOf(payer, 'APPROVAL_REQUIRED');
    const { id } = await payer.dollars();
    expect(await agent.transferOut(payer.usd.id, id)).toMatchObject(UNTRUSTED);
    expect(valueOf(await payer.play.read(payer.play.core.agents.approvals, {})).data).toEqual([]);

    valueOf(await changeTrust(payer.play, id));
    const [lost, made] = [
      valueOf(await agent.transferOut(payer.usd.id, id)),
      valueOf(await agent.transferOut(payer.usd.id, id)),
    ];
    expect(valueOf(await agent.approve(made)).status).toBe('APPROVED');
    valueOf(await changeTrust(payer.play, id, 'untrust'));
    const action = valueOf(await agent.approve(lost));
    expect(action).toMatchObject({ status: 'FAILED', rejectionReason: UNTRUSTED.error.message, transactionId: null });
    expect((await payer.internal('USD')).available).toBe(900_000n);
  });
});

describe('stablecoins of a customer of the EEA', () => {
  const issuerOf = async (details: object = OF_THE_EEA) => {
    const issuer = await playIssuer(undefined, {}, details);
    if (details === OF_THE_EEA) await verifyPhone(issuer.play, issuer.customerId);
    return { issuer, coin: await issuer.issued() };
  };

  it('are minted outside only to a trusted wallet; mints to internal accounts need no trust', async () => {
    const { issuer, coin } = await issuerOf();
    expect((await issuer.order(coin, issuer.mint())).ok).toBe(true);
    const { id } = await issuer.wallet();
    const outside = issuer.mint({ destination: { accountId: id } });
    expect(await issuer.order(coin, outside)).toMatchObject(UNTRUSTED);
    expect(await issuer.quote(coin, outside)).toMatchObject(UNTRUSTED);
    valueOf(await changeTrust(issuer.play, id));
    expect((await issuer.order(coin, outside)).ok).toBe(true);
  });

  it('are burned only to a trusted bank account, even if the quote preceded an untrust', async () => {
    const { issuer, coin } = await issuerOf();
    valueOf(await issuer.order(coin, issuer.mint()));
    await issuer.play.pass(0);
    await issuer.play.pass(1);
    const { id } = await issuer.bank();
    expect(await issuer.order(coin, issuer.burn(id, { amount: 5n * DOLLAR }))).toMatchObject(UNTRUSTED);
    valueOf(await changeTrust(issuer.play, id));
    const quote = valueOf(await issuer.quote(coin, issuer.burn(id, { amount: 5n * DOLLAR })));
    valueOf(await changeTrust(issuer.play, id, 'untrust'));
    expect(await issuer.execute(quote)).toMatchObject(UNTRUSTED);
    valueOf(await changeTrust(issuer.play, id));
    expect(valueOf(await issuer.execute(quote)).operationType).toBe('BURN');
  });

  it('are minted and burned without trust for customers outside the EEA', async () => {
    const { issuer, coin } = await issuerOf({});
    const { id } = await issuer.wallet();
    expect((await issuer.order(coin, issuer.mint({ destination: { accountId: id } }))).ok).toBe(true);
  });
});
