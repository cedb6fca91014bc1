import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { work } from '../../nettrace/work-steps.ts'
import { NumberColumn } from '../grown-column.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/** A load of an assembly or a type, from its start to its stop on one thread. */
export interface LoadRow {
  readonly what: 'assembly' | 'type'
  readonly name: string
  readonly startTicks: number
  readonly durationTicks: number
  readonly threadIndex: number
  /** Loads on the same thread that this one is part of. */
  readonly depth: number
  /** Of an assembly: whether it was found; of a type always true. */
  readonly isFound: boolean
}

interface OpenLoad {
  readonly what: LoadRow['what']
  readonly name: string
  readonly ticks: number
}

/** Of one thread, the innermost last. A stop of a kind that is not open must not look through the others. */
interface OpenLoads {
  readonly loads: OpenLoad[]
  readonly count: Record<LoadRow['what'], number>
}

/**
 * Loads of assemblies and types. They nest: loading a type loads others, so a stop ends the innermost open load of its kind
 * on the thread.
 */
export class LoaderEvents extends ReportListener {
  readonly rows: LoadRow[] = []
  /** Modules as they were loaded. */
  readonly moduleTicks = new NumberColumn()
  readonly #open = new Map<number, OpenLoads>()

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isRuntimeEvent(type, 290))
      return this.fieldHandler(type, ['AssemblyName'], (fields, { ticks, threadIndex }) =>
        this.#begin(threadIndex, { what: 'assembly', name: fields.text('AssemblyName'), ticks }),
      )
    if (isRuntimeEvent(type, 291))
      return this.fieldHandler(type, ['Success'], (fields, { ticks, threadIndex }) =>
        this.#end(threadIndex, 'assembly', ticks, '', fields.number('Success') !== 0),
      )
    if (isRuntimeEvent(type, 73))
      return this.fieldHandler(type, [], (_fields, { ticks, threadIndex }) =>
        this.#begin(threadIndex, { what: 'type', name: '', ticks }),
      )
    if (isRuntimeEvent(type, 74))
      return this.fieldHandler(type, ['TypeName'], (fields, { ticks, threadIndex }) =>
        this.#end(threadIndex, 'type', ticks, fields.text('TypeName'), true),
      )
    if (!isRuntimeEvent(type, 152)) return null
    return this.fieldHandler(type, [], (_fields, { ticks }) => this.moduleTicks.push(ticks))
  }

  #begin(threadIndex: number, load: OpenLoad): void {
    let open = this.#open.get(threadIndex)
    if (open === undefined) this.#open.set(threadIndex, (open = { loads: [], count: { assembly: 0, type: 0 } }))
    open.loads.push(load)
    open.count[load.what]++
  }

  #end(threadIndex: number, what: LoadRow['what'], ticks: number, name: string, isFound: boolean): void {
    const open = this.#open.get(threadIndex)
    if (open === undefined || open.count[what] === 0) return
    let load: OpenLoad
    // Loads above it whose stop never came end with it.
    do {
      load = open.loads.pop()!
      open.count[load.what]--
      work.steps++
    } while (load.what !== what)
    this.rows.push({
      what,
      name: load.name === '' ? name : load.name,
      startTicks: load.ticks,
      durationTicks: ticks - load.ticks,
      threadIndex,
      depth: open.loads.length,
      isFound,
    })
  }
}
