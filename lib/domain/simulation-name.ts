const WORDS: Readonly<Record<string, string>> = {
  pay: 'a payment',
  pay_refund: 'a refund',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'a canceled transaction',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

export const simulationName = (action: string) => WORDS[action] ?? action;
