/** Whether a runtime's version (`10.0.3`, `9.0.0-preview.1`, `3.1`) is that version or a newer one; by major and minor. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = numbers(version)
  const [wantedMajor = 0, wantedMinor = 0] = numbers(wanted)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

function numbers(version: string): readonly number[] {
  return version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
}
