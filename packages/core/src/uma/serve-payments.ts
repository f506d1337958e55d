import { type Environment, err, ok, plusSeconds, type Result } from '../kernel/index.js';
import { mulDiv, type Rate } from '../money/index.js';
import { askPlatform } from './approval.js';
import { askedPayee, checkAsker, type ServePorts } from './asked-payee.js';
import { beginReceipt } from './begin-receipt.js';
import { issueDemand } from './collect.js';
import { NOTICES_PATH } from './institution-paths.js';
import { type AskedField, fieldsAsked, isGiven, keyOf, namedData } from './payer-data.js';
import type { LockedAmount, PayRequestIn } from './ports.js';
import { metadataOf, type Payee, payerDataAsked, receivables } from './receiver.js';
import type { UmaReceipt } from './records.js';
import { refusedCredit, SEND_LESS } from './refused-credit.js';
import { chosenSettlement, receivingRate } from './settlements.js';
import { originOf, parseUmaAddress } from './uma-address.js';

/** Answers a pay request: asks the platform of the customer, and demands the payment. */
export async function servePayRequest(
  ports: ServePorts,
  within: Environment | null,
  { domain, username, body }: { readonly domain: string; readonly username: string; readonly body: string },
): Promise<Result<string>> {
  const { protocol } = ports.uma;
  const request = await protocol.readPayRequest(body);
  if (!request.ok) return request;
  const payee = await askedPayee(ports, within, `${username}@${domain}`.toLowerCase());
  if (!payee.ok) return payee;
  const payer = parseUmaAddress(request.value.payer);
  if (payer === null) return err('SENDER_NOT_ACCEPTED', 'the payer identifier is not a UMA address');
  const { ctx } = payee.value;
  const allowed = await checkAsker(ports, payee.value, payer.domain);
  if (!allowed.ok) return allowed;
  const { environment } = payee.value.platform;
  const verified = await ports.peers.verify(environment, { ...request.value.signed, vasp: payer.domain });
  if (!verified.ok) return verified;
  if (payer.address === payee.value.address) return err('SENDER_NOT_ACCEPTED', 'payer and receiver must be different');

  const requested = fieldsAsked(request.value.requestedPayeeData);
  if (!requested.ok) return requested;
  const lacking = missingPayerData(payee.value, request.value);
  if (lacking.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: lacking });
  const accounts = await ports.units.read(ctx.tenant, (reads) => receivables(ports, reads, payee.value));
  if (!accounts.ok) return accounts;
  const into = accounts.value.find(({ currency }) => currency.code === request.value.currency);
  if (into === undefined) return err('INVALID_CURRENCY', `the receiver does not accept ${request.value.currency}`);
  const by = chosenSettlement(ports.settlements, environment, request.value.settlement);
  if (!by.ok) return by;
  const settlement = by.value;
  const multiplier = receivingRate(ports, environment, into.currency, settlement);
  if (!multiplier.ok) return multiplier;
  const amounts = convert(multiplier.value, settlement.precision, request.value.amount);
  const travelRule = await openTravelRule(ports, domain, request.value.encryptedTravelRule);

  const begun = await ports.units.run(ctx.tenant, (tx) =>
    beginReceipt(
      tx,
      ctx,
      ports,
      {
        payee: payee.value,
        payer: payer.address,
        vasp: payer.domain,
        into,
        ...amounts,
        settlement,
        payerData: namedData(request.value.payerData),
        requestedFields: requested.value,
        travelRule,
        isSimulated: false,
      },
      plusSeconds(ctx.now, ports.invoiceSeconds),
    ),
  );
  if (!begun.ok) return begun;
  const decided = await askPlatform(ports, ctx, begun.value.receipt.id);
  if (!decided.ok) return decided;
  const refusal = refusalOf(decided.value);
  if (!refusal.ok) return refusal;
  const metadata = metadataOf(payee.value.address);
  const later = await ports.contextOf(ctx.tenant);
  const description = request.value.description(metadata);
  const issued = await issueDemand(ports, later, decided.value, settlement, description);
  if (!issued.ok) return issued;
  const { receipt, obstacle } = issued.value;
  if (obstacle !== null) return refusedCredit(obstacle, SEND_LESS);
  const ended = refusalOf(receipt);
  if (!ended.ok) return ended;
  return ok(
    await protocol.answerPayRequest({
      request: request.value,
      signer: await ports.keys.signer(domain),
      payee: payee.value.address,
      currency: { ...into.currency, multiplier: multiplier.value },
      receiving: receipt.amount,
      pr: receipt.invoice!,
      terms:
        settlement.receives === null
          ? null
          : {
              layer: settlement.layer,
              asset: settlement.asset,
              expiresAt: plusSeconds(later.hostNow, ports.invoiceSeconds),
            },
      utxoCallback: `${originOf(domain)}${NOTICES_PATH}${receipt.id.slice(receipt.id.indexOf(':') + 1)}`,
      payeeData: payeeDataOf(requested.value, receipt),
    }),
  );
}

/**
 * The decrypted travel-rule data; null if there is none or if it cannot be decrypted. The platform decides whether
 * the data that it receives is enough.
 */
async function openTravelRule(
  { keys, uma }: ServePorts,
  domain: string,
  encrypted: string | null,
): Promise<string | null> {
  if (encrypted === null) return null;
  for (const key of await keys.decryptionKeys(domain)) {
    const text = await uma.protocol.decrypt(key, encrypted);
    if (text !== null) return text;
  }
  return null;
}

/** Payments are in whole smallest units, rounded up; the difference to the conversion stays in `fx`. */
function convert(
  { num, den }: Rate,
  precision: bigint,
  asked: LockedAmount,
): { readonly amount: bigint; readonly settlementAmount: bigint } {
  const units = asked.side === 'RECEIVING' ? mulDiv(asked.amount, num, den, 'ceil') : asked.units;
  return {
    amount: asked.side === 'RECEIVING' ? asked.amount : mulDiv(asked.units, den, num, 'floor'),
    settlementAmount: mulDiv(units, 1n, precision, 'ceil'),
  };
}

function missingPayerData({ platform }: Payee, { payerData }: PayRequestIn): readonly string[] {
  const asked = fieldsAsked(payerDataAsked(platform));
  const mandatory = asked.ok ? asked.value.filter((field) => field.mandatory) : [];
  return mandatory
    .filter(({ name }) => !isGiven(payerData[keyOf(name)]) && !isGiven(payerData[name]))
    .map(({ name }) => name);
}

/** The requested data about the customer here, as far as the platform gave it with its approval. */
function payeeDataOf(requested: readonly AskedField[], { payeeData }: UmaReceipt): Readonly<Record<string, unknown>> {
  const told = requested.flatMap(({ name }) =>
    isGiven(payeeData[name]) ? [[keyOf(name), payeeData[name]] as const] : [],
  );
  return Object.fromEntries(told);
}

/** The error that the payer's institution receives for a refusal of the platform. */
function refusalOf({ status, requiredFields }: UmaReceipt): Result<void> {
  if (status === 'APPROVED' || status === 'DEFERRED') return ok();
  if (requiredFields.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: requiredFields });
  return status === 'REJECTED'
    ? err('SENDER_NOT_ACCEPTED', 'the receiving platform did not approve the payment')
    : err('SERVICE_UNAVAILABLE', 'the receiving platform did not decide; try again later');
}
