import { createRequire } from 'node:module'
import type { LibraryHandle } from 'koffi'

export interface Libc {
  readonly koffi: typeof import('koffi')
  readonly library: LibraryHandle
}

let loaded: Libc | null | undefined

/**
 * The C library of Linux or macOS, for the few calls that Node doesn't offer (docs/decisions/0001). Loaded at the first use and not at
 * the start. Null where it can't be: another operating system, another word size, or a package without koffi.
 */
export function systemLibrary(): Libc | null {
  if (loaded === undefined) loaded = load()
  return loaded
}

/** The same, on Linux only: for calls whose layouts and numbers are those of 64-bit little-endian Linux. */
export function libc(): Libc | null {
  return process.platform === 'linux' ? systemLibrary() : null
}

function load(): Libc | null {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return null
  if (process.arch !== 'x64' && process.arch !== 'arm64') return null
  try {
    const require = createRequire(import.meta.filename)
    const koffi = require('koffi') as typeof import('koffi')
    return { koffi, library: koffi.load(null) }
  } catch {
    // Not installed, or its binary does not fit this system: callers do without, each says how.
    return null
  }
}
