import net from 'node:net'
import { once } from 'node:events'
import { pause } from '../../os/pause.ts'

/** A TCP relay on loopback that delays, limits, freezes and cuts what goes through it. */
export class SlowProxy {
  readonly #server: net.Server
  readonly #pairs = new Set<readonly [net.Socket, net.Socket]>()
  #isFrozen = false
  #delayMs = 0
  #bytesPerSecond = Infinity
  /** Refuses new connections while it is frozen or was cut for good. */
  isClosed = false

  private constructor(targetPort: number) {
    this.#server = net.createServer((near) => {
      if (this.isClosed) return void near.destroy()
      const far = net.connect(targetPort, '127.0.0.1')
      const pair = [near, far] as const
      this.#pairs.add(pair)
      this.#relay(near, far)
      this.#relay(far, near)
      const end = (): void => {
        if (this.#isFrozen) return
        near.destroy()
        far.destroy()
        this.#pairs.delete(pair)
      }
      for (const socket of pair) {
        socket.on('close', end)
        socket.on('error', () => undefined)
      }
    })
  }

  static async start(targetPort: number): Promise<SlowProxy> {
    const proxy = new SlowProxy(targetPort)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  /** Each way takes half of the round trip. */
  slow(roundTripMs: number, bytesPerSecond: number): void {
    this.#delayMs = roundTripMs / 2
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Nothing goes through any more, and nobody is told. */
  freeze(): void {
    this.#isFrozen = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  /** Both ends see the connection close. */
  cut(): void {
    this.#isFrozen = false
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    this.#pairs.clear()
  }

  async stop(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #relay(from: net.Socket, to: net.Socket): void {
    let freeAtMs = 0
    // One behind the other: timers of different lengths could overtake.
    let line = Promise.resolve()
    let waitingCount = 0
    from.on('data', (bytes: Buffer) => {
      if (this.#delayMs === 0 && this.#bytesPerSecond === Infinity && waitingCount === 0) {
        if (!to.write(bytes)) {
          from.pause()
          to.once('drain', () => void (this.#isFrozen || from.resume()))
        }
        return
      }
      // Bytes take their time on the line, one chunk behind the other, and then the delay.
      const nowMs = performance.now()
      freeAtMs = Math.max(freeAtMs, nowMs) + (bytes.length / this.#bytesPerSecond) * 1000
      const waitMs = freeAtMs - nowMs
      if (waitMs > 200) {
        from.pause()
        setTimeout(() => void (this.#isFrozen || from.resume()), waitMs - 100)
      }
      const dueMs = freeAtMs + this.#delayMs
      waitingCount++
      line = line.then(async () => {
        await pause(Math.max(0, dueMs - performance.now()))
        waitingCount--
        if (!this.#isFrozen && !to.destroyed) to.write(bytes)
      })
    })
  }
}
