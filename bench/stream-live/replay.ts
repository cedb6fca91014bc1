import { readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { answer, readRequest } from '../../main/demo/scripted-runtime/request-reader.ts'
import {
  commandCode,
  errorCodes,
  errorMessage,
  okMessage,
  PayloadReader,
  PayloadWriter,
} from '../../main/demo/scripted-runtime/wire.ts'
import { demoEndpointPath } from '../../main/demo/demo-endpoint.ts'
import { demoSystem } from '../../main/demo/demo-system.ts'
import {
  type CollectRequest,
  isEmptyRequest,
  parseCollectRequest,
} from '../../main/demo/scripted-runtime/collect-request.ts'
import { TraceReader } from '../../main/nettrace/trace/trace-reader.ts'
import { later, timesOf } from './later-times.ts'

interface StreamObject {
  readonly name: string
  readonly start: Uint8Array
  readonly content: Uint8Array
  readonly events: number
  /** Defines event types. A runtime does that once, so these are not sent again. */
  readonly isMetadata: boolean
}

/** The stream's objects from the first after the header on. */
interface Recording {
  readonly head: Uint8Array
  readonly objects: readonly StreamObject[]
  /** From its first event to shortly after its last: so much later it is played again. */
  readonly lengthTicks: bigint
}

export interface ReplayOptions {
  readonly file: string
  /** Null: where a runtime in this process would listen. */
  readonly socketPath: string | null
  readonly eventsPerSecond: number
  /** Whether a session hears anything; default: those that ask for something. */
  readonly isPlayed?: (request: CollectRequest) => boolean
}

const pauseTicks = 1_000_000n
const processInfoCommands: readonly number[] = [0x0400, 0x0404, 0x0408]
const stopCommand = 0x0201
const headEnd = 32
const traceBodyBytes = 48
const tickMs = 5

/**
 * A process that speaks the server's half of the protocol and plays a recording again and again at a fixed pace. A stream goes on
 * until it is stopped; what was sent is printed as JSON then.
 */
export function replay(options: ReplayOptions): void {
  const { file, eventsPerSecond, isPlayed = (request) => !isEmptyRequest(request) } = options
  const socketPath = options.socketPath ?? demoEndpointPath()
  const recording = parse(readFileSync(file))
  rmSync(socketPath, { force: true })
  const players = new Map<bigint, Player>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    void readRequest(socket).then((request) => {
      if (request === null || request === 'unknown-magic') return socket.destroy()
      const code = commandCode(request)
      if (processInfoCommands.includes(code)) return answer(socket, okMessage(processInfo(code)))
      if (code >> 8 !== 2) return answer(socket, errorMessage(errorCodes.unknownCommand))
      if (code !== stopCommand) {
        const id = BigInt(players.size + 1)
        const rate = isPlayed(parseCollectRequest(code, request.payload)) ? eventsPerSecond : 0
        players.set(id, new Player(recording, socket, rate))
        socket.write(okMessage(new PayloadWriter().u64(id).bytes()))
        socket.resume()
        return undefined
      }
      const id = new PayloadReader(request.payload).u64()
      players.get(id)?.stop()
      return answer(socket, okMessage(new PayloadWriter().u64(id).bytes()))
    })
  })
  server.listen(socketPath, () => console.log('listening'))
  process.once('exit', () => rmSync(socketPath, { force: true }))
  process.stdin.once('end', () => process.exit(0)).resume()
}

function processInfo(code: number): Uint8Array {
  const { operatingSystem, architecture, runtimeIdentifier } = demoSystem(process.platform, process.arch)
  const payload = new PayloadWriter()
  if (code === 0x0408) payload.u32(1)
  payload.u64(BigInt(process.pid)).raw(new Uint8Array(16).fill(7))
  payload.string('/srv/app/Replayed').string(operatingSystem).string(architecture)
  if (code !== 0x0400) payload.string('Replayed').string('10.0.0')
  if (code === 0x0408) payload.string(runtimeIdentifier)
  return payload.bytes()
}

class Player {
  readonly #recording: Recording
  #objects: readonly StreamObject[]
  readonly #socket: Socket
  readonly #eventsPerSecond: number
  readonly #timer: NodeJS.Timeout
  readonly #startMs = performance.now() + 500
  #next = 0
  #laterTicks = 0n
  #sentEvents = 0
  #sentBytes = 0
  #isWaiting = false
  #isOver = false

  constructor(recording: Recording, socket: Socket, eventsPerSecond: number) {
    this.#recording = recording
    this.#objects = recording.objects
    this.#socket = socket
    this.#eventsPerSecond = eventsPerSecond
    this.#timer = setInterval(() => this.#play(), tickMs)
    socket.on('drain', () => {
      this.#isWaiting = false
      this.#play()
    })
  }

  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    if (this.#sentBytes === 0) this.#write(this.#recording.head)
    this.#socket.end(Uint8Array.of(1))
    const seconds = (performance.now() - this.#startMs) / 1000
    console.log(JSON.stringify({ events: this.#sentEvents, bytes: this.#sentBytes + 1, seconds }))
  }

  #play(): void {
    const due = ((performance.now() - this.#startMs) / 1000) * this.#eventsPerSecond
    if (this.#isOver || this.#isWaiting || due <= 0) return
    if (this.#sentBytes === 0) this.#write(this.#recording.head)
    const parts: Uint8Array[] = []
    let bytes = 0
    while (this.#sentEvents < due && bytes < 2 ** 20) {
      const { name, start, content: recorded, events } = this.#objects[this.#next]!
      const content = this.#laterTicks === 0n ? recorded : later(name, recorded, this.#laterTicks)
      this.#next = (this.#next + 1) % this.#objects.length
      if (this.#next === 0) {
        this.#objects = this.#objects.filter(({ isMetadata }) => !isMetadata)
        this.#laterTicks += this.#recording.lengthTicks
      }
      // Blocks are aligned by their place in the stream, which is another one each time.
      const padding = (4 - ((this.#sentBytes + bytes + start.length) % 4)) % 4
      parts.push(start, zeros.subarray(0, padding), content)
      bytes += start.length + padding + content.length
      this.#sentEvents += events
    }
    if (bytes > 0) this.#write(Buffer.concat(parts))
  }

  #write(bytes: Uint8Array): void {
    this.#sentBytes += bytes.length
    if (!this.#socket.write(bytes)) this.#isWaiting = true
  }
}

const zeros = new Uint8Array(4)

function parse(bytes: Buffer): Recording {
  const objects: StreamObject[] = []
  const reader = new TraceReader({}, { keepsSegments: false })
  let position = headEnd
  let head = bytes.subarray(0, headEnd)
  let [firstTicks, lastTicks] = [2n ** 63n, 0n]
  while (position < bytes.length && bytes[position] !== 1) {
    const nameBytes = bytes.readInt32LE(position + 11)
    const name = bytes.toString('latin1', position + 15, position + 15 + nameBytes)
    const body = position + 16 + nameBytes
    if (name === 'Trace') {
      position = body + traceBodyBytes + 1
      head = bytes.subarray(0, position)
      reader.push(head)
      continue
    }
    const content = Math.ceil((body + 4) / 4) * 4
    const end = content + bytes.readInt32LE(body) + 1
    const before = reader.trace.eventCount
    reader.push(bytes.subarray(position, end))
    const events = reader.trace.eventCount - before
    const isMetadata = name === 'MetadataBlock'
    const times = timesOf(name, bytes.subarray(content, end))
    if (times !== null && events > 0) {
      if (times.firstTicks < firstTicks) firstTicks = times.firstTicks
      if (times.lastTicks > lastTicks) lastTicks = times.lastTicks
    }
    objects.push({
      name,
      start: bytes.subarray(position, body + 4),
      content: bytes.subarray(content, end),
      events,
      isMetadata,
    })
    position = end
  }
  reader.dispose()
  return { head, objects, lengthTicks: lastTicks - firstTicks + pauseTicks }
}
