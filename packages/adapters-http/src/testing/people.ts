import { jpeg, pdf, png } from '../../../adapters-rails/src/testing/files.js';
import type { NewBeneficialOwner } from '../../../core/src/verification/index.js';
import { type PlayCore, valueOf } from '../../../core/src/testing/play-core.js';

/** Customers of a play core with something on every page of the sections Customers and Review. */
export interface People {
  /** A person with money, a debt, an external account, a wallet, an agent and a card that was used. */
  readonly person: string;
  readonly account: string;
  readonly wallet: string;
  readonly externalAccount: string;
  readonly agent: string;
  readonly card: string;
  /** The verification of a changed identity of the person, which awaits a decision. */
  readonly change: string;
  /** A business whose first verification awaits a decision, with an owner and documents. */
  readonly business: string;
  readonly verification: string;
  readonly document: string;
  readonly pdf: string;
  /** An undecided owner of an approved business. */
  readonly owner: string;
  /** A reset whose liveness check a person must judge. */
  readonly reset: string;
}

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PERSON = { birthDate: '1990-12-10', nationality: 'US', idType: 'SSN', identifier: '912-55-0187' } as const;
const EVIDENCE = ['CERTIFICATE_OF_INCORPORATION', 'DIRECTOR_REGISTRY', 'SHAREHOLDER_REGISTER', 'UTILITY_BILL'] as const;

/** `text` is part of every name and note. The sandbox decides by the endings of names and numbers. */
export async function createPeople(play: PlayCore, text = ''): Promise<People> {
  const { core } = play;
  const named = (name: string, ending = ''): string => `${name} ${text}`.trim() + ending;
  const config = valueOf(await play.read(core.platforms.getConfig, undefined));
  const [first] = config.supportedCurrencies;
  valueOf(
    await play.run(core.platforms.updateConfig, {
      embeddedWalletConfig: { appName: 'Purse' },
      supportedCurrencies: [...config.supportedCurrencies, { ...first!, currencyCode: 'USDB' }],
    }),
  );

  async function upload(documentHolder: string, documentType: string, content: Buffer): Promise<string> {
    const file = { name: `${text.replaceAll('/', '').slice(-80)}.pdf`, content: new Uint8Array(content) };
    const input = { documentHolder, documentType, country: 'US', file, issuingAuthority: named('County') };
    const prepared = valueOf(await core.verification.documents.prepare(play.context(), input));
    return valueOf(await play.run(core.verification.documents.upload, prepared)).id;
  }

  async function owned(customerId: string, lastName: string): Promise<string> {
    const personalInfo = {
      ...PERSON,
      address: ADDRESS,
      firstName: named('Grace'),
      lastName,
      identifier: '913-66-0298',
    };
    const roles = ['UBO', 'CONTROL_PERSON'];
    const input = { customerId, roles, ownershipPercentage: 40, personalInfo } as NewBeneficialOwner;
    return valueOf(await play.run(core.verification.owners.create, input)).id;
  }

  async function company(
    registrationNumber: string,
  ): Promise<{ id: string; documents: string[]; verification: string }> {
    const { id } = valueOf(
      await play.run(core.customers.create, {
        customerType: 'BUSINESS',
        description: named('Note'),
        address: ADDRESS,
        businessInfo: { legalName: named('Lovelace Ltd'), registrationNumber, taxId: '12-3456789', entityType: 'LLC' },
      }),
    );
    await owned(id, named('Hopper'));
    const contents = [png(120, 160), jpeg(), pdf(), png()];
    const documents: string[] = [];
    for (const [index, type] of EVIDENCE.entries()) documents.push(await upload(id, type, contents[index]!));
    const verification = valueOf(await play.run(core.verification.submit, { customerId: id })).id;
    await play.pass(1);
    return { id, documents, verification };
  }

  const { id: person } = valueOf(
    await play.run(core.customers.create, {
      ...PERSON,
      customerType: 'INDIVIDUAL',
      fullName: named('Ada Lovelace'),
      description: named('Note'),
      region: 'US',
      email: 'ada@example.com',
      address: { ...ADDRESS, line2: named('Floor 2') },
      currencies: ['USD', 'EUR', 'USDB'],
    }),
  );
  await play.pass(1);
  const accounts = valueOf(await play.read(core.accounts.listInternal, { customerId: person })).data;
  const ofType = (type: string, currency: string): string =>
    accounts.find(({ account }) => account.type === type && account.currency === currency)!.account.id;
  const [account, wallet] = [ofType('INTERNAL_FIAT', 'USD'), ofType('EMBEDDED_WALLET', 'USDB')] as const;
  valueOf(await play.run(core.sandbox.fund, { accountId: account, amount: 1_000_000n }));
  const { id: externalAccount } = valueOf(
    await play.run(core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: person,
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: named('Grace Hopper'), countryOfResidence: 'DE' },
      },
    } as never),
  );
  const agent = valueOf(
    await play.run(core.agents.create, {
      name: named('Bookkeeper'),
      customerId: person,
      policy: {
        permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
        defaultExecutionMode: 'APPROVAL_REQUIRED',
        spendingLimits: { currency: 'USD', perTransactionLimit: 50_000n },
      },
    }),
  ).view.agent.id;
  const card = valueOf(await play.run(core.cards.order, { cardholderId: person, fundingSources: [account] })).id;
  await play.pass(1);
  const merchant = { descriptor: named('SHOP'), mcc: null, country: null };
  const use = (amount: bigint) =>
    play.run(core.cards.simulate.authorization, { cardId: card, amount, currency: 'USD', merchant });
  valueOf(await use(12_345n));
  valueOf(await use(999_999_999n));
  await play.pass(1);
  valueOf(
    await play.run(core.customers.update, { id: person, fullName: named('Ada King', ' 001'), birthDate: '1990-12-11' }),
  );
  await play.pass(1);
  const [change] = valueOf(await play.read(core.verification.list, { customerId: person })).data;

  const waiting = await company('REG-001');
  const approved = await company('REG-900');
  const owner = await owned(approved.id, named('Murray', ' 001'));
  await play.pass(1);

  const { id: european } = valueOf(
    await play.run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: named('Lise Meitner', ' 001'),
      region: 'DE',
      phoneNumber: '+4915112345678',
    }),
  );
  const contact = { id: european, channel: 'phone' as const };
  valueOf(await play.run(core.customers.sendContactCode, contact));
  valueOf((await play.run(core.customers.confirmContact, { ...contact, code: '123456' })) as never);
  const lost = { customerId: european, factor: 'SMS_OTP' } as const;
  const started = valueOf(await core.sca.startReset.prepare(play.context(), lost));
  const reset = valueOf(await play.run(core.sca.startReset.finish, started)).reset.id;
  await play.pass(1);

  return {
    person,
    account,
    wallet,
    externalAccount,
    agent,
    card,
    change: change!.id,
    business: waiting.id,
    verification: waiting.verification,
    document: waiting.documents[0]!,
    pdf: waiting.documents[2]!,
    owner,
    reset,
  };
}
