import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Set while a run has a folder of its own; its workers, and runs that it starts, are inside already. */
const variable = 'PIPESCOPE_TEST_TEMPORARY_FOLDER'
/** Short: the name of a unix socket has room for 107 bytes. */
const prefix = 'pt-'
const staleMs = 3_600_000

/**
 * Gives this run of tests, and everything that it starts, one temporary folder, which goes when the run ends: killed programs leave sockets and
 * folders, and a folder that all runs share fills up with them. What was still in there is named. Called by the configuration of a test runner,
 * before anything asks for the temporary folder. On other systems than Linux the path would be too long for sockets.
 */
export function useTemporaryFolderOfRun(): void {
  if (process.platform !== 'linux' || process.env[variable] !== undefined) return
  const parent = os.tmpdir()
  // Beside the folders, as without us: it is a cache, and the worker processes look for it where the temporary folder is.
  process.env['PWTEST_CACHE_DIR'] ??= path.join(parent, `playwright-transform-cache-${process.geteuid?.() ?? ''}`)
  removeStale(parent)
  const folder = fs.mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  // Some tests start programs as another user.
  fs.chmodSync(folder, 0o1777)
  process.env[variable] = folder
  process.env['TMPDIR'] = folder
  process.once('exit', () => {
    const left = describeLeftovers(fs.readdirSync(folder))
    if (left !== '') process.stderr.write(`Left in the temporary folder, and removed: ${left}\n`)
    try {
      removeWithMounts(folder)
    } catch (error) {
      process.stderr.write(`${folder} could not be removed: ${String(error)}\n`)
    }
  })
}

/** `ps-test-* (3), dotnet-diagnostic-* (1)`: what names have in common before their numbers and letters of chance. */
export function describeLeftovers(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) {
    const kind = name.replace(/[-.](\d.*|\w{6})$/, '-*')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return sorted.map(([kind, count]) => `${kind} (${count})`).join(', ')
}

/** Folders of runs that were killed: their process is gone, and nothing came or went in them for an hour. */
export function removeStale(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const pid = /^pt-(\d+)-\w{6}$/.exec(name)?.[1]
    if (pid === undefined || fs.existsSync(`/proc/${pid}`)) continue
    const folder = path.join(parent, name)
    try {
      const { uid, mtimeMs } = fs.lstatSync(folder)
      if (uid === process.getuid?.() && Date.now() - mtimeMs > staleMs) removeWithMounts(folder)
    } catch {
      // Another run removes it at the same moment, or something holds it: the next one tries again.
    }
  }
}

/** A test that was killed leaves its small disk mounted; a folder that something is mounted on stays. */
function removeWithMounts(folder: string): void {
  const mounts = fs.readFileSync('/proc/self/mounts', 'utf8').split('\n')
  for (const mount of mounts.map((line) => line.split(' ')[1] ?? '').filter((at) => at.startsWith(`${folder}/`)))
    execFileSync('umount', ['-l', mount])
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
