import type {
  FactorStart,
  OperatorChallenge,
  OperatorRole,
  OperatorSessionView,
  PasswordStart,
  StartedSession,
} from '@corridor/core';
import type { OperatorAccount } from '@corridor/core/records';
import type { FormState } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { code, notice, section, time } from '../components.js';
import { csrfField } from '../csrf.js';
import { type ConsoleField, fieldsOf } from '../fields.js';

const EMPTY: FormState = { values: {}, errors: [] };

const CODE: ConsoleField = {
  name: 'code',
  label: 'Code',
  hint: 'The six digits that the authenticator app shows now',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
};

const SIGN_IN_FIELDS: readonly ConsoleField[] = [
  { name: 'name', label: 'Name', autocomplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  CODE,
];

export const NEW_PASSWORD_FIELDS: readonly ConsoleField[] = [
  {
    name: 'password',
    label: 'New password',
    hint: 'At least 12 characters, such as four unrelated words',
    type: 'password',
    autocomplete: 'new-password',
  },
  CODE,
];

export const LABEL_FIELD: ConsoleField = {
  name: 'label',
  label: 'Label',
  hint: 'Where the credential is used, such as the name of a computer',
};

const PASSKEY_NAME_FIELD: ConsoleField = {
  name: 'name',
  label: 'Name of the passkey',
  hint: 'Such as the name of the device; may be empty',
};

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`;

/** The fields that a form carries, such as the token of the session. */
export type Carried = Readonly<Record<string, string>>;

const carriedFields = (carried: Carried): Html =>
  html`${Object.entries(carried).map(([name, value]) => hidden(name, value))}`;

const oneButton = (action: string, carried: Carried, text: string, kind = ''): Html =>
  html`<form method="post" action="${action}">
    ${carriedFields(carried)}
    <div class="actions"><button class="${kind}">${text}</button></div>
  </form>`;

export const signInPage = (base: string, carried: Carried, name: string): Html =>
  html`<form class="card" method="post" action="${base}/sign-in">
      ${carriedFields(carried)} ${fieldsOf({ values: { name }, errors: [] }, SIGN_IN_FIELDS)}
      <div class="actions"><button>Sign in</button></div>
    </form>
    ${section('passkey', 'With a passkey', oneButton(`${base}/sign-in/passkey`, carried, 'Use a passkey', 'quiet'))}`;

/** A page on which the script asks the authenticator. `fields`: what the operator enters as well. */
const passkeyForm = (
  action: string,
  call: 'create' | 'get',
  options: object,
  {
    carried,
    button,
    fields = [],
  }: { readonly carried: Carried; readonly button: string; readonly fields?: readonly ConsoleField[] },
): Html =>
  html`<noscript>${notice('Passkeys need JavaScript. A password with an authenticator app does not.', 'bad')}</noscript>
    <form
      class="card"
      method="post"
      action="${action}"
      data-passkey="${call}"
      data-options="${JSON.stringify(options)}"
    >
      ${carriedFields(carried)} ${hidden('credential', '')} ${fieldsOf(EMPTY, fields)}
      <p id="passkey-said" role="status"></p>
      <div class="actions"><button disabled>${button}</button></div>
    </form>`;

export const passkeySignInPage = (base: string, carried: Carried, { challengeId, options }: OperatorChallenge): Html =>
  html`${passkeyForm(`${base}/sign-in/passkey/answer`, 'get', options, {
      carried: { ...carried, challengeId },
      button: 'Continue with a passkey',
    })}
    <p><a href="${base}/sign-in">Sign in with a password instead</a></p>`;

const AN = new Set<string>(['OPERATOR', 'APPROVER', 'ADMIN']);

export const welcomePage = (
  action: string,
  carried: Carried,
  { name, role }: { readonly name: string; readonly role: OperatorRole },
) =>
  html`<p>
      You become <strong>${name}</strong>, ${AN.has(role) ? 'an' : 'a'} <strong>${role}</strong> of this service. Choose
      how you sign in; you can add other ways later.
    </p>
    ${section(
      'passkey',
      'With a passkey',
      html`<p>Recommended: your device, your password manager or a security key signs you in. It cannot be phished.</p>
        ${oneButton(action, { ...carried, step: 'begin', method: 'PASSKEY' }, 'Set up a passkey')}`,
    )}
    ${section(
      'password',
      'With a password and an authenticator app',
      html`<p>You need an app that shows codes, such as Aegis, Google Authenticator or 1Password.</p>
        ${oneButton(action, { ...carried, step: 'begin', method: 'PASSWORD' }, 'Set up a password', 'quiet')}`,
    )}`;

/** In groups of four, for people who type it. */
const grouped = (base32: string): string => base32.replaceAll(/(.{4})(?=.)/g, '$1 ');

const passwordSetup = (action: string, carried: Carried, start: PasswordStart, account: string, state: FormState) =>
  html`${section(
    'app',
    '1. Add the account to the authenticator app',
    html`<p><a class="button" href="${start.uri}">Open the authenticator app</a></p>
      <p>Or enter this secret in the app. It is shown only here.</p>
      <p>${code(grouped(start.base32))}</p>`,
  )}
  ${section(
    'choose',
    '2. Choose a password',
    html`<form class="card" method="post" action="${action}">
      ${carriedFields({ ...carried, step: 'finish', method: 'PASSWORD', setupId: start.setupId })}
      <input
        class="hidden"
        type="text"
        name="username"
        value="${account}"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        readonly
      />
      ${fieldsOf(state, NEW_PASSWORD_FIELDS)}
      <div class="actions"><button>Save</button></div>
    </form>`,
  )}`;

/** The second page of a setup, of an invited operator or of one who has signed in. */
export const setupPage = (
  action: string,
  carried: Carried,
  start: FactorStart,
  account: string,
  state: FormState = EMPTY,
): Html =>
  start.method === 'PASSWORD'
    ? passwordSetup(action, carried, start, account, state)
    : passkeyForm(action, 'create', start.options, {
        carried: { ...carried, step: 'finish', method: 'PASSKEY', setupId: start.setupId },
        button: 'Create the passkey',
        fields: [PASSKEY_NAME_FIELD],
      });

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
  /** The states of the forms with fields. */
  readonly states: { readonly password?: FormState; readonly label?: FormState };
}

export function accountPage({ base, csrf, operator, sessions, states }: AccountPage): Html {
  const own = `${base}/account`;
  const carried = { csrf };
  const { passkeys, passwordHash } = operator;
  return html`${section(
    'sessions',
    'Sessions and credentials',
    html`<ul class="items">
        ${sessions.map((one) => sessionItem(own, csrf, one))}
      </ul>
      <p class="hint">Signing out everywhere ends all of them, this session included.</p>
      ${oneButton(`${own}/sign-out-everywhere`, carried, 'Sign out everywhere', 'danger')}`,
  )}
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
      ${oneButton(`${own}/setup`, { ...carried, step: 'begin', method: 'PASSKEY' }, 'Add a passkey', 'quiet')}`,
  )}
  ${section(
    'password-part',
    'Password',
    html`${
      passwordHash !== null &&
      html`<form class="card" method="post" action="${own}/password">
        ${csrfField(csrf)} ${fieldsOf(states.password ?? EMPTY, NEW_PASSWORD_FIELDS)}
        <div class="actions"><button>Change the password</button></div>
        <p class="hint">Ends your other sessions and credentials.</p>
      </form>`
    }
    ${oneButton(
      `${own}/setup`,
      { ...carried, step: 'begin', method: 'PASSWORD' },
      passwordHash === null ? 'Set up a password' : 'Replace the password and the authenticator app',
      'quiet',
    )}`,
  )}
  ${section(
    'command-line',
    'Command line',
    html`<form class="card" method="post" action="${own}/credential">
      ${csrfField(csrf)} ${fieldsOf(states.label ?? EMPTY, [LABEL_FIELD])}
      <div class="actions"><button>Create a credential for 90 days</button></div>
    </form>`,
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
