import { brotliDecompressSync } from 'node:zlib'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { Steps } from '../../../analysis/steps.ts'
import { TraceTables } from '../../../analysis/tables/trace-tables.ts'
import { TraceParts } from '../../../analysis/trace/trace-parts.ts'
import { traceSummary } from '../../../analysis/trace/trace-summary.ts'
import { TraceReader } from '../../../nettrace/trace/trace-reader.ts'
import { practiceBytes } from './practice-bytes.ts'

/** As a page asks at first. */
const selection = { ...wholeTrace, classes: ['running', 'spinning'] as const }
const threads = { order: 'busiest', search: '', pinned: [], offset: 0, count: 32 } as const
const flame = { selection, stretch: { path: [], from: 0, to: 1 }, widthPx: 1400, search: '' }
const timeline = { selection, range: null, binCount: 700, threads }
/** Cold code reads this much in a few milliseconds. */
const pieceBytes = 2 ** 14

/**
 * Reads a small recording that comes with the app, and answers what a page asks at first: the code of both is compiled then. Nothing of it
 * stays but that and the memory of a reader, also where it is left after one of its steps.
 */
export function* practiceReading(): Steps<void> {
  const bytes = practiceRecording()
  const parts = new TraceParts()
  const reader = new TraceReader(parts.listener)
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      reader.push(bytes.subarray(start, start + pieceBytes))
      yield
    }
    reader.end()
    const { trace } = reader
    const tables = new TraceTables(parts, trace, (offset, byteCount) => bytes.subarray(offset, offset + byteCount))
    parts.sampled.prepare()
    yield
    traceSummary(parts, trace, tables)
    yield
    tables.flame(flame)
    yield
    yield* tables.overviewSteps(selection)
    yield
    yield* tables.timelineSteps(timeline)
  } finally {
    reader.dispose()
  }
}

export function practiceRecording(): Uint8Array {
  return new Uint8Array(brotliDecompressSync(Buffer.from(practiceBytes, 'base64')))
}

/** Practice while a thread waits, a step at a time; what it is asked for comes first. */
export class Practice {
  readonly #steps: Steps<void>
  readonly #onDone: () => void
  #next: NodeJS.Immediate | null = null

  /** @param onDone when all of it was done, and nothing else was asked for until then */
  constructor(steps: Steps<void>, onDone: () => void) {
    this.#steps = steps
    this.#onDone = onDone
  }

  begin(): void {
    this.#next = setImmediate(() => {
      this.#next = null
      if (this.#steps.next().done === true) this.#onDone()
      else this.begin()
    })
  }

  /** Nothing more of it is done, and the memory of its reader is there for the next. */
  end(): void {
    if (this.#next !== null) clearImmediate(this.#next)
    this.#next = null
    this.#steps.return(undefined)
  }
}
