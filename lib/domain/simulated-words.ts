const WORDS: Readonly<Record<string, string>> = {
  pay: 'a payment',
  pay_refund: 'a refund',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'a canceled transaction',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

/** Returns the name of a simulated action. If it has none, returns the action as recorded. */
export const simulatedWords = (action: string) => WORDS[action] ?? action;
