import type { OperatorChallenge, OperatorSessionView, StartedSession } from '@corridor/core';
import type { OperatorAccount } from '@corridor/core/records';
import type { FormState } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { code, section, time } from '../kit/components.js';
import { csrfField } from '../kit/csrf.js';
import { type ConsoleField, fieldsOf, hidden } from '../kit/fields.js';
import { type Carried, carriedFields, NEW_PASSWORD_FIELD, oneButton, passkeyForm } from './forms.js';

const LABEL_FIELD: ConsoleField = {
  name: 'label',
  label: 'Label',
  hint: 'Where the credential is used, such as the name of a computer',
};

const PROOF_FIELDS: readonly ConsoleField[] = [
  { name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password' },
  {
    name: 'currentCode',
    label: 'Current code',
    hint: 'The six digits that your authenticator app shows now; a code that was used is not accepted again',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
  },
];

/** What an operator changes after a proof to be present. */
export const CHANGES = {
  password: {
    title: 'Change the password',
    fields: [NEW_PASSWORD_FIELD],
    carries: [],
    effect: 'All your sessions and credentials end; this browser gets a new session.',
  },
  'remove-passkey': {
    title: 'Remove the passkey',
    fields: [],
    carries: ['credentialId'],
    effect: 'All your sessions and credentials end; this browser gets a new session.',
  },
  credential: {
    title: 'Create a credential',
    fields: [LABEL_FIELD],
    carries: [],
    effect: 'With the credential, commands act as you for 90 days.',
  },
  setup: {
    title: 'Set up another sign-in',
    fields: [],
    carries: ['method'],
    effect: 'All your sessions and credentials end when the setup is complete; this browser gets a new session.',
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly fields: readonly ConsoleField[];
      /** Values of the form that led here. */
      readonly carries: readonly string[];
      readonly effect: string;
    }
  >
>;
export type ChangeName = keyof typeof CHANGES;

export interface ProofPage {
  readonly action: string;
  readonly name: ChangeName;
  readonly carried: Carried;
  readonly state: FormState;
  readonly operator: OperatorAccount;
  /** What a passkey signs; null to confirm with the password and a code. */
  readonly challenge: OperatorChallenge | null;
}

/** The page on which an operator confirms a change with a factor. */
export function proofPage({ action, name, carried, state, operator, challenge }: ProofPage): Html {
  const { fields, effect, title } = CHANGES[name];
  const values = { ...carried, step: 'confirm' };
  const other = challenge === null ? 'PASSKEY' : 'PASSWORD';
  const mayUseOther = other === 'PASSKEY' ? operator.passkeys.length > 0 : operator.passwordHash !== null;
  return html`<p>Confirm that it is you. ${effect}</p>
    ${
      challenge === null
        ? html`<form class="card" method="post" action="${action}">
            ${carriedFields({ ...values, proof: 'PASSWORD' })} ${fieldsOf(state, [...fields, ...PROOF_FIELDS])}
            <div class="actions"><button>${title}</button></div>
          </form>`
        : passkeyForm(action, 'get', challenge.options, {
            carried: { ...values, proof: 'PASSKEY', challengeId: challenge.challengeId },
            button: `${title} with a passkey`,
            fields,
            state,
          })
    }
    ${
      mayUseOther &&
      oneButton(
        action,
        { ...carried, proof: other },
        other === 'PASSKEY' ? 'Confirm with a passkey instead' : 'Confirm with the password instead',
        'quiet',
      )
    }`;
}

export const credentialPage = (base: string, { text, expiresAt }: StartedSession): Html =>
  html`<p>Write this line into a file that only you can read, and name the file with <code>--operator</code>.</p>
    <p>${code(text)}</p>
    <p>It is shown only here, and works until ${time(expiresAt)}. You can revoke it in your account at any time.</p>
    <p><a class="button" href="${base}/account">Back to your account</a></p>`;

interface AccountPage {
  readonly base: string;
  readonly csrf: string;
  readonly operator: OperatorAccount;
  readonly sessions: readonly OperatorSessionView[];
}

export function accountPage({ base, csrf, operator, sessions }: AccountPage): Html {
  const own = `${base}/account`;
  const carried = { csrf };
  const { passkeys, passwordHash, issuer } = operator;
  const sessionsPart = section(
    'sessions',
    'Sessions and credentials',
    html`<ul class="items">
        ${sessions.map((one) => sessionItem(own, csrf, one))}
      </ul>
      <p class="hint">Signing out everywhere ends all of them, this session included.</p>
      ${oneButton(`${own}/sign-out-everywhere`, carried, 'Sign out everywhere', 'danger')}`,
  );
  if (issuer !== null)
    return html`${sessionsPart}
    ${section(
      'provider',
      'Sign-in',
      html`<p>
        You sign in by ${code(issuer)}, which keeps your sign-in, and your role follows from your group there.
        Credentials of the command line are for local operators.
      </p>`,
    )}`;
  return html`${sessionsPart}
  ${section(
    'passkeys',
    'Passkeys',
    html`<ul class="items">
        ${passkeys.map(
          ({ credentialId, name, createdAt }) =>
            html`<li>
              <span>${name}<small>Added ${time(createdAt)}</small></span>
              <form method="post" action="${own}/remove-passkey">
                ${csrfField(csrf)} ${hidden('credentialId', credentialId)}
                <button class="quiet" aria-label="Remove ${name}">Remove</button>
              </form>
            </li>`,
        )}
      </ul>
      ${oneButton(`${own}/setup`, { ...carried, method: 'PASSKEY' }, 'Add a passkey', 'quiet')}`,
  )}
  ${section(
    'password-part',
    'Password',
    html`${passwordHash !== null && oneButton(`${own}/password`, carried, 'Change the password', 'quiet')}
    ${oneButton(
      `${own}/setup`,
      { ...carried, method: 'PASSWORD' },
      passwordHash === null ? 'Set up a password' : 'Replace the password and the authenticator app',
      'quiet',
    )}`,
  )}
  ${section(
    'command-line',
    'Command line',
    oneButton(`${own}/credential`, carried, 'Create a credential for 90 days', 'quiet'),
  )}`;
}

const KINDS: Readonly<Record<OperatorSessionView['kind'], string>> = {
  CONSOLE: 'Browser',
  COMMAND_LINE: 'Command line',
  DEVICE: 'Known browser',
};

const sessionItem = (own: string, csrf: string, session: OperatorSessionView): Html =>
  html`<li>
    <span
      >${KINDS[session.kind]}: ${session.label}${session.isCurrent && ' (this session)'}
      <small
        >Since ${time(session.createdAt)}, last used ${time(session.lastUsedAt)}, ends ${time(session.expiresAt)}</small
      >
    </span>
    ${
      !session.isCurrent &&
      html`<form method="post" action="${own}/revoke">
        ${csrfField(csrf)} ${hidden('id', session.id)}
        <button class="quiet" aria-label="Revoke ${session.label}">Revoke</button>
      </form>`
    }
  </li>`;
