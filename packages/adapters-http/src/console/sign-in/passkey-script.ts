/** Path of the script, below the console. */
export const PASSKEY_SCRIPT_PATH = '/passkeys.js';

/**
 * The only script of the console: it asks the authenticator as `data-options` says, and sends its answer with the form.
 * Browsers before 2024 do not convert options from JSON, so the script does.
 */
export const PASSKEY_SCRIPT = `(() => {
  'use strict';
  const form = document.querySelector('form[data-passkey]');
  if (form === null) return;
  const said = document.getElementById('passkey-said');
  const button = form.querySelector('button');
  const answer = form.elements.namedItem('credential');
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  const encoded = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');

  async function ask() {
    const options = JSON.parse(form.dataset.options);
    const publicKey = { ...options, challenge: bytes(options.challenge) };
    if (form.dataset.passkey === 'create') {
      publicKey.user = { ...options.user, id: bytes(options.user.id) };
      const { id, response } = await navigator.credentials.create({ publicKey });
      return {
        id,
        response: {
          clientDataJSON: encoded(response.clientDataJSON),
          attestationObject: encoded(response.attestationObject),
          transports: response.getTransports === undefined ? [] : response.getTransports(),
        },
      };
    }
    if (options.allowCredentials !== undefined)
      publicKey.allowCredentials = options.allowCredentials.map((one) => ({ ...one, id: bytes(one.id) }));
    const { id, response } = await navigator.credentials.get({ publicKey });
    return {
      id,
      response: {
        clientDataJSON: encoded(response.clientDataJSON),
        authenticatorData: encoded(response.authenticatorData),
        signature: encoded(response.signature),
        userHandle: response.userHandle === null ? null : encoded(response.userHandle),
      },
    };
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = '';
    try {
      answer.value = JSON.stringify(await ask());
      form.submit();
    } catch (error) {
      said.textContent = 'The browser did not use a passkey: ' + error.message;
      button.disabled = false;
    }
  });
  if (window.PublicKeyCredential === undefined) said.textContent = 'This browser cannot use passkeys.';
  else button.disabled = false;
})();
`;
