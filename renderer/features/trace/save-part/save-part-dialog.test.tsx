import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DiagnosticsError } from '../../../../shared/base/errors.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { SavedPart, TrimPreview } from '../../../../shared/model/trace/trace-trim.ts'
import { installFakeBridge, type FakeHandlers } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { SavePartDialog } from './save-part-dialog.tsx'

const target = { documentId: 'trace-1', path: '/x/a.nettrace', name: 'a.nettrace', sizeBytes: 2048 }
const providers = [
  { name: 'App', eventCount: 30 },
  { name: 'Other', eventCount: 12 },
]
const counts: TrimPreview = { eventCount: 42, selectedCount: 20, nameCount: 5, lostCount: 0, redaction: null }
const masked: TrimPreview['redaction'] = {
  rules: [{ rule: 'emails', count: 3, distinctCount: 2 }],
  fields: [{ provider: 'App', event: 'Order', field: 'Buyer', rule: 'emails', count: 3 }],
  zeroed: [],
}
const saved: SavedPart = {
  ...counts,
  redaction: masked,
  file: { path: '/x/a-part.nettrace', sizeBytes: 1024, eventCount: 25 },
}

beforeEach(resetStore)

function open(handlers: FakeHandlers, selection = wholeTrace) {
  const bridge = installFakeBridge({
    'traces.trimCounts': ({ redaction }) => ({ ...counts, redaction: redaction === null ? null : masked }),
    'traces.trimProgress': () => ({ phase: 'writing', doneBytes: 1, totalBytes: 4 }),
    'traces.stopTrim': () => null,
    ...handlers,
  })
  const summary = { imported: null, providers } as Partial<TraceSummary> as TraceSummary
  const onClose = vi.fn()
  const page = renderUi(
    <TraceViewProvider value={viewOf({ selection, summary })}>
      <SavePartDialog target={target} isOpen onClose={onClose} />
    </TraceViewProvider>,
  )
  return { bridge, onClose, ...page }
}

describe('saving a part of a recording', () => {
  it('counts what is chosen, and saves exactly that', async () => {
    const { bridge, user } = open(
      { 'traces.trim': () => saved },
      { ...wholeTrace, range: { fromMs: 5, toMs: 9 }, threads: [7] },
    )
    expect(await screen.findByText('20 of 42 events, and 5 with symbols')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Only thread 7' }))
    await user.click(screen.getByRole('checkbox', { name: /^Other/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Email addresses/ }))
    expect(await screen.findByText('3 texts masked')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    const order = {
      documentId: 'trace-1',
      selection: { range: { fromMs: 5, toMs: 9 }, threads: null, providers: ['App'] },
      redaction: { rules: ['emails'], expressions: [] },
    }
    expect(bridge.requestsOf('traces.trim')).toEqual([order])
    expect(bridge.requestsOf('traces.trimCounts').at(-1)).toEqual(order)
    expect(await screen.findByText('/x/a-part.nettrace')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'What was masked' }).textContent).toContain('App/Order, Buyer')
  })

  it('shows how far it is and stops when asked to', async () => {
    let stop: (() => void) | null = null
    const { bridge, user } = open({
      'traces.trim': () =>
        new Promise((_resolve, reject) => {
          stop = () => reject(new DiagnosticsError({ kind: 'cancelled' }))
        }),
      'traces.stopTrim': () => {
        stop?.()
        return null
      },
    })
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    expect(await screen.findByText('Saving: 25%')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop saving' }))
    expect(await screen.findByRole('button', { name: 'Save…' })).toBeTruthy()
    expect(bridge.requestsOf('traces.stopTrim')).toEqual([{ documentId: 'trace-1' }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('stops a saving when it is closed, and says why one failed', async () => {
    const failure = new DiagnosticsError({ kind: 'io', operation: 'write', path: '/x/a-part.nettrace', code: 'ENOSPC' })
    const { bridge, user, onClose } = open({
      'traces.trim': () => {
        throw failure
      },
    })
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t save the part.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(bridge.requestsOf('traces.stopTrim')).toEqual([])
  })

  it('keeps what was chosen when the dialog for the file was closed', async () => {
    const { user } = open({ 'traces.trim': () => null })
    await user.click(screen.getByRole('checkbox', { name: /^Command lines/ }))
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    expect(await screen.findByRole('button', { name: 'Save…' })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: /^Command lines/ }).getAttribute('aria-checked')).toBe('true')
  })
})
