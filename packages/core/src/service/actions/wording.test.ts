import { beforeAll, describe, expect, it } from 'vitest';
import type { Field, Fields } from '../../kernel/index.js';
import type { Wording } from '../../operators/index.js';
import { playPayer, type PlayPayer } from '../../testing/play-payer.js';
import { valueOf } from '../../testing/play-core.js';
import { DECLARED_ACTIONS } from './declared-actions.js';

/** 1,766.23 in a currency with two decimals. */
const AMOUNT = 176_623n;
const CURRENCY = 'GBP';
const SECRET = 'a secret that no page shows';
const ABSENT = '018bcfe5-6800-7000-8000-00000000ffff';

let payer: PlayPayer;
let known: ReadonlyMap<string, string>;
beforeAll(async () => {
  payer = await playPayer();
  const external = await payer.external();
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, external.id));
  valueOf(await payer.execute(quote.id));
  known = new Map([
    ['InternalAccount', payer.usd.id],
    ['Customer', payer.customerId],
    ['ExternalAccount', external.id],
    ['Quote', quote.id],
    ['Transaction', quote.transactionId],
  ]);
});

/** A value of a field that its rule accepts, where one exists without a record. */
function sampleOf(field: Field): unknown {
  switch (field.kind) {
    case 'id':
      return known.get(field.types[0]!) ?? `${field.types[0]}:${ABSENT}`;
    case 'money':
      return AMOUNT;
    case 'currency':
      return CURRENCY;
    case 'choice':
      return field.choices[0]![0];
    case 'choices':
      return field.choices.map(([value]) => value);
    case 'texts':
      return ['EUR', 'USD'];
    case 'number':
      return Math.max(field.min, 60);
    case 'flag':
      return field.states;
    case 'time':
      return 1_768_471_200_000;
    case 'date':
      return '2026-01-15';
    case 'secret':
      return SECRET;
    case 'group':
      return sampleInput(field.fields);
    case 'groups':
      return [sampleInput(field.fields), sampleInput(field.fields)];
    case 'text':
      return textOf(field);
  }
}

const TEXTS = ['camt.053/17', 'a'.repeat(64), '5814', 'US', CURRENCY];

/** The first text that the rule of the field accepts. */
function textOf(field: Field): string {
  const accepted = TEXTS.find((text) => {
    let isRefused = false;
    field.rule(text, '', () => (isRefused = true));
    return !isRefused;
  });
  if (accepted === undefined) throw new Error(`no sample text fits ${field.label}`);
  return accepted;
}

const sampleInput = (fields: Fields): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)]));

const actions = Object.entries(DECLARED_ACTIONS);

async function wordingOf(action: string, input: object): Promise<Wording> {
  const [subject = payer.play.tenant] = Object.values(input).filter(
    (value): value is string => typeof value === 'string' && value.includes(':'),
  );
  const wording = await payer.play.core.operators.actions.wordingOf({
    tenant: payer.play.tenant,
    action,
    input,
    subject,
    before: { status: 'PENDING_MANUAL_REVIEW', reserved: AMOUNT, version: 3, blockedAs: null, ...input },
    moves: [{ currency: CURRENCY as never, amount: AMOUNT }],
  });
  return wording!;
}

const textsOf = ({ heading, sentence, concerns, facts, state }: Wording): readonly string[] => [
  heading,
  sentence,
  concerns.text,
  ...[...facts, ...state].flatMap(({ label, text, now = '' }) => [label, text, now]),
];

describe.each(actions)('the decision of %s', (action, declared) => {
  const wording = () => wordingOf(action, sampleInput(declared.input));

  it('is a sentence with fields: no data of programs, no ids alone, no amounts in smallest units', async () => {
    const words = await wording();
    for (const text of textsOf(words)) {
      expect(text).not.toMatch(/[{}[\]]|":|undefined|\[object/);
      expect(text).not.toMatch(/[A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{4}/);
      expect(text).not.toMatch(/176623/);
      expect(text).not.toMatch(/PENDING_MANUAL_REVIEW/);
      expect(text).not.toContain(SECRET);
    }
    expect(words.sentence.split(' ').length).toBeGreaterThan(3);
    expect(words.sentence).not.toMatch(/\.$/);
    expect(words.heading).toMatch(/^[A-Z][a-z]+ [a-z]/i);
    expect(words.state.map(({ label }) => label)).not.toContain('Version');
  });

  it('reads also if its input is one of an earlier release', async () => {
    const words = await wordingOf(action, { formerField: AMOUNT, limits: { currencyCode: 'GBP', minAmount: AMOUNT } });
    expect(textsOf(words).join(' ')).not.toMatch(/176623 |[{}[\]]/);
    expect(words.facts.map(({ text }) => text)).toContain('Currency code: GBP, Min amount: 1,766.23 GBP');
  });
});

it('a record is named by what people know of it, and an unknown one by its type and its end', async () => {
  const { actions: declared } = payer.play.core.operators;
  const frozen = (id: string) =>
    declared.wordingOf({
      tenant: payer.play.tenant,
      action: 'accounts.freeze',
      input: { id, reason: 'stolen phone' },
      subject: id,
      before: { status: 'ACTIVE' },
    });
  const ending = payer.usd.id.slice(-4);
  expect(await frozen(payer.usd.id)).toMatchObject({
    heading: 'Freeze the account',
    sentence: expect.stringMatching(
      new RegExp(
        `^Freeze the USD account …${ending} of [A-Z][\\w ]+ \\([\\d,]+\\.\\d\\d USD(, and [\\d,]+\\.\\d\\d USD held)?\\): no money leaves it$`,
      ),
    ) as string,
    weight: 'danger',
    facts: [{ label: 'Reason', text: 'stolen phone' }],
    state: [{ label: 'Status', text: 'Active' }],
  });
  expect((await frozen(`InternalAccount:${ABSENT}`))?.sentence).toBe('Freeze the account …ffff: no money leaves it');
  expect(
    await declared.wordingOf({ tenant: payer.play.tenant, action: 'gone', input: {}, subject: 'x', before: null }),
  ).toBeNull();
});

it('says what a block tells the platform, and each status, in words', async () => {
  const stateOf = async (before: object) =>
    (await payer.play.core.operators.actions.wordingOf({
      ...{ tenant: payer.play.tenant, action: 'customers.unblock', subject: payer.customerId, before },
      input: { id: payer.customerId, reason: 'cleared', caseReference: 'D-1' },
    }))!.state;
  expect(await stateOf({ blockedAs: 'TOLD', status: 'OPEN' })).toEqual([
    { label: 'Blocked', text: 'Yes; the platform knows' },
    { label: 'Status', text: 'Open' },
  ]);
  expect(await stateOf({ blockedAs: 'SILENT', status: 'PENDING_REVIEW' })).toEqual([
    { label: 'Blocked', text: 'Yes; the platform does not know' },
    { label: 'Status', text: 'Pending review' },
  ]);
});

it('a resolution that books nothing does not say that it moves its amount', async () => {
  const { input } = DECLARED_ACTIONS['exceptions.resolve'];
  const labelOf = async (choice: object) =>
    (await wordingOf('exceptions.resolve', { ...sampleInput(input), ...choice })).amountLabel;
  expect(await labelOf({ resolution: 'WRITTEN_OFF' })).toBe('Given up, and booked already');
  expect(await labelOf({ resolution: 'REFUSED' })).toBe('At stake, and not moved');
  expect(await labelOf({ resolution: 'RETRIED' })).toBeUndefined();
});

it('a retry says what is repeated and what is not', async () => {
  const { input } = DECLARED_ACTIONS['exceptions.resolve'];
  const retried = async (before: object) =>
    payer.play.core.operators.actions.wordingOf({
      ...{ tenant: payer.play.tenant, action: 'exceptions.resolve', subject: `Exception:${ABSENT}`, before },
      input: { ...sampleInput(input), resolution: 'RETRIED' },
    });
  const repeated = (await retried({ status: 'OPEN', formerAttempt: 'R-1', retry: 'repeat' }))!;
  expect(repeated.sentence).toMatch(/with a new reference: the former attempt R-1 did not pay, and is not repeated$/);
  expect(repeated.state).toEqual([{ label: 'Status', text: 'Open' }]);
  const resumed = (await retried({ status: 'OPEN', formerAttempt: 'R-1', retry: 'resume' }))!;
  expect(resumed.sentence).toMatch(/which the rail has sent already as R-1: nothing is sent again$/);
  // No rail was asked before: nothing goes back "again".
  const first = (await retried({ status: 'OPEN', formerAttempt: null, retry: 'repeat' }))!;
  expect(first.sentence).toMatch(/^Send .+ back with a new reference: nothing is booked before the rail confirms it$/);
});

it('a decision that stops, refuses or gives up something weighs more', async () => {
  const weightOf = async (action: string, choice: object) => {
    const { input } = DECLARED_ACTIONS[action as keyof typeof DECLARED_ACTIONS];
    return (await wordingOf(action, { ...sampleInput(input), ...choice })).weight;
  };
  expect(await weightOf('exceptions.resolve', { resolution: 'WRITTEN_OFF' })).toBe('danger');
  expect(await weightOf('exceptions.resolve', { resolution: 'CREDITED' })).toBe('usual');
  expect(await weightOf('verification.decide', { decision: 'REJECTED' })).toBe('danger');
  expect(await weightOf('verification.decide', { decision: 'APPROVED' })).toBe('usual');
  for (const action of ['customers.block', 'accounts.freeze', 'tokens.revoke', 'operators.disable', 'payments.cancel'])
    expect(await weightOf(action, {})).toBe('danger');
  for (const action of ['customers.unblock', 'accounts.unfreeze', 'treasury.book'])
    expect(await weightOf(action, {})).toBe('usual');
});
