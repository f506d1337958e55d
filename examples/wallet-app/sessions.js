import { randomBytes } from 'node:crypto';

const HOURS = 12;

/**
 * Who is signed in to the app, by a random cookie that scripts cannot read and other sites cannot send. This is the
 * session of the app: it shows the wallet, but cannot move its money. In memory, so a restart signs all users out.
 */
export function createSessions({ isSecure }) {
  const sessions = new Map();
  const name = isSecure ? '__Host-wallet-app' : 'wallet-app';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const idOf = ({ headers }) =>
    (headers.cookie ?? '')
      .split('; ')
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  function end(request) {
    sessions.delete(idOf(request));
    return `${name}=; Max-Age=0; ${attributes}`;
  }

  return {
    find(request) {
      const session = sessions.get(idOf(request));
      return session === undefined || session.endsAt < Date.now() ? null : session;
    },
    /** Returns the cookie of a new session, with a new id: an id from before a sign-in is worth nothing after it. */
    start(request, owner) {
      end(request);
      for (const [id, { endsAt }] of sessions) if (endsAt < Date.now()) sessions.delete(id);
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, { owner, challenge: null, endsAt: Date.now() + HOURS * 3_600_000 });
      return `${name}=${id}; Max-Age=${HOURS * 3600}; ${attributes}`;
    },
    /** Returns the cookie that removes the cookie. */
    end,
  };
}
