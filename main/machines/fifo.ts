import fs from 'node:fs'
import net from 'node:net'
import { systemLibrary } from '../os/libc.ts'

/** A named pipe of ours in a private folder: other programs write lines into it without a file that keeps them. */
export interface Fifo {
  /** Open for reading and writing. */
  readonly fd: number
}

type MakeFifo = (path: string, mode: number) => number
let loaded: MakeFifo | null | undefined

/** Null where the system library can't be called. */
export function openFifo(path: string): Fifo | null {
  if (loaded === undefined) {
    const { library } = systemLibrary() ?? {}
    const call = library?.func('int mkfifo(const char *path, uint32_t mode)')
    loaded = call === undefined ? null : (file, mode) => Number(call(file, mode))
  }
  const unopened = `${path}.new`
  if (loaded === null || loaded(unopened, 0o600) !== 0) return null
  // For both, so that opening does not wait for a writer and its end is not the end of the pipe.
  const fd = fs.openSync(unopened, fs.constants.O_RDWR | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW)
  // Under its name only now: a pipe that nobody holds is one that was left behind (link-folder.ts).
  fs.renameSync(unopened, path)
  return { fd }
}

/** Whole lines out of what comes; longer ones are cut. The pipe belongs to the socket from here on. */
export function readLines({ fd }: Fifo, maxLineBytes: number, take: (line: string) => void): net.Socket {
  const socket = new net.Socket({ fd, readable: true, writable: false })
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLineBytes)
    // ssh ends the lines of its log with both.
    for (const line of lines) take(line.slice(0, maxLineBytes).replace(/\r$/, ''))
  })
  // Nothing is lost with it: whoever writes there is told by the closed pipe.
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}
