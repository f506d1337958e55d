import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { anyAddressFault, bitcoinFault, evmFault, solanaFault, sparkFault, tronFault } from './address-faults.js';
import { encodeSpark } from './addresses.js';

const KEY = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
const WRONG = /^has a wrong checksum/;

describe('an address of an EVM network', () => {
  it.each([
    ['vitalik.eth', /^is a name, not an address; send the address/],
    ['ada.base.eth', /^is a name/],
    ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^is a link; .* without ethereum: in front/],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^lacks 0x in front/],
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^has a wrong checksum \(EIP-55\)/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', /^has a wrong checksum \(EIP-55\)/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', /^must be 0x and 40 hexadecimal digits/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', /^must be 0x and 40 hexadecimal digits/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', /^must be 0x and 40 hexadecimal digits/],
    ['0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', /^must begin with 0x in small letters/],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /^must be 0x and 40 hexadecimal digits/],
  ])('is not %s', (text, fault) => {
    expect(evmFault(text)).toMatch(fault);
    expect(anyAddressFault(text, 'BTC', 'PRODUCTION')).not.toBeNull();
  });

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ])('is %s', (text) => {
    expect([evmFault(text), anyAddressFault(text, 'USDC', 'PRODUCTION')]).toEqual([null, null]);
  });
});

describe('an address of another chain', () => {
  it.each([
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', WRONG],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv', /^must be a Tron address/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^must be a Tron address/],
    ['tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /^is a link/],
  ])('of Tron is not %s', (text, fault) => {
    expect(tronFault(text, 'PRODUCTION')).toMatch(fault);
  });

  it.each([
    ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLt', /^must be a Solana address/],
    ['0OIl', /^must be a Solana address/],
    ['ada.sol', /^is a name/],
    ['solana:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', /^is a link/],
  ])('of Solana is not %s', (text, fault) => {
    expect(solanaFault(text, 'PRODUCTION')).toMatch(fault);
  });

  it.each([
    [`${encodeSpark('main', KEY).slice(0, -1)}q`, WRONG],
    [encodeSpark('test', KEY), /^must be a Spark address of the main network/],
    ['spark1', /^must be a Spark address/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /^must be a Spark address/],
    ['ada@wallet.example', /^is a name/],
  ])('of Spark is not %s', (text, fault) => {
    expect(sparkFault(text, 'PRODUCTION')).toMatch(fault);
  });

  it.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', WRONG],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', WRONG],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /^is an address of a test network/],
    ['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /^is a link/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^must be a Bitcoin address/],
  ])('of Bitcoin is not %s', (text, fault) => {
    expect(bitcoinFault(text, 'PRODUCTION')).toMatch(fault);
    expect(anyAddressFault(text, 'BTC', 'PRODUCTION')).toMatch(fault);
  });

  it('may be of a test network in the sandbox', () => {
    expect(sparkFault(encodeSpark('test', KEY), 'SANDBOX')).toBeNull();
    expect(bitcoinFault('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'SANDBOX')).toBeNull();
    expect(bitcoinFault('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'SANDBOX')).toBeNull();
  });

  it('may be made up behind its prefix in the sandbox, as samples are', () => {
    expect(bitcoinFault('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'SANDBOX')).toBeNull();
    expect(sparkFault(`spark1${'0b1i'.repeat(14)}`, 'SANDBOX')).toBeNull();
    expect(tronFault('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'SANDBOX')).toBeNull();
    expect(solanaFault('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLt', 'SANDBOX')).toBeNull();
    for (const of of [bitcoinFault, sparkFault, tronFault, solanaFault]) {
      expect(of('vitalik.eth', 'SANDBOX')).toMatch(/^is a name/);
      expect(of('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'SANDBOX')).toMatch(/^must be/);
    }
  });

  it.each([
    ['USDT', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', WRONG],
    ['USDC', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /^lacks 0x/],
    [undefined, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', WRONG],
    ['USDC', 'vitalik.eth', /^is a name/],
    ['USDC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /^is not a valid address of a chain/],
  ])('for the asset %s is not %s', (asset, text, fault) => {
    expect(anyAddressFault(text, asset, 'PRODUCTION')).toMatch(fault);
  });
});
