import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { HeapDocuments, type OpenedHeap } from './heap-documents.ts'

let folder: string
let workerPath: string
let heaps: HeapDocuments
const openedIds: string[] = []
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-heaps-'))
  workerPath = await bundleWorker('heap-document', folder)
  heaps = new HeapDocuments({ workerPath, onCrash: () => undefined })
})
afterEach(async () => {
  for (const documentId of openedIds.splice(0)) await heaps.close(documentId)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function heapFile(name: string): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, 'heap')
  return file
}

async function open(file: string): Promise<OpenedHeap> {
  const opened = await heaps.open(file)
  const heap = must(opened.ok ? opened.value : null, 'an opened heap')
  openedIds.push(heap.documentId)
  return heap
}

it('a captured heap that is opened soon is not read again', async () => {
  const captured = await open(heapFile('captured'))
  await heaps.closeLater(captured)
  expect((await open(captured.path)).documentId).toBe(captured.documentId)
  // It was handed over: the next one is another document.
  expect((await open(captured.path)).documentId).not.toBe(captured.documentId)
})

it('one that was opened before it was written to its end is reported as long as it is', async () => {
  const captured = await open(heapFile('growing'))
  fs.appendFileSync(captured.path, ', the rest')
  await heaps.closeLater(captured)
  const { documentId } = captured
  expect(await open(captured.path)).toEqual({ ...captured, documentId, sizeBytes: 'heap, the rest'.length })
})

it('a file that has changed since is read anew', async () => {
  const captured = await open(heapFile('changed'))
  await heaps.closeLater(captured)
  fs.writeFileSync(captured.path, 'another heap')
  expect((await open(captured.path)).documentId).not.toBe(captured.documentId)
})

it('one heap is kept at most, and it gives way to others that are opened', async () => {
  const [first, second] = [await open(heapFile('first')), await open(heapFile('second'))]
  await heaps.closeLater(first)
  await heaps.closeLater(second)
  expect(heaps.document(first.documentId).ok).toBe(false)
  for (let count = 1; count <= 8; count++) await open(first.path)
  expect(heaps.document(second.documentId).ok).toBe(false)
  expect(await heaps.open(first.path)).toEqual({ ok: false, error: { kind: 'document-limit', of: 'heap', limit: 8 } })
})
