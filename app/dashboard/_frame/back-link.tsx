import type { Route } from 'next';
import { ChevronLeft } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';

export function BackLink({ href, label }: { href: Route; label: string }) {
  return (
    <IntentLink
      href={href}
      className="-ms-1 inline-flex w-fit items-center gap-1 rounded-badge pe-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </IntentLink>
  );
}
