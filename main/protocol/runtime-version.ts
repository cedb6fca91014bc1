/**
 * `major.minor.patch` out of a product version such as `10.0.9`, `8.0.0-preview.1+abc` or `3.1`; null when it does not begin
 * with a number. Cut at `+` first, then at `-`.
 */
export function parseVersion(text: string): readonly [major: number, minor: number, patch: number] | null {
  const core = text.split('+', 1)[0]?.split('-', 1)[0] ?? ''
  const parts = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(core.trim())
  if (!parts) return null
  return [Number(parts[1]), Number(parts[2] ?? 0), Number(parts[3] ?? 0)]
}

/** Negative when `left` is older. Texts that are no versions count as 0.0.0; pre-releases count as their release. */
export function compareVersions(left: string, right: string): number {
  const a = parseVersion(left) ?? [0, 0, 0]
  const b = parseVersion(right) ?? [0, 0, 0]
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
