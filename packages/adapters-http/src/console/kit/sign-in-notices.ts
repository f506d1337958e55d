import type { OperatorNotice } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { time } from './components.js';
import { hidden } from './fields.js';

const CHANGED: Readonly<Record<string, string>> = {
  'operators.password': 'Your password was changed',
  'operators.authenticator': 'Your password and authenticator app were replaced',
  'operators.passkey': 'A passkey was added to your account',
  'operators.removePasskey': 'A passkey was removed from your account',
  'operators.credential': 'A credential for the command line was created in your name',
  'operators.reset': 'Your sign-in was reset with the master key',
};

interface Told {
  readonly csrf: string;
  readonly notices: readonly OperatorNotice[];
}

/** What every page says about changes of the operator's sign-in, until the operator has acknowledged them. */
export const signInNotices = (base: string, { csrf, notices }: Told): Html | false =>
  notices.length > 0 &&
  html`<section class="notice bad" role="alert">
    <ul>
      ${notices.map(
        ({ action, at, address, by }) =>
          html`<li>
            ${CHANGED[action] ?? 'Your sign-in was changed'} on ${time(at)}
            ${address === null ? `by ${by}` : `from ${address} (${by})`}.
          </li>`,
      )}
    </ul>
    <p>
      If this was not you, someone else can act in your name: ask an administrator at once to withdraw your access, or
      the holder of the master key to reset it.
    </p>
    <form method="post" action="${base}/account/acknowledge">
      ${hidden('csrf', csrf)} ${notices.map(({ entry }) => hidden('entry', entry))}
      <button class="quiet">I made these changes</button>
    </form>
  </section>`;
