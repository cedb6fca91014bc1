import { expect, test } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { listedParent, readAncestry } from './parents.ts'
import { FakeSystem } from './testing/fake-system.ts'

/** Each process is the parent of the next. */
function chain(...pids: number[]) {
  const system = new FakeSystem()
  for (const [index, pid] of pids.entries()) system.add(pid, '5', { parentPid: pids[index - 1] ?? 1 })
  return system
}
const nobody = { ownPid: -1, isLaunched: () => false }

test('ancestors are found nearest first, up to the first process of the machine', () => {
  const ancestry = readAncestry(30, chain(10, 20, 30), nobody)
  expect(ancestry).toEqual({ parentPid: 20, keys: ['20:5', '10:5'], isOwn: false, isLaunched: false })
  expect(readAncestry(10, chain(10), nobody).keys).toEqual([])
  expect(readAncestry(99, chain(10), nobody)).toMatchObject({ parentPid: 0, keys: [] })
})

test('a cycle of parents ends', () => {
  const system = chain(10, 20)
  system.change(10, { parentPid: 20 })
  expect(readAncestry(20, system, nobody).keys).toHaveLength(64)
})

const launching = (launched: number) => ({ ownPid: 77, isLaunched: (pid: number) => pid === launched })

test('descendants of Pipescope are its own, unless they were launched for the user', () => {
  const system = chain(77, 20, 30)
  expect(readAncestry(30, system, { ...nobody, ownPid: 77 })).toMatchObject({ isOwn: true, isLaunched: false })
  expect(readAncestry(30, system, launching(30))).toMatchObject({ isOwn: false, isLaunched: true })
  expect(readAncestry(30, system, launching(20))).toMatchObject({ isOwn: false, isLaunched: false })
  expect(readAncestry(30, system, launching(5))).toMatchObject({ isOwn: true })
})

test('the parent in the list is the nearest ancestor that is listed and lives', () => {
  const ancestry = readAncestry(40, chain(10, 20, 30, 40), nobody)
  const listed = new Map([
    [asProcessKey('10:5'), { exitedAtMs: null }],
    [asProcessKey('20:5'), { exitedAtMs: null }],
    [asProcessKey('30:5'), { exitedAtMs: 5 }],
  ])
  expect(listedParent(ancestry, listed)).toBe('20:5')
  expect(listedParent(ancestry, new Map())).toBeNull()
})
