/** Recovery codes in plain text. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="mono grid grid-cols-2 gap-2 rounded-control bg-ledger p-3">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
