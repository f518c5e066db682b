const WORDS: Readonly<Record<string, string>> = {
  pay: 'a payment',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'a canceled transaction',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

/** What was simulated, in words; its recorded name if it has none. */
export const simulatedWords = (action: string) => WORDS[action] ?? action;
