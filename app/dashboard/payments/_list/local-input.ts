/** Unix seconds as a datetime-local field has them: "2026-03-01T14:30:00" in the viewer's zone. */
export function toLocalInput(seconds: number | null): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19);
}

/** Null for a field that is empty or only half filled in. */
export function fromLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) || at < 0 ? null : Math.floor(at / 1000);
}
