import { useEffect } from 'react';

/** The forms of the page that were filled in and not sent. */
const forms = new Set<object>();

const ask = (event: BeforeUnloadEvent) => {
  if (forms.size > 0) event.preventDefault();
};

/** Whether leaving the page loses what was typed in a form. */
export const hasUnsaved = () => forms.size > 0;

/** Lets the page be left without another question. */
export const discardUnsaved = () => forms.clear();

/** Has the browser and the merchant menu ask before they lose what was typed in a form. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    forms.add(form);
    addEventListener('beforeunload', ask);
    return () => {
      forms.delete(form);
      if (forms.size === 0) removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
}
