import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { cleanUp, matches } from './files-model.ts'
import { FilesScreen } from './files-screen.tsx'

const day = 24 * 3600 * 1000

function entry(id: string, change: Partial<SavedFileEntry> = {}): SavedFileEntry {
  return {
    id,
    kind: 'trace',
    path: `/home/me/${id}.nettrace`,
    sizeBytes: 1024,
    createdMs: 0,
    processName: 'orders-api',
    pid: 7,
    runtimeVersion: '10.0.1',
    origin: 'Where is time spent?',
    verdict: 'complete',
    reasons: [],
    facts: {},
    tags: [],
    notes: '',
    sha256: null,
    isThere: true,
    ...change,
  }
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

describe('the Files page', () => {
  it('copies the file that the focus is on as a row', async () => {
    const bridge = installFakeBridge({
      'shelf.list': () => ({
        files: [entry('slow', { tags: ['before', 'slow'] })],
        totalBytes: 1024,
        freeBytes: 1e9,
        diskBytes: 2e9,
        removed: [],
      }),
      'clipboard.writeText': () => null,
    })
    const { user } = renderUi(<FilesScreen />)
    const name = await screen.findByRole('button', { name: /^slow\.nettrace/ })
    name.focus()
    await user.keyboard('{Control>}c{/Control}')
    const copied = bridge.requestsOf('clipboard.writeText')[0]?.text.split('\t')
    expect(copied?.slice(0, 5)).toEqual([
      'slow.nettrace',
      'Recording',
      'Where is time spent?',
      'orders-api',
      'Verified',
    ])
    expect(copied?.slice(6)).toEqual(['1024', 'before, slow', '/home/me/slow.nettrace'])
  })

  it('lists what was made, finds it, and keeps tags and notes', async () => {
    const files = [
      entry('one'),
      entry('two', { tags: ['slow'], verdict: 'partial' }),
      entry('gone', { isThere: false }),
      entry('far', { isThere: null }),
    ]
    const bridge = installFakeBridge({
      'shelf.list': () => ({ files, totalBytes: 2048, freeBytes: 1e9, diskBytes: 2e9, removed: [] }),
      'shelf.describe': ({ id }) => entry(id),
    })
    const { user } = renderUi(<FilesScreen />)
    expect(await screen.findByText('Partial')).toBeTruthy()
    expect(screen.getByText('Moved or deleted')).toBeTruthy()
    expect(screen.getByText('Disk not responding')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Search files' }), 'tag:sl')
    await waitFor(() => {
      expect(screen.getAllByRole('listitem')).toHaveLength(1)
    })
    await user.click(screen.getByRole('button', { name: /^two\.nettrace/ }))
    const tags = screen.getByRole('textbox', { name: 'Tags' })
    await user.type(tags, ', before')
    await user.tab()
    expect(bridge.requestsOf('shelf.describe')).toEqual([{ id: 'two', tags: ['slow', 'before'], notes: null }])
  })

  it('removes at once, and can undo it', async () => {
    const bridge = installFakeBridge({
      'shelf.list': () => ({ files: [entry('one')], totalBytes: 1024, freeBytes: null, diskBytes: null, removed: [] }),
      'shelf.remove': () => null,
      'shelf.undoRemove': () => null,
    })
    const { user } = renderUi(<FilesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Remove one.nettrace' }))
    await waitFor(() => {
      expect(appStore.getState().notices[0]?.title).toBe('Removed: one.nettrace')
    })
    appStore.getState().notices[0]?.action?.run()
    expect(bridge.requestsOf('shelf.undoRemove')).toEqual([{ ids: ['one'] }])
  })

  it('hands a dragged file to the system, and shows how full the disk is', async () => {
    const bridge = installFakeBridge({
      'shelf.list': () => ({ files: [entry('one')], totalBytes: 1e8, freeBytes: 5e8, diskBytes: 2e9, removed: [] }),
      'shelf.drag': () => null,
    })
    renderUi(<FilesScreen />)
    const name = await screen.findByRole('button', { name: /^one\.nettrace/ })
    // False: the page's own drag was stopped.
    expect(fireEvent.dragStart(name)).toBe(false)
    expect(bridge.requestsOf('shelf.drag')).toEqual([{ id: 'one' }])
    expect(screen.getByRole('meter', { name: 'Disk usage' }).getAttribute('aria-valuenow')).toBe('75')
  })

  it('says so when there is nothing, and offers to open a file', async () => {
    const opened = vi.fn<() => void>()
    const command = commands.register({ id: 'files.open', title: 'Open', group: 'General', run: opened })
    installFakeBridge({
      'shelf.list': () => ({ files: [], totalBytes: 0, freeBytes: null, diskBytes: null, removed: [] }),
    })
    renderUi(<FilesScreen />)
    expect(await screen.findByText('No files yet')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Open file…' }))
    expect(opened).toHaveBeenCalledOnce()
    command.dispose()
  })
})

describe('a clean-up', () => {
  const files = [
    entry('new', { createdMs: 100 * day }),
    entry('old', { createdMs: 80 * day }),
    entry('old-noted', { createdMs: 80 * day, notes: 'keep' }),
    entry('partial', { createdMs: 100 * day, verdict: 'partial' }),
    entry('gone', { createdMs: 100 * day, isThere: false, tags: ['x'] }),
  ]
  const ids = (what: Parameters<typeof cleanUp>[1]) => cleanUp(files, what, 101 * day).map(({ id }) => id)

  it('never takes what a person tagged or noted, but for entries whose file is gone', () => {
    expect(ids('older-week')).toEqual(['old'])
    expect(ids('older-month')).toEqual([])
    expect(ids('partial')).toEqual(['partial'])
    expect(ids('gone')).toEqual(['gone'])
  })

  it('finds by every word, wherever it stands', () => {
    expect(matches(entry('one'), 'orders time')).toBe(true)
    expect(matches(entry('one'), 'orders dump')).toBe(false)
  })
})
