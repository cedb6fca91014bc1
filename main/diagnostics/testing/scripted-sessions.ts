import type net from 'node:net'
import { afterEach } from 'vitest'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { hex, message, u64 } from '../../protocol/testing/message-builder.ts'
import { scriptSocket, type ScriptedPeer, type ScriptedSocket } from '../../transport/testing/scripted-socket.ts'

/** Runtimes of a few lines that know nothing but sessions; each ends with its test, in a file that calls `endWithTests`. */
export const request: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'P', keywords: 0n, level: 4, arguments: null }],
  rundown: 'none',
  stacks: true,
}
export const sessionId = 0x7fc570001590n
export const accepted = message(0xff00, u64(sessionId))
const noSlot = message(0xffff, hex('05400080'))

export const cleanUps: (() => unknown)[] = []
export function endWithTests(): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  })
}

export function codeOf(bytes: Buffer): number {
  return (bytes.readUInt8(16) << 8) | bytes.readUInt8(17)
}
export const isCollect = (bytes: Buffer): boolean => codeOf(bytes) >= 0x0202 && codeOf(bytes) <= 0x0207
export const isStop = (bytes: Buffer): boolean => codeOf(bytes) === 0x0201

/** A runtime of a few lines: one stream, which StopTracing ends. */
export async function scriptRuntime(
  script: {
    readonly onCollect?: (peer: ScriptedPeer, bytes: Buffer) => void
    readonly onStop?: (peer: ScriptedPeer, stream: net.Socket | null) => void
    readonly pid?: number
  } = {},
): Promise<ScriptedSocket & { stream(): net.Socket }> {
  let stream: net.Socket | null = null
  const options = script.pid === undefined ? {} : { pid: script.pid }
  const socket = await scriptSocket((bytes, peer) => {
    if (isCollect(bytes)) {
      stream = peer.socket
      if (script.onCollect) return script.onCollect(peer, bytes)
      peer.socket.write(Buffer.concat([accepted, Buffer.from('Nettrace')]))
    }
    if (isStop(bytes)) {
      if (script.onStop) return script.onStop(peer, stream)
      stream?.end('tail')
      peer.socket.end(message(0xff00, u64(sessionId)))
    }
  }, options)
  cleanUps.push(() => socket.dispose())
  return Object.assign(socket, {
    stream(): net.Socket {
      if (stream === null) throw new Error('no stream yet')
      return stream
    },
  })
}

export interface ManySessions extends ScriptedSocket {
  openCount(): number
  mostOpen(): number
}

/**
 * Every stream has its own StopTracing id, as on a runtime. Sessions are numbered from 1 in the order of their requests; `beforeAnswer` and
 * `beforeStop` delay what happens to one.
 */
export async function scriptManySessions(
  script: {
    readonly slots?: number
    readonly beforeAnswer?: (number: bigint) => Promise<unknown>
    readonly beforeStop?: (number: bigint) => Promise<unknown>
  } = {},
): Promise<ManySessions> {
  const streams = new Map<bigint, net.Socket>()
  let lastNumber = 0n
  let mostOpen = 0
  const collect = async ({ socket }: ScriptedPeer): Promise<void> => {
    if (streams.size >= (script.slots ?? 64)) return void socket.end(noSlot)
    const number = ++lastNumber
    streams.set(number, socket)
    mostOpen = Math.max(mostOpen, streams.size)
    await script.beforeAnswer?.(number)
    socket.write(message(0xff00, u64(number)))
  }
  const stop = async ({ socket }: ScriptedPeer, number: bigint): Promise<void> => {
    await script.beforeStop?.(number)
    streams.get(number)?.end()
    streams.delete(number)
    socket.end(message(0xff00, u64(number)))
  }
  const scripted = await scriptSocket((bytes, peer) => {
    if (isCollect(bytes)) void collect(peer)
    else void stop(peer, bytes.readBigUInt64LE(20))
  })
  cleanUps.push(() => scripted.dispose())
  return Object.assign(scripted, { mostOpen: () => mostOpen, openCount: () => streams.size })
}
