import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect } from '../main/transport/connection.ts'
import type { Endpoint } from '../main/transport/endpoint.ts'
import { windowsCalls } from '../main/os/windows/windows-calls.ts'
import { socketOf } from '../samples/socket-of.ts'
import { asPid } from '../shared/model/ids.ts'
import { until } from './until.ts'

/** What differs between the systems that rows run on. */

export const isWindows = process.platform === 'win32'

/** A runtime under Wine takes seconds to its pipe. */
const startLimitMs = isWindows ? 60_000 : 8000

/** The default endpoint of a process that is starting or runs. */
export async function endpointOf(pid: number): Promise<Endpoint> {
  let found: Endpoint | null = null
  await until(async () => (found = await presentEndpoint(pid)) !== null, startLimitMs)
  if (found === null) throw new Error(`no endpoint of ${pid}`)
  return found
}

/** The same, without waiting; null while there is none. */
export async function presentEndpoint(pid: number): Promise<Endpoint | null> {
  if (isWindows) {
    const endpoint: Endpoint = { transport: 'pipe', path: `\\\\.\\pipe\\dotnet-diagnostic-${pid}`, pid: asPid(pid) }
    return (await isThere(endpoint)) ? endpoint : null
  }
  const socket = socketOf(pid)
  return socket === null ? null : { transport: 'unix', path: socket, pid: asPid(pid) }
}

/** Whether an endpoint is there that was found before. */
export async function isThere(endpoint: Endpoint): Promise<boolean> {
  if (endpoint.transport !== 'pipe') return fs.existsSync(endpoint.path)
  const calls = windowsCalls()
  if (calls !== null) return calls.isPipeThere(endpoint.path)
  // Harmless, but it takes the runtime's attention for a moment.
  const connected = await connect(endpoint, { timeoutMs: 1000 })
  if (connected.ok) connected.value.dispose()
  return connected.ok
}

/** An address for a listener of ours, `name` being unique in the folder. */
export function listenPath(folder: string, name: string): string {
  return isWindows
    ? `\\\\.\\pipe\\pipescope-matrix-${path.basename(folder)}-${process.pid}-${name}`
    : path.join(folder, name)
}

/** A path without anything there. */
export function nowhere(file: string): string {
  return isWindows ? `C:\\nowhere\\${file}` : `/nowhere/${file}`
}

/** Where runtimes put perf maps. */
export const perfMapFolder = isWindows ? os.tmpdir() : '/tmp'
