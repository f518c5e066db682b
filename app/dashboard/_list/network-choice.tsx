import clsx from 'clsx';
import type { Route } from 'next';
import { IntentLink, LinkPendingDot } from '@/app/_ui/intent-link';
import type { Network } from '@/lib/domain/network';

interface Props {
  readonly of: { readonly networks: readonly Network[]; readonly network: Network | null };
  readonly hrefOf: (network: Network) => Route;
}

/** Works without JavaScript. */
export function NetworkChoice({ of: { networks, network }, hrefOf }: Props) {
  if (networks.length < 2) return null;
  return (
    <nav aria-label="Network" className="flex flex-wrap gap-1">
      {networks.map((name) => (
        <IntentLink
          key={name}
          href={hrefOf(name)}
          scroll={false}
          aria-current={name === network || undefined}
          className={clsx(
            'relative inline-flex min-h-8 items-center rounded-control border px-2.5 font-medium text-small',
            'transition-colors duration-120 ease-standard pointer-coarse:min-h-11',
            name === network
              ? 'border-accent bg-accent-tint text-accent'
              : 'border-rule-strong bg-surface text-ink-2 hover:bg-sunken',
          )}
        >
          {name}
          <LinkPendingDot className="absolute end-1 top-1" />
        </IntentLink>
      ))}
    </nav>
  );
}
