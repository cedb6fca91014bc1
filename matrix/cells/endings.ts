import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SampleTarget } from '../../samples/start-target.ts'
import { socketOf, until, word, type Bench, type Row } from '../cell.ts'
import { busyRequest, openRaw } from './tracing.ts'

/** What becomes of an open trace and of the socket when a process ends, and which switches leave it without a socket. */

function ending(name: string, end: (target: SampleTarget) => void): Row {
  return {
    name,
    target: 'own',
    async run(bench) {
      const socket = await socketOf(bench.target.pid)
      const opened = await openRaw(bench.endpoint, 2, busyRequest)
      if (!opened.ok) return word(opened)
      // The header and a first block have come: the session streams.
      await until(() => opened.value.receivedBytes > 130)
      end(bench.target)
      const { bytes } = await opened.value.whenEnded
      await bench.target.whenEnded
      // An object's end mark and the mark of a null object: what a runtime writes last.
      const isComplete = bytes.at(-2) === 6 && bytes.at(-1) === 1
      return `${isComplete ? 'complete' : 'cut'}, socket ${fs.existsSync(socket) ? 'stays' : 'removed'}`
    },
  }
}

function withSwitch(name: string): Row {
  return {
    name: `${name}=0`,
    target: 'none',
    async run(bench) {
      const target = await bench.start({ args: ['idle'], env: { [name]: '0' } })
      return hasSocket(bench, target) ? 'socket' : 'no socket'
    },
  }
}

/** The program runs, so the socket would be there. */
function hasSocket(_bench: Bench, target: SampleTarget): boolean {
  const stat = fs.readFileSync(`/proc/${target.pid}/stat`, 'latin1')
  const key = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return fs.existsSync(path.join(os.tmpdir(), `dotnet-diagnostic-${target.pid}-${key}-socket`))
}

export const endingRows: readonly Row[] = [
  ending('a normal end', (target) => target.send('exit 0')),
  ending('SIGTERM', (target) => void target.child.kill('SIGTERM')),
  ending('SIGINT', (target) => void target.child.kill('SIGINT')),
  ending('kill -9', (target) => void target.child.kill('SIGKILL')),
  ending('an unhandled exception', (target) => target.send('crash')),
  withSwitch('DOTNET_EnableDiagnostics'),
  withSwitch('DOTNET_EnableDiagnostics_IPC'),
  withSwitch('COMPlus_EnableDiagnostics'),
]
