import { operations } from '@corridor/adapters-http';
import { CLOCK_LIMITS } from '@corridor/core/internal';
import { CARD_ORDERS } from '../../packages/adapters-rails/dist/cards/sandbox-issuer.js';
import { LIVENESS } from '../../packages/adapters-rails/dist/identity/liveness.js';
import { PER_DOLLAR } from '../../packages/adapters-rails/dist/rates/sandbox-rates.js';
import { PAYMENTS, PULLS, REFUNDS, TRANSFERS } from '../../packages/adapters-rails/dist/sandbox/outcomes.js';
import * as issuer from '../../packages/adapters-rails/dist/stablecoins/sandbox-issuer.js';
import { SANDBOX_DOMAIN, SCRIPTS } from '../../packages/adapters-rails/dist/uma/sandbox-counterparty.js';
import {
  BENEFICIARY_VERIFICATIONS,
  UNKNOWN_ACCOUNT,
} from '../../packages/core/dist/accounts/beneficiary-verification.js';
import { LATE_PULL_SECONDS, MERCHANT_DECLINES, MERCHANT_PULLS } from '../../packages/core/dist/cards/authorize.js';
import { POLICIES } from '../../packages/core/dist/customers/contact-verification.js';
import { KYC_OUTCOMES } from '../../packages/core/dist/customers/kyc.js';
import { SMS_POLICY } from '../../packages/core/dist/sca/challenge.js';
import { SANDBOX_CODE } from '../../packages/core/dist/sca/totp-proof.js';
import { SANDBOX_DOCUMENT_FAULTS } from '../../packages/core/dist/verification/sandbox-documents.js';
import { POLICY as WALLET_POLICY } from '../../packages/core/dist/wallets/otp.js';

const INTRODUCTION = `# Sandbox

Generated from the tables of the code by \`npm run docs:write\`; do not edit.

A sandbox platform moves no real money. The last three characters of an identifier choose an outcome, so that a test can
play through every case. If an identifier has a domain, the three characters are before the \`@\`. An identifier
without a magic ending has the usual outcome of its table.

Magic endings work in the sandbox only. Because they break check digits, the sandbox does not verify check digits of
account numbers unless \`CORRIDOR_SANDBOX_STRICT_ACCOUNTS\` is \`true\`; identifiers with a magic ending stay exempt then.`;

/** Every magic ending, name and code of the sandbox. */
export const sandboxDocument = () =>
  [
    INTRODUCTION,
    '## Payouts with a conversion',
    'The primary identifier of the destination decides the outcome of a payment that executes a quote.',
    scripts(PAYMENTS, { usual: 'at once: delivered', say: payoutStep }),
    'A `returned` payout comes back with its whole amount, a `returned-short` one with one percent less, and a ' +
      '`returned-over` one with more than was sent. The platform can cancel a payout while it is pending.',
    '## Transfers out',
    'The primary identifier of the destination decides the outcome of a transfer in one currency.',
    scripts(TRANSFERS, { usual: 'at once: delivered', say: payoutStep }),
    '## Pulls',
    'The primary identifier of the account that pays decides the outcome of a collection.',
    scripts(PULLS, { usual: 'at once: collected', say: quoted }),
    '## Refunds',
    'The account that the money goes back to decides the outcome of a refund. `POST /sandbox/deposits` takes it as ' +
      '`remitter.account`.',
    scripts(REFUNDS, { usual: 'at once: completed', say: quoted }),
    '## Verification of the beneficiary',
    "The primary identifier of a new bank account decides the outcome of the name check, the account's " +
      '`beneficiaryVerificationStatus`.',
    table('Outcome', [
      ...[...BENEFICIARY_VERIFICATIONS].map(([ending, status]) => [ending, `\`${status}\``]),
      [UNKNOWN_ACCOUNT, 'The account is refused with `INVALID_BANK_ACCOUNT`.'],
      ['other', '`MATCHED`'],
    ]),
    '## KYC and KYB',
    'The full name of a person, the last name of a beneficial owner, or the registration number of a business decides ' +
      'the outcome of a verification.',
    table('Outcome', [
      ...Object.entries(KYC_OUTCOMES).map(([ending, is]) => [ending, KYC[is]]),
      ['other', KYC.approve],
    ]),
    '## Liveness checks',
    "The customer's full name decides the verdict of a liveness check.",
    table('Verdict', [...Object.entries(LIVENESS).map(([ending, is]) => [ending, `\`${is}\``]), ['other', '`PASSED`']]),
    '## Documents',
    'The `documentNumber` decides whether an uploaded document is accepted. A refused document answers 400 with the ' +
      'code of the fault.',
    table('Error code', [
      ...Object.entries(SANDBOX_DOCUMENT_FAULTS).map(([ending, code]) => [ending, `\`${code}\``]),
      ['other', 'accepted'],
    ]),
    '## One-time codes',
    'The code that Corridor sends in the sandbox is always the same.',
    columns(
      ['Purpose', 'Code'],
      [
        ...Object.entries(POLICIES).map(([channel, { sandboxCode }]) => [
          `Verification of the customer's ${channel}`,
          sandboxCode,
        ]),
        ['Strong customer authentication by SMS', SMS_POLICY.sandboxCode],
        ['Strong customer authentication by authenticator app', `${SANDBOX_CODE}, or the code of the app`],
        ['Login to an embedded wallet by email or SMS', WALLET_POLICY.sandboxCode],
      ].map(([purpose, code]) => [purpose, code.replace(/^\d+/, '`$&`')]),
    ),
    '## Card orders',
    'The `platformCardId` decides what becomes of the order of a card.',
    table('Outcome', [
      ...Object.entries(CARD_ORDERS).map(([ending, order]) => [ending, cardOrder(order)]),
      ['other', 'issued at once'],
    ]),
    '## Card spending',
    "The merchant's descriptor decides what becomes of a card authorization.",
    table('Outcome', [
      ...Object.entries(MERCHANT_DECLINES).map(([ending, reason]) => [ending, `declined (\`${reason}\`)`]),
      ...Object.entries(MERCHANT_PULLS).map(([ending, pulls]) => [ending, CARD_PULLS[pulls]]),
      ['other', 'approved if the funding source covers the amount'],
    ]),
    '## Stablecoin provider accounts',
    'The `apiClientId` decides whether the issuer accepts the linked account.',
    table('Outcome', [
      ...Object.entries(issuer.REFUSALS.linked).map(([ending, is]) => [ending, `refused when it is linked: ${is}`]),
      ...Object.entries(issuer.REFUSALS.used).map(([ending, is]) => [
        ending,
        `accepted, refused when it is used: ${is}`,
      ]),
      ['other', 'accepted'],
    ]),
    '## Stablecoin registration',
    'The `networkTokenIdentifier` decides how a registered token is issued.',
    scripts(issuer.ISSUANCES, {
      usual: 'at once: `PROVISIONED`',
      say: quoted,
      more: [[issuer.UNKNOWN_TOKEN, 'The issuer does not know the token.']],
    }),
    '## Mints and burns',
    'The bank account of an order decides its outcome; for an order without one, the `providerTokenIdentifier` does. An ' +
      `order that waits for a wire or for tokens is funded after ${issuer.FUNDED_AFTER_SECONDS} seconds, and its script ` +
      'starts then.',
    scripts(issuer.ORDERS, {
      usual: 'at once: pending → after 1 s: completed',
      say: (is) => (typeof is === 'string' ? is : `failed (\`${is.failed}\`)`),
      more: [[issuer.NEVER_FUNDED, `never funded: expires after ${issuer.FUNDING_SECONDS / 3600} hours`]],
    }),
    '## UMA receivers',
    `The sandbox has an institution of its own, \`${SANDBOX_DOMAIN}\`. The name of the receiver decides the outcome of a ` +
      'payment. Replace `usd` by the currency of the receiver.',
    columns(
      ['UMA address', 'Outcome'],
      Object.entries(SCRIPTS).map(([name, script]) => [`\`$${name}.usd@${SANDBOX_DOMAIN}\``, umaOutcome(script)]),
    ),
    '## Exchange rates',
    'The mid-rates of the sandbox never move. One US dollar is:',
    columns(
      ['Currency', 'Amount'],
      Object.entries(PER_DOLLAR).map(([currency, amount]) => [currency, amount]),
    ),
    '## Simulations',
    'These operations play events outside Corridor. Production refuses them.',
    columns(
      ['Operation', 'What it does'],
      operations
        .filter(isSimulation)
        .map(({ method, path, summary }) => [`\`${method.toUpperCase()} ${path}\``, summary]),
    ),
    '## The test clock',
    'Every delay above follows the clock of the platform, which a test can only move ahead. Work that becomes due is ' +
      'done before the call answers.',
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
  review: 'stays in manual review',
  reject: 'rejected',
  'poor-quality': 'a document has to be replaced; approved after that',
};

const CARD_PULLS = {
  LATE: `approved; the funding source confirms the pull after ${LATE_PULL_SECONDS} s`,
  FAILING: 'approved; the pull from the funding source fails',
};

const cardOrder = (order) => {
  if (order.is === 'rejected') return 'rejected';
  return order.for === Infinity ? 'stays pending' : `issued after ${order.for} s`;
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

const quoted = (is) => (/^[A-Z]/.test(is) ? `\`${is}\`` : is);

function payoutStep(is) {
  if (typeof is === 'string') return is.includes('-') ? `\`${is}\`` : is;
  const { reason, refundReason, refundable } = is;
  return `failed (\`${reason}\`, refund reason \`${refundReason}\`${refundable ? '' : ', the rail keeps the money'})`;
}

/** The steps of each ending, with the seconds after which each happens. */
function scripts(of, { usual, say, more = [] }) {
  const rows = Object.entries(of).map(([ending, steps]) => [
    ending,
    steps.map(({ after, is }) => `${after === 0 ? 'at once' : `after ${after} s`}: ${say(is)}`).join(' → '),
  ]);
  return table('Outcome', [...rows, ...more, ['other', usual]]);
}

const table = (heading, rows) =>
  columns(
    ['Ending', heading],
    rows.toSorted(byEnding).map(([ending, outcome]) => [ending === 'other' ? 'any other' : `\`${ending}\``, outcome]),
  );

const byEnding = ([one], [other]) => Number(one === 'other') - Number(other === 'other') || (one < other ? -1 : 1);

const columns = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
