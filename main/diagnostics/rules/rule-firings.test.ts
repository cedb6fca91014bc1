import { afterEach, beforeEach, expect, test } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { pause } from '../../os/pause.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { EngineBench, notify, standing } from './testing/engine-bench.ts'

const row = testRow(7)
const nothing = (): void => undefined
const full = (code: string) => err({ kind: 'io', operation: 'write', path: '/srv', code } as const)

let bench: EngineBench
beforeEach(() => void (bench = new EngineBench()))
afterEach(() => bench.dispose())

test('what waits behind another capture does not begin when its rule is disarmed meanwhile', async () => {
  let release = nothing
  bench.act = () => new Promise((resolve) => (release = () => resolve(ok([]))))
  bench.arm('a', [standing], [{ kind: 'stacks' }, { kind: 'heap-graph' }])
  bench.arm('b', [standing], [{ kind: 'dump', type: 'full' }])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await expect.poll(() => bench.done).toEqual(['stacks'])
  bench.disarm('b')
  bench.disarm('a')
  release()
  await bench.engine.whenIdle()
  expect(bench.done).toEqual(['stacks'])
  expect(bench.fired('b')[0]).toMatchObject({ outcome: 'skipped', skipped: 'disarmed' })
  expect(bench.fired('a')[0]).toMatchObject({ outcome: 'partial', actions: [{ state: 'done' }, { state: 'failed' }] })
})

test('captures of a process stay one at a time when a rule is armed while one runs', async () => {
  const releases: (() => void)[] = []
  bench.act = () => new Promise((resolve) => void releases.push(() => resolve(ok([]))))
  bench.arm('a', [standing], [{ kind: 'stacks' }])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await expect.poll(() => bench.done).toEqual(['stacks'])
  bench.arm('b', [standing], [{ kind: 'heap-graph' }])
  bench.directory.change(row.key, { state: 'ready' })
  bench.directory.change(row.key, { state: 'silent' })
  await pause(20)
  expect(bench.done).toEqual(['stacks'])
  while (releases.length > 0 || bench.done.length < 2) {
    releases.shift()?.()
    await pause(5)
  }
  await bench.engine.whenIdle()
  expect(bench.done).toHaveLength(2)
})

test('an action that throws has failed, is reported, and the next firing still comes', async () => {
  bench.act = (action) => (action.kind === 'stacks' ? Promise.reject(new Error('ENOENT')) : Promise.resolve(ok([])))
  bench.arm('a', [standing], [{ kind: 'stacks' }, notify])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')[0]).toMatchObject({
    outcome: 'partial',
    actions: [{ reason: 'internal' }, { state: 'done' }],
  })
  expect(bench.bugs).toEqual(['Error: ENOENT'])
  bench.directory.change(row.key, { state: 'ready' })
  bench.directory.change(row.key, { state: 'silent' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toHaveLength(2)
})

test('files that can’t be written are reported once, with another cause again, and when they can be written', async () => {
  const written = ok([{ path: '/srv/a.txt', fileId: null, sizeBytes: 1 }])
  // Notifications work all the while, so that the rule stays armed.
  bench.arm('a', [standing], [{ kind: 'stacks' }, notify])
  bench.directory.put(row)
  for (const done of [full('ENOSPC'), full('ENOSPC'), full('EROFS'), ok([]), written, written]) {
    bench.act = (action) => Promise.resolve(action.kind === 'stacks' ? done : ok([]))
    bench.directory.change(row.key, { state: 'silent' })
    // oxlint-disable-next-line no-await-in-loop -- one firing after the other
    await bench.engine.whenIdle()
    bench.directory.change(row.key, { state: 'ready' })
  }
  expect(bench.filesProblems).toEqual(['io ENOSPC', 'io EROFS', null])
  expect(bench.fired('a').map(({ actions }) => actions[0]?.reason)).toContain('io-EROFS')
})
