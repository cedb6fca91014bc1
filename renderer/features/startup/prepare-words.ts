import type { ProfilerLibraryFacts } from '../../../shared/model/profiler.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'

/** What can be done to a runtime before it goes on, and the first .NET that can. */
export const neededVersions = {
  variable: '6.0',
  hook: '8.0',
  profiler: '6.0',
  perfMap: '8.0',
} as const

/** A runtime that waits and is older ends when it is asked for this. */
const harmlessVersions: Partial<Record<keyof typeof neededVersions, string>> = { perfMap: '10.0' }

/** Null when that runtime can do it while it waits, or when nobody knows which one it is. */
export function tooOld(what: keyof typeof neededVersions, runtimeVersion: string | null): string | null {
  const needed = neededVersions[what]
  if (runtimeVersion === null) return null
  const harmless = harmlessVersions[what]
  if (isAtLeast(runtimeVersion, needed) && harmless !== undefined && !isAtLeast(runtimeVersion, harmless))
    return `Before .NET ${harmless} this crashes a suspended program, and this one runs on ${runtimeVersion}. Turn it on after resuming.`
  if (isAtLeast(runtimeVersion, needed)) return null
  return `Requires .NET ${needed}; the program runs on ${runtimeVersion}.`
}

/** Why that library would not become a profiler; null when nothing speaks against it. What could not be seen is not held against it. */
export function libraryProblem(facts: ProfilerLibraryFacts): string | null {
  if (facts.isThere === false) return 'The file doesn’t exist in the program’s file system.'
  if (facts.isReadableByTarget === false) return 'The program can’t read the file.'
  if (facts.isSharedLibrary === false) return 'The file isn’t a shared library.'
  if (facts.fitsArchitecture === false) return 'The library was built for a different architecture.'
  if (facts.hasEntryPoint === false) return 'The library doesn’t export DllGetClassObject, so it isn’t a profiler.'
  return null
}

const clsidPattern = /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i

export function isClsid(text: string): boolean {
  return clsidPattern.test(text.trim())
}
