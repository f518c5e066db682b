import { RequestError } from '../_data/request-error';

export function isExcessRefundError(error: Error | null): boolean {
  return error instanceof RequestError && error.code === 'refund_exceeds_received';
}

/** Shows why a refund was refused, unless a field already shows it. */
export function RefusalNote({ error }: { readonly error: Error | null }) {
  if (!(error instanceof RequestError)) return null;
  return (
    <p role="alert" className="text-failed text-small font-medium">
      {error.message}
    </p>
  );
}
