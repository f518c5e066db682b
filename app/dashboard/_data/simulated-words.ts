const WORDS: Readonly<Record<string, string>> = {
  pay: 'a payment',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'a canceled transaction',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

/** The name of a simulated action; the recorded name if there is no text for it. */
export const simulatedWords = (action: string) => WORDS[action] ?? action;
