import type { Socket } from 'node:net'
import { headerBytes, magic, type Request } from './wire.ts'

/** Sends and closes, as the server does after every answer without a continuation. */
export function answer(socket: Socket, bytes: Uint8Array): void {
  socket.resume()
  socket.end(bytes)
}

/** Reads exactly one request; null when the peer left first. Like the real server it waits without a limit. */
export function readRequest(socket: Socket): Promise<Request | 'unknown-magic' | null> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const finish = (request: Request | 'unknown-magic' | null) => {
      socket.off('data', onData)
      socket.off('end', onGone)
      socket.off('close', onGone)
      socket.pause()
      resolve(request)
    }
    const onGone = () => {
      socket.destroy()
      finish(null)
    }
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length < headerBytes) return
      const size = received.readUInt16LE(14)
      if (received.length < size) return
      if (received.toString('latin1', 0, magic.length) !== magic) return finish('unknown-magic')
      const payload = received.subarray(headerBytes, Math.max(headerBytes, size))
      finish({ commandSet: received[16]!, commandId: received[17]!, payload })
    }
    socket.on('data', onData)
    socket.on('end', onGone)
    socket.on('close', onGone)
    socket.resume()
  })
}

export function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  socket.resume()
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.once('end', () => socket.destroy())
  })
}
