import type { SampleTarget } from '../../samples/start-target.ts'
import { until, word, type Row } from '../cell.ts'
import { endpointOf, isThere, presentEndpoint } from '../where.ts'
import { busyRequest, openRaw } from './tracing.ts'

/** What becomes of an open trace and of the socket when a process ends, and which switches leave it without a socket. */

function ending(name: string, end: (target: SampleTarget) => void): Row {
  return {
    name,
    target: 'own',
    async run(bench) {
      const endpoint = await endpointOf(bench.target.pid)
      const opened = await openRaw(bench.endpoint, 2, busyRequest)
      if (!opened.ok) return word(opened)
      // The header and a first block have come: the session streams.
      await until(() => opened.value.receivedBytes > 130)
      end(bench.target)
      const { bytes } = await opened.value.whenEnded
      await bench.target.whenEnded
      // An object's end mark and the mark of a null object: what a runtime writes last.
      const isComplete = bytes.at(-2) === 6 && bytes.at(-1) === 1
      return `${isComplete ? 'complete' : 'cut'}, socket ${(await isThere(endpoint)) ? 'stays' : 'removed'}`
    },
  }
}

function withSwitch(name: string): Row {
  return {
    name: `${name}=0`,
    target: 'none',
    async run(bench) {
      const target = await bench.start({ args: ['idle'], env: { [name]: '0' } })
      // The program runs, so the socket would be there.
      return (await presentEndpoint(target.pid)) === null ? 'no socket' : 'socket'
    },
  }
}

export const endingRows: readonly Row[] = [
  ending('a normal end', (target) => target.send('exit 0')),
  { ...ending('SIGTERM', (target) => void target.child.kill('SIGTERM')), isLinuxOnly: true },
  { ...ending('SIGINT', (target) => void target.child.kill('SIGINT')), isLinuxOnly: true },
  ending('kill -9', (target) => void target.child.kill('SIGKILL')),
  ending('an unhandled exception', (target) => target.send('crash')),
  withSwitch('DOTNET_EnableDiagnostics'),
  withSwitch('DOTNET_EnableDiagnostics_IPC'),
  withSwitch('COMPlus_EnableDiagnostics'),
]
