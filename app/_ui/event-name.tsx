/** An event's type, with a label for one in BTCPay's dialect. All of our own types have a period. */
export function EventName({ type }: { readonly type: string }) {
  return (
    <>
      {type}
      {!type.includes('.') && (
        <span className="ml-1.5 whitespace-nowrap font-normal text-ink-2 text-small">BTCPay</span>
      )}
    </>
  );
}
