import fs from 'node:fs'
import { closeInheritedDescriptors } from './inherited-descriptors.ts'
import { standIn } from './stand-in.ts'
import { parseWatchLines, type WatchList } from './watch-list.ts'

/*
 * The other process: does nothing at all until its stdin ends. It waits inside a blocking read, before anything of Electron is
 * started, so that it costs no processor time and little memory.
 */

/** Given to the app's own program to make it a watchdog. */
export const watchdogSwitch = '--pipescope-watchdog'

/** What starts the app's own program as a watchdog: on Linux it would look for a display otherwise. */
export function watchdogSwitches(platform: NodeJS.Platform): readonly string[] {
  return [watchdogSwitch, ...(platform === 'linux' ? ['--ozone-platform=headless'] : [])]
}

/** Blocks this thread until the other end of stdin is closed, by whatever end of the other process. */
export function waitForEnd(fd = 0): WatchList {
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(4096)
  for (;;) {
    let count = 0
    try {
      count = fs.readSync(fd, buffer, 0, buffer.length, null)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EINTR') continue
      // Windows reports the end of a pipe as an error; a stdin that cannot be waited on would spin.
      if (code !== 'EAGAIN') break
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      continue
    }
    if (count === 0) break
    chunks.push(Buffer.from(buffer.subarray(0, count)))
  }
  return parseWatchLines(Buffer.concat(chunks).toString('utf8'))
}

/** The whole life of a watchdog; `exit` ends the process. */
export function runWatchdog(exit: (code: number) => void): void {
  // A terminal's Ctrl-C or a logout ends main first; what it leaves is then still to be resumed.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  closeInheritedDescriptors()
  const list = waitForEnd()
  if (list.isOver || list.addresses.length === 0) return exit(0)
  standIn(list).then(
    () => exit(0),
    () => exit(1),
  )
}
