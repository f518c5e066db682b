/** 36 px high with 14 px text; on a phone 44 px with 16 px text, which a phone does not zoom. */
export const CONTROL_CLASSES =
  'w-full min-h-9 rounded-control border border-rule-strong bg-surface px-3 py-1.5 text-ui text-ink ' +
  'placeholder:text-ink-3 transition-[border-color] duration-120 ease-standard hover:border-ink-3 ' +
  'aria-invalid:border-failed disabled:cursor-not-allowed disabled:bg-ledger disabled:text-ink-3 ' +
  'max-sm:text-body pointer-coarse:min-h-11';
