export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="mono grid grid-cols-[repeat(auto-fit,minmax(20ch,1fr))] gap-2 rounded-control bg-ledger p-3">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
