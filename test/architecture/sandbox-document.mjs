import { operations } from '@corridor/adapters-http';
import { CLOCK_LIMITS } from '@corridor/core/internal';
import { CARD_ORDERS } from '../../packages/adapters-rails/dist/cards/sandbox-issuer.js';
import { LIVENESS } from '../../packages/adapters-rails/dist/identity/liveness.js';
import { isCurrency } from '../../packages/core/dist/index.js';
import { PER_DOLLAR } from '../../packages/core/dist/sandbox-ports/rates.js';
import { PAYMENTS, PULLS, REFUNDS, TRANSFERS } from '../../packages/core/dist/sandbox-ports/outcomes.js';
import * as issuer from '../../packages/adapters-rails/dist/stablecoins/sandbox-issuer.js';
import { SANDBOX_DOMAIN, SCRIPTS } from '../../packages/adapters-rails/dist/uma/sandbox-counterparty.js';
import {
  BENEFICIARY_VERIFICATIONS,
  UNKNOWN_ACCOUNT,
} from '../../packages/core/dist/accounts/beneficiary-verification.js';
import {
  LATE_PULL_SECONDS,
  MERCHANT_DECLINES,
  MERCHANT_PULLS,
} from '../../packages/core/dist/cards/sandbox-merchants.js';
import { POLICIES } from '../../packages/core/dist/customers/contact-verification.js';
import { KYC_OUTCOMES } from '../../packages/core/dist/customers/kyc.js';
import { SMS_POLICY } from '../../packages/core/dist/sca/challenge.js';
import { SANDBOX_CODE } from '../../packages/core/dist/sca/totp-proof.js';
import { SANDBOX_DOCUMENT_FAULTS } from '../../packages/core/dist/verification/sandbox-documents.js';
import { UNMOVABLE_EMAIL } from '../../packages/core/dist/wallets/customer-contacts.js';
import { POLICY as WALLET_POLICY } from '../../packages/core/dist/wallets/otp.js';

const INTRODUCTION = `# Sandbox

Generated from the tables of the code by \`npm run docs:write\`; do not edit.

A sandbox platform moves no real money. The last three characters of an identifier, its _magic ending_, choose an
outcome, so that a test can play through every case: a payout to the account number \`…004\` fails, for example. In an
identifier with an \`@\`, the ending is before the \`@\`. An identifier without a magic ending has the outcome of the row
"any other".

An arrow (→) separates the steps of an outcome. Times count from the submission, in the time of the platform; the
[test clock](#the-test-clock) can move it ahead.

Magic endings have no effect in production. Because they break check digits, the sandbox does not verify the check
digits of account numbers unless \`CORRIDOR_SANDBOX_STRICT_ACCOUNTS\` is \`true\`. Even then, it does not verify those of
identifiers with a magic ending. Addresses of wallets without a magic ending need the form of their chain in any case, and
an EVM address in mixed case the right checksum (EIP-55); those of test networks are accepted.`;

/**
 * The tables of magic endings, names and codes, in the order of the chapter. The console shows them with `about`; the
 * chapter adds `more` before a table and `after` behind it.
 */
const tables = () => [
  {
    title: 'Payouts with a conversion',
    about:
      'The primary identifier of the destination account (its account number, IBAN, address and so on) decides the outcome ' +
      'of a payment that executes a quote.',
    more: 'A failed payment is refunded to its source, with the named refund reason.',
    ...scripts(PAYMENTS, { usual: 'at once: delivered', say: payoutStep }),
    after:
      'A returned payout becomes `FAILED` with `PAYOUT_RETURNED` and is refunded in full. If one percent less comes back, ' +
      'the difference is booked as a bank charge. If more comes back than was sent, nothing is booked, and the exception ' +
      '`RAIL_CONTRADICTION` is opened. The platform can cancel a payout while it is pending.',
  },
  {
    title: 'Transfers out',
    about: 'The primary identifier of the destination account decides the outcome of a transfer in one currency.',
    more: 'Failures and returns are handled as above.',
    ...scripts(TRANSFERS, { usual: 'at once: delivered', say: payoutStep }),
  },
  {
    title: 'Pulls',
    about:
      'The primary identifier of the account that pays decides the outcome of a collection, for a transfer in or for a ' +
      'quote.',
    more:
      'The reason in parentheses is the one that the rail reports. The `failureReason` of the transaction is ' +
      '`COLLECTION_FAILED` for a transfer in and `QUOTE_EXECUTION_FAILED` for a quote.',
    ...scripts(PULLS, { usual: 'at once: collected', say: pullStep }),
  },
  {
    title: 'Refunds',
    about: 'When a rail sends money back to its sender, the account of the sender decides the outcome.',
    more: '`POST /sandbox/deposits` takes this account as `remitter.account`.',
    ...scripts(REFUNDS, { usual: 'at once: completed', say: (state) => state }),
  },
  {
    title: 'Verification of the beneficiary',
    about:
      "The primary identifier of a new bank account decides the outcome of the name check, the account's " +
      '`beneficiaryVerificationStatus`.',
    ...table('Outcome', [
      ...[...BENEFICIARY_VERIFICATIONS].map(([ending, status]) => [ending, `\`${status}\``]),
      [UNKNOWN_ACCOUNT, 'the request is refused with `INVALID_BANK_ACCOUNT`'],
      ['other', '`MATCHED`'],
    ]),
  },
  {
    title: 'KYC and KYB',
    about:
      'The full name of a person, the last name of a beneficial owner, or the registration number of a business decides ' +
      'the outcome of a verification.',
    more: 'If a [KYC provider](connections/kyc.md) is connected to the sandbox, it decides on any other.',
    ...table('Outcome', [
      ...Object.entries(KYC_OUTCOMES).map(([ending, outcome]) => [ending, KYC[outcome]]),
      ['other', KYC.approve],
    ]),
  },
  {
    title: 'Liveness checks',
    about:
      "The customer's full name decides the verdict of the liveness check that resets a lost factor of strong customer " +
      'authentication.',
    more: 'After `REVIEW`, an operator decides with `corridor sca decide`.',
    ...table('Verdict', [
      ...Object.entries(LIVENESS).map(([ending, outcome]) => [ending, `\`${outcome}\``]),
      ['other', '`PASSED`'],
    ]),
  },
  {
    title: 'Documents',
    about: 'The `documentNumber` decides whether an uploaded document is accepted.',
    more: 'The upload of a refused document answers 400 with the error code.',
    ...table('Error code', [
      ...Object.entries(SANDBOX_DOCUMENT_FAULTS).map(([ending, code]) => [ending, `\`${code}\``]),
      ['other', 'accepted'],
    ]),
  },
  {
    title: 'One-time codes',
    about: 'The sandbox sends the same code every time.',
    names: ['Purpose', 'Code'],
    rows: [
      ...Object.entries(POLICIES).map(([channel, { sandboxCode }]) => [
        `Verification of the customer's ${channel}`,
        sandboxCode,
      ]),
      ['Strong customer authentication by SMS', SMS_POLICY.sandboxCode],
      ['Strong customer authentication by authenticator app', `${SANDBOX_CODE}, or the code of the app`],
      ['Login to an embedded wallet by email or SMS', WALLET_POLICY.sandboxCode],
    ].map(([purpose, code]) => [purpose, code.replace(/^\d+/, '`$&`')]),
  },
  {
    title: 'Email addresses of wallets',
    about: 'The new email address of a customer decides whether the `EMAIL_OTP` credential of its wallet moves to it.',
    ...table('Outcome', [
      [UNMOVABLE_EMAIL, 'the signed change is refused with `EMAIL_OTP_CREDENTIAL_SYNC_FAILED`'],
      ['other', 'the credential moves to the new address'],
    ]),
  },
  {
    title: 'Card orders',
    about: 'The `platformCardId` decides the outcome of a card order.',
    ...table('Outcome', [
      ...Object.entries(CARD_ORDERS).map(([ending, order]) => [ending, cardOrder(order)]),
      ['other', 'issued at once'],
    ]),
  },
  {
    title: 'Card spending',
    about: "The ending of the merchant's descriptor decides the outcome of a card authorization.",
    ...table('Outcome', [
      ...Object.entries(MERCHANT_DECLINES).map(([ending, reason]) => [ending, `declined (\`${reason}\`)`]),
      ...Object.entries(MERCHANT_PULLS).map(([ending, pulls]) => [ending, CARD_PULLS[pulls]]),
      ['other', 'approved if the funding source covers the amount'],
    ]),
  },
  {
    title: 'Stablecoin provider accounts',
    about: 'The `apiClientId` decides whether the issuer accepts the linked account.',
    ...table('Outcome', [
      ...Object.entries(issuer.REFUSALS.linked).map(([ending, outcome]) => [
        ending,
        `the link is refused: \`${REFUSED[outcome]}\``,
      ]),
      ...Object.entries(issuer.REFUSALS.used).map(([ending, outcome]) => [
        ending,
        `the link is accepted; its first use is refused: \`${REFUSED[outcome]}\``,
      ]),
      ['other', 'accepted'],
    ]),
  },
  {
    title: 'Stablecoin registration',
    about: 'The `networkTokenIdentifier` decides how a registered token is issued.',
    ...scripts(issuer.ISSUANCES, {
      usual: 'at once: `PROVISIONED`',
      say: quoted,
      more: [[issuer.UNKNOWN_TOKEN, 'the issuer does not know the token: refused with `INVALID_INPUT`']],
    }),
  },
  {
    title: 'Mints and burns',
    about:
      'The bank account of an order decides its outcome; for an order without one, the `providerTokenIdentifier` does.',
    more:
      `An order that is paid by a wire or with tokens is funded after ${issuer.FUNDED_AFTER_SECONDS} seconds, and its ` +
      'steps start then.',
    ...scripts(issuer.ORDERS, {
      usual: 'at once: pending → after 1 s: completed',
      say: (state) => (typeof state === 'string' ? state : `failed (\`${state.failed}\`)`),
      more: [[issuer.NEVER_FUNDED, `never funded: expires after ${issuer.FUNDING_SECONDS / 3600} hours`]],
    }),
  },
  {
    title: 'UMA receivers',
    about:
      `The sandbox has an institution of its own, \`${SANDBOX_DOMAIN}\`. The name of the receiver decides the outcome of a ` +
      'payment.',
    more: 'Replace `usd` with the currency that the receiver accepts.',
    names: ['UMA address', 'Outcome'],
    rows: Object.entries(SCRIPTS).map(([name, script]) => [`\`$${name}.usd@${SANDBOX_DOMAIN}\``, umaOutcome(script)]),
  },
];

const plain = (text) => text.replaceAll('`', '');
const nameOf = (title) => title.toLowerCase().replace(/[ -](.)/g, (_, letter) => letter.toUpperCase());

/** The tables for the console, which knows no rails and so cannot read theirs. */
export const endingsModule = () =>
  [
    '// Generated from the tables of the sandbox by `npm run docs:write`; do not edit.',
    '/** A table of endings of identifiers that choose an outcome in the sandbox. */',
    'export interface Endings {',
    '  readonly title: string;',
    '  /** What has the ending. */',
    '  readonly about: string;',
    '  readonly names: readonly [string, string];',
    '  readonly rows: readonly (readonly [ending: string, outcome: string])[];',
    '}',
    '',
    '/** Every table, in the order of docs/sandbox.md. */',
    'export const ENDINGS = {',
    ...tables().map(
      ({ title, about, names, rows }) =>
        `${nameOf(title)}: ${JSON.stringify({ title, about: plain(about), names, rows: rows.map((row) => row.map(plain)) })},`,
    ),
    '} as const satisfies Readonly<Record<string, Endings>>;',
    '',
  ].join('\n');

/** Every magic ending, name and code of the sandbox. */
export const sandboxDocument = () =>
  [
    INTRODUCTION,
    ...tables().flatMap(({ title, about, more, names, rows, after }) => [
      `## ${title}`,
      more === undefined ? about : `${about} ${more}`,
      columns(names, rows),
      ...(after === undefined ? [] : [after]),
    ]),
    '## Exchange rates',
    'The mid-rates of the sandbox are constant. One US dollar is:',
    columns(
      ['Currency', 'Amount'],
      Object.entries(PER_DOLLAR)
        .filter(([code]) => isCurrency(code))
        .map(([currency, amount]) => [currency, amount]),
    ),
    '## Simulations',
    'These operations simulate events outside Corridor. In production they are refused. `corridor trigger` plays them in the ' +
      'order that ends in a chosen event: [play the sandbox](guides/play-the-sandbox.md).',
    columns(
      ['Operation', 'What it does'],
      operations
        .filter(isSimulation)
        .map(({ method, path, summary }) => [`\`${method.toUpperCase()} ${path}\``, summary]),
    ),
    '## The test clock',
    'Every delay above follows the time of the platform. `POST /sandbox/clock/advance` moves it ahead, never back. The ' +
      'call does the work that becomes due before it answers ([details](areas/sandbox.md#the-test-clock)).',
    columns(
      ['Limit', 'Value'],
      [
        ['One step', `${CLOCK_LIMITS.step / DAY} days`],
        ['Ahead of the host, in total', `${CLOCK_LIMITS.ahead / DAY} days`],
      ],
    ),
  ]
    .map(wrapped)
    .join('\n\n');

/** A paragraph in lines of at most 120 characters; headings and tables as they are. */
const wrapped = (text) => (/^[#|]/.test(text) ? text : text.replace(/(?=.{121})(.{1,120}) /g, '$1\n'));

const isSimulation = ({ path }) => path.startsWith('/sandbox/');

const DAY = 24 * 60 * 60;

const KYC = {
  approve: 'approved',
  review: 'waits until an operator decides with `corridor kyc decide`',
  reject: 'rejected',
  'poor-quality': 'a document must be replaced (`POOR_QUALITY_DOCUMENT`); then approved',
};

const CARD_PULLS = {
  LATE: `approved; the funding source confirms the pull after ${LATE_PULL_SECONDS} s`,
  FAILING: 'approved; the pull from the funding source fails',
};

const cardOrder = (order) => {
  if (order.is === 'rejected') return 'rejected';
  return order.for === Infinity ? 'stays in `PROCESSING`' : `issued after ${order.for} s`;
};

function umaOutcome(script) {
  switch (script.kind) {
    case 'ordinary':
      return 'completed';
    case 'delayed':
      return `pending for ${script.seconds} s, then completed`;
    case 'refused':
      return `failed (\`${script.reason}\`)`;
    default:
      throw new Error(`sandbox-document.mjs does not describe the outcome ${script.kind}`);
  }
}

const quoted = (state) => (/^[A-Z]/.test(state) ? `\`${state}\`` : state);

const RETURNS = {
  returned: 'returned in full',
  'returned-short': 'returned with one percent less',
  'returned-over': 'returned with more than was sent',
};

function payoutStep(state) {
  if (typeof state === 'string') return RETURNS[state] ?? state;
  const { reason, refundReason, refundable } = state;
  const keeps = refundable ? '' : '; the rail keeps the money, so the refund fails';
  return `failed (\`${reason}\`, refund reason \`${refundReason}\`${keeps})`;
}

const pullStep = (state) => (/^[A-Z]/.test(state) ? `failed (\`${state}\`)` : state);

const REFUSED = {
  invalid: 'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
  revoked: 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
};

/** The steps of each ending, with the seconds after which each happens. */
function scripts(of, { usual, say, more = [] }) {
  const rows = Object.entries(of).map(([ending, steps]) => [
    ending,
    steps.map(({ after, state }) => `${after === 0 ? 'at once' : `after ${after} s`}: ${say(state)}`).join(' → '),
  ]);
  return table('Outcome', [...rows, ...more, ['other', usual]]);
}

const table = (heading, rows) => ({
  names: ['Ending', heading],
  rows: rows
    .toSorted(byEnding)
    .map(([ending, outcome]) => [ending === 'other' ? 'any other' : `\`${ending}\``, outcome]),
});

const byEnding = ([one], [other]) => Number(one === 'other') - Number(other === 'other') || (one < other ? -1 : 1);

const columns = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
