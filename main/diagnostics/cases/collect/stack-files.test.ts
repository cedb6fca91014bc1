import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import type { SnapshotStacks } from '../../../../shared/model/stack-snapshot.ts'
import type { RecordingTarget } from '../../recordings/recording-target.ts'
import { takeSnapshots } from './stack-files.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-stacks-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const target = {} as RecordingTarget

const snapshot = (takenMs: number): SnapshotStacks => ({
  takenMs,
  threadCount: 1,
  sampleCount: 1,
  unnamedFrameCount: 0,
  groups: [],
})
const takenTimes = (): unknown => {
  const { snapshots } = JSON.parse(fs.readFileSync(path.join(folder, 'stacks.json'), 'utf8')) as {
    readonly snapshots: readonly SnapshotStacks[]
  }
  return snapshots.map(({ takenMs }) => takenMs)
}
const order = () => ({ count: 3, secondsApart: 0, title: 'Shop (7)', folder, signal: new AbortController().signal })

describe('stack snapshots', () => {
  test('are on disk as soon as each is taken', async () => {
    const onDisk: unknown[] = []
    let count = 0
    const stacks = () => {
      if (count > 0) onDisk.push(takenTimes())
      return Promise.resolve(ok(snapshot(++count)))
    }
    const { taken, error } = await takeSnapshots({ stacks }, target, order())
    expect(onDisk).toEqual([[1], [1, 2]])
    expect(takenTimes()).toEqual([1, 2, 3])
    expect(taken).toHaveLength(3)
    expect(error).toBeNull()
    expect(fs.readFileSync(path.join(folder, 'stacks.txt'), 'utf8')).toContain('Snapshot 3 of 3')
  })

  test('that can no longer be written leave those before them', async () => {
    let count = 0
    const stacks = () => {
      // In the way of the next one, as a full disk is.
      if (count === 1) {
        fs.rmSync(path.join(folder, 'stacks.json'))
        fs.mkdirSync(path.join(folder, 'stacks.json'))
      }
      return Promise.resolve(ok(snapshot(++count)))
    }
    const { taken, error } = await takeSnapshots({ stacks }, target, order())
    expect(taken).toEqual([snapshot(1)])
    expect(error).toMatchObject({ kind: 'io', operation: 'write' })
  })
})
