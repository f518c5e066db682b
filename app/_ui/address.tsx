import clsx from 'clsx';

/**
 * An address in groups of four characters. The gaps are CSS, so the copied text has none. Browsers
 * do not translate the address, because the groups are not words.
 */
export function Address({ address, className }: { address: string; className?: string }) {
  return (
    <span className={clsx('address', className)} translate="no">
      {groupsOfFour(address).map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}

export function groupsOfFour(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}
