/**
 * The fingerprint that the device of each key shows (BIP 32), in the order of the descriptor. Of a
 * key without an origin it is unknown.
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
