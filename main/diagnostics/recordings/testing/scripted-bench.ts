import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { JobAction } from '../../../../shared/model/job.ts'
import type { Keeping, RecordingRequest, RecordingStatus } from '../../../../shared/model/recording.ts'
import { specOf } from '../../../../shared/recording/presets.ts'
import { provider } from '../../../../shared/recording/provider-spec.ts'
import { ScriptedRuntime, type ScriptedRuntimeOptions } from '../../../demo/scripted-runtime/scripted-runtime.ts'
import { recordingBench, type RecordingBench } from './recording-bench.ts'

export let bench: RecordingBench
const runtimes: ScriptedRuntime[] = []

/** Whole recordings from their job to their file, of a runtime that is scripted: real threads, a real socket, no .NET. Once in a file of tests. */
export function useScriptedBench(): void {
  beforeAll(async () => {
    bench = await recordingBench()
  })
  afterEach(async () => {
    for (const { id } of bench.jobs.running()) await bench.jobs.act(id, 'cancel')
    await bench.jobs.whenIdle()
    for (const runtime of runtimes.splice(0)) runtime.dispose()
  })
  afterAll(() => bench.dispose())
}

export const counters = specOf(
  [provider('System.Runtime', 0n, 4, { arguments: [['EventCounterIntervalSec', '0.1']] })],
  {
    rundown: 'none',
  },
)
export const stop = { afterMs: null, atBytes: null, onEvent: null, onCounter: null } as const
let count = 0

/** Of the process that runs the test, as if it were *orders*. */
export function ordersIdentity(version: string): ScriptedRuntimeOptions['identity'] {
  return {
    pid: process.pid,
    cookie: new Uint8Array(16),
    commandLine: '/opt/orders',
    operatingSystem: 'Linux',
    architecture: 'x64',
    entryAssembly: 'orders',
    version,
    runtimeIdentifier: 'linux-x64',
  }
}

export async function start(options: Partial<ScriptedRuntimeOptions> = {}, version = '10.0.0') {
  const socketPath = path.join(bench.folder, `s${++count}`)
  const runtime = new ScriptedRuntime({
    socketPath,
    identity: ordersIdentity(version),
    generation: version.startsWith('3') ? 3 : 10,
    environment: {},
    seed: 7,
    ...options,
  })
  await runtime.listen()
  runtimes.push(runtime)
  return { runtime, socketPath, key: bench.addSocket(socketPath, version) }
}

/** A recording of a runtime of its own. */
export async function record(parts: Partial<RecordingRequest> = {}, version = '10.0.0') {
  const { runtime, key } = await start({}, version)
  const nameTemplate = `recording-${count}`
  const id = await bench.start(bench.request(key, counters, { nameTemplate, ...parts }))
  return { runtime, id, nameTemplate }
}

export async function hasReceived(id: string, bytes: number): Promise<void> {
  await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThanOrEqual(bytes)
}

/** What lies in the folder of the recordings under this name, the hidden parts included. */
export function filesOf(name: string): readonly string[] {
  const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.includes(name)) : []
}
export const leftOfFlights = () => filesOf('.flight-')

export async function listed(name: string) {
  return (await bench.savedFiles.list()).files.filter((file) => path.basename(file.path).startsWith(name))
}

/** Keeps what a page would be sent. */
export const sinkOf = (seen: RecordingStatus[]) => ({
  credits: 1,
  post: (status: object) => seen.push(status as RecordingStatus),
  postFrame: () => true,
  onCredit: () => ({ dispose: () => undefined }),
})

export async function act(id: string, action: JobAction) {
  await bench.jobs.act(id, action)
  return bench.whenEnded(id)
}

export const roll = (parts: Partial<Extract<Keeping, { kind: 'roll' }>>): Keeping => ({
  kind: 'roll',
  everyMs: null,
  everyBytes: null,
  keepFiles: null,
  ...parts,
})
