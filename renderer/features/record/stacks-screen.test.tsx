import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SnapshotStacks, StackGroup } from '../../../shared/model/stack-snapshot.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { snapshotText } from '../../../shared/words/stack-text.ts'
import { changeOf } from './stacks-model.ts'
import { StacksScreen } from './stacks-screen.tsx'

const frame = (name: string) => ({ name, method: `${name}()`, module: 'App' })
const group = (
  names: readonly string[],
  threadIds: readonly number[],
  state: StackGroup['state'] = 'waiting',
): StackGroup => ({
  frames: names.map(frame),
  state,
  threadIds,
})
const stacks = (groups: readonly StackGroup[]): SnapshotStacks => ({
  takenMs: 0,
  threadCount: groups.reduce((sum, { threadIds }) => sum + threadIds.length, 0),
  sampleCount: 10,
  unnamedFrameCount: 0,
  groups,
})

beforeEach(() => {
  resetStore()
})

describe('a stack snapshot', () => {
  it('is taken when it is opened, copied as text, and compared with the one before', async () => {
    const answers = [
      stacks([group(['Sleep', 'Main'], [1, 2])]),
      stacks([group(['Sleep', 'Main'], [1]), group(['Hot'], [2], 'running')]),
    ]
    const bridge = installFakeBridge({
      'recordings.stacks': () => answers.shift() ?? stacks([]),
      'clipboard.writeText': () => null,
    })
    const target = { processKey: asProcessKey('1:1'), pid: 1, name: 'orders' }
    const { user } = renderUi(<StacksScreen target={target} />)
    expect(await screen.findByText('2 threads')).toBeTruthy()
    expect(screen.queryByText(/since the last one/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Take another' }))
    expect(await screen.findByText('New since the last snapshot')).toBeTruthy()
    expect(screen.getByText('Fewer threads than before')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy all' }))
    expect(bridge.requestsOf('clipboard.writeText')[0]).toMatchObject({
      text: expect.stringContaining('App!Hot()') as string,
    })
  })

  it('knows how a stack changed', () => {
    const before = stacks([group(['A'], [1, 2])])
    expect(changeOf(group(['A'], [3, 4], 'running'), before)).toBe('same')
    expect(changeOf(group(['A'], [1, 2, 3]), before)).toBe('more')
    expect(changeOf(group(['B'], [1]), before)).toBe('new')
    expect(snapshotText('orders', before)).toContain('orders, 1970-01-01T00:00:00.000Z, 2 threads')
  })
})
