import type { ProcessRow } from '../../../shared/model/process.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'

/** createdump writes one beside (or instead of) the dump since .NET 7, not on Windows. */
export function knowsCrashReports(row: ProcessRow | null): boolean {
  const version = row?.runtimeVersion ?? null
  return version !== null && isAtLeast(version, '7.0') && row?.operatingSystem?.toLowerCase() !== 'windows'
}
