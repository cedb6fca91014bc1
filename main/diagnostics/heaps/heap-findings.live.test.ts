import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
} from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import type { HeapFinding, HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import { HeapDocumentEngine } from '../../workers/heap/heap-document-engine.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { SessionRegistry } from '../session-registry.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import { captureHeap } from './capture-heap.ts'

let folder: string
let recorderPath: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-heap-findings-'))
  recorderPath = await bundleWorker('recorder', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function findingsOf(target: SampleTarget): Promise<HeapFindings> {
  const file = path.join(folder, `${String(target.pid)}.nettrace`)
  const registry = new SessionRegistry({ journalPath: null })
  const endpoint = endpointOf(target.pid)
  const ended = await captureHeap(registry, { endpoint, runtimeVersion: null, path: file, recorderPath })
  expect(ended).toMatchObject({ ok: true })
  const found = await new HeapDocumentEngine(file, () => undefined).findings()
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  return found.value
}

const variants = canBuildSamples()
  ? wantedVariants().filter((variant) => !variant.startsWith('aot') && tryBuild(variant) !== null)
  : []

describe.each(variants)('what is found in heaps of %s', (variant) => {
  it('names the owner of a leak, the publisher of an event and what timers call', async () => {
    const target = await startTarget({ variant, args: ['cache'] })
    try {
      const leak = must(target.facts.leak, 'what leaks')
      const { findings } = await findingsOf(target)
      const found = (id: string): HeapFinding =>
        must(
          findings.find((one) => one.id === id),
          id,
        )
      expect(found('single-owner').evidence[0]).toMatchObject({ type: leak.owner, root: `static ${leak.field}` })
      expect(found('accumulation-point').evidence[0]).toMatchObject({ type: leak.kept, count: 20_000 })
      expect(found('static-collection')).toMatchObject({
        // By the field alone, whatever arrays the runtime has for the values of its fields.
        title: expect.stringContaining(`Static ${leak.field} keeps `) as string,
        evidence: [{ root: `static ${leak.field}` }],
      })
      expect(found('event-handlers')).toMatchObject({
        title: `1\u2009500 handlers are subscribed to one event of ${leak.publisher}`,
        evidence: [{ type: leak.subscriber, count: 1500 }],
      })
      expect(found('timers').evidence[1]).toMatchObject({ type: 'Pipescope.Samples.Poller', count: 1200 })
    } finally {
      await target.dispose()
    }
  })

  it('finds nothing in a process that keeps nothing', async () => {
    const target = await startTarget({ variant, args: ['idle'] })
    try {
      expect((await findingsOf(target)).findings).toEqual([])
    } finally {
      await target.dispose()
    }
  })
})
