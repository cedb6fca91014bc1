import { HeapEvents } from '../main/heap/events/heap-events.ts'
import { type Heap, heapOfEvents } from '../main/heap/events/read-heap-events.ts'
import { groupNames } from '../main/heap/events/pseudo-nodes.ts'
import { gcDumpBytes } from '../main/heap/testing/gcdump-bytes.ts'
import { HeapStream } from '../main/heap/testing/heap-stream.ts'
import { PlantedHeap } from '../main/heap/testing/planted-heap.ts'
import { TraceReader } from '../main/nettrace/trace/trace-reader.ts'
import type { Random } from './random.ts'

const walksOfPointer = 8
const typeCount = 5

/** Walks of heaps by name, and what is written of them. */
export function heapSeeds(random: Random, hostileSize: number): readonly (readonly [string, Uint8Array])[] {
  const walks = [4, 8].flatMap((pointerBytes) =>
    Array.from({ length: walksOfPointer }, (_, index) => someWalk(random, pointerBytes as 4 | 8, 4 + index * 6)),
  )
  return [
    ...walks.map((bytes) => ['heap walk', bytes] as const),
    ...walks.map((bytes) => ['gcdump', gcDumpBytes(heapOf(bytes))] as const),
    ...Object.entries(hostileHeaps).map(([name, plant]) => [name, gcDumpBytes(hostile(plant, hostileSize))] as const),
  ]
}

/** Graphs that make somebody go over the same nodes again and again. */
const hostileHeaps: Readonly<Record<string, (heap: PlantedHeap, size: number) => void>> = {
  'groups of roots one below the other': (heap, size) => {
    let last = 0
    for (let index = 0; index < size; index++) {
      const group = heap.object(groupNames.stack, 0, { module: '' })
      heap.refer(last, group)
      last = group
    }
    heap.refer(last, heap.object('A', 24))
  },
  'a ladder': (heap, size) => {
    const nodes = Array.from({ length: size }, (_, index) => heap.object(`T${String(index % 3)}`, 24))
    heap.root('static', nodes[0]!, '[static var s_first]')
    for (let index = 0; index + 2 < size; index++)
      heap
        .refer(nodes[index]!, nodes[index + 1]!)
        .refer(nodes[index]!, nodes[index + 2]!)
        .refer(nodes[index + 1]!, nodes[0]!)
  },
  'a chain of one type': (heap, size) => {
    const nodes = Array.from({ length: size }, () => heap.object('Link', 24))
    heap.root('stack', nodes[0]!)
    for (let index = 0; index + 1 < size; index++) heap.refer(nodes[index]!, nodes[index + 1]!)
  },
  'everybody refers to everybody': (heap, size) => {
    const nodes = Array.from({ length: Math.floor(Math.sqrt(size)) }, () => heap.object('A', 24))
    heap.root('strong-handle', nodes[0]!)
    for (const from of nodes) for (const to of nodes) heap.refer(from, to)
  },
}

function hostile(plant: (heap: PlantedHeap, size: number) => void, size: number): Heap {
  const heap = new PlantedHeap()
  plant(heap, size)
  const { facts } = heapOf(new HeapStream().collectionStart().objects(object(1)).collectionEnd().end())
  return { graph: heap.graph(), facts }
}

function object(at: number, type = 1, references: readonly number[] = []) {
  return { address: at * 0x20, type, bytes: 24, references }
}

function someWalk(random: Random, pointerBytes: 4 | 8, objectCount: number): Uint8Array {
  const stream = new HeapStream(pointerBytes).collectionStart()
  const any = (): number => (1 + random.below(objectCount)) * 0x20
  stream.roots(
    ...Array.from({ length: 4 }, () => ({
      to: any(),
      kind: random.below(4),
      flags: random.below(4),
      id: random.below(3),
    })),
  )
  if (random.chance(2)) stream.statics({ to: any(), field: 's_all' }, { to: any(), field: 't_own' })
  if (random.chance(2)) stream.dependents([any(), any()], [any(), any()])
  for (let first = 1; first <= objectCount; first += 8) {
    if (random.chance(12)) stream.dropChunk(random.of([16, 18, 19]))
    const count = Math.min(8, objectCount + 1 - first)
    stream.objects(
      ...Array.from({ length: count }, (_, at) =>
        object(first + at, 1 + random.below(typeCount), Array.from({ length: random.below(4) }, any)),
      ),
    )
  }
  stream.types(
    { id: 1, name: 'Order', module: 9, token: 0x200_0002 },
    { id: 2, name: 'Order[]', flags: 8, of: [1] },
    { id: 3, name: 'System.Collections.Generic.Dictionary`2[System.Int32,Shop.Outer+Order]', of: [1, 2] },
    { id: 4, name: '', flags: 0x10, token: 0x1a2b },
  )
  if (random.chance(2)) stream.generation(2, 0x20, objectCount * 0x20)
  if (random.chance(8)) return stream.end()
  return stream.collectionEnd().module(9, '/app/Shop.dll').method(1, 'Shop.Program', 'Main').end()
}

function heapOf(bytes: Uint8Array): Heap {
  const events = new HeapEvents()
  const reader = new TraceReader(events, { rowsPerSegment: 64, keepsSegments: false })
  reader.push(bytes)
  reader.end()
  const heap = heapOfEvents(events)
  if (heap === null) throw new Error('a seed without a heap')
  return heap
}
