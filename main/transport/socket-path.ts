import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'

/** Bytes a socket path may have, without its NUL (`sun_path` is 108 bytes on Linux, 104 elsewhere). */
export const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103

export interface ShortSocketPath {
  readonly path: string
  /** Removes what made the short path possible; an open connection is not affected. */
  readonly release: () => void
}

/**
 * A path that fits `sun_path` for any socket path. The operating system's library cuts longer ones silently and would connect to
 * something else. On Linux the folder is opened and reached through /proc/self/fd; elsewhere through a short symlink.
 */
export function shortenSocketPath(socketPath: string): Result<ShortSocketPath, AppError> {
  if (Buffer.byteLength(socketPath) <= maxSocketPathBytes) return ok({ path: socketPath, release: () => undefined })
  const folder = path.dirname(socketPath)
  const name = path.basename(socketPath)
  try {
    if (process.platform === 'linux') {
      const fd = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
      return ok({ path: `/proc/self/fd/${fd}/${name}`, release: () => fs.closeSync(fd) })
    }
    const own = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-'))
    fs.symlinkSync(folder, path.join(own, 'd'))
    return ok({ path: path.join(own, 'd', name), release: () => fs.rmSync(own, { recursive: true, force: true }) })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (code === 'ENOENT') return err({ kind: 'endpoint-stale', path: socketPath })
    if (code === 'EACCES' || code === 'EPERM') return err({ kind: 'no-permission', path: socketPath, owner: null })
    return err({ kind: 'io', operation: 'connect', path: socketPath, code })
  }
}
