import fs from 'node:fs'
import path from 'node:path'
import { resumeDefaultPort } from '../diagnostics/ports/default-port.ts'
import { peerLook } from '../diagnostics/ports/peer-facts.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import { advertiseSizeBytes, decodeAdvertise } from '../protocol/decode.ts'
import { encodePlain } from '../protocol/encode.ts'
import { pause } from '../os/pause.ts'
import type { Connection } from '../transport/connection.ts'
import { listen, type Listener } from '../transport/listener.ts'
import { readExactly } from '../transport/read-exactly.ts'
import { privateFolderPrefix, type WatchList } from './watch-list.ts'

/*
 * In place of a main process that died: listens at its ports and answers every runtime that comes with a resume. Suspended
 * runtimes look for their port every 10 to 500 ms, so all of them run again within a second. Those that start later with the
 * inherited variable find it as well, for as long as anything that was launched is alive.
 */

const advertiseTimeoutMs = 2000
/** With nobody connected and nothing launched alive. */
const defaultIdleMs = 60_000
const lookEveryMs = 500
/** A port that somebody else has taken meanwhile (a new start of the app) is theirs to answer. */
const bindAttempts = 3

export interface StandInOptions {
  readonly idleMs?: number
}

/** Resolves when nothing is left to wait for. */
export async function standIn(list: WatchList, options: StandInOptions = {}): Promise<void> {
  const idleMs = options.idleMs ?? defaultIdleMs
  const open = new Set<Connection>()
  const accept = (connection: Connection): void => {
    open.add(connection)
    connection.onceClosed(() => open.delete(connection))
    void answer(connection)
  }
  const listeners: Listener[] = []
  for (const address of list.addresses) {
    for (let attempt = 1; attempt <= bindAttempts; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- the next attempt only after this one has failed
      const listening = await listen(address, { onConnection: accept })
      if (listening.ok) listeners.push(listening.value)
      if (listening.ok) break
      // oxlint-disable-next-line no-await-in-loop -- as above
      await pause(200)
    }
  }
  let idleSinceMs = performance.now()
  while (listeners.length > 0 && performance.now() - idleSinceMs < idleMs) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await pause(Math.min(lookEveryMs, idleMs))
    if (open.size > 0 || list.rootPids.some((pid) => isProcessAlive(pid))) idleSinceMs = performance.now()
  }
  await Promise.all(listeners.map((listener) => listener.close()))
  for (const { path: file } of list.addresses) removePrivateFolder(path.dirname(file))
}

/** Main made it for one socket and cannot remove it any more. */
function removePrivateFolder(folder: string): void {
  if (!path.basename(folder).startsWith(privateFolderPrefix)) return
  try {
    fs.rmdirSync(folder)
  } catch {
    // Not empty, or not there: not ours to decide.
  }
}

/** Each runtime gets its resume once; its next connection is left idle, as the sign that it lives. */
const resumed = new Set<string>()

async function answer(connection: Connection): Promise<void> {
  const bytes = await readExactly(connection, advertiseSizeBytes, {
    operation: 'advertise',
    timeoutMs: advertiseTimeoutMs,
  })
  const advertise = bytes.ok ? decodeAdvertise(bytes.value) : bytes
  if (!advertise.ok) return connection.dispose()
  const { cookie, targetPid } = advertise.value
  const { pid } = peerLook.identify(connection, Number(targetPid))
  connection.listen({
    // The answer, 24 bytes. The runtime closes after it and comes again.
    onBytes: () => {
      resumed.add(cookie)
      if (pid !== null) void resumeDefaultPort(pid)
    },
    onEnd: () => connection.dispose(),
  })
  if (!resumed.has(cookie)) connection.write(encodePlain('ResumeRuntime').bytes)
}
