import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DumpException, DumpThread } from '../../../../shared/model/dump-threads.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { groupedExceptions, threadWords } from './dump-threads-model.ts'
import { DumpThreadsView } from './dump-threads-view.tsx'

const frame = (name: string, isManaged = true) => ({ name, module: isManaged ? 'Shop.dll' : '', isManaged })
const noStock: DumpException = {
  address: '7f00',
  type: 'Shop.NoStock',
  message: 'none left',
  frames: [frame('Shop.Cart.Add')],
  inner: { address: '7f80', type: 'System.TimeoutException', message: 'too late', frames: [], inner: null },
}
const thread = (nativeId: number, change: Partial<DumpThread> = {}): DumpThread => ({
  managedId: nativeId - 70,
  nativeId,
  isAlive: true,
  role: '',
  isBackground: false,
  lockCount: null,
  frames: [frame('InlinedCallFrame', false), frame('Shop.Program.Main')],
  isCut: false,
  exception: null,
  ...change,
})

beforeEach(resetStore)

describe('threads of a dump', () => {
  it('are listed with stacks and exceptions, searched and copied', async () => {
    const bridge = installFakeBridge({ 'clipboard.writeText': () => null })
    const threads = [thread(77, { exception: noStock }), thread(78, { role: 'finalizer', frames: [] })]
    const again = { ...noStock, address: '7f40' }
    const { user } = renderUi(<DumpThreadsView answer={{ threads, exceptions: [noStock, again], exceptionCount: 2 }} />)
    expect(screen.getByText('2 managed threads · 2 exceptions on the heap')).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Threads' }))
    expect(list.getByText('Thread 77 (managed 7)')).toBeTruthy()
    expect(list.getByText('[InlinedCallFrame]')).toBeTruthy()
    expect(list.getByText('Finalizer')).toBeTruthy()
    expect(list.getByText('No managed frames')).toBeTruthy()
    const thrown = within(screen.getByRole('list', { name: 'Exceptions on the heap' }))
    expect(thrown.getByText('2 objects')).toBeTruthy()
    expect(thrown.getByText('Caused by System.TimeoutException: too late')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'finalizer')
    expect(list.queryByText('Thread 77 (managed 7)')).toBeNull()
    expect(list.getByText('Thread 78 (managed 8)')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy all' }))
    expect(bridge.requestsOf('clipboard.writeText')[0]).toMatchObject({
      text: expect.stringContaining('at Shop.dll!Shop.Program.Main') as string,
    })
  })

  it('are shown a hundred at a time, and all of them are searched', async () => {
    const exceptions = Array.from({ length: 130 }, (_, at) => {
      const message = `order ${String(1000 + at)}`
      return { ...noStock, address: String(at), message, frames: [], inner: null }
    })
    const { user } = renderUi(<DumpThreadsView answer={{ threads: [], exceptions, exceptionCount: 130 }} />)
    const list = document.getElementsByTagName('ul')[1]
    const search = screen.getByLabelText('Search threads and exceptions')
    fireEvent.change(search, { target: { value: '1129' } })
    expect(list?.children).toHaveLength(1)
    fireEvent.change(search, { target: { value: '' } })
    expect(list?.children).toHaveLength(100)
    await user.click(screen.getByText('Show 30 more'))
    expect(list?.children).toHaveLength(130)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Threads and exceptions')
  })

  it('say what is known of them, and put equal exceptions together', () => {
    expect(threadWords(thread(1, { role: 'pool', isBackground: true, lockCount: 2 }))).toEqual([
      'Thread pool',
      '2 locks held',
    ])
    expect(threadWords(thread(1, { isAlive: false, isBackground: true, lockCount: 0 }))).toEqual([
      'Exited',
      'Background',
    ])
    const other = { ...noStock, message: 'other' }
    expect(groupedExceptions([other, noStock, noStock]).map(({ count }) => count)).toEqual([2, 1])
  })
})
