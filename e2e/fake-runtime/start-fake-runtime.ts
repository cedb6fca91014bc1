import { fork } from 'node:child_process'
import path from 'node:path'
import { startDemoTarget } from '../../main/demo/demo-controller.ts'
import type { DemoOptions, FromDemoProcess } from '../../main/demo/demo-messages.ts'
import { fromChildProcess } from '../../main/demo/demo-process.ts'
import type { FaultRule } from '../../main/demo/scripted-runtime/faults.ts'

export type { DemoOptions } from '../../main/demo/demo-messages.ts'
export type { Fault, FaultRule } from '../../main/demo/scripted-runtime/faults.ts'

export type FakeRuntimeState = Extract<FromDemoProcess, { kind: 'state' }>

export interface FakeRuntime {
  readonly pid: number
  readonly socketPath: string
  /** Replaces the plan; faults apply to requests from now on. */
  setFaults(rules: readonly FaultRule[]): void
  state(): Promise<FakeRuntimeState>
  /** `crash`: as SIGKILL, the socket file stays behind. */
  stop(mode?: 'clean' | 'crash'): Promise<void>
}

const bundle = path.join(import.meta.dirname, '..', '..', 'out', 'main', 'demo-target.cjs')

/** Starts a scripted runtime as its own process; resolves when it listens. The caller stops it. */
export async function startFakeRuntime(options: DemoOptions = {}): Promise<FakeRuntime> {
  const started = await startDemoTarget(
    () =>
      fromChildProcess(
        fork(bundle, [], {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          // It plays CoreCLR without a libcoreclr and without debugger pipes; else it would be taken for Native AOT.
          env: { ...process.env, DOTNET_EnableDiagnostics_Debugger: '0' },
        }),
      ),
    options,
  )
  if (!started.ok) throw new Error(`the fake runtime did not start: ${JSON.stringify(started.error)}`)
  const target = started.value
  const { pid, socketPath, process: child } = target
  return {
    pid,
    socketPath,
    setFaults: (rules) => child.send({ kind: 'faults', rules }),
    state: () =>
      new Promise((resolve) => {
        child.onMessage((message) => {
          if (message.kind === 'state') resolve(message)
        })
        child.send({ kind: 'ask-state' })
      }),
    stop: (mode) => target.stop(mode),
  }
}
