import { describe, expect, it } from 'vitest';
import {
  CHAIN_CONDITIONS,
  type ChainFacts,
  chainCondition,
  parseSourceFault,
  SOURCE_FAULTS,
} from './chain-condition';

const NOW = new Date('2030-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const WELL: ChainFacts = {
  source: 'bitcoind',
  height: 800_000,
  tipHeight: 800_000,
  readAt: ago(3),
  answeredAt: ago(2),
  failingSince: null,
  lastError: null,
};
const of = (facts: Partial<ChainFacts>) => chainCondition({ ...WELL, ...facts }, NOW);

describe('the condition of a chain', () => {
  it('a chain is "followed" when everything was read within the last 75 seconds', () => {
    expect(of({})).toBe('following');
    expect(of({ readAt: ago(75) })).toBe('following');
  });

  it('a chain is "catching up" while blocks remain to be read, however recent the last read', () => {
    expect(of({ tipHeight: 800_001 })).toBe('catching_up');
    expect(of({ tipHeight: 800_900, readAt: null, answeredAt: null })).toBe('catching_up');
  });

  it('while a source fails, its fault is the condition of the chain, even when blocks remain to be read', () => {
    for (const fault of SOURCE_FAULTS) {
      const lastError = `${fault}: some words: and more`;
      expect(of({ failingSince: ago(5), lastError, tipHeight: 800_004 })).toBe(fault);
    }
  });

  it('a chain is "not read" before the first read, and "off" without a source', () => {
    expect(of({ height: null, tipHeight: null, readAt: null, answeredAt: null })).toBe('not_read');
    expect(of({ source: 'off' })).toBe('off');
  });

  it('a chain is "unattended" after a long time without a read', () => {
    expect(of({ readAt: ago(100), answeredAt: ago(91) })).toBe('unattended');
    expect(of({ readAt: null, answeredAt: null })).toBe('unattended');
  });

  it('a chain is "behind" if, for over a minute, the source lacks blocks that were already read', () => {
    const facts = { tipHeight: 2_000, answeredAt: ago(5) };
    expect(of({ ...facts, readAt: ago(75) })).toBe('following');
    expect(of({ ...facts, readAt: ago(76) })).toBe('behind');
    expect(of({ ...facts, readAt: ago(76), source: 'esplora' })).toBe('behind');
    expect(of({ ...facts, readAt: ago(999), answeredAt: ago(91) })).toBe('unattended');
  });

  it('if the source responds without complete data, the chain is "late" for Esplora and "loading" for a node', () => {
    const facts = { readAt: ago(76), answeredAt: ago(5) };
    expect(of(facts)).toBe('loading');
    expect(of({ ...facts, source: 'esplora' })).toBe('late');
  });
});

it('every source fault is also a chain condition, and a fault’s message may contain colons', () => {
  for (const fault of SOURCE_FAULTS) expect(CHAIN_CONDITIONS).toContain(fault);
  expect(parseSourceFault('pruned: the node: it pruned')).toEqual({
    fault: 'pruned',
    message: 'the node: it pruned',
  });
  expect(parseSourceFault('something else')).toEqual({
    fault: 'bad_answer',
    message: 'something else',
  });
});
