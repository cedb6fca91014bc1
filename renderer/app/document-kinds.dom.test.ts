import { beforeEach, describe, expect, it } from 'vitest'
import { asLiveId, asPid, asProcessKey } from '../../shared/model/ids.ts'
import { commands } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import type { DocumentTab } from '../store/navigation-slice.ts'
import { definitionOf, documentKinds, goToCommands } from './document-kinds.ts'

const recordTarget = { processKey: asProcessKey('7:1'), pid: asPid(7), name: 'orders-api' }
const tabs: readonly DocumentTab[] = [
  { kind: 'processes', id: 'processes', title: 'Processes' },
  {
    kind: 'live',
    id: 'live-1',
    title: 'orders-api · live',
    liveTarget: { kind: 'process', isDemo: false, ...recordTarget },
  },
  { kind: 'record', id: 'record-7:1', title: 'Record orders-api', recordTarget },
  { kind: 'stacks', id: 'stacks-7:1', title: 'orders-api · stacks', recordTarget },
  { kind: 'dump', id: 'dump-7:1', title: 'Dump orders-api', recordTarget },
  { kind: 'case', id: 'case-7:1', title: 'Case orders-api', recordTarget },
  { kind: 'advanced', id: 'advanced-7:1', title: 'Modify orders-api', recordTarget },
  { kind: 'console', id: 'console-7:1', title: 'orders-api · console', recordTarget },
  { kind: 'files', id: 'files', title: 'Files' },
  { kind: 'startup', id: 'startup', title: 'Startup and ports' },
  { kind: 'flight', id: 'flight', title: 'Flight recorders' },
  { kind: 'rules', id: 'rules', title: 'Rules' },
  { kind: 'connections', id: 'connections', title: 'Connections' },
  { kind: 'settings', id: 'settings', title: 'Settings' },
]
const titles = () => appStore.getState().documents.map(({ title }) => title)

describe('kinds of documents', () => {
  beforeEach(() => appStore.setState(appStore.getInitialState(), true))

  it.each(Object.entries(documentKinds))('%s has an icon, a screen and a way back', (_kind, definition) => {
    expect(definition.icon).toBeTypeOf('function')
    expect(definition.Screen).toBeTruthy()
    expect(definition.reopen).toBeTypeOf('function')
  })

  it.each(tabs)('a closed document comes back: $title', (tab) => {
    definitionOf(tab).reopen(tab)
    expect(titles()).toContain(tab.title)
    expect(appStore.getState().documents.find(({ id }) => id === appStore.getState().activeDocumentId)?.title).toBe(
      tab.title,
    )
  })

  it('a closed file is opened again from the disk, because its data is gone', () => {
    const opened: unknown[] = []
    const opening = commands.registerWith('files.openPath', (given) => opened.push(given))
    const liveTarget = { kind: 'file', liveId: asLiveId('live-1'), path: '/a/b.nettrace', name: 'b.nettrace' } as const
    const live: DocumentTab = { kind: 'live', id: 'live-1', title: 'b.nettrace', liveTarget }
    const traceTarget = { documentId: '1', path: '/a/c.nettrace', name: 'c.nettrace', sizeBytes: 1 }
    const trace: DocumentTab = { kind: 'trace', id: 'trace-1', title: 'c.nettrace', traceTarget }
    definitionOf(live).reopen(live)
    definitionOf(trace).reopen(trace)
    const events: DocumentTab = { ...trace, traceTarget: { ...traceTarget, asTrace: true } }
    definitionOf(events).reopen(events)
    opening.dispose()
    expect(opened).toEqual([
      { path: '/a/b.nettrace', as: 'live' },
      { path: '/a/c.nettrace', as: 'trace' },
      { path: '/a/c.nettrace', as: 'events' },
    ])
  })

  it('each one that can be gone to has a command named after it', () => {
    expect(goToCommands.map(({ id }) => id)).toEqual(
      'processes live record dump heap-capture case advanced console stacks files startup flight rules connections settings diagnostics'
        .split(' ')
        .map((kind) => `app.${kind}`),
    )
  })
})
