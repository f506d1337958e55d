import { get, post } from './call.js';
import { createPasskey, isUnlocked, lock, pay, payment, recoveryWords, signOut, unlock } from './device.js';
import { shown, unitsOf } from './money.js';
import { Problem, stateOf, wordsOf } from './words.js';

const POLL_MS = 1000;
const FINAL = ['COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'];

const element = (id) => document.getElementById(id);
/** Everything that comes from users or servers is shown as text, never as markup. */
const show = (id, text) => (element(id).textContent = text);

/** The user's wallet as last read; null without a user. */
let owner = null;
let quote = null;

/** Shows one of the views, and moves the focus to its title so that it is read aloud. */
function view(name) {
  for (const each of ['welcome', 'passkey', 'wallet']) element(each).hidden = each !== name;
  element('sign-out').hidden = name === 'welcome';
  element(`${name}-title`).focus();
}

/** Runs what a control does: once at a time, with its outcome or its problem shown. */
async function act(control, what, run) {
  if (control.disabled) return;
  control.disabled = true;
  show('problem', '');
  show('status', what);
  try {
    show('status', (await run()) ?? '');
  } catch (error) {
    if (!(error instanceof Problem)) console.error(error);
    show('status', '');
    show('problem', wordsOf(error));
    if (error.code === 'SIGNED_OUT') forget();
  } finally {
    control.disabled = false;
    showLock();
  }
}

const onClick = (id, what, run) => {
  const button = element(id);
  button.addEventListener('click', () => void act(button, what, run));
};

const onSubmit = (id, what, run) => {
  const form = element(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    void act(form.querySelector('button'), what, () => run(fields, form));
  });
};

function showLock() {
  if (owner === null) return;
  const isOpen = isUnlocked(owner.username);
  show('lock', isOpen ? 'Unlocked on this device for up to 15 minutes.' : 'Locked. To pay, you use your passkey.');
}

function showPayments(payments) {
  const rows = payments.map(({ money, type, status, description, createdAt }) => {
    const row = document.createElement('li');
    const [sign, what] = type === 'OUTGOING' || type === 'DEBIT' ? ['−', description ?? 'payment'] : ['+', 'received'];
    const when = new Date(createdAt).toLocaleString();
    row.textContent = `${sign}${shown(money)} ${what}: ${stateOf(status)}, ${when}`;
    return row;
  });
  element('payments').replaceChildren(...rows);
}

async function refresh() {
  owner = await get('/api/wallet');
  show('wallet-title', `Wallet of ${owner.fullName}`);
  show('balance', shown(owner.balance));
  showPayments(owner.payments);
  showLock();
}

async function openWallet() {
  await refresh();
  view('wallet');
}

function discardQuote() {
  quote = null;
  element('quote').hidden = true;
}

function forget() {
  lock();
  owner = null;
  discardQuote();
  show('words', '');
  for (const form of document.forms) form.reset();
  view('welcome');
}

/** Follows a payment to its end. */
async function followed(id) {
  for (;;) {
    const { status } = await payment(id);
    await refresh();
    if (FINAL.includes(status)) return `The payment is ${stateOf(status)}.`;
    show('status', `The payment is ${stateOf(status)}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

onSubmit('sign-up', 'Opening a wallet…', async (fields) => {
  await post('/api/sign-up', fields);
  view('passkey');
});

onClick('create-passkey', 'Creating a passkey…', async () => {
  await createPasskey();
  await openWallet();
  return 'Your wallet is open.';
});

onSubmit('sign-in', 'Signing in…', async ({ username }) => {
  await unlock(username);
  await openWallet();
  return 'You are signed in.';
});

onClick('sign-out', 'Signing out…', async () => {
  try {
    await signOut(owner ?? {});
  } finally {
    forget();
  }
  return 'You are signed out.';
});

onClick('test-money', 'Adding test money…', async () => {
  await post('/api/test-money');
  await refresh();
  return 'Test money was added.';
});

onSubmit('order', 'Asking for the price…', async ({ receiver, country, iban, amount }) => {
  discardQuote();
  const units = unitsOf(amount, owner.balance.decimals);
  if (units === null) throw new Problem('amount');
  quote = await post('/api/quotes', {
    receiver,
    country: country.toUpperCase(),
    iban: iban.replaceAll(' ', '').toUpperCase(),
    amount: units,
  });
  show('quote-receiver', `${quote.receiver.name}, ${quote.receiver.iban}`);
  show('quote-sent', shown(quote.sent));
  show('quote-fee', shown(quote.fee));
  show('quote-received', shown(quote.received));
  show('quote-expires', new Date(quote.expiresAt).toLocaleTimeString());
  element('quote').hidden = false;
  element('quote-title').focus();
});

onClick('confirm', 'Signing…', async () => {
  const id = await pay(owner, quote);
  discardQuote();
  element('order').reset();
  return followed(id);
});

onClick('discard', '', async () => {
  discardQuote();
  return 'Nothing was paid.';
});

onClick('export', 'Reading the recovery words…', async () => {
  show('words', await recoveryWords(owner));
});

/** Where the user was: a reload keeps the session of the app, and loses the key of the wallet. */
async function start() {
  const { username, passkey } = await get('/api/session');
  if (username === null) forget();
  else if (passkey) await openWallet();
  else view('passkey');
}

try {
  await start();
} catch (error) {
  show('problem', wordsOf(error));
}
