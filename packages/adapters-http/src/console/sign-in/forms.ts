import { wordsOf } from '../kit/words.js';
import type { FactorStart, OperatorChallenge, OperatorRole, PasswordStart } from '@corridor/core';
import type { FormState } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { code, notice, section } from '../kit/components.js';
import { qrCode } from './qr-code.js';
import { type ConsoleField, fieldsOf, hidden } from '../kit/fields.js';

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

export const NEW_PASSWORD_FIELD: ConsoleField = {
  name: 'password',
  label: 'New password',
  hint: 'At least 12 characters, such as four unrelated words',
  type: 'password',
  autocomplete: 'new-password',
};

const PASSKEY_NAME_FIELD: ConsoleField = {
  name: 'name',
  label: 'Name of the passkey',
  hint: 'Such as the name of the device; may be empty',
};

/** The fields that a form carries, such as the token of the session. */
export type Carried = Readonly<Record<string, string>>;

export const carriedFields = (carried: Carried): Html =>
  html`${Object.entries(carried).map(([name, value]) => hidden(name, value))}`;

export const oneButton = (action: string, carried: Carried, text: string, kind = ''): Html =>
  html`<form method="post" action="${action}">
    ${carriedFields(carried)}
    <div class="actions"><button class="${kind}">${text}</button></div>
  </form>`;

/** `provider`: how the identity provider is called; null without one. */
export const signInPage = (base: string, carried: Carried, name: string, provider: string | null): Html =>
  html`${
      provider !== null &&
      section(
        'provider',
        `With ${provider}`,
        oneButton(`${base}/sign-in/provider`, carried, `Continue with ${provider}`),
      )
    }
    <form class="card" method="post" action="${base}/sign-in">
      ${carriedFields(carried)} ${fieldsOf({ values: { name }, errors: [] }, SIGN_IN_FIELDS)}
      <div class="actions"><button>Sign in</button></div>
    </form>
    ${section('passkey', 'With a passkey', oneButton(`${base}/sign-in/passkey`, carried, 'Use a passkey', 'quiet'))}`;

/** A page on which the script asks the authenticator. `fields`: what the operator enters as well. */
export const passkeyForm = (
  action: string,
  call: 'create' | 'get',
  options: object,
  {
    carried,
    button,
    fields = [],
    state = EMPTY,
  }: {
    readonly carried: Carried;
    readonly button: string;
    readonly fields?: readonly ConsoleField[];
    readonly state?: FormState;
  },
): Html =>
  html`<noscript>${notice('Passkeys need JavaScript. A password with an authenticator app does not.', 'bad')}</noscript>
    <form
      class="card"
      method="post"
      action="${action}"
      data-passkey="${call}"
      data-options="${JSON.stringify(options)}"
    >
      ${carriedFields(carried)} ${hidden('credential', '')} ${fieldsOf(state, fields)}
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
      You become <strong>${name}</strong>, ${AN.has(role) ? 'an' : 'a'} <strong>${wordsOf(role)}</strong> of this
      service. Choose how you sign in; you can add other ways later.
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
    html`<p>Scan the code with the app.</p>
      <p>${qrCode(start.uri, 'QR code with the secret below, for the authenticator app')}</p>
      <p>On this device: <a class="button" href="${start.uri}">Open the authenticator app</a></p>
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
      ${fieldsOf(state, [NEW_PASSWORD_FIELD, CODE])}
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
