import { describe, expect, it } from 'vitest';
import { hashOf, NodeError, type ReceivedCall, type ScriptedNode } from '../testing/scripted-node.js';
import { ALICE, BOB, play, type Played, TOKEN } from '../testing/three-nodes.js';
import { type Hex, NoQuorum } from './nodes.js';

type Answer = (call: ReceivedCall) => unknown;

const all = ({ one, two, three }: Played): readonly ScriptedNode[] => [one, two, three];

/** Three nodes that answer these methods like this, one after the other; the last answer is that of the others too. */
function answering(methods: Readonly<Record<string, readonly unknown[]>>, withinMs = 300): Played {
  const played = play({ withinMs });
  for (const [index, node] of all(played).entries()) {
    const { result } = node;
    node.result = (call) => {
      const answers = methods[call.method];
      if (answers === undefined) return result(call);
      const answer = answers[index] ?? answers.at(-1);
      return typeof answer === 'function' ? (answer as Answer)(call) : answer;
    };
  }
  return played;
}

const failing =
  (message: string): Answer =>
  () => {
    throw new NodeError(-32_000, message);
  };

/** The calls of a node, without those for its chain. */
const callsTo = ({ requests }: ScriptedNode): readonly unknown[] =>
  requests
    .flat()
    .filter(({ method }) => method !== 'eth_chainId')
    .map(({ method, params }) => [method, ...params]);

describe('the state of an address at a block', () => {
  it('is the number of its transactions', async () => {
    const { nodes, one } = answering({ eth_getTransactionCount: ['0x7', '0x8', '0x7'] });
    expect(await nodes.transactionCount(ALICE, 18n)).toBe(7);
    expect(callsTo(one)).toEqual([['eth_getTransactionCount', ALICE, '0x12']]);
    const { nodes: differing } = answering({ eth_getTransactionCount: ['0x7', '0x8', '0x9'] });
    await expect(differing.transactionCount(ALICE, 18n)).rejects.toThrow(
      new NoQuorum(`fewer than 2 of 3 nodes agree on the nonce of ${ALICE}: 3 answers differ`),
    );
  });

  it('is its balance', async () => {
    const { nodes, one } = answering({ eth_getBalance: ['0xde0b6b3a7640000', '0x0', '0xde0b6b3a7640000'] });
    expect(await nodes.balance(ALICE, 18n)).toBe(10n ** 18n);
    expect(callsTo(one)).toEqual([['eth_getBalance', ALICE, '0x12']]);
    const { nodes: differing } = answering({ eth_getBalance: ['0x7', '0x8', '0x9'] });
    await expect(differing.balance(ALICE, 18n)).rejects.toThrow(
      new NoQuorum(`fewer than 2 of 3 nodes agree on the balance of ${ALICE}: 3 answers differ`),
    );
  });

  it('is whether it has code', async () => {
    const { nodes, one } = answering({ eth_getCode: ['0x6001', '0x', '0x6001'] });
    expect(await nodes.hasCode(TOKEN, 18n)).toBe(true);
    expect(callsTo(one)).toEqual([['eth_getCode', TOKEN, '0x12']]);
    expect(await answering({ eth_getCode: ['0x', '0x6001', '0x'] }).nodes.hasCode(TOKEN, 18n)).toBe(false);
    await expect(answering({ eth_getCode: ['0x', '0x6001', '0x6002'] }).nodes.hasCode(TOKEN, 18n)).rejects.toThrow(
      new NoQuorum(`fewer than 2 of 3 nodes agree on the code of ${TOKEN}: 3 answers differ`),
    );
  });
});

describe('a call of a contract', () => {
  it('has only the members that it was given', async () => {
    const { nodes, one } = answering({ eth_call: ['0x05'] });
    expect(await nodes.call({ to: TOKEN, data: '0x01' }, 18n)).toBe('0x05');
    expect(await nodes.call({ from: ALICE, to: TOKEN, data: '0x02', value: 255n }, 18n)).toBe('0x05');
    expect(await nodes.call({ to: null, data: '0x03' }, 18n)).toBe('0x05');
    expect(callsTo(one)).toEqual([
      ['eth_call', { to: TOKEN, data: '0x01' }, '0x12'],
      ['eth_call', { from: ALICE, to: TOKEN, data: '0x02', value: '0xff' }, '0x12'],
      ['eth_call', { data: '0x03' }, '0x12'],
    ]);
  });

  it('has no result if the nodes differ', async () => {
    const { nodes } = answering({ eth_call: ['0x01', '0x02', '0x03'] });
    await expect(nodes.call({ to: TOKEN, data: '0x' }, 18n)).rejects.toThrow(
      new NoQuorum(`fewer than 2 of 3 nodes agree on a call of ${TOKEN}: 3 answers differ`),
    );
    await expect(nodes.call({ to: null, data: '0x' }, 18n)).rejects.toThrow(/agree on a call of new code: /);
  });

  it('has an estimate of its gas, for which one node is asked', async () => {
    const { nodes, one, two } = answering({ eth_estimateGas: ['0x5208', '0x9999'] });
    expect(await nodes.estimateGas({ from: ALICE, to: BOB, data: '0x', value: 1n })).toBe(21_000n);
    expect(callsTo(one)).toEqual([['eth_estimateGas', { from: ALICE, to: BOB, data: '0x', value: '0x1' }]]);
    expect(callsTo(two)).toEqual([]);
    const { nodes: busy } = answering({ eth_estimateGas: [failing('busy')] });
    await expect(busy.estimateGas({ to: null, data: '0x' })).rejects.toThrow(
      /^fewer than 1 of 3 nodes agree on the gas of a call of new code: http:\/\/one\.example refused: busy/,
    );
  });
});

describe('the price of gas', () => {
  it('is what the next block asks and a usual tip, of the first node that answers both', async () => {
    const played = answering({
      eth_feeHistory: [{ baseFeePerGas: ['0x9', '0x8'] }, { baseFeePerGas: ['0x64', '0x6e'] }],
      eth_maxPriorityFeePerGas: [failing('busy'), '0x3'],
    });
    expect(await played.nodes.gasPrice()).toEqual({ base: 110n, tip: 3n });
    expect(all(played).map(callsTo)).toEqual([
      [['eth_feeHistory', '0x1', 'latest', []], ['eth_maxPriorityFeePerGas']],
      [['eth_feeHistory', '0x1', 'latest', []], ['eth_maxPriorityFeePerGas']],
      [],
    ]);
  });

  it('is unknown if no node answers', async () => {
    const { nodes } = answering({ eth_feeHistory: [failing('busy')], eth_maxPriorityFeePerGas: ['0x3'] });
    await expect(nodes.gasPrice()).rejects.toThrow(/^fewer than 1 of 3 nodes agree on the price of gas: /);
  });
});

describe('a receipt', () => {
  const HASH = hashOf(1, 'c');
  const receipt = (transactionHash: Hex) => ({
    ...{ transactionHash, status: '0x1', blockNumber: '0x14', blockHash: hashOf(20), gasUsed: '0x5208' },
    ...{ effectiveGasPrice: '0x3b9aca00', logs: [] },
  });

  it('is that of the transaction', async () => {
    const { nodes, one } = answering({ eth_getTransactionReceipt: [receipt(HASH)] });
    expect(await nodes.receipt(HASH)).toEqual({
      ...{ transactionHash: HASH, status: 'success', blockNumber: 20n, blockHash: hashOf(20), gasUsed: 21_000n },
      ...{ effectiveGasPrice: 1_000_000_000n, l1Fee: 0n, logs: [] },
    });
    expect(callsTo(one)).toEqual([['eth_getTransactionReceipt', HASH]]);
  });

  it('is not that of another transaction', async () => {
    const { nodes } = answering({ eth_getTransactionReceipt: [receipt(hashOf(2, 'c'))] });
    const why = 'answered with the receipt of another transaction';
    await expect(nodes.receipt(HASH)).rejects.toThrow(
      new NoQuorum(
        `fewer than 2 of 3 nodes agree on the receipt of ${HASH}: http://one.example ${why}; http://two.example ${why}`,
      ),
    );
  });
});

describe('a transaction that is given to the nodes', () => {
  const SIGNED = '0x02f86c';
  const HASH = '0xcd6e01733a1166b6f89ea435f9e39a137a963a083efb8518579102196e8f5948';

  it('is accepted when one node answers with its hash, without waiting for the others', async () => {
    const played = answering({ eth_sendRawTransaction: [HASH] }, 60_000);
    for (const node of [played.one, played.two]) node.outcome = () => new Promise(() => undefined);
    expect(await played.nodes.broadcast(SIGNED)).toBe('accepted');
    for (const node of all(played)) expect(callsTo(node)).toEqual([['eth_sendRawTransaction', SIGNED]]);
  });

  it('is accepted although other nodes refuse it or do not answer', async () => {
    const played = answering({ eth_sendRawTransaction: [failing('nonce too low'), HASH] });
    played.three.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    expect(await played.nodes.broadcast(SIGNED)).toBe('accepted');
  });

  it('is refused if no node can be reached, or if all answer with another hash', async () => {
    const played = answering({ eth_sendRawTransaction: [HASH] });
    for (const node of all(played))
      node.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    expect(await played.nodes.broadcast(SIGNED)).toBe('refused');
    const { nodes } = answering({ eth_sendRawTransaction: [hashOf(1)] });
    expect(await nodes.broadcast(SIGNED)).toBe('refused');
  });
});
