/**
 * Returns a warning for a canonical descriptor that receives on branch 1, such as one made from
 * `<1;0>`. BIP 44 wallets keep their change on that branch, and many do not show or restore
 * payments there.
 */
export function warnIfChangeBranch(canonical: string): string | undefined {
  return /\/1\/\*/.test(canonical)
    ? 'This descriptor receives on branch 1 (/1/*), which wallets use for change: yours may not show or restore such payments. Use branch 0 (/0/*).'
    : undefined;
}
