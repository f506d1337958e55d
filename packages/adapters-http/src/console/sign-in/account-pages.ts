import type {
  Core,
  DomainError,
  OperatorClient,
  OperatorProof,
  OperatorChallenge,
  Result,
  StartedSession,
} from '@corridor/core';
import type { HttpContext } from '../../kit/state.js';
import type { FormState } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { fieldErrorsOf, goTo } from '../../pages/visit.js';
import { notice } from '../kit/components.js';
import { enteredValues } from '../kit/fields.js';
import { accountPage, type ChangeName, CHANGES, credentialPage, proofPage } from './account-forms.js';
import type { SignInLimits } from '../kit/sign-in-limits.js';
import { credentialIn, type Setup, type Signed, textsOf } from './setup.js';

interface PageOf {
  readonly status?: number;
  readonly isWrong?: boolean;
  readonly usesScript?: boolean;
  readonly signed: Signed;
}

export interface AccountTools {
  readonly core: Core;
  readonly base: string;
  readonly limits: SignInLimits;
  readonly send: (ctx: HttpContext, title: string, body: Html, of: PageOf) => void;
  readonly sendError: (ctx: HttpContext, error: DomainError, of: PageOf) => void;
  readonly signedIn: (ctx: HttpContext) => Promise<Signed | null>;
  /** The form of this session; null if the answer is written. */
  readonly ownForm: (ctx: HttpContext, signed: Signed) => Promise<URLSearchParams | null>;
  /** Whether the client has attempts left; otherwise the answer is written. */
  readonly mayTry: (ctx: HttpContext, client: string) => Promise<boolean>;
  readonly clientOf: (ctx: HttpContext) => OperatorClient;
  /** Gives the browser another session. */
  readonly replaceSession: (ctx: HttpContext, text: string | null) => void;
  readonly setUp: (ctx: HttpContext, form: URLSearchParams, of: Setup) => Promise<void>;
}

/** What the account page says after a form, by the code in its address. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['revoked', 'The session or credential was revoked.'],
  ['password', 'The password was changed. Your other sessions and credentials have ended.'],
  ['passkey', 'The passkey was added. Your other sessions and credentials have ended.'],
  ['removed', 'The passkey was removed. Your other sessions and credentials have ended.'],
  ['acknowledged', 'The notice is not shown any more. It stays in the log.'],
]);

const EMPTY: FormState = { values: {}, errors: [] };
const isChange = (name: string): name is ChangeName => Object.hasOwn(CHANGES, name);

/** The paths below `/account` that take forms. */
export const ACCOUNT_FORMS = ['sign-out-everywhere', 'revoke', 'acknowledge', ...Object.keys(CHANGES)] as const;

/** The pages with which operators look after their account. What changes a sign-in asks for a factor in its request. */
export function accountPages(tools: AccountTools) {
  const { core, base, limits, send, sendError, clientOf } = tools;
  const { operators } = core;
  const own = `${base}/account`;

  async function showAccount(ctx: HttpContext, signed: Signed): Promise<void> {
    const said = DONE.get(new URLSearchParams(ctx.querystring).get('done') ?? '');
    const sessions = await operators.sessions(signed);
    const { csrf, operator } = signed;
    const body = html`${said !== undefined && notice(said, 'good')} ${accountPage({ base, csrf, operator, sessions })}`;
    send(ctx, 'Your account', body, { signed });
  }

  /** Asks for a factor: the password with a code, or a passkey if the operator has no password or chose it. */
  async function askForProof(ctx: HttpContext, signed: Signed, name: ChangeName, form: URLSearchParams, state = EMPTY) {
    const { operator, csrf } = signed;
    const byPasskey = form.get('proof') === 'PASSKEY' || operator.passwordHash === null;
    const challenge: Result<OperatorChallenge> | null = byPasskey
      ? await operators.beginProof(signed, ctx.state.requestId)
      : null;
    if (challenge?.ok === false) return sendError(ctx, challenge.error, { signed });
    const carried = Object.fromEntries(CHANGES[name].carries.map((each) => [each, form.get(each) ?? '']));
    const isWrong = state.errors.length > 0;
    const page = { action: `${own}/${name}`, name, carried: { csrf, ...carried }, state, operator };
    send(ctx, CHANGES[name].title, proofPage({ ...page, challenge: challenge?.value ?? null }), {
      ...{ usesScript: byPasskey, signed, isWrong, status: isWrong ? 400 : 200 },
    });
  }

  /** Shows wrong fields beside the form, and another error on a page of its own. A wrong proof slows the session. */
  function refuse(ctx: HttpContext, signed: Signed, name: ChangeName, form: URLSearchParams, error: DomainError) {
    if (error.code !== 'INVALID_INPUT') return sendError(ctx, error, { signed });
    const errors = fieldErrorsOf(error);
    if (errors.some(({ field }) => PROOFS.has(field))) limits.wrong(signed.session.id);
    const kept = CHANGES[name].fields.filter((field) => !('type' in field && field.type === 'password'));
    return askForProof(ctx, signed, name, form, { values: enteredValues(form, kept), errors });
  }

  /** Gives the browser the session that replaces the others. */
  function leads(ctx: HttpContext, { text }: StartedSession, said: string): void {
    tools.replaceSession(ctx, text);
    goTo(ctx, `${own}?done=${said}`);
  }

  function setupOf(ctx: HttpContext, signed: Signed, form: URLSearchParams): Setup {
    const client = clientOf(ctx);
    return {
      action: `${own}/setup`,
      carried: { csrf: signed.csrf },
      account: signed.operator.name,
      signed,
      begin: (method) => operators.beginSetup(signed, method, proofIn(form), client),
      refused: (error) => refuse(ctx, signed, 'setup', form, error),
      shownAgain: (setupId) => operators.setup(signed, setupId),
      finish: async (factor) => {
        const done = await operators.finishSetup(signed, factor, client);
        if (done.ok) leads(ctx, done.value, factor.method === 'PASSWORD' ? 'password' : 'passkey');
        return done;
      },
    };
  }

  async function change(ctx: HttpContext, signed: Signed, name: ChangeName, form: URLSearchParams): Promise<void> {
    if (name === 'setup' && form.get('step') === 'finish') return tools.setUp(ctx, form, setupOf(ctx, signed, form));
    if (form.get('step') !== 'confirm') return askForProof(ctx, signed, name, form);
    if (!(await tools.mayTry(ctx, signed.session.id))) return;
    const client = clientOf(ctx);
    const proof = proofIn(form);
    const [label, password, credentialId] = textsOf(form, ['label', 'password', 'credentialId']);
    const answer = (done: Result<StartedSession>, said: string) =>
      done.ok ? leads(ctx, done.value, said) : refuse(ctx, signed, name, form, done.error);
    switch (name) {
      case 'setup':
        return tools.setUp(ctx, form, setupOf(ctx, signed, form));
      case 'password':
        return answer(await operators.changePassword(signed, password, proof, client), 'password');
      case 'remove-passkey':
        return answer(await operators.removePasskey(signed, credentialId, proof, client), 'removed');
      case 'credential': {
        const made = await operators.createCommandLineCredential(signed, label, proof, client);
        if (!made.ok) return refuse(ctx, signed, name, form, made.error);
        return send(ctx, 'Credential for the command line', credentialPage(base, made.value), { signed });
      }
    }
  }

  return async (ctx: HttpContext, what: string): Promise<void> => {
    const signed = await tools.signedIn(ctx);
    if (signed === null) return goTo(ctx, `${base}/sign-in`);
    if (ctx.method !== 'POST') return what === '' ? showAccount(ctx, signed) : goTo(ctx, own);
    const form = await tools.ownForm(ctx, signed);
    if (form === null) return;
    if (isChange(what)) return change(ctx, signed, what, form);
    const { requestId } = ctx.state;
    if (what === 'sign-out-everywhere') {
      const done = await operators.signOutEverywhere(signed, requestId);
      if (!done.ok) return sendError(ctx, done.error, { signed });
      tools.replaceSession(ctx, null);
      return goTo(ctx, `${base}/sign-in`);
    }
    const isAcknowledgement = what === 'acknowledge';
    const done = isAcknowledgement
      ? await operators.acknowledgeNotices(signed, form.getAll('entry'), requestId)
      : await operators.revokeSession(signed, form.get('id') ?? '', requestId);
    return done.ok
      ? goTo(ctx, `${own}?done=${isAcknowledgement ? 'acknowledged' : 'revoked'}`)
      : sendError(ctx, done.error, { signed });
  };
}

const PROOFS = new Set(['currentPassword', 'currentCode', 'credential']);

function proofIn(form: URLSearchParams): OperatorProof {
  const [currentPassword, currentCode, challengeId] = textsOf(form, ['currentPassword', 'currentCode', 'challengeId']);
  return form.get('proof') === 'PASSKEY'
    ? { method: 'PASSKEY', challengeId, credential: credentialIn(form) }
    : { method: 'PASSWORD', currentPassword, currentCode };
}
