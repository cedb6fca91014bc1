import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { TextPool } from '../text-pool.ts'
import { readableName } from '../names/readable-name.ts'
import { type EventFilter, everyEvent } from './event-filter.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/**
 * Compilations, a row each: from the event that a method is being compiled to the one that its code is loaded, on the same
 * thread. What began before or ended after the recording is left out.
 */
export class JitEvents extends ReportListener {
  readonly texts = new TextPool()
  readonly startTicks = new NumberColumn()
  readonly durationTicks = new NumberColumn()
  readonly threadIndex = new IndexColumn()
  readonly ilBytes = new NumberColumn()
  readonly codeBytes = new NumberColumn()
  /** As in the event; bits 7 to 9 are the tier. */
  readonly flags = new NumberColumn()
  readonly namespaceText = new IndexColumn()
  readonly nameText = new IndexColumn()
  /** Of the thread that asked for it. */
  readonly stackIndex = new IndexColumn()
  readonly #open = new Map<string, { ticks: number; ilBytes: number; stack: number }>()

  get count(): number {
    return this.startTicks.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isRuntimeEvent(type, 145))
      return this.fieldHandler(type, ['MethodID', 'MethodILSize'], (fields, { ticks, threadIndex, stackIndex }) => {
        const key = `${threadIndex}/${fields.number('MethodID')}`
        this.#open.set(key, { ticks, ilBytes: fields.number('MethodILSize'), stack: stackIndex })
      })
    if (!isRuntimeEvent(type, 143)) return null
    const names = ['MethodID', 'MethodSize', 'MethodFlags', 'MethodNamespace', 'MethodName'] as const
    return this.fieldHandler(type, names, (fields, { ticks, threadIndex }, bytes) => {
      const key = `${threadIndex}/${fields.number('MethodID')}`
      const start = this.#open.get(key)
      if (start === undefined) return
      this.#open.delete(key)
      this.startTicks.push(start.ticks)
      this.durationTicks.push(ticks - start.ticks)
      this.threadIndex.push(threadIndex)
      this.ilBytes.push(start.ilBytes)
      this.stackIndex.push(start.stack)
      this.codeBytes.push(fields.number('MethodSize'))
      this.flags.push(fields.number('MethodFlags'))
      const text = (name: 'MethodNamespace' | 'MethodName'): number =>
        this.texts.intern(bytes, fields.textStart(name), fields.textEnd(name))
      this.namespaceText.push(text('MethodNamespace'))
      this.nameText.push(text('MethodName'))
    })
  }
}

export interface JitRow {
  /** `Namespace.Type.Method`. */
  readonly method: string
  /** As its author wrote it. */
  readonly displayName: string
  readonly compilationCount: number
  readonly ticks: number
  readonly ilBytes: number
  readonly codeBytes: number
}

/** Methods by the time their compilations took, all tiers added, the longest first. */
export function jitRows(events: JitEvents, isIn: EventFilter = everyEvent): readonly JitRow[] {
  const methods = new Map<
    string,
    { displayName: string; compilationCount: number; ticks: number; ilBytes: number; codeBytes: number }
  >()
  for (let row = 0; row < events.count; row++) {
    if (!isIn(events.startTicks.at(row), events.threadIndex.at(row))) continue
    const type = events.texts.text(events.namespaceText.at(row))
    const name = events.texts.text(events.nameText.at(row))
    const method = `${type}.${name}`
    const known = methods.get(method) ?? {
      displayName: readableName({ type, method: name }).short,
      compilationCount: 0,
      ticks: 0,
      ilBytes: 0,
      codeBytes: 0,
    }
    methods.set(method, known)
    known.compilationCount++
    known.ticks += events.durationTicks.at(row)
    known.ilBytes = Math.max(known.ilBytes, events.ilBytes.at(row))
    known.codeBytes += events.codeBytes.at(row)
  }
  return [...methods].map(([method, row]) => ({ method, ...row })).sort((a, b) => b.ticks - a.ticks)
}
