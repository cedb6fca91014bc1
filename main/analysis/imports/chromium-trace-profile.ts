import { ImportDamage, lineAt } from './import-damage.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { JsonReader } from './json-reader.ts'
import { ProfileBuilder } from './profile-builder.ts'
import { ThreadEvents } from './thread-events.ts'
import { V8Profiles } from './v8-profiles.ts'

const usPerMs = 1000

interface TraceEvent {
  readonly ph?: unknown
  readonly name?: unknown
  readonly pid?: unknown
  readonly tid?: unknown
  readonly ts?: unknown
  readonly dur?: unknown
  readonly id?: unknown
  readonly args?: unknown
}

/**
 * The trace event format of Chromium, as an object or as an array of events that may lack its end. Calls of threads (`B` and `E`, `X`)
 * are stacks; the CPU profiles of V8 in such a file are too, of a thread of their own. Asynchronous events have no stack.
 */
export function readChromiumTrace(bytes: Uint8Array): ImportedProfile {
  const reader = new JsonReader(bytes)
  const builder = new ProfileBuilder()
  const events = new TraceEvents(builder, reader)
  try {
    if (reader.peek() === 'array') reader.array(() => events.add(reader.value()))
    else
      reader.object((key) => {
        if (key === 'traceEvents') reader.array(() => events.add(reader.value()))
        else reader.skip()
      })
  } catch (error) {
    // A program that ended, or a trace that is still written: the format allows the end to be missing.
    if (!(error instanceof ImportDamage) || events.count === 0) throw error
    builder.note('cut-off', `line ${lineAt(bytes, error.offset)}, ${error.path}`, error.found)
  }
  events.finish()
  const facts = { format: 'chromium-trace', tool: '', name: events.processName, unit: 'ms', statedUnit: 'µs' } as const
  return builder.build({ ...facts, startUnixMs: null }, true)
}

class TraceEvents {
  readonly #builder: ProfileBuilder
  readonly #reader: JsonReader
  readonly #threads = new Map<number, ThreadEvents>()
  readonly #profiles: V8Profiles
  count = 0
  processName = ''

  constructor(builder: ProfileBuilder, reader: JsonReader) {
    this.#builder = builder
    this.#reader = reader
    this.#profiles = new V8Profiles(builder)
  }

  add(value: unknown): void {
    this.count++
    const event = typeof value === 'object' && value !== null ? (value as TraceEvent) : {}
    switch (event.ph) {
      case 'B':
      case 'E':
      case 'X':
        this.#addCall(event, event.ph)
        return
      case 'M':
        this.#addName(event)
        return
      case 'P':
        if (!this.#profiles.add(event)) this.#builder.note('other-event', this.#reader.path, textOf(event.name))
        return
      case 'b':
      case 'e':
      case 'n':
      case 'S':
      case 'T':
      case 'p':
      case 'F':
        this.#builder.note('asynchronous-event', this.#reader.path, textOf(event.name))
        return
      default:
        this.#builder.note('other-event', this.#reader.path, textOf(event.name))
    }
  }

  finish(): void {
    for (const thread of this.#threads.values()) thread.finish()
    this.#profiles.finish()
  }

  #addCall(event: TraceEvent, phase: 'B' | 'E' | 'X'): void {
    const { ts, dur, name } = event
    if (typeof ts !== 'number' || (phase === 'X' && typeof dur !== 'number' && dur !== undefined)) {
      this.#builder.note('other-event', this.#reader.path, textOf(name))
      return
    }
    const thread = this.#threadOf(event)
    let events = this.#threads.get(thread)
    if (events === undefined) this.#threads.set(thread, (events = new ThreadEvents(this.#builder, thread)))
    if (phase === 'E') events.end(ts / usPerMs)
    else {
      const frame = this.#builder.frame(textOf(name) || 'Unnamed')
      events.begin(
        frame,
        ts / usPerMs,
        phase === 'X' ? (typeof dur === 'number' ? Math.max(0, dur) : 0) / usPerMs : null,
      )
    }
  }

  #addName({ name, pid, tid, args }: TraceEvent): void {
    const given = textOf((args as { name?: unknown } | null | undefined)?.name)
    if (name === 'process_name' && this.processName === '') this.processName = given
    if (name === 'thread_name') this.#builder.thread(`${textOf(pid)}:${textOf(tid)}`, idOf(tid), given)
  }

  #threadOf({ pid, tid }: TraceEvent): number {
    return this.#builder.thread(`${textOf(pid)}:${textOf(tid)}`, idOf(tid), '')
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function idOf(tid: unknown): number | null {
  return typeof tid === 'number' && Number.isSafeInteger(tid) && tid >= 0 ? tid : null
}
