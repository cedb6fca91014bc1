import { heapRequest, typeFlush } from '../../main/diagnostics/heaps/heap-request.ts'
import { HeapEvents } from '../../main/heap/events/heap-events.ts'
import { heapOfEvents } from '../../main/heap/events/read-heap-events.ts'
import { TraceReader } from '../../main/nettrace/trace/trace-reader.ts'
import { word, type Bench, type Row } from '../cell.ts'
import { collect } from './tracing.ts'

/** What a session with the events of a heap walk brings, by the requests of a capture. All of it comes with the answer, up to .NET 10. */
async function heapGraph(bench: Bench): Promise<string> {
  // Every version of the command can leave stacks on.
  const flushed = await collect(bench.endpoint, 2, { ...typeFlush, stacks: true }, 0)
  if (!flushed.ok) return word(flushed)
  const collected = await collect(bench.endpoint, 2, { ...heapRequest(bench.runtimeVersion), stacks: true }, 0)
  if (!collected.ok) return word(collected)
  const events = new HeapEvents()
  const reader = new TraceReader(events)
  reader.push(collected.value.bytes)
  reader.end()
  const heap = heapOfEvents(events)
  if (heap === null) return 'OK, no objects'
  const { completeness, objectCount, unnamedObjectCount } = heap.facts
  return `OK, ${completeness.kind}, ${unnamedObjectCount * 2 < objectCount ? 'names of types' : 'no names'}`
}

export const heapRows: readonly Row[] = [
  { name: 'a heap graph', target: 'own', start: { args: ['idle'] }, run: heapGraph },
]
