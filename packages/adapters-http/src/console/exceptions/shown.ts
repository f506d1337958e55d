import { err, type ResolutionChoice, type TenantKey } from '@corridor/core';
import { heldOn, isHeldAtRail, isHouse, isUnconfirmed, splitTenant } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Content, idText, link, linkIf, money, notice, shortIds, status, timeWithAge } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import { idOf } from '../kit/route.js';
import { readAs, type Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { railPath, statementsPath } from '../kit/rail-path.js';
import { atStake, type Decided, KINDS } from './names.js';

export const HOUSE_NAME = 'The service itself';
export const params = { id: idOf('Exception') };

export const addressOf = ({ base }: Visit, { id }: Pick<ExceptionRecord, 'id'>): string => `${base}/exceptions/${id}`;

/** The record that an exception concerns, with a link to its page if it has one. `name` is what the record is called. */
export function subjectOf(visit: Visit, { tenant, subject, kind }: ExceptionRecord, name: string | undefined): Content {
  if (kind === 'STATEMENT_DIFFERENCE') return linkIf(statementsPath(visit, subject), `Statements of ${subject}`);
  return linkIf(visit.pathOf({ tenant, id: subject }) ?? railPath(visit, subject), name ?? idText(subject));
}

const KEPT = '/kept';

/** The reference of an exception; one that the service has made itself says in words what is known about the money. */
export function referenceText(exception: Pick<ExceptionRecord, 'kind' | 'reference'>): Content {
  const { kind, reference } = exception;
  const written = html`<code>${shortIds(reference)}</code>`;
  const explained = (words: string): Html => html`${words} <code class="small">${shortIds(reference)}</code>`;
  if (reference.endsWith(KEPT)) return explained('No rail was asked to send the money back');
  if (kind !== 'PAYMENT_HELD') return written;
  if (isUnconfirmed(exception)) return explained('A rail or issuer was asked and did not answer');
  return explained(isHeldAtRail(exception) ? 'The rail has it and keeps it' : 'No rail or issuer was asked');
}

/** The subjects of exceptions by id, as lists call them. */
export const subjectNames = ({ core }: Visit, exceptions: readonly ExceptionRecord[]) =>
  core.operators.reads.recordNames(exceptions.map(({ tenant, subject }) => ({ tenant, id: subject })));

export const titleOf = (exception: ExceptionRecord): string => {
  const amount = atStake(exception);
  return `${KINDS[exception.kind]}${amount === null ? '' : `: ${moneyText(amount, exception.currency)}`}`;
};

export const contextOf = ({ core, requestId }: Visit, tenant: TenantKey) =>
  core.context(tenant, { kind: 'system' }, requestId);

/** What an operator can decide. A resolution that needs an account of which there is none is not possible now. */
export async function choicesOf(visit: Visit, exception: ExceptionRecord): Promise<readonly ResolutionChoice[]> {
  const { core } = visit;
  const { id, tenant } = exception;
  const context = contextOf(visit, tenant);
  const read = await readAs(core, context, core.treasury.choices, { exceptionId: id });
  if (!read.ok) return [];
  const isAsked = ({ needsAccount, refused }: ResolutionChoice): boolean => needsAccount && refused === null;
  if (!read.value.some(isAsked)) return read.value;
  const found = await readAs(core, context, core.treasury.accountChoices, { exceptionId: id });
  if (!found.ok || found.value.isPartial) return read.value;
  const possible = new Set(found.value.accounts.flatMap(({ resolutions }) => resolutions));
  const { refusals } = found.value;
  const { error } = err('CONFLICT', await withoutAccount(visit, exception));
  return read.value.map((choice) =>
    isAsked(choice) && !possible.has(choice.resolution)
      ? { ...choice, refused: refusals[choice.resolution] ?? error }
      : choice,
  );
}

async function withoutAccount({ core }: Visit, { tenant, subject, currency }: ExceptionRecord): Promise<string> {
  const payment = await core.operators.reads.payment(tenant, subject);
  return payment === null
    ? `the platform and its customers have no account in ${currency} that can take part; open one first, on the page of a customer`
    : `neither ${payment.customerId} nor the platform has an account in ${currency} that can take part; open one first, on the page of the customer`;
}

/** The exception as its resolutions are named. */
export async function decidedOf({ core }: Visit, { kind, tenant, subject }: ExceptionRecord): Promise<Decided> {
  const payment = await core.operators.reads.payment(tenant, subject);
  return { kind, isHeldHere: payment !== null && heldOn(payment) !== null };
}

/** That a block keeps the money of an exception, and what that means; nothing if none does. */
export async function blockNotice({ core }: Visit, exception: ExceptionRecord): Promise<Html> {
  const kept = await core.operators.reads.keptByBlocks([exception]);
  return kept.has(exception.id)
    ? notice('This money is held by a block: it is not paid out, not sent back and not credited by itself.', 'bad')
    : html``;
}

/** What identifies an exception, for its page and for its forms. `visit` has the time of the platform (`inTimeOf`). */
export async function nameOf(visit: Visit, exception: ExceptionRecord) {
  const { tenant } = exception;
  const { platformId, environment } = splitTenant(tenant);
  const platform = await visit.core.operators.reads.platform(tenant);
  const names = await subjectNames(visit, [exception]);
  return [
    ['Status', status(exception.status)],
    ['Amount at stake', money(atStake(exception), exception.currency)],
    ['Concerns', subjectOf(visit, exception, names.get(exception.subject))],
    ...(await customerOf(visit, exception)),
    [
      'Platform',
      isHouse(tenant)
        ? `${HOUSE_NAME}, ${wordsOf(environment)}`
        : html`${link(`${visit.base}/t/${tenant}/exceptions`, platform?.name ?? platformId)}, ${wordsOf(environment)}`,
    ],
    ['Opened at', timeWithAge(exception.createdAt, visit.now)],
  ] as const;
}

/** The customer of the payment or the deposit that an exception concerns; nothing without one. */
async function customerOf(
  { core, pathOf }: Visit,
  { tenant, subject }: ExceptionRecord,
): Promise<readonly (readonly [string, Content])[]> {
  const { reads } = core.operators;
  const payment = await reads.payment(tenant, subject);
  const id = payment?.customerId ?? (await reads.deposit(tenant, subject))?.ownerId ?? null;
  if (id === null) return [];
  const name = (await reads.partyNames(tenant, [id])).get(id);
  return [['Customer', linkIf(pathOf({ tenant, id }), name ?? idText(id))]];
}
