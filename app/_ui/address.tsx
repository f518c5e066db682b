import clsx from 'clsx';

/** A whole address in groups of four; the groups are spans, so a copy is the plain string. */
export function Address({ address, className }: { address: string; className?: string }) {
  return (
    <span className={clsx('address', className)}>
      {fours(address).map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}

/** Text in groups of four, the last one shorter: how a long address can be compared. */
export function fours(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}
