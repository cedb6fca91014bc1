import { beforeEach, expect, it } from 'vitest'
import type { Request } from '../../shared/contract/index.ts'
import { appStore } from '../store/create-store.ts'
import { type FakeBridge, installFakeBridge } from '../testing/fake-bridge.ts'
import { resetStore } from '../testing/render.tsx'
import { openBaseline, openFile, openFileAsHeap, openFileAsTrace } from './open-documents.ts'

const state = () => appStore.getState()
const tabs = () => state().documents.map(({ kind, title }) => `${kind} ${title}`)
const inFront = () => state().documents.find(({ id }) => id === state().activeDocumentId)?.kind

let bridge: FakeBridge
let nextId = 1

/** `walk.nettrace` holds a heap walk and nothing else. */
function opened({ path, asTrace }: Request<'traces.open'>) {
  const holds = path === '/walk.nettrace' && asTrace !== true ? ('heap' as const) : ('trace' as const)
  const id = String(nextId++)
  const documentId = holds === 'heap' ? `heap-${id}` : id
  return { documentId, path: path!, name: path!.slice(1), sizeBytes: 5, holds, presetId: null }
}

beforeEach(() => {
  resetStore()
  nextId = 1
  bridge = installFakeBridge({ 'traces.open': opened })
})

it('a recording that holds only a heap walk is one document', async () => {
  openFile('/walk.nettrace')
  await expect.poll(tabs).toEqual(['processes Processes', 'heap walk.nettrace'])
  openFile('/walk.nettrace')
  openFileAsHeap('/walk.nettrace')
  expect(bridge.calls.map(({ channel }) => channel)).toEqual(['traces.open'])
  expect(tabs()).toHaveLength(2)
})

it('its events are in a document of their own when somebody wants them, once', async () => {
  openFile('/walk.nettrace')
  await expect.poll(inFront).toBe('heap')
  openFileAsTrace('/walk.nettrace')
  await expect.poll(tabs).toEqual(['processes Processes', 'heap walk.nettrace', 'trace walk.nettrace'])
  expect(inFront()).toBe('trace')
  openFileAsHeap('/walk.nettrace')
  expect(inFront()).toBe('heap')
  openFileAsTrace('/walk.nettrace')
  expect(inFront()).toBe('trace')
  expect(bridge.requestsOf('traces.open')).toEqual([
    { path: '/walk.nettrace', asTrace: false },
    { path: '/walk.nettrace', asTrace: true },
  ])
})

it('a recording is compared with the events of another file, whatever that holds', async () => {
  openFile('/a.nettrace')
  await expect.poll(inFront).toBe('trace')
  openBaseline('/walk.nettrace', '1')
  await expect.poll(() => state().baselines['1']?.name).toBe('walk.nettrace')
  expect(tabs()).toEqual(['processes Processes', 'trace a.nettrace', 'trace walk.nettrace'])
})
