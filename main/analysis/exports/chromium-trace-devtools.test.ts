import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Picture, picture } from '../stacks/testing/picture.ts'
import { writeChromiumTrace } from './chromium-trace.ts'

/** What the Performance panel of Chrome DevTools reads traces with; only what is asked of it here. */
interface TraceEngine {
  readonly Processor: {
    readonly TraceProcessor: {
      createWithAllHandlers(): {
        parse(events: readonly object[], options: object): Promise<void>
        readonly data: EngineData | null
      }
    }
  }
}
interface EngineData {
  readonly Renderer: {
    readonly processes: ReadonlyMap<number, { readonly threads: ReadonlyMap<number, EngineThread> }>
  }
}
interface EngineThread {
  readonly name: string
  readonly entries: readonly { readonly name: string; readonly ts: number; readonly dur?: number }[]
  readonly tree?: { readonly roots: ReadonlySet<EngineNode> }
}
interface EngineNode {
  readonly entry: EngineThread['entries'][number]
  readonly children: readonly EngineNode[]
}

/** A text to the compiler: its types are those of a page. */
const devtools: string = '@paulirish/trace_engine'

// It runs in a page.
beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('DOMRect', Object)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Samples of one thread, a millisecond each; the last one has no length. */
function write(drawn: Picture): readonly object[] {
  const count = drawn.leaves.length
  const samples = {
    count,
    ticks: Float64Array.from(drawn.leaves, (_, row) => row * 1e6),
    threadIndex: new Uint32Array(count),
    node: Uint32Array.from(drawn.leaves),
    sampleClass: new Uint8Array(count),
    rule: new Uint8Array(count),
    isCorrected: new Uint8Array(count),
  }
  const pieces: string[] = []
  writeChromiumTrace(
    { tree: drawn.tree, samples, filter: {}, placeOf: null },
    {
      name: 'app',
      pid: 7,
      ticksPerMs: 1e6,
      range: null,
      collections: [],
      threadName: () => 'Thread 100',
      threadId: () => 100,
    },
    (piece) => pieces.push(piece),
  )
  return (JSON.parse(pieces.join('')) as { readonly traceEvents: readonly object[] }).traceEvents
}

const shapeOf = ({ entry: { name, ts, dur = 0 }, children }: EngineNode): unknown => [
  `${name} ${ts} to ${ts + dur}`,
  children.map(shapeOf),
]

test('the reader of Chrome DevTools finds each thread, and its calls within each other with their times', async () => {
  const { Processor } = (await import(devtools)) as TraceEngine
  const engine = Processor.TraceProcessor.createWithAllHandlers()
  await engine.parse(write(picture(['Main;Parse;Sort', 'Main;Parse', 'Main;Save', 'Main;Save', 'Idle'])), {})
  const thread = engine.data!.Renderer.processes.get(7)!.threads.get(100)!
  expect(thread.name).toBe('Thread 100')
  expect([...thread.tree!.roots].map(shapeOf)).toEqual([
    [
      'Main 0 to 4000',
      [
        ['Parse 0 to 2000', [['Sort 0 to 1000', []]]],
        ['Save 2000 to 4000', []],
      ],
    ],
    ['Idle 4000 to 4000', []],
  ])
})
