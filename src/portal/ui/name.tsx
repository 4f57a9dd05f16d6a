/**
 * A name within a sentence of ours. Its weight and its own direction show where it begins and ends, also if its text
 * tries to hide that.
 */
export function Name({ children }: { readonly children: string }) {
  return <bdi style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{children}</bdi>
}
