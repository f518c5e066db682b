import { describe, expect, it } from 'vitest';
import { explorerHost, parseExplorers, transactionPage } from './explorer';

const TXID = 'ab'.repeat(32);
const parse = (text?: string) =>
  parseExplorers((name) => (name === 'BITCOIN_SIGNET_EXPLORER' ? text : undefined));

describe('BITCOIN_<NETWORK>_EXPLORER', () => {
  it('BITCOIN_<NETWORK>_EXPLORER is off by default, and "off" turns it off', () => {
    expect(parse()).toEqual({});
    expect(parse('off')).toEqual({});
  });

  it.each([
    ['https://explorer.example/tx/{txid}', `https://explorer.example/tx/${TXID}`],
    ['http://127.0.0.1:3002/tx/{txid}?lang=en', `http://127.0.0.1:3002/tx/${TXID}?lang=en`],
    ['https://explorer.example/#/tx={txid}', `https://explorer.example/#/tx=${TXID}`],
  ])('the explorer %s is used only for transactions of its own network', (text, page) => {
    const { signet = '', ...others } = parse(text);
    expect(others).toEqual({});
    expect(transactionPage(signet, TXID)).toBe(page);
  });

  it.each([
    ['https://explorer.example/tx/', 'once'],
    ['https://explorer.example/{txid}/{txid}', 'once'],
    ['explorer.example/tx/{txid}', 'http:// or https://'],
    ['javascript:alert("{txid}")', 'http:// or https://'],
    ['https://user:pass@explorer.example/tx/{txid}', 'no user or password'],
    ['https://{txid}.explorer.example/', 'after the host'],
  ])(
    'the error for the explorer %s names the variable and the rule, but not the value',
    (text, rule) => {
      const fault = () => parse(text);
      expect(fault).toThrow(rule);
      expect(fault).toThrow(/^BITCOIN_SIGNET_EXPLORER must /);
      expect(fault).not.toThrow(text);
    },
  );

  it('explorerHost returns the explorer’s host with its port', () => {
    expect(explorerHost('http://node.local:3002/tx/{txid}')).toBe('node.local:3002');
  });
});
