import type { CurrencyCode } from '@corridor/core';
import type { Said, ScreeningPartner } from './screening-partner.js';
import type { Unit, Written } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Follows by the writes alone who the parties are and which matches operators have cleared, and compares what moves with
 * the books of the screening provider: what it said about the parties as they are now, by the lists of now.
 */
export interface ScreenedMoney {
  /** Returns findings: money that moved, and customers who were approved, without an answer that counts. */
  committed(unit: Unit): readonly string[];
  /** The rail is asked to send this money back. Returns findings. */
  refunded(reference: string): readonly string[];
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const SANDBOX = /\/SANDBOX$/;
const DECIDED: readonly unknown[] = ['CLEAR', 'PASSED', 'HELD', 'CONFIRMED'];

export function createScreenedMoney(partner: ScreeningPartner): ScreenedMoney {
  /** Of customers and of the owners of external accounts. */
  const names = new Map<string, string | null>();
  /** By internal account: its customer. */
  const owners = new Map<string, string | null>();
  /** By tenant: the version of the lists of its newest round. */
  const versions = new Map<string, string>();
  const cleared = new Set<string>();
  /** By subject: its last screening with an answer, or that passed. */
  const last = new Map<string, Row>();
  /** The subjects of deposits and payments that operators decided about. */
  const decided = new Set<string>();
  const refunds = new Map<string, string>();

  function follow({ kind, before, after }: Written): void {
    const id = String(after['id']);
    if (kind === 'customers') names.set(id, nameOf(after));
    if (kind === 'external_accounts') names.set(id, holderOf(after));
    if (kind === 'internal_accounts') owners.set(id, textOf(after['customerId']));
    if (kind === 'screening_rounds' && before === null)
      versions.set(String(after['tenant']), String(after['listVersion']));
    if (kind === 'screenings' && DECIDED.includes(after['status'])) last.set(String(after['subject']), after);
    if (kind === 'screening_matches' && after['status'] === 'CLEARED')
      cleared.add(keyOf(after['party'], after['entry'], after['entryVersion']));
    if (kind === 'exceptions' && after['status'] === 'RESOLVED' && String(after['resolvedBy']).includes('Operator:'))
      decided.add(String(after['subject']));
    if (kind === 'transactions' && isSet(after['refundReference'])) refunds.set(String(after['refundReference']), id);
  }

  const isCleared = ({ question, answer }: Said, subject: string): boolean =>
    answer.matches.every(({ party, entry, entryVersion }) =>
      cleared.has(keyOf(party ?? question.payment?.id ?? subject, entry, entryVersion)),
    );

  /** Whether the parties of a question have the names of now. */
  const isAbout = ({ question }: Said, parties: readonly string[]): boolean =>
    parties.every((id) => question.parties.some((party) => party.id === id && party.name === (names.get(id) ?? null)));

  const saidAbout = (subject: string): readonly Said[] => partner.said.get(String(last.get(subject)?.['id'])) ?? [];

  /** Null if the last answer about a subject counts now and lets it go on. */
  function obstacle(tenant: unknown, subject: string, parties: readonly string[]): string | null {
    const version = versions.get(String(tenant));
    const screening = last.get(subject);
    if (screening === undefined) return 'the provider was not asked about it';
    const present = saidAbout(subject).filter(({ answer }) => answer.listVersion === version);
    if (present.some((said) => isAbout(said, parties) && isCleared(said, subject))) return null;
    // Whether it might pass was found out when it did.
    if (screening['status'] === 'PASSED' && screening['listVersion'] === version) return null;
    return `${String(screening['id'])} is ${String(screening['status'])}, by ${saidAbout(subject)
      .map(
        ({ answer, question }) =>
          `${answer.listVersion} ${answer.matches.length} ${JSON.stringify(question.parties.map(({ id, name }) => [id, name]))}`,
      )
      .join(' and ')}, and the lists are ${version}, for ${JSON.stringify(parties.map((id) => [id, names.get(id)]))}`;
  }

  /** Whether a payment may pass while the provider is away: it is small, and its parties are clear by the present lists. */
  function* passes({ before, after }: Written): Iterable<string> {
    if (before?.['status'] !== 'ASKED' || after['status'] !== 'PASSED') return;
    const { tenant, subject } = after;
    const version = versions.get(String(tenant));
    const payment = payments.get(String(subject));
    const most = partner.rules?.passBelow[String(payment?.['sentCurrency']) as CurrencyCode] ?? 0n;
    if (payment === undefined || (payment['sentAmount'] as bigint) >= most)
      yield `${String(subject)} passed without an answer, although it is not below ${most}`;
    const all = [...partner.said.values()].flat().filter(({ answer }) => answer.listVersion === version);
    for (const party of partiesOf(payment ?? {})) {
      const about = all.filter((said) => isAbout(said, [party]));
      const isClear = about.some(({ question, answer }) =>
        answer.matches.every(
          (match) =>
            match.party !== party ||
            cleared.has(keyOf(match.party ?? question.payment?.id, match.entry, match.entryVersion)),
        ),
      );
      if (!isClear) yield `${String(subject)} passed without an answer, although ${party} is not clear by ${version}`;
    }
  }

  const payments = new Map<string, Row>();

  /** The customers on both sides and the external accounts. Empty if the payment stays between accounts of one owner. */
  function partiesOf(transaction: Row): readonly string[] {
    const [source, destination] = [transaction['source'] as Row | null, transaction['destination'] as Row | null];
    const [from, to] = [textOf(source?.['accountId']), textOf(destination?.['accountId'])];
    const outside = [from, to].filter((id) => id !== null && id.startsWith('ExternalAccount:'));
    const customers = [textOf(transaction['customerId']), to === null ? null : (owners.get(to) ?? null)];
    const found = [...new Set([...customers, ...outside].filter((id) => id !== null))];
    return outside.length === 0 && found.length < 2 ? [] : found;
  }

  function* moved({ kind, before, after }: Written): Iterable<string> {
    const id = String(after['id']);
    const isNew = (column: string): boolean => isSet(after[column]) && !isSet(before?.[column]);
    const needs = (what: string, parties: readonly string[]): readonly string[] => {
      const found = parties.length === 0 ? null : obstacle(after['tenant'], id, parties);
      return found === null ? [] : [`${what} of ${id} went on, but ${found}`];
    };
    if (kind === 'transactions' && !isSet(after['issuerToken'])) {
      const isInside = after['type'] === 'OUTGOING' && !isSet(after['rail']);
      const isSettled = isInside && before?.['status'] === 'PROCESSING' && after['status'] === 'COMPLETED';
      const isSpared = partner.rules!.notDuring.some((rail) => rail === after['paymentRail']);
      if ((isNew('submittedAt') && !isSpared) || isSettled) yield* needs('the payout', partiesOf(after));
      if (isNew('pullSubmittedAt')) yield* needs('the collection', partiesOf(after));
    }
    if (kind === 'stablecoin_operations' && isNew('submittedAt')) {
      const outside = [textOf(after['collectedFrom']), textOf(after['deliveredTo'])].filter((one) => one !== null);
      const owner = textOf(after['owner']);
      const customers = owner?.startsWith('Customer:') === true ? [owner] : [];
      yield* needs('the order', outside.length === 0 ? [] : [...customers, ...outside]);
    }
    if (kind === 'deposits' && isNew('creditedAs') && !decided.has(id))
      yield* needs(
        'the deposit',
        [textOf(after['ownerId']), id].filter((one) => one !== null && one.startsWith('Customer:')) as string[],
      );
    if (kind === 'customers' && before?.['kycStatus'] === 'PENDING' && after['kycStatus'] === 'APPROVED')
      yield* approved(String(after['tenant']), id);
  }

  /** What any answer says about the customer counts for its approval. */
  function* approved(tenant: string, id: string): Iterable<string> {
    const version = versions.get(tenant);
    const isClear = [...partner.said.values()]
      .flat()
      .some(
        (said) =>
          said.answer.listVersion === version &&
          isAbout(said, [id]) &&
          said.answer.matches.every(
            (match) => match.party !== id || cleared.has(keyOf(id, match.entry, match.entryVersion)),
          ),
      );
    if (!isClear) yield `${id} was approved, but nothing clears ${String(names.get(id))} by ${version}`;
  }

  return {
    committed({ writes }) {
      for (const write of writes) follow(write);
      for (const { kind, after } of writes) if (kind === 'transactions') payments.set(String(after['id']), after);
      const screened = writes.filter(({ after }) => SANDBOX.test(String(after['tenant'])));
      const strays = writes.filter(
        ({ kind, after }) => kind === 'screenings' && !SANDBOX.test(String(after['tenant'])),
      );
      const findings = strays.map(({ after }) => `${String(after['id'])} is of an environment that screens nothing`);
      if (partner.rules === null) return findings;
      for (const write of screened) {
        findings.push(...moved(write));
        if (write.kind === 'screenings') findings.push(...passes(write));
      }
      return findings;
    },
    refunded(reference) {
      const subject = refunds.get(reference) ?? /^Deposit:[^/]+/.exec(reference)?.[0];
      const screening = subject === undefined ? undefined : last.get(subject);
      if (subject === undefined || screening === undefined || decided.has(subject)) return [];
      if (saidAbout(subject).some((said) => isCleared(said, subject))) return [];
      return [`the money of ${subject} goes back (${reference}), but ${String(screening['id'])} is not clear`];
    },
  };
}

const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);

function nameOf({ fullName, businessInfo }: Row): string | null {
  return textOf(fullName) ?? textOf((businessInfo as Row | null)?.['legalName']);
}

function holderOf({ accountInfo }: Row): string | null {
  const beneficiary = (accountInfo as Row | null)?.['beneficiary'] as Row | null | undefined;
  return textOf(beneficiary?.['fullName']) ?? textOf(beneficiary?.['legalName']);
}
