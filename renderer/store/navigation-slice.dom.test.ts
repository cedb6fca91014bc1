import { beforeEach, describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import { appStore } from './create-store.ts'
import type { LiveTarget } from './navigation-slice.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { resetStore } from '../testing/render.tsx'

const target = (pid: number): LiveTarget => ({
  kind: 'process',
  processKey: asProcessKey(`${String(pid)}:1`),
  pid: asPid(pid),
  name: `app-${String(pid)}`,
  isDemo: false,
})
const titles = () => appStore.getState().documents.map((tab) => tab.title)
const activeTitle = () => {
  const { documents, activeDocumentId } = appStore.getState()
  return documents.find((tab) => tab.id === activeDocumentId)?.title
}

beforeEach(() => {
  installFakeBridge()
  resetStore()
})

describe('documents', () => {
  it('begin with the process list, which cannot be closed or moved', () => {
    const { closeDocument, moveDocument, openLive } = appStore.getState()
    openLive(target(1))
    closeDocument('processes')
    moveDocument('processes', 1)
    expect(titles()).toEqual(['Processes', 'app-1 · live'])
  })

  it('open once per process: a second time goes to the one that is open', () => {
    const { openLive, activateDocument } = appStore.getState()
    const first = openLive(target(1))
    openLive(target(2))
    activateDocument('processes')
    expect(openLive(target(1))).toBe(first)
    expect(titles()).toEqual(['Processes', 'app-1 · live', 'app-2 · live'])
    expect(activeTitle()).toBe('app-1 · live')
  })

  it('leave the neighbor in front when the one in front is closed', () => {
    const { openLive, closeDocument, activateDocument } = appStore.getState()
    const one = openLive(target(1))
    const two = openLive(target(2))
    activateDocument(one)
    closeDocument(one)
    expect(activeTitle()).toBe('app-2 · live')
    closeDocument(two)
    expect(activeTitle()).toBe('Processes')
  })

  it('are taken out in the order they were closed, newest first', () => {
    const { openLive, closeDocument, takeClosedDocument, openPage } = appStore.getState()
    closeDocument(openLive(target(1)))
    closeDocument(openPage('settings'))
    expect(takeClosedDocument()?.title).toBe('Settings')
    expect(takeClosedDocument()?.title).toBe('app-1 · live')
    expect(takeClosedDocument()).toBeNull()
    expect(titles()).toEqual(['Processes'])
  })

  it('cycle round the end in both directions', () => {
    const { openLive, cycleDocument } = appStore.getState()
    openLive(target(1))
    cycleDocument(1)
    expect(activeTitle()).toBe('Processes')
    cycleDocument(-1)
    expect(activeTitle()).toBe('app-1 · live')
  })

  it('move within the tabs behind the first', () => {
    const { openLive, moveDocument } = appStore.getState()
    openLive(target(1))
    openLive(target(2))
    const three = openLive(target(3))
    moveDocument(three, 0)
    expect(titles()).toEqual(['Processes', 'app-3 · live', 'app-1 · live', 'app-2 · live'])
    moveDocument(three, 99)
    expect(titles()).toEqual(['Processes', 'app-1 · live', 'app-2 · live', 'app-3 · live'])
  })
})

describe('the inspector', () => {
  it('is a drawer in a narrow window and a setting in a wide one', () => {
    const { toggleInspector } = appStore.getState()
    toggleInspector(true)
    expect(appStore.getState()).toMatchObject({ isInspectorDrawerOpen: true, settings: { isInspectorOpen: true } })
    toggleInspector(false)
    expect(appStore.getState()).toMatchObject({ isInspectorDrawerOpen: true, settings: { isInspectorOpen: false } })
  })
})
