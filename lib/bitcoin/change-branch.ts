/**
 * Returns a warning for a descriptor that receives on branch 1, such as one made from `<1;0>`. BIP
 * 44 wallets use that branch for change, and many do not show or restore payments to it.
 */
export function changeBranchWarning(canonical: string): string | undefined {
  return /\/1\/\*/.test(canonical)
    ? 'This descriptor receives on branch 1 (/1/*), which wallets use for change: yours may not show or restore such payments. Use branch 0 (/0/*).'
    : undefined;
}
