import type { Core } from '@corridor/core';
import { Unavailable } from '@corridor/core/ports';
import { amountText, CODE_PLACE } from '@corridor/core/internal';
import { type AppOptions, type Log, VERIFY_PATH } from '../../kit/options.js';
import type { HttpContext } from '../../kit/state.js';
import { html, type Html } from '../../pages/html.js';
import { skeletonOf } from '../../pages/layout.js';
import { protect } from '../../pages/visit.js';

type ReadInvitation = Core['uma']['invitations']['read'];
type Shown = NonNullable<Awaited<ReturnType<ReadInvitation>>>;

interface InvitationPage {
  readonly status: number;
  readonly title: string;
  /** Name of the inviting platform; null if it is not known. */
  readonly platform: string | null;
  readonly body: Html;
}

const CODE = /^[a-z0-9]{16}$/;

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Names are isolated, so that their writing direction does not reorder the text around them. */
const nameOf = (name: string): Html => html`<strong><bdi>${name}</bdi></strong>`;

const plain = (status: number, title: string, text: string): InvitationPage => ({
  status,
  title,
  platform: null,
  body: html`<p>${text}</p>`,
});

const NOT_FOUND = plain(
  404,
  'Invitation not found',
  'Check the address of this page; a part of it may be missing. If it is complete, ask the sender for a new invitation.',
);
const NOT_ALLOWED = plain(405, 'This action is not available', 'Please open the invitation from its link again.');
const FAILED = plain(500, 'Something went wrong', 'Please try again in a moment.');
const AWAY = { ...FAILED, status: 503 };

function pageOf(shown: Shown): InvitationPage {
  const { invitation, status, platform } = shown;
  const inviter = nameOf(invitation.inviterUma);
  const ended = (title: string, body: Html): InvitationPage => ({ status: 410, title, platform: platform.name, body });
  switch (status) {
    case 'CLAIMED':
      return ended(
        'This invitation has been claimed',
        html`<p>
          ${inviter} invited you, and the invitation has been used. If you have claimed it, there is nothing more to do.
          Otherwise ask ${inviter} for a new one.
        </p>`,
      );
    case 'CANCELLED':
      return ended(
        'This invitation was withdrawn',
        html`<p>It can no longer be claimed. If you think that this is a mistake, ask ${inviter}.</p>`,
      );
    case 'EXPIRED':
      return ended('This invitation has expired', html`<p>Ask ${inviter} for a new one.</p>`);
    case 'PENDING':
      return {
        status: 200,
        title: invitation.firstName === null ? 'You are invited' : `You are invited, ${invitation.firstName}`,
        platform: platform.name,
        body: offer(shown),
      };
  }
}

function offer({ invitation, platform }: Shown): Html {
  const { code, amountToSend, currency, expiresAt, inviterUma } = invitation;
  const target = targetOf(platform, code);
  const payment = amountToSend === null || currency === null ? null : amountText(amountToSend, currency);
  return html`<p>
      ${nameOf(inviterUma)} invites you to get a UMA address: a name like this one, under which you can receive money
      from all over the world.
    </p>
    <section class="card" aria-labelledby="claim">
      <h2 id="claim">Claim your invitation</h2>
      <dl>
        ${
          payment !== null &&
          html`<dt>Payment to you</dt>
            <dd><strong>${payment}</strong>, after you have claimed the invitation</dd>`
        }
        <dt>Invitation code</dt>
        <dd><code>${code}</code></dd>
        ${
          expiresAt !== null &&
          html`<dt>Valid until</dt>
            <dd><time datetime="${new Date(expiresAt).toISOString()}">${moment.format(expiresAt)} UTC</time></dd>`
        }
      </dl>
      ${
        target !== null &&
        html`<div class="actions">
          <a class="button" href="${target.uri}">Continue to <bdi>${target.name}</bdi></a>
        </div>`
      }
    </section>
    <p>${elsewhere(target)}</p>`;
}

function elsewhere(target: Target | null): string {
  if (target === null) return 'Enter the code at an institution that offers UMA addresses.';
  return target.carriesCode
    ? 'You can also enter the code at any other institution that offers UMA addresses.'
    : 'Enter the code there, or at any other institution that offers UMA addresses.';
}

interface Target {
  readonly uri: string;
  readonly name: string;
  /** The address contains the code, so the customer does not enter it. */
  readonly carriesCode: boolean;
}

/** Where the button leads: to the platform's app or site, or to its UMA domain. */
function targetOf({ name, umaDomain, invitationUri }: Shown['platform'], code: string): Target | null {
  if (invitationUri !== null) {
    const carriesCode = invitationUri.includes(CODE_PLACE);
    return { uri: invitationUri.replaceAll(CODE_PLACE, code), name, carriesCode };
  }
  return umaDomain === null ? null : { uri: `https://${umaDomain}/`, name: umaDomain, carriesCode: false };
}

/** The page behind an invitation's URL, without a credential and without scripts, in the design of the hosted pages. */
export function createInvitationPage(read: ReadInvitation, { prefix = '' }: AppOptions, log: Log) {
  async function find(ctx: HttpContext, code: string): Promise<InvitationPage> {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      return NOT_ALLOWED;
    }
    try {
      const shown = CODE.test(code) ? await read(code) : null;
      return shown === null ? NOT_FOUND : pageOf(shown);
    } catch (cause) {
      log.error({ requestId: ctx.state.requestId, err: cause }, 'invitation page could not be served');
      return cause instanceof Unavailable ? AWAY : FAILED;
    }
  }

  return async (ctx: HttpContext, code: string): Promise<void> => {
    const { status, title, platform, body } = await find(ctx, code);
    protect(ctx, null);
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = skeletonOf(
      prefix + VERIFY_PATH,
      html`${title} – ${platform ?? 'Invitation'}`,
      html`<header>
          <p>${platform === null ? 'Invitation' : html`Invitation from ${nameOf(platform)}`}</p>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${
          status === 200 &&
          html`<footer>
            <p>If you do not know the sender, close this page. Nothing happens unless you claim the invitation.</p>
          </footer>`
        }`,
    );
  };
}
