import { spawn } from 'node:child_process'
import { diagnosticPortsValue } from '../../main/diagnostics/ports/port-address.ts'
import type { WatchMessage } from '../../main/watchdog/watch-list.ts'
import { prebuilt } from '../../samples/prebuilt.mjs'
import { until, type Bench, type Row } from '../cell.ts'
import { endpointOf, listenPath } from '../where.ts'
import { isReady, standsStill } from './startup.ts'

/**
 * The watchdog as a process of its own, whose app ends while a program waits at its port. For Windows alone: on Linux
 * `main/watchdog/watchdog.live.test.ts` kills the app itself.
 */
async function takenOver(bench: Bench): Promise<string> {
  const path = listenPath(bench.folder, 'watched')
  const watchdog = spawn(process.execPath, [await program(bench.folder)], { stdio: ['pipe', 'ignore', 'ignore'] })
  try {
    const message: WatchMessage = { kind: 'port', address: { transport: 'pipe', path } }
    watchdog.stdin.write(`${JSON.stringify(message)}\n`)
    const target = await bench.start({
      args: ['idle'],
      env: { DOTNET_DiagnosticPorts: diagnosticPortsValue(path, true) },
      waitsForReady: false,
    })
    await endpointOf(target.pid)
    if (!(await standsStill(target))) return 'does not wait'
    if (watchdog.exitCode !== null) return `the watchdog ended with ${watchdog.exitCode}`
    // What becomes of the pipe when the app dies, however it does.
    watchdog.stdin.destroy()
    return `waits, ${(await until(() => isReady(target), 20_000)) ? 'runs' : 'still waits'} without the app`
  } finally {
    watchdog.kill('SIGKILL')
  }
}

async function program(folder: string): Promise<string> {
  const ready = prebuilt('watchdog')
  if (ready !== null) return ready
  const { bundleWorker } = await import('../../main/workers/testing/bundle-worker.ts')
  return bundleWorker('watchdog', folder)
}

export const watchdogRows: readonly Row[] = [{ name: 'the watchdog takes over', target: 'none', run: takenOver }]
