import { Rows, Section } from './section';

const ROWS = [
  [
    'Create',
    'Your shop’s backend posts an amount and gets an address that no other payment has. It is derived from your wallet’s public descriptor: the server never holds a key that could spend.',
  ],
  [
    'Show',
    'Send the customer to the hosted page, or draw the QR code yourself. The page counts confirmations, works without JavaScript, and loads nothing from anyone else.',
  ],
  [
    'Hear',
    'A signed webhook says when the payment is seen and when it has the confirmations you asked for. Fee bumps, reorganisations, late and partial payments are settled for you.',
  ],
] as const;

export function HowItWorks() {
  return (
    <Section id="how" title="How it works">
      <Rows rows={ROWS} />
    </Section>
  );
}
