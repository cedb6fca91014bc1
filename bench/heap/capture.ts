import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import { HeapCaptures } from '../../main/diagnostics/heaps/heap-captures.ts'
import { HeapDocuments } from '../../main/diagnostics/heaps/heap-documents.ts'
import { JobRegistry } from '../../main/diagnostics/jobs/job-registry.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import { dominatorTree } from '../../main/heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../../main/heap/dominators/retained-sizes.ts'
import { openHeapFile } from '../../main/workers/heap/heap-file.ts'
import { bundleWorker } from '../../main/workers/testing/bundle-worker.ts'
import { startTarget } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import { ok } from '../../shared/base/result.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { report } from '../harness.ts'

/**
 * `npm run -s bench -- heap/capture [MILLIONS]`: a .NET 10 process with that many objects (orders with a document of 400 bytes), from the click to the table
 * of types, by what main and its threads run; and what dominators and retained sizes of the heap take.
 *
 * Goals: 1.5 M objects in 1.5 s with 200 MB above idle, 11.1 M objects in 8 s with 900 MB, complete or openly partial; the process is stopped no
 * longer than from its own GCStart to GCEnd.
 */
const objectsPerOrder = 3
const orders = Math.round((Number(process.argv[2] ?? 1.5) * 1e6) / objectsPerOrder)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heap-capture-'))
const target = await startTarget({ args: ['cache', `--orders=${String(orders)}`] })
const figures: Record<string, number | string | null> = {}
try {
  const recorderPath = await bundleWorker('recorder', folder)
  const heaps = new HeapDocuments({
    workerPath: await bundleWorker('heap-document', folder),
    onCrash: (_file, reason) => {
      throw new Error(reason)
    },
  })
  await capture(recorderPath, heaps)
} finally {
  await target.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
}
report({ name: 'heap/capture', figures })

async function capture(recorderPath: string, heaps: HeapDocuments): Promise<void> {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const row = {
    key: 'a',
    pid: target.pid,
    name: 'Sample',
    state: 'ready',
    runtimeVersion: '10.0.0',
    runtimeFlavour: 'coreclr',
  }
  const captures = new HeapCaptures({
    directory: { rowOf: () => row as ProcessRow, endpointOf: () => endpointOf(target.pid) },
    registry: new SessionRegistry({ journalPath: null }),
    jobs,
    savedFiles: { add: (file) => ({ ...file, id: 'file', tags: [], notes: '', sha256: null }) },
    heaps,
    live: { seenCollections: () => Promise.resolve(null) },
    savesGcDump: () => false,
    places: { folderOf: () => ok(folder), fileName: () => 'heap.nettrace' },
    recorderPath,
    now: Date.now,
  })
  const idleBytes = process.memoryUsage().rss
  let mostBytes = idleBytes
  const sampling = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 20)
  const begun = performance.now()
  const processor = process.cpuUsage()
  const seconds = (): number => (performance.now() - begun) / 1000
  const phases = jobs.subscribe((message) => {
    if (message.kind === 'changed') figures[`${message.job.phase}, from seconds`] ??= seconds()
  })
  await captures.start({ processKey: 'a' }, true)
  await jobs.whenIdle()
  phases.dispose()
  const { result } = must(jobs.list()[0], 'the job')
  const file = must(result?.files[0], 'the file')
  figures['captured and verified, seconds'] = seconds()
  const opened = await heaps.open(file.path)
  const { documentId } = must(opened.ok ? opened.value : null, 'the opened file')
  const heap = heaps.document(documentId)
  const question = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true } as const
  if (heap.ok) await heap.value.ask('types', { question, fromRow: 0, rowCount: 200 })
  figures['table of types, seconds'] = seconds()
  const { user, system } = process.cpuUsage(processor)
  figures['processor seconds of ours'] = (user + system) / 1e6
  clearInterval(sampling)
  figures['megabytes above idle, at most'] = (mostBytes - idleBytes) / 1e6
  figures['verdict'] = result?.verdict ?? null
  figures['objects'] = Number(result?.facts?.['objectCount'] ?? 0)
  figures['pause of the process, seconds'] = Number(result?.facts?.['pauseMs'] ?? 0) / 1000
  figures['file, megabytes'] = file.sizeBytes / 1e6
  // The document's thread finds them too, as soon as the table is there.
  if (heap.ok) await heap.value.ask('summary', { isWhole: true })
  await measureDominators(file.path)
  await heaps.close(documentId)
}

async function measureDominators(file: string): Promise<void> {
  const read = await openHeapFile(file)
  if (!read.ok) throw new Error(read.error.kind)
  const { graph } = read.value
  const begun = process.cpuUsage()
  retainedSizes(graph, dominatorTree(graph))
  const { user, system } = process.cpuUsage(begun)
  figures['nodes'] = graph.nodeCount
  figures['references'] = graph.edgeTargets.length
  figures['dominators and retained sizes, processor seconds'] = (user + system) / 1e6
}
