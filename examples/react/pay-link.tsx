import type { PaymentUpdate } from '@blocktally/sdk/embed';
import type { ComponentProps } from 'react';

type Props = ComponentProps<'a'> & { onStatus(payment: PaymentUpdate): void };

export function PayLink({ onStatus, ...link }: Props) {
  const listen = (element: HTMLAnchorElement) => {
    const tell = (event: CustomEvent<PaymentUpdate>) => onStatus(event.detail);
    element.addEventListener('blocktally:status', tell);
    return () => element.removeEventListener('blocktally:status', tell);
  };
  return <a ref={listen} data-blocktally {...link} />;
}
