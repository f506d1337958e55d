import { Secret, TOTP } from 'otpauth';
import type { Deployment, Host } from './host.js';

const PASSWORD = 'plum tractor quietly 41';
const OF_OWN_SITE = { 'sec-fetch-site': 'same-origin' };

/** A signed-in operator at the console of a host, without a browser. */
export interface ConsoleSession {
  /** The text of a page or of a file, by its path below `/console`. */
  read(path: string): Promise<string>;
}

const hiddenIn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" \/>/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );

/** Creates an operator, who sets up a password with an authenticator app by the printed link. */
export async function consoleSession(
  deployment: Pick<Deployment, 'command'>,
  { baseUrl }: Pick<Host, 'baseUrl'>,
  name: string,
): Promise<ConsoleSession> {
  const { stdout, stderr } = await deployment.command('operator', 'create', '--name', name, '--role', 'operator');
  const path = /\/console(\/enrol\/\S+)/.exec(stdout)?.[1];
  if (path === undefined) throw new Error(`no link in:\n${stdout}${stderr}`);
  const jar = new Map<string, string>();
  const cookie = (): string => [...jar].map((pair) => pair.join('=')).join('; ');

  async function send(to: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const answer = await fetch(new URL(`/console${to}`, baseUrl), {
      headers: { ...OF_OWN_SITE, cookie: cookie() },
      redirect: 'manual',
      ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(key, value);
    }
    return answer;
  }

  const setup = await (await send(path, { step: 'begin', method: 'PASSWORD' })).text();
  const base32 = /<code>([A-Z2-7 ]+)<\/code>/.exec(setup)?.[1]?.replaceAll(' ', '');
  if (base32 === undefined) throw new Error(`the page has no secret for an app:\n${setup}`);
  const code = new TOTP({ secret: Secret.fromBase32(base32) }).generate();
  const { status } = await send(path, { ...hiddenIn(setup), password: PASSWORD, code });
  if (status !== 303) throw new Error(`the link was answered with ${status}`);
  return {
    async read(to) {
      const answer = await send(to);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${to}: ${answer.status}\n${text}`);
      return text;
    },
  };
}
