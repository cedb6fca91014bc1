import path from 'node:path'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { ScriptedRuntime, type ScriptedRuntimeOptions } from '../../../demo/scripted-runtime/scripted-runtime.ts'
import type { LiveHarness } from './live-harness.ts'

/** A scripted runtime on a socket in `folder`, listed under `row`. The caller disposes it. */
export async function startScripted(
  harness: LiveHarness,
  row: ProcessRow,
  folder: string,
  options: Partial<ScriptedRuntimeOptions> = {},
): Promise<ScriptedRuntime> {
  const socketPath = path.join(folder, 's')
  const runtime = await listenScripted(row, socketPath, options)
  harness.directory.put({ ...row, runtimeVersion: `${options.generation ?? 10}.0.0` }, socketPath)
  return runtime
}

/** One that listens; nobody lists it. The caller disposes it. */
export async function listenScripted(
  row: Pick<ProcessRow, 'pid'>,
  socketPath: string,
  options: Partial<ScriptedRuntimeOptions> = {},
): Promise<ScriptedRuntime> {
  const generation = options.generation ?? 10
  const runtime = new ScriptedRuntime({
    socketPath,
    identity: {
      pid: row.pid,
      cookie: new Uint8Array(16),
      commandLine: '/opt/orders-demo',
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: 'orders-demo',
      version: `${generation}.0.0`,
      runtimeIdentifier: 'linux-x64',
    },
    generation,
    environment: {},
    seed: 3,
    ...options,
  })
  await runtime.listen()
  return runtime
}
