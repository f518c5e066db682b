/** A finding of the check, with texts for the user. */
export interface Finding {
  /** Stable, for tests and the page. */
  readonly code: string;
  /** `problem`: a reason to refuse the request; `note`: information only. */
  readonly kind: 'ok' | 'problem' | 'note';
  readonly title: string;
  /** The remedy. */
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
