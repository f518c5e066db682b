import { ChevronLeft } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { SHOPS } from '../../_frame/paths';

export function BackToShops() {
  return (
    <IntentLink
      href={SHOPS}
      className="-ms-1 inline-flex w-fit items-center gap-1 rounded-badge pe-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
    >
      <ChevronLeft aria-hidden className="size-4" />
      Connect a shop
    </IntentLink>
  );
}
