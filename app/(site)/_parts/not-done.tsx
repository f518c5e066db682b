import { Rows, Section } from './section';

const ROWS = [
  ['No custody', 'Coins go from your customer to your wallet. There is no balance here to lose.'],
  [
    'No fiat',
    'Amounts are satoshis. What they are worth in your currency is for your shop to say.',
  ],
  ['No Lightning', 'On-chain payments only, and those to the last confirmation.'],
] as const;

export function NotDone() {
  return (
    <Section title="What it does not do">
      <Rows rows={ROWS} />
    </Section>
  );
}
