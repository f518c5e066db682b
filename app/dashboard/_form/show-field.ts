/**
 * Opens the collapsed part of a form that contains this field, because a hidden field cannot get
 * the focus.
 */
export function showField(name: string): void {
  for (const field of document.getElementsByName(name)) {
    const part = field.closest('details');
    if (part) part.open = true;
  }
}

export function showInvalid(errors: object): void {
  for (const name of Object.keys(errors)) showField(name);
}
