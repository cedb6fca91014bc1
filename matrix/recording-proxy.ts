import net from 'node:net'
import type { Disposable } from '../shared/base/disposable.ts'
import { listenPath } from './where.ts'

let proxyCount = 0

/**
 * A socket or pipe between us and a target that counts every byte on its way to the target. The target is connected to with the first
 * byte, so that "nothing was sent" means that it has not even seen a connection.
 */
export class RecordingProxy implements Disposable {
  readonly path: string
  readonly #server: net.Server
  readonly #sockets = new Set<net.Socket>()
  #sentBytes = 0

  private constructor(socketPath: string, targetPath: string) {
    this.path = socketPath
    this.#server = net.createServer({ allowHalfOpen: true }, (client) => this.#serve(client, targetPath))
  }

  static async start(folder: string, targetPath: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(listenPath(folder, `p${proxyCount++}`), targetPath)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(proxy.path, resolve)
    })
    return proxy
  }

  /** Bytes that were sent to the target so far, over all connections. */
  get sentBytes(): number {
    return this.#sentBytes
  }

  dispose(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #serve(client: net.Socket, targetPath: string): void {
    this.#own(client)
    client.once('data', (first) => {
      const target = net.connect({ path: targetPath, allowHalfOpen: true })
      this.#own(target)
      const send = (bytes: Buffer): void => {
        this.#sentBytes += bytes.length
        target.write(bytes)
      }
      send(first)
      client.on('data', send)
      client.on('end', () => target.end())
      target.pipe(client)
      client.on('close', () => target.destroy())
      target.on('close', () => client.destroySoon())
    })
    client.once('end', () => client.end())
  }

  #own(socket: net.Socket): void {
    this.#sockets.add(socket)
    // A target that ends resets its connections; its end is what the cell looks at.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#sockets.delete(socket))
  }
}
