/** What floats above the page: one shadow in light, a border in dark. */
export const FLOATING_CLASSES =
  'rounded-slip border border-float-border bg-surface text-ink shadow-float outline-none';

export const OVERLAY_CLASSES =
  'fixed inset-0 z-40 bg-[rgb(13_19_17/0.4)] motion-safe:data-[state=open]:animate-fade-in';
