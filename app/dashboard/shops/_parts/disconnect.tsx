'use client';

import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import type { ShopResponse } from '@/lib/http/shops/shop-response';
import { useChange } from '../../_data/use-change';
import { shopName } from './shop-state';

/** Revokes the plugin's key after confirmation. */
export function Disconnect({ shop, small = false }: { shop: ShopResponse; small?: boolean }) {
  const name = shopName(shop);
  const revoke = useChange('POST /api/dashboard/shops/{id}/revoke', {
    ask: () => ({ id: shop.id }),
    done: () => `${name} disconnected.`,
  });
  return (
    <ConfirmDialog
      trigger={
        <Button variant="danger" {...(small && { size: 'small' })}>
          Disconnect
        </Button>
      }
      title={`Disconnect ${name}?`}
      description={`Its key stops working immediately, so ${shop.label} can create no more orders. Payments that exist are still followed.`}
      confirm="Disconnect"
      busy={revoke.isPending}
      onConfirm={(close) => revoke.mutate(undefined, { onSuccess: close })}
    />
  );
}
