import { createRequire } from 'node:module'
import type { LibraryHandle } from 'koffi'

export interface Libc {
  readonly koffi: typeof import('koffi')
  readonly library: LibraryHandle
}

let loaded: Libc | null | undefined

/**
 * The C library of the system, for the few calls that Node has no words for (docs/decisions/0001). Loaded at the first use and not at
 * the start. Null where it cannot be: another operating system, another word size, or a package without koffi.
 */
export function libc(): Libc | null {
  if (loaded === undefined) loaded = load()
  return loaded
}

function load(): Libc | null {
  // Layouts and numbers of the callers are those of 64-bit little-endian Linux.
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) return null
  try {
    const require = createRequire(import.meta.filename)
    const koffi = require('koffi') as typeof import('koffi')
    return { koffi, library: koffi.load(null) }
  } catch {
    // Not installed, or its binary does not fit this system: callers do without, each says how.
    return null
  }
}
