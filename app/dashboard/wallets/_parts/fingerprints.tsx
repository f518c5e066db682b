/**
 * Shows the keys' fingerprints (BIP 32) in the order of the descriptor. A key without an origin has
 * no known fingerprint.
 */
export function Fingerprints({ fingerprints }: { fingerprints: readonly (string | null)[] }) {
  if (fingerprints.every((one) => one === null)) {
    return <span className="text-ink-2">not given</span>;
  }
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      {fingerprints.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys never change order
        <span key={place} className={one === null ? 'text-ink-2' : 'mono'}>
          {one ?? 'not given'}
        </span>
      ))}
    </span>
  );
}
