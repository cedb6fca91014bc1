import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { asPid } from '../../../shared/model/ids.ts'
import type { Endpoint } from '../endpoint.ts'

/** A socket in a temporary folder whose behaviour a test writes down; speaks no protocol of its own. */
export interface ScriptedSocket {
  readonly endpoint: Endpoint
  readonly folder: string
  /** Complete requests (by the size in their header), in order of arrival. */
  readonly requests: Buffer[]
  dispose(): Promise<void>
}

export interface ScriptedPeer {
  readonly socket: net.Socket
  /** How many connections came before this one. */
  readonly index: number
}

/** `onRequest` is called with each whole request; without it the peer is silent. */
export async function scriptSocket(
  onRequest?: (request: Buffer, peer: ScriptedPeer) => void,
  options: { readonly name?: string; readonly folder?: string; readonly pid?: number } = {},
): Promise<ScriptedSocket> {
  const folder = options.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  const file = path.join(folder, options.name ?? 'socket')
  const requests: Buffer[] = []
  const open = new Set<net.Socket>()
  let count = 0
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const peer = { socket, index: count++ }
    open.add(socket)
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (received.length < 20 || received.length < received.readUInt16LE(14)) return
      requests.push(received)
      onRequest?.(received, peer)
      received = Buffer.alloc(0)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  // Bound under a short name when the path is too long for a bind of Node's own.
  const folderFd = fs.openSync(folder, 'r')
  await new Promise<void>((resolve) => server.listen(`/proc/self/fd/${folderFd}/${path.basename(file)}`, resolve))
  return {
    endpoint: { transport: 'unix', path: file, pid: asPid(options.pid ?? process.pid) },
    folder,
    requests,
    async dispose() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      fs.closeSync(folderFd)
      if (options.folder === undefined) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
