import { readdirSync, readFileSync } from 'node:fs';
import { EVENT_TYPES } from '@corridor/core';
import { MACHINES } from '@corridor/core/records';
import ts from 'typescript';
import { anchor, code, table, wrapped } from '../tables.mjs';

const CORE = new URL('../../../packages/core/src/', import.meta.url);

const INCOMING_REFUND = { file: 'transactions/refund.ts', when: 'The refund of an incoming payment' };

/** Events that no row of a state machine names: the file that names the type, and when it emits it. */
const BESIDE_MACHINES = {
  'INCOMING_PAYMENT.PENDING': [
    { file: 'uma/begin-receipt.ts', when: 'A UMA payment arrives: the event asks the platform to approve it' },
  ],
  'INCOMING_PAYMENT.REFUND_PENDING': [{ ...INCOMING_REFUND, when: `${INCOMING_REFUND.when} starts` }],
  'INCOMING_PAYMENT.REFUND_COMPLETED': [{ ...INCOMING_REFUND, when: `${INCOMING_REFUND.when} is paid` }],
  'INCOMING_PAYMENT.REFUND_FAILED': [{ ...INCOMING_REFUND, when: `${INCOMING_REFUND.when} fails` }],
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': [
    { file: 'accounts/ownership.ts', when: 'The customer proves that it owns the account' },
  ],
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': [
    { file: 'accounts/book-entry.ts', when: 'A journal entry or a hold changes the balance of the account' },
  ],
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': [
    { file: 'accounts/internal-account-changes.ts', when: 'The payment instructions of the account change' },
  ],
  'CUSTOMER.BLOCKED': [{ file: 'blocks/block-customer.ts', when: 'Operators block the customer' }],
  'CUSTOMER.UNBLOCKED': [{ file: 'blocks/block-customer.ts', when: 'Operators unblock the customer' }],
  'PLATFORM.TERMS_CHANGED': [
    { file: 'terms/tell-platforms.ts', when: 'Operators decide that fees, spreads or limits change' },
  ],
  'PLATFORM.TERMS_WITHDRAWN': [
    { file: 'terms/tell-platforms.ts', when: 'Operators withdraw such a change before it is in force' },
  ],
  'CARD.FUNDING_SOURCE_CHANGE': [{ file: 'cards/update-card.ts', when: 'The funding sources of the card change' }],
  TEST: [
    { file: 'events/test-webhook.ts', when: 'The platform asks for a test webhook' },
    { file: 'platforms/platform-config.ts', when: 'The platform sets another webhook endpoint' },
  ],
};

/** Files that name types without emitting them. */
const NOT_EMITTERS = /^audit\/|^testing\/|^contract-tests\/|^events\/(event-types|delivery)\.ts$|\.test\.ts$/;

const INTRODUCTION = `# Events

Generated from the state machines and \`packages/core/src/events/event-types.ts\` by \`npm run docs:write\`; do not edit.

Every event type that a platform can receive as a webhook, with the change that emits it, for those who handle webhooks.
An event is written in the same database transaction as its change, and carries the resource as the change left it.
[States](../../packages/core/STATES.md) has the complete state machines.

A change is written \`from → to\` with the name of its transition; a change without \`from\` creates the record. Types
without a change belong to the contract, but this version does not emit them.`;

export function eventsDocument() {
  checkBesideMachines();
  const subjects = [...new Set(EVENT_TYPES.map(subjectOf))];
  const section = (subject) => [
    `## ${subject}`,
    table(['Event type', 'Emitted by'], EVENT_TYPES.filter((type) => subjectOf(type) === subject).flatMap(rows)),
  ];
  return [INTRODUCTION, ...subjects.flatMap(section)].map(wrapped).join('\n\n');
}

const subjectOf = (type) => type.split('.')[0];

function rows(type) {
  const changes = [
    ...MACHINES.flatMap((machine) => changesOf(machine, type)),
    ...(BESIDE_MACHINES[type] ?? []).map(({ when }) => when),
  ];
  return changes.length === 0 ? [[code(type), 'not emitted']] : [[code(type), changes.join('<br>')]];
}

function changesOf({ name, transitions }, type) {
  const by = transitions.filter(({ emits }) => emits === type);
  if (by.length === 0) return [];
  const steps = by.map(({ from, on, to }) => `${from === null ? '' : `${code(from)} → `}${code(to)} (${on})`);
  return [`[${name}](../../packages/core/STATES.md#${anchor(name)}): ${steps.join(', ')}`];
}

/** The table above against the sources: each file in it names its type, and no other file names a type outside a row. */
function checkBesideMachines() {
  const listed = new Set(
    Object.entries(BESIDE_MACHINES).flatMap(([type, at]) => at.map(({ file }) => `${file} ${type}`)),
  );
  const found = new Set();
  const composed = [];
  for (const file of readdirSync(CORE, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || NOT_EMITTERS.test(file)) continue;
    const source = readFileSync(new URL(file, CORE), 'utf8');
    composed.push(...composedTypesIn(source).map((one) => `${file} ${one}`));
    const text = source.replaceAll(/\bemits: '[^']+'/g, '');
    for (const [, type] of text.matchAll(/'([A-Z_]+(?:\.[A-Z_]+)?)'/g)) {
      const isKey = /'OUTGOING_PAYMENT\.REFUND_/.test(`'${type}`) && file === INCOMING_REFUND.file;
      if (EVENT_TYPES.includes(type) && !isKey) found.add(`${file} ${type}`);
    }
  }
  if (composed.length > 0) throw new Error(`core must write event types out in single quotes: ${composed.join('; ')}`);
  const wrong = [...found].filter((one) => !listed.has(one)).concat([...listed].filter((one) => !found.has(one)));
  if (wrong.length > 0) throw new Error(`BESIDE_MACHINES of reference/events.mjs and core differ: ${wrong.join('; ')}`);
}

/** An emitter of events, by its name. */
const EMITTER = /^(?:emit|tell)/;

/** The templates that can be an event type, which the search for types in quotes does not find. */
export function composedTypesIn(text) {
  const found = [];
  const visit = (node) => {
    if (isComposedType(node)) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  if (text.includes('`')) ts.forEachChild(ts.createSourceFile('', text, ts.ScriptTarget.ESNext, true), visit);
  return found;
}

/** Whether a template fits an event type, and has a part of a type in its text or its place in an emitter's call. */
function isComposedType(node) {
  if (!ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node)) return false;
  const parts = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    : [node.text];
  if (!parts.every((part) => /^[A-Z_.]*$/.test(part))) return false;
  const fits = new RegExp(`^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[A-Z_.]+')}$`);
  return EVENT_TYPES.some((type) => fits.test(type)) && (/[A-Z]/.test(parts.join('')) || isEmitted(node));
}

const isEmitted = (node) =>
  ts.findAncestor(
    node,
    (one) =>
      (ts.isPropertyAssignment(one) && one.name.getText() === 'type') ||
      (ts.isCallExpression(one) && ts.isIdentifier(one.expression) && EMITTER.test(one.expression.text)),
  ) !== undefined;
