'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

export { toast } from 'sonner';

/** Shows toasts. Rendered once, in the frame of the dashboard. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      position="bottom-right"
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-slip border border-float-border bg-surface p-4 text-ui text-ink shadow-float',
          title: 'font-medium',
          description: 'text-ink-2',
          error: 'text-failed',
          actionButton: 'btn btn-quiet btn-small ms-auto',
        },
      }}
    />
  );
}
