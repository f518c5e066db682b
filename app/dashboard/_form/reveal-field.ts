/**
 * Opens the collapsed part of a form that contains this field, because a hidden field cannot get
 * the focus.
 */
export function revealField(name: string): void {
  for (const field of document.getElementsByName(name)) {
    const part = field.closest('details');
    if (part) part.open = true;
  }
}

export function revealInvalidFields(errors: object): void {
  for (const name of Object.keys(errors)) revealField(name);
}
