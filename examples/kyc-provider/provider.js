import { createApp, createCounter } from './app.js';
import { openBook } from './book.js';
import { createDesk } from './desk.js';
import { startReporter } from './reporter.js';
import { signer } from './signature.js';

const { env } = process;

/** One secret, or two with a space between while they are exchanged. */
function secretsOf(name) {
  const text = env[name] ?? '';
  if (!text.startsWith('whsec_'))
    throw new Error(`set ${name} to the secret of the provider, which begins with whsec_`);
  return text.split(' ');
}

const name = env.KYC_NAME ?? 'acme-id';
const callbackUrl = env.KYC_CALLBACK_URL ?? `http://127.0.0.1:8080/kyc/${name}/callbacks/events`;
const requests = signer(secretsOf('KYC_SECRET'));
const answers = signer(secretsOf('KYC_CALLBACK_SECRET'));

// Contents that are lost with the process are sent again: an application without them is refused.
const pages = env.KYC_PAGES ?? `http://127.0.0.1:${env.DESK_PORT ?? 4021}/page`;
const desk = createDesk(openBook(env.KYC_BOOK ?? 'kyc-book.jsonl'), new Map(), pages);
const LOOPBACK = '127.0.0.1';
const listen = (app, port, host) =>
  new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error) => (error ? reject(error) : resolve(server.address().port)));
  });

const port = await listen(createApp(desk, requests, answers), Number(env.KYC_PORT ?? 4020), env.KYC_HOST ?? LOOPBACK);
const counter = await listen(createCounter(desk), Number(env.DESK_PORT ?? 4021), LOOPBACK);
startReporter(desk, answers, callbackUrl);
console.log(`provider http://${LOOPBACK}:${port} desk http://${LOOPBACK}:${counter}`);
