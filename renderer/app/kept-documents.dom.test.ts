import { beforeEach, describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import { appStore } from '../store/create-store.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { resetStore } from '../testing/render.tsx'
import { keepDocuments } from './kept-documents.ts'

const state = () => appStore.getState()
const titles = () => state().documents.map(({ title }) => title)
const activeTitle = () => state().documents.find(({ id }) => id === state().activeDocumentId)?.title
const process = { processKey: asProcessKey('7:1'), pid: asPid(7), name: 'orders-api' }
const heap = (documentId: string, path: string) => ({ documentId, path, name: path.slice(1), sizeBytes: 5 })

let nextId = 100

async function reload(): Promise<void> {
  const kept = sessionStorage.getItem('documents')
  resetStore()
  // The page before this one still listens here.
  if (kept !== null) sessionStorage.setItem('documents', kept)
  await keepDocuments()
}

describe('a page that takes the place of another one', () => {
  beforeEach(() => {
    sessionStorage.clear()
    location.hash = ''
    resetStore()
    nextId = 100
    installFakeBridge({
      'heaps.open': ({ path }) => {
        if (path === '/gone.gcdump') throw new DiagnosticsError({ kind: 'not-found', what: 'file' })
        return heap(`heap-${String(nextId++)}`, path ?? '')
      },
      'traces.open': ({ path }) => ({ ...heap(String(nextId++), path ?? ''), holds: 'trace' as const, presetId: null }),
    })
  })

  it('has the same documents in the same order, the same one in front', async () => {
    await keepDocuments()
    state().openHeap(heap('heap-1', '/a.gcdump'))
    state().openLive({ kind: 'process', isDemo: false, ...process })
    state().openTrace(heap('1', '/b.nettrace'))
    state().openPage('settings')
    state().activateDocument('heap-1')
    const before = titles()
    await reload()
    expect(titles()).toEqual(before)
    expect(activeTitle()).toBe('a.gcdump')
  })

  it('has the events of a heap walk again where somebody wanted them', async () => {
    const bridge = installFakeBridge({
      'traces.open': ({ path, asTrace }) => ({
        ...heap(String(nextId++), path ?? ''),
        holds: asTrace === true ? ('trace' as const) : ('heap' as const),
        presetId: null,
      }),
    })
    await keepDocuments()
    state().openTrace({ ...heap('1', '/walk.nettrace'), asTrace: true })
    await reload()
    await reload()
    expect(state().documents.map(({ kind }) => kind)).toEqual(['processes', 'trace'])
    expect(bridge.requestsOf('traces.open')).toEqual([
      { path: '/walk.nettrace', asTrace: true },
      { path: '/walk.nettrace', asTrace: true },
    ])
  })

  it('gives a new live view an id of its own', async () => {
    await keepDocuments()
    const kept = state().openLive({ kind: 'process', isDemo: false, ...process })
    await reload()
    expect(state().openLive({ kind: 'process', isDemo: false, ...process, processKey: asProcessKey('8:1') })).not.toBe(
      kept,
    )
  })

  it('compares the same heaps and the same recordings', async () => {
    await keepDocuments()
    state().openHeap(heap('heap-1', '/a.gcdump'))
    state().openHeap(heap('heap-2', '/b.gcdump'))
    state().compareHeap('heap-2', [{ documentId: 'heap-1', path: '/a.gcdump', name: 'a.gcdump' }])
    state().openTrace(heap('1', '/a.nettrace'))
    state().openTrace(heap('2', '/b.nettrace'))
    const selection = { fromMs: 1, toMs: 2, threads: null } as never
    state().compare('2', { documentId: '1', name: 'a.nettrace', selection })
    await reload()
    const ids = state().documents.map((tab) =>
      tab.kind === 'heap' ? tab.heapTarget.documentId : tab.kind === 'trace' ? tab.traceTarget.documentId : '',
    )
    const [, first, second, third, fourth] = ids
    expect(state().heapBaselines).toEqual({
      [second!]: [{ documentId: first, path: '/a.gcdump', name: 'a.gcdump' }],
    })
    expect(state().baselines).toEqual({ [fourth!]: { documentId: third, name: 'a.nettrace', selection } })
  })

  it('says which file it could not open again, and has the others', async () => {
    await keepDocuments()
    state().openHeap(heap('heap-1', '/gone.gcdump'))
    state().openHeap(heap('heap-2', '/b.gcdump'))
    await reload()
    expect(titles()).toEqual(['Processes', 'b.gcdump'])
    expect(state().notices[0]?.title).toBe('Couldn’t open gone.gcdump again')
  })

  it('has none of them where the person wants it empty', async () => {
    await keepDocuments()
    state().openHeap(heap('heap-1', '/a.gcdump'))
    location.hash = '#empty'
    await reload()
    expect(titles()).toEqual(['Processes'])
    location.hash = ''
    await reload()
    expect(titles()).toEqual(['Processes'])
  })
})
