import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { heapEventIds } from '../../heap/events/heap-event-ids.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { openHeapFile } from '../../workers/heap/heap-file.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { openTraceFile } from '../../workers/trace/trace-file.ts'
import { typeGroups } from '../../heap/tables/type-groups.ts'
import { typeRowsSoFar } from '../../heap/tables/type-rows.ts'
import { startRecording } from '../session-recording.ts'
import { SessionRegistry } from '../session-registry.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import { captureHeap, type CapturePhase } from './capture-heap.ts'

const versions: Partial<Record<SampleVariant, string>> = {
  net10: '10.0.0',
  net9: '9.0.22',
  net8: '8.0.33',
  net31: '3.1.3',
}
/** Collections only; the events of the walk go to the heap session alone. */
const collections: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: runtimeProvider, keywords: 0x1n, level: 4, arguments: null }],
  rundown: 'none',
  stacks: true,
}

let folder: string
let recorderPath: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-heap-'))
  recorderPath = await bundleWorker('recorder', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const variants = canBuildSamples()
  ? wantedVariants().filter((variant) => versions[variant] !== undefined && tryBuild(variant) !== null)
  : []

describe.each(variants)('a heap graph of %s', (variant) => {
  const runtimeVersion = must(versions[variant], 'a version')

  it('is complete, twice in a row, and leaves no session behind', async () => {
    const registry = new SessionRegistry({ journalPath: null })
    const target = await startTarget({ variant, args: ['idle'] })
    try {
      const endpoint = endpointOf(target.pid)
      for (const turn of [1, 2]) {
        const file = path.join(folder, `${variant}-${turn}.nettrace`)
        const phases: CapturePhase[] = []
        const onPhase = (phase: CapturePhase) => void phases.push(phase)
        // oxlint-disable-next-line no-await-in-loop -- the second one needs the types of the first to be forgotten
        const ended = await captureHeap(registry, {
          endpoint,
          runtimeVersion,
          path: file,
          recorderPath,
          onPhase,
          bufferMB: turn === 1 ? 1024 : 4096,
        })
        expect(ended).toMatchObject({ ok: true, value: { isComplete: true, reason: 'stopped', discardedBytes: 0 } })
        expect(phases).toEqual(['flushing-types', 'waiting-for-collection', 'receiving'])
        // oxlint-disable-next-line no-await-in-loop -- as above
        const heap = await openHeapFile(file)
        if (!heap.ok) throw new Error(JSON.stringify(heap.error))
        expect(heap.value.facts.completeness).toEqual({ kind: 'complete' })
        expect(heap.value.facts.objectCount).toBeGreaterThan(100)
      }
      await expect.poll(() => registry.isIdle).toBe(true)
      expect(registry.isAlone(endpoint)).toBe(false)
    } finally {
      await target.dispose()
    }
  })

  it('costs one collection, up to .NET 9 a second one at the stop, and no other session moves meanwhile', async () => {
    const registry = new SessionRegistry({ journalPath: null })
    const target = await startTarget({ variant, args: ['idle'] })
    try {
      const endpoint = endpointOf(target.pid)
      const beside = path.join(folder, `${variant}-beside.nettrace`)
      const started = await startRecording(registry, {
        endpoint,
        request: collections,
        runtimeVersion,
        path: beside,
        recorderPath,
      })
      if (!started.ok) throw new Error(JSON.stringify(started.error))
      const capture = captureHeap(registry, {
        endpoint,
        runtimeVersion,
        path: path.join(folder, `${variant}-counted.nettrace`),
        recorderPath,
      })
      const second = await captureHeap(registry, {
        endpoint,
        runtimeVersion,
        path: path.join(folder, 'no'),
        recorderPath,
      })
      expect(second).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
      const stopped = started.value.stop()
      expect((await capture).ok).toBe(true)
      expect((await stopped).isComplete).toBe(true)
      const isOnce = variant === 'net10'
      expect(await inducedCollections(beside)).toBe(isOnce ? 1 : 2)
    } finally {
      await target.dispose()
    }
  })
})

describe.skipIf(!canBuildSamples() || !wantedVariants().includes('aot10') || tryBuild('aot10') === null)(
  'NativeAOT 10',
  () => {
    it('gives a complete graph twice in a row, with types named by its symbols, and lives on', async () => {
      const registry = new SessionRegistry({ journalPath: null })
      const target = await startTarget({ variant: 'aot10', args: ['heap'] })
      try {
        for (const turn of [1, 2]) {
          const file = path.join(folder, `aot10-${turn}.nettrace`)
          // oxlint-disable-next-line no-await-in-loop -- the second one needs the types of the first to be forgotten
          const ended = await captureHeap(registry, {
            endpoint: endpointOf(target.pid),
            runtimeVersion: '10.0.12',
            path: file,
            recorderPath,
          })
          expect(ended).toMatchObject({ ok: true, value: { isComplete: true } })
          // oxlint-disable-next-line no-await-in-loop -- as above
          const heap = await openHeapFile(file)
          if (!heap.ok) throw new Error(JSON.stringify(heap.error))
          const { graph, facts } = heap.value
          expect(facts).toMatchObject({ completeness: { kind: 'complete' }, unnamedObjectCount: 0 })
          const rows = typeRowsSoFar(graph, typeGroups(graph, 'type'))
          for (const planted of must(target.facts.heap, 'planted types').filter(({ name }) => isExact(name))) {
            const found = rows.find(({ name }) => name === planted.name)
            expect([planted.name, found?.count ?? 0, found?.shallowBytes ?? 0]).toEqual([
              planted.name,
              planted.count,
              planted.shallowBytes,
            ])
          }
        }
      } finally {
        await target.dispose()
      }
    })
  },
)

describe.skipIf(!canBuildSamples() || !wantedVariants().includes('aot9') || tryBuild('aot9') === null)(
  'NativeAOT 9',
  () => {
    it('is asked for its heap and sends neither a collection nor an object', async () => {
      const target = await startTarget({ variant: 'aot9', args: ['heap'] })
      try {
        const file = path.join(folder, 'aot9.nettrace')
        const ended = await captureHeap(new SessionRegistry({ journalPath: null }), {
          endpoint: endpointOf(target.pid),
          runtimeVersion: '9.0.22',
          path: file,
          recorderPath,
        })
        expect(ended).toMatchObject({ ok: true, value: { isComplete: true } })
        expect(await inducedCollections(file)).toBe(0)
        expect(await openHeapFile(file)).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'heap' } })
      } finally {
        await target.dispose()
      }
    })
  },
)

/** What the sample alone has objects of. */
function isExact(name: string): boolean {
  return name.startsWith('Pipescope.Samples.') || /^(?:Order|Line|Product)\b/.test(name)
}

/** GCStart: Count u32 | Depth u32 | Reason u32 (1: somebody asked for it) | Type u32. */
async function inducedCollections(file: string): Promise<number> {
  let count = 0
  const onEventType = ({ provider, eventId }: TraceEventType): PayloadHandler | null => {
    if (provider !== runtimeProvider || eventId !== heapEventIds.collectionStart) return null
    return (_bytes, view, start) => {
      if (view.getUint32(start + 8, true) === 1) count++
    }
  }
  const opened = await openTraceFile(file, { onEventType }, { keepsSegments: false })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  opened.value.dispose()
  return count
}
