import { arrayOf, type Field, objectOf, plainType, typeCodes } from '../../../nettrace/payload/field-type.ts'
import { type FieldValue, writePayload } from '../../../nettrace/writer/payload-writer.ts'
import { PlantedTrace } from '../../findings/testing/planted-trace.ts'
import { bridgeProvider, hostingProvider, httpProvider, kestrelProvider, taskProvider } from '../request-sources.ts'
import { type Requests, requestRows } from '../request-rows.ts'
import { Waterfalls } from '../waterfall.ts'

const msTicks = 1e6
const checkSum = 0x599d99ad
type Fields = Readonly<Record<string, string | number>>

const taskEvents = {
  TaskScheduled: 7,
  TaskStarted: 8,
  TaskWaitBegin: 10,
  TaskWaitEnd: 11,
  AwaitTaskContinuationScheduled: 12,
} as const

/** Activity id of a path, as EventSource makes it; the first element up to 255, the others up to 10. */
export function activity(...path: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(16)
  let nibble = 0
  const push = (value: number): void => {
    bytes[nibble >> 1]! |= nibble % 2 === 0 ? value << 4 : value
    nibble++
  }
  for (const element of path) {
    if (element > 10) [12, 0, element >> 4, element & 15].forEach(push)
    else push(element)
  }
  const view = new DataView(bytes.buffer)
  const sum = view.getUint32(0, true) + view.getUint32(4, true) + view.getUint32(8, true) + checkSum
  view.setUint32(12, sum >>> 0, true)
  return bytes
}

/** For tests: events about requests as servers, clients and drivers write them; times in milliseconds. */
export class RequestFeed extends PlantedTrace {
  #tasks = 0

  requests(): Requests {
    return requestRows(this.parts.activities.rows(), this.parts.requestFacts, this.feed.trace)
  }

  hosting(what: 'Start' | 'Stop', atMs: number, id?: Uint8Array, fields: Fields = {}, thread = 0): void {
    this.#event(hostingProvider, `Request${what}`, atMs, id, fields, thread)
  }

  kestrel(what: 'Start' | 'Stop', atMs: number, id?: Uint8Array, fields: Fields = {}, thread = 0): void {
    this.#event(kestrelProvider, `Request${what}`, atMs, id, fields, thread)
  }

  /** An activity of the application itself. */
  own(name: string, atMs: number, thread = 0): void {
    this.#event('Shop-Orders', name, atMs, undefined, {}, thread)
  }

  unhandled(atMs: number, id: Uint8Array): void {
    this.#event(hostingProvider, 'UnhandledException', atMs, id, {}, 0)
  }

  http(name: string, atMs: number, id: Uint8Array, fields: Fields = {}, thread = 0): void {
    this.#event(httpProvider, name, atMs, id, fields, thread)
  }

  /** An event of the task library. */
  task(
    name: keyof typeof taskEvents,
    atMs: number,
    id: Uint8Array | undefined,
    values: Fields,
    thread = 0,
    stack = 0,
  ): void {
    const fields = Object.keys(values).map((field) => ({ name: field, type: plainType(typeCodes.int32) }))
    const place = { ticks: atMs * msTicks, thread, stack, ...(id === undefined ? {} : { activity: id }) }
    const type = { provider: taskProvider, eventId: taskEvents[name], name, opcode: 0, fields }
    this.feed.push(type, place, writePayload(fields, Object.values(values)))
  }

  /** A method awaits a task and comes back, perhaps on another thread. */
  awaits(fromMs: number, toMs: number, id: Uint8Array, threads: readonly [number, number], stack = 0): void {
    const numbers = { TaskID: ++this.#tasks, Behavior: 2, ContinueWithTaskID: 1000 + this.#tasks }
    this.task('TaskWaitBegin', fromMs, id, numbers, threads[0], stack)
    this.task('TaskWaitEnd', toMs, id, { TaskID: numbers.TaskID }, threads[1])
  }

  /** The server's answer, as the preset asks for it. */
  response(atMs: number, id: Uint8Array, status: number, routeValues: string): void {
    const values = { StatusCode: String(status), RouteValues: routeValues }
    this.bridged('Event', atMs, id, 'Microsoft.AspNetCore', values, 'Microsoft.AspNetCore.Hosting.EndRequest')
  }

  bridged(name: string, atMs: number, id: Uint8Array, source: string, values: Fields, event = name, thread = 0): void {
    const pairs = Object.entries(values).map(([key, value]) => [key, String(value)])
    const text = plainType(typeCodes.string)
    const pair = objectOf([
      { name: 'Key', type: text },
      { name: 'Value', type: text },
    ])
    const fields = [
      { name: 'SourceName', type: text },
      { name: 'EventName', type: text },
      { name: 'Arguments', type: arrayOf(pair) },
    ]
    this.#push(bridgeProvider, name, atMs, id, fields, [source, event, pairs], thread)
  }

  #event(
    provider: string,
    name: string,
    atMs: number,
    id: Uint8Array | undefined,
    values: Fields,
    thread: number,
  ): void {
    const fields = Object.entries(values).map(([field, value]) => {
      return { name: field, type: plainType(typeof value === 'string' ? typeCodes.string : typeCodes.int32) }
    })
    this.#push(provider, name, atMs, id, fields, Object.values(values), thread)
  }

  #push(
    provider: string,
    name: string,
    atMs: number,
    id: Uint8Array | undefined,
    fields: readonly Field[],
    values: readonly FieldValue[],
    thread: number,
  ): void {
    const type = { provider, eventId: 1, name, opcode: 0, fields }
    const place = { ticks: atMs * msTicks, thread, ...(id === undefined ? {} : { activity: id }) }
    this.feed.push(type, place, writePayload(fields, values))
  }
}

export function waterfalls(plant: (feed: RequestFeed) => void): Waterfalls {
  const feed = new RequestFeed()
  plant(feed)
  return new Waterfalls(feed.parts, feed.requests(), feed.feed.trace)
}
