import { expect, it } from 'vitest'
import { asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import { testRow } from '../testing/fake-directory.ts'
import { TargetLife } from './target-life.ts'

const nothing = (): void => undefined

/** Replicas of one application that end together, with one new process for each. */
function replicas(successors: readonly string[], { nowMs, startTimeMs } = { nowMs: 60_000, startTimeMs: 51_000 }) {
  let rows = successors.map((key, at) =>
    testRow(20 + at, { key: asProcessKey(key), startTimeMs: startTimeMs + at, state: 'ready' }),
  )
  const watched = new Set<ProcessKey>()
  const directory = {
    rows: () => rows,
    rowOf: (key: ProcessKey) => rows.find((row) => row.key === key) ?? null,
    endpointOf: () => null,
    subscribe: () => ({ dispose: nothing }),
  }
  const follow = (pid: number, drained: () => Promise<void>): TargetLife => {
    const life = new TargetLife({
      row: testRow(pid, { key: asProcessKey(`old-${pid}`), startTimeMs: 1000 }),
      directory,
      isWatched: (key) => watched.has(key),
      now: () => nowMs,
      events: {
        onChanged: nothing,
        onStopped: nothing,
        onSuspended: nothing,
        onKnown: nothing,
        onExited: nothing,
        drained,
        onFollowed: (_, successor) => void watched.add(successor.key),
      },
    })
    life.exited(nowMs - 10_000)
    return life
  }
  return { follow, end: (key: string) => (rows = rows.filter((row) => row.key !== key)) }
}

it('follows another new process than a view of a replica that ended at the same time', async () => {
  const { follow } = replicas(['a', 'b'])
  const lives = [follow(10, () => Promise.resolve()), follow(11, () => Promise.resolve())]
  await Promise.resolve()
  await Promise.resolve()
  expect(lives.map(({ key }) => key)).toEqual(['a', 'b'])
})

it('follows nobody when the only new process has got its view meanwhile', async () => {
  const { follow } = replicas(['a'])
  const lives = [follow(10, () => Promise.resolve()), follow(11, () => Promise.resolve())]
  await Promise.resolve()
  await Promise.resolve()
  expect(lives.map(({ key }) => key)).toEqual(['a', 'old-11'])
  expect(lives[1]?.exit).not.toBeNull()
})

it('does not follow a process that ended while the old sessions were read to their end', async () => {
  const { follow, end } = replicas(['a', 'b'])
  const life = follow(10, () => {
    end('a')
    return Promise.resolve()
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(life.key).toBe('b')
})

it.each([
  ['a new process is followed', 1000, 'a'],
  ['an older replica is not', 60_000, 'old-10'],
] as const)('after the clock was put forward %s', async (_what, ageMs, key) => {
  // Start times are counted from when Pipescope started, by the clock of then.
  const startTimeMs = performance.timeOrigin + performance.now() - ageMs
  const { follow } = replicas(['a'], { nowMs: Date.now() + 3_600_000, startTimeMs })
  const life = follow(10, () => Promise.resolve())
  await Promise.resolve()
  await Promise.resolve()
  expect(life.key).toBe(key)
})

it('knows the application by an entry assembly that is only known later, and follows it by that', async () => {
  const started = testRow(10, { key: asProcessKey('old'), startTimeMs: 1000, entryAssembly: null, state: 'asking' })
  const known = testRow(10, { key: asProcessKey('old'), startTimeMs: 1000 })
  let rows = [known]
  let changed = nothing
  const life = new TargetLife({
    row: started,
    directory: {
      rows: () => rows,
      rowOf: (key) => rows.find((row) => row.key === key) ?? null,
      endpointOf: () => null,
      subscribe: (listener) => {
        changed = () => listener({ kind: 'changes' } as never)
        return { dispose: nothing }
      },
    },
    isWatched: () => false,
    now: () => 60_000,
    events: {
      onChanged: nothing,
      onStopped: nothing,
      onSuspended: nothing,
      onKnown: nothing,
      onExited: nothing,
      drained: () => Promise.resolve(),
      onFollowed: nothing,
    },
  })
  life.watch()
  changed()
  expect(life.application.entryAssembly).toBe(known.entryAssembly)
  rows = [testRow(20, { key: asProcessKey('new'), startTimeMs: 55_000, state: 'ready' })]
  life.exited(50_000)
  await Promise.resolve()
  await Promise.resolve()
  expect(life.key).toBe('new')
})
