import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Disposable } from '../../../shared/base/disposable.ts'
import { collectCommands, isEmptyRequest, parseCollectRequest } from './collect-request.ts'
import { CounterPublisher } from './counter-publisher.ts'
import { counterProviders } from './counters.ts'
import { EventBus } from './event-bus.ts'
import { processInfoType, providerNames, type Generation } from './event-types.ts'
import { FaultPlan, type CommandName, type Fault, type FaultRule } from './faults.ts'
import { loadInstruments, ordersInstruments, runtimeInstruments } from './instruments.ts'
import { MeterPublisher } from './meter-publisher.ts'
import { answer, closed, readRequest } from './request-reader.ts'
import { RuntimeEventPublisher } from './runtime-events.ts'
import { ScriptedSession } from './scripted-session.ts'
import { Simulation } from './simulation.ts'
import { createStreamEncoder } from './stream-encoder.ts'
import {
  BadEncoding,
  commandCode,
  errorCodes,
  errorMessage,
  okMessage,
  PayloadReader,
  PayloadWriter,
  type Request,
} from './wire.ts'
import { pause } from '../../os/pause.ts'

export interface RuntimeIdentity {
  readonly pid: number
  /** 16 bytes. */
  readonly cookie: Uint8Array
  readonly commandLine: string
  readonly operatingSystem: string
  readonly architecture: string
  readonly entryAssembly: string
  /** Product version, `10.0.0-demo` style. */
  readonly version: string
  readonly runtimeIdentifier: string
}

export interface ScriptedRuntimeOptions {
  readonly socketPath: string
  readonly identity: RuntimeIdentity
  readonly generation: Generation
  readonly environment: Readonly<Record<string, string>>
  readonly seed: number
  readonly faults?: readonly FaultRule[]
  readonly maxSessions?: number
  readonly isSuspended?: boolean
  /** Gauges of a meter `Demo.Load`, for load measurements. */
  readonly loadSeriesCount?: number
  /** Histogram series of the same meter. */
  readonly histogramSeriesCount?: number
  readonly now?: () => number
}

/** 64 in every real runtime. */
const defaultMaxSessions = 64

/**
 * A runtime's diagnostics server, scripted: it listens on a real socket and speaks the real protocol, with the manners
 * of the original. One connection is served at a time and nobody else is looked at until that one is finished; one
 * command per connection; the stream of a session stays on the connection that opened it; StopTracing drains, ends the
 * stream and only then answers; any session id is answered with OK.
 */
export class ScriptedRuntime implements Disposable {
  readonly faults: FaultPlan
  readonly #options: ScriptedRuntimeOptions
  readonly #now: () => number
  readonly #simulation: Simulation
  readonly #bus = new EventBus()
  readonly #counters: readonly CounterPublisher[]
  readonly #meters: MeterPublisher
  readonly #runtimeEvents: RuntimeEventPublisher
  readonly #sessions = new Set<ScriptedSession>()
  readonly #sockets = new Set<Socket>()
  readonly #waiting: Socket[] = []
  #server: Server | null = null
  #isBusy = false
  #isSuspended: boolean
  #openedCount = 0
  #slotNumber = 0

  constructor(options: ScriptedRuntimeOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.faults = new FaultPlan(options.faults)
    this.#isSuspended = options.isSuspended ?? false
    this.#simulation = new Simulation(options.seed, this.#now())
    const hasRuntimeMeter = options.generation >= 9
    const instruments = [
      ...(hasRuntimeMeter ? runtimeInstruments : []),
      ...ordersInstruments,
      ...loadInstruments(options.loadSeriesCount ?? 0, options.histogramSeriesCount ?? 0),
    ]
    const { generation } = options
    this.#counters = counterProviders.map((p) => new CounterPublisher(p, this.#simulation, this.#bus, this.#now))
    this.#meters = new MeterPublisher(instruments, generation, this.#simulation, this.#bus, this.#now)
    this.#runtimeEvents = new RuntimeEventPublisher(this.#simulation, this.#bus, this.#now)
  }

  /** Those that ask for events. */
  get openSessionCount(): number {
    return [...this.#sessions].filter((session) => !session.isEmpty).length
  }

  /** With the empty ones. */
  get takenSlotCount(): number {
    return this.#sessions.size
  }

  /** How many sessions that ask for events were ever opened; tests check that none was opened twice. */
  get openedSessionCount(): number {
    return this.#openedCount
  }

  get isSuspended(): boolean {
    return this.#isSuspended
  }

  async listen(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket))
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#options.socketPath, () => {
        server.off('error', reject)
        resolve()
      })
    })
  }

  /** Cuts every connection and removes the socket, as a runtime does at a normal exit. */
  dispose(): void {
    for (const publisher of this.#counters) publisher.dispose()
    this.#meters.dispose()
    this.#runtimeEvents.dispose()
    for (const session of this.#sessions) session.dispose()
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    this.#server = null
    server?.close()
    if (server !== null) rmSync(this.#options.socketPath, { force: true })
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    // A peer that goes away mid-answer is normal; what it asked for is simply not delivered.
    socket.on('error', () => socket.destroy())
    socket.pause()
    this.#waiting.push(socket)
    this.#serveNext()
  }

  #serveNext(): void {
    if (this.#isBusy) return
    const socket = this.#waiting.shift()
    if (socket === undefined) return
    this.#isBusy = true
    void this.#serve(socket).finally(() => {
      this.#isBusy = false
      this.#serveNext()
    })
  }

  async #serve(socket: Socket): Promise<void> {
    const request = await readRequest(socket)
    if (request === null) return
    if (request === 'unknown-magic') return answer(socket, errorMessage(errorCodes.unknownMagic))
    const fault = this.faults.take(commandName(commandCode(request)), this.#hasStream(request))
    if (fault !== null && (await this.#misbehave(fault, socket, request))) return
    await this.#execute(request, socket, fault)
  }

  /** True when the fault replaced the answer. */
  async #misbehave(fault: Fault, socket: Socket, request: Request): Promise<boolean> {
    switch (fault.kind) {
      case 'slow':
        await pause(fault.delayMs)
        return false
      case 'error':
        answer(socket, errorMessage(fault.code))
        return true
      case 'garbage':
        socket.end(Buffer.alloc(fault.bytes, 0xa5))
        return true
      case 'never-answers':
        await closed(socket)
        return true
      case 'locks-up':
        if (this.#sessionToStop(request.payload)?.isEmpty === true) return false
        for (const session of this.#sessions) session.freeze()
        return new Promise<never>(() => undefined)
      case 'half-message':
        socket.write((await this.#answerOf(request)).subarray(0, fault.bytes))
        await closed(socket)
        return true
      case 'early-close':
        socket.end((await this.#answerOf(request)).subarray(0, fault.bytes))
        return true
      case 'lies-about-length': {
        const message = Buffer.from(await this.#answerOf(request))
        message.writeUInt16LE(fault.declaredBytes & 0xffff, 14)
        answer(socket, message)
        return true
      }
      case 'stream-cut':
      case 'stream-damaged':
      case 'stream-replayed':
      case 'stream-silent':
        return false
    }
  }

  async #execute(request: Request, socket: Socket, fault: Fault | null): Promise<void> {
    const code = commandCode(request)
    if (!this.#isCollect(code)) return answer(socket, await this.#answerOf(request))
    try {
      this.#collect(code, request.payload, socket, fault)
    } catch (error) {
      if (!(error instanceof BadEncoding)) throw error
      answer(socket, errorMessage(errorCodes.badEncoding))
    }
  }

  async #answerOf(request: Request): Promise<Buffer> {
    const { generation } = this.#options
    try {
      switch (commandCode(request)) {
        case 0x0201:
          return await this.#stop(request.payload)
        case 0x0400:
        case 0x0404:
        case 0x0408:
          if (generation === 3) break
          return okMessage(this.#processInfo(commandCode(request)))
        case 0x0401:
          if (generation === 3) break
          this.#isSuspended = false
          return okMessage(new PayloadWriter().u32(0).bytes())
        case 0x0402:
          if (generation === 3) break
          return this.#environment()
      }
    } catch (error) {
      if (!(error instanceof BadEncoding)) throw error
      return errorMessage(errorCodes.badEncoding)
    }
    return errorMessage(errorCodes.unknownCommand)
  }

  #processInfo(code: number): Buffer {
    const { identity } = this.#options
    const payload = new PayloadWriter()
    if (code === 0x0408) payload.u32(1)
    payload.u64(BigInt(identity.pid)).raw(identity.cookie)
    // A suspended runtime knows its executable only (measured on .NET 8 to 10).
    const commandLine = this.#isSuspended ? (identity.commandLine.split(' ')[0] ?? '') : identity.commandLine
    payload.string(commandLine).string(identity.operatingSystem).string(identity.architecture)
    if (code !== 0x0400) payload.string(identity.entryAssembly).string(identity.version)
    if (code === 0x0408) payload.string(identity.runtimeIdentifier)
    return payload.bytes()
  }

  #environment(): Buffer {
    const entries = Object.entries(this.#options.environment)
    const continuation = new PayloadWriter().u32(entries.length)
    for (const [name, value] of entries) continuation.string(`${name}=${value}`)
    const bytes = continuation.bytes()
    return Buffer.concat([okMessage(new PayloadWriter().u32(bytes.length).u16(0).bytes()), bytes])
  }

  #hasStream(request: Request): boolean {
    const code = commandCode(request)
    try {
      return this.#isCollect(code) && !isEmptyRequest(parseCollectRequest(code, request.payload))
    } catch (error) {
      if (!(error instanceof BadEncoding)) throw error
      return false
    }
  }

  #isCollect(code: number): boolean {
    if (code === collectCommands.ct1 || code === collectCommands.ct2) return true
    if (code === collectCommands.ct3 || code === collectCommands.ct4) return this.#options.generation >= 9
    return code === collectCommands.ct5 && this.#options.generation >= 10
  }

  #collect(code: number, payload: Uint8Array, socket: Socket, fault: Fault | null): void {
    const request = parseCollectRequest(code, payload)
    if (this.#sessions.size >= (this.#options.maxSessions ?? defaultMaxSessions)) {
      return answer(socket, errorMessage(errorCodes.fail))
    }
    this.#slotNumber += 1
    if (!isEmptyRequest(request)) this.#openedCount += 1
    const session = new ScriptedSession({
      id: 0x7fc5_7000_0000n + BigInt(this.#slotNumber) * 0x10n,
      request,
      socket,
      encoder: createStreamEncoder({ pid: this.#options.identity.pid, nowMs: this.#now() }),
      fault,
      now: this.#now,
      onGone: (gone) => this.#forget(gone),
    })
    this.#sessions.add(session)
    this.#bus.add(session)
    socket.write(okMessage(new PayloadWriter().u64(session.id).bytes()))
    session.begin()
    // Whatever else a client writes on a session's connection is ignored by a runtime; it must still be read.
    socket.resume()
    socket.on('end', () => undefined)
    const { commandLine, operatingSystem, architecture } = this.#options.identity
    this.#bus.publish(processInfoType, [commandLine, operatingSystem, architecture], this.#now())
    for (const publisher of this.#counters) publisher.refresh()
    this.#runtimeEvents.refresh()
    const metrics = session.provider(providerNames.metrics)
    if (metrics !== null) this.#meters.opened(metrics)
  }

  async #stop(payload: Uint8Array): Promise<Buffer> {
    const id = new PayloadReader(payload).u64()
    await this.#sessionToStop(payload)?.stop()
    return okMessage(new PayloadWriter().u64(id).bytes())
  }

  #sessionToStop(payload: Uint8Array): ScriptedSession | undefined {
    const id = new PayloadReader(payload).u64()
    return [...this.#sessions].find((candidate) => candidate.id === id)
  }

  #forget(session: ScriptedSession): void {
    this.#sessions.delete(session)
    this.#bus.remove(session)
    for (const publisher of this.#counters) publisher.refresh()
    this.#runtimeEvents.refresh()
    this.#meters.closed()
  }
}

function commandName(code: number): CommandName {
  if (code === 0x0400 || code === 0x0404 || code === 0x0408) return 'process-info'
  if (code === 0x0401) return 'resume'
  if (code === 0x0402) return 'environment'
  if (code === 0x0201) return 'stop'
  return 'collect'
}
