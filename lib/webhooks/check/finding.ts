/** One thing that the check saw, in words for the one who asked. */
export interface Finding {
  /** Stable, for tests and for the page. */
  readonly code: string;
  /** `problem`: why a receiver refuses it; `note`: worth knowing, refuses nothing. */
  readonly kind: 'ok' | 'problem' | 'note';
  readonly title: string;
  /** What to do about it. */
  readonly detail: string;
}

export const ok = (code: string, title: string, detail = ''): Finding => ({
  code,
  kind: 'ok',
  title,
  detail,
});

export const problem = (code: string, title: string, detail: string): Finding => ({
  code,
  kind: 'problem',
  title,
  detail,
});

export const note = (code: string, title: string, detail: string): Finding => ({
  code,
  kind: 'note',
  title,
  detail,
});
