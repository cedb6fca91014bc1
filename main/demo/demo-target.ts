import { randomBytes } from 'node:crypto'
import { demoEndpointPath } from './demo-endpoint.ts'
import type { DemoOptions, FromDemoProcess, ToDemoProcess } from './demo-messages.ts'
import { demoSystem } from './demo-system.ts'
import { ScriptedRuntime } from './scripted-runtime/scripted-runtime.ts'

/**
 * Entry of the demo process (bundle demo-target.cjs). A process of its own, because an endpoint is named after the pid
 * and start time of the process that serves it, and because a demo that hangs or is killed must not take the app along.
 * In the app it is an Electron utility process, in tests and benches a forked Node.
 */
interface ElectronParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

const parentPort = (process as { parentPort?: ElectronParentPort }).parentPort
let runtime: ScriptedRuntime | null = null

function send(message: FromDemoProcess): void {
  if (parentPort !== undefined) parentPort.postMessage(message)
  else process.send?.(message)
}

async function start(options: DemoOptions): Promise<void> {
  if (runtime !== null) return
  const socketPath = demoEndpointPath(options.folder)
  runtime = new ScriptedRuntime({
    socketPath,
    identity: {
      pid: process.pid,
      cookie: randomBytes(16),
      commandLine: options.commandLine ?? '/opt/pipescope-demo/orders-demo --demo',
      ...demoSystem(process.platform, process.arch),
      entryAssembly: options.entryAssembly ?? 'orders-demo',
      version: versions[options.generation ?? 10],
    },
    generation: options.generation ?? 10,
    environment: options.environment ?? { DEMO: '1', ASPNETCORE_ENVIRONMENT: 'Demo', PATH: '/usr/bin' },
    seed: options.seed ?? 20,
    faults: options.faults ?? [],
    ...(options.maxSessions === undefined ? {} : { maxSessions: options.maxSessions }),
    isSuspended: options.isSuspended ?? false,
    loadSeriesCount: options.loadSeriesCount ?? 0,
  })
  try {
    await runtime.listen()
    send({ kind: 'listening', pid: process.pid, socketPath })
  } catch (error) {
    send({ kind: 'failed', code: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' })
    process.exit(1)
  }
}

/** What a runtime's own version says; the mark behind `+` is cut off by every reader of versions. */
const versions = { 3: '3.1.0', 8: '8.0.0+demo', 9: '9.0.0+demo', 10: '10.0.0+demo' } as const

function handle(message: ToDemoProcess): void {
  switch (message.kind) {
    case 'start':
      void start(message.options)
      return
    case 'faults':
      runtime?.faults.replace(message.rules)
      return
    case 'ask-state':
      send({
        kind: 'state',
        openSessionCount: runtime?.openSessionCount ?? 0,
        openedSessionCount: runtime?.openedSessionCount ?? 0,
        isSuspended: runtime?.isSuspended ?? false,
      })
      return
    case 'stop':
      if (message.mode === 'crash') process.kill(process.pid, 'SIGKILL')
      process.exit(0)
  }
}

// The socket file must go whichever way the process ends; only SIGKILL gets past this (see demo-controller).
process.on('exit', () => runtime?.dispose())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
process.on('disconnect', () => process.exit(0))
const parentPid = process.ppid
setInterval(() => {
  if (process.ppid !== parentPid) process.exit(0)
}, 1000).unref()

if (parentPort !== undefined) parentPort.on('message', (event) => handle(event.data as ToDemoProcess))
else process.on('message', (message) => handle(message as ToDemoProcess))
