import type { Invitation } from '@corridor/core/records';
import { amountText } from '@corridor/core/internal';
import type { HttpContext } from '../app/state.js';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; }
code { font-size: 1.2rem; letter-spacing: .06em; }
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const page = (title: string, lines: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
</main>
</body>
</html>
`;

interface Shown {
  readonly status: number;
  readonly title: string;
  readonly lines: readonly string[];
}

function shown(invitation: Invitation | null, now: number): Shown {
  if (invitation === null) {
    return { status: 404, title: 'Invitation not found', lines: ['Check the address of this page.'] };
  }
  const inviter = `<strong>${escape(invitation.inviterUma)}</strong>`;
  const hasExpired = invitation.status === 'EXPIRED' || (invitation.expiresAt !== null && invitation.expiresAt <= now);
  if (invitation.status === 'CLAIMED') {
    return { status: 410, title: 'This invitation has been claimed', lines: [`You were invited by ${inviter}.`] };
  }
  if (invitation.status === 'CANCELLED') {
    return { status: 410, title: 'This invitation was withdrawn', lines: [`You were invited by ${inviter}.`] };
  }
  if (hasExpired) {
    return { status: 410, title: 'This invitation has expired', lines: [`Ask ${inviter} for a new one.`] };
  }
  const { firstName, amountToSend, currency: code } = invitation;
  return {
    status: 200,
    title: firstName === null ? 'You are invited' : `You are invited, ${firstName}`,
    lines: [
      `${inviter} invites you to get a UMA address, which lets you receive payments from all over the world.`,
      ...(amountToSend === null || code === null
        ? []
        : [`The invitation includes <strong>${escape(amountText(amountToSend, code))}</strong>.`]),
      `To claim it, give this code to an institution that offers UMA addresses: <code>${escape(invitation.code)}</code>`,
    ],
  };
}

/** The page behind an invitation's URL, without a credential. */
export async function serveInvitation(
  ctx: HttpContext,
  read: (code: string) => Promise<Invitation | null>,
  code: string,
): Promise<void> {
  const { status, title, lines } = shown(/^[a-z0-9]{16}$/.test(code) ? await read(code) : null, Date.now());
  ctx.status = status;
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page(title, lines);
}
