import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { RuleProblem } from '../../../shared/model/rules.ts'
import { KeptFlight, type KeptFlightOptions } from './kept-flight.ts'
import { nameOfProblem } from './kept-place.ts'

const row = { name: 'orders', pid: 1 } as ProcessRow

function make(parts: Partial<Omit<KeptFlightOptions, 'actions'>> = {}) {
  const asked: (() => Promise<boolean>)[] = []
  const state = {
    isRunning: false,
    nowMs: 0,
    refusal: null as 'recorder-limit' | null,
    end: null as RuleProblem | null,
    dropped: [] as string[],
    told: [] as (string | null)[],
  }
  const flight = new KeptFlight({
    row,
    lastMs: 10_000,
    leastFreeBytes: 0,
    folder: () => null,
    ticks: () => state.nowMs,
    actions: {
      hasFlight: () => state.isRunning,
      keepFlight: (_row, _lastMs, keepsAtExit) => {
        asked.push(keepsAtExit)
        if (state.refusal !== null) return Promise.resolve(err({ kind: state.refusal, limit: 8 }))
        state.isRunning = true
        return Promise.resolve(ok(`job-${asked.length}`))
      },
      flightProblem: () => state.end,
      dropFlight: (jobId) => Promise.resolve(void state.dropped.push(jobId)),
    },
    onProblem: (problem) => void state.told.push(problem && nameOfProblem(problem)),
    ...parts,
  })
  return { flight, state, asked }
}

async function tend({ flight, state }: Pick<ReturnType<typeof make>, 'flight' | 'state'>, nowMs: number) {
  state.nowMs = nowMs
  flight.tend()
  await new Promise((resolve) => setImmediate(resolve))
}

test('one that ended by itself is restarted at growing intervals', async () => {
  const made = make()
  await tend(made, 0)
  expect(made.flight.jobId).toBe('job-1')
  for (const at of [1000, 14_999]) {
    made.state.isRunning = false
    await tend(made, at)
  }
  expect(made.asked).toHaveLength(1)
  await tend(made, 15_000)
  expect(made.asked).toHaveLength(2)
  made.state.isRunning = false
  await tend(made, 44_999)
  expect(made.asked).toHaveLength(2)
  await tend(made, 45_000)
  expect(made.asked).toHaveLength(3)
})

test('none is started beside one that a person started', async () => {
  const made = make()
  made.state.isRunning = true
  await tend(made, 0)
  expect(made.asked).toEqual([])
  expect(made.flight.jobId).toBe(null)
})

test('the reason is shown while none can run, and cleared when one does', async () => {
  const made = make()
  made.state.refusal = 'recorder-limit'
  await tend(made, 0)
  expect(made.flight.problem).toMatchObject({ kind: 'failed', error: { kind: 'recorder-limit' } })
  made.state.refusal = null
  await tend(made, 15_000)
  expect(made.flight.problem).toBe(null)
  expect(made.state.told).toEqual(['recorder-limit', null])
})

test('one that fails again and again is reported once, and works again once it has run for a while', async () => {
  const full: RuleProblem = {
    kind: 'failed',
    error: { kind: 'io', operation: 'write', path: '/srv', code: 'ENOSPC' },
  }
  const made = make()
  const { state } = made
  await tend(made, 0)
  for (const at of [15_000, 45_000, 105_000]) {
    Object.assign(state, { isRunning: false, end: full })
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await tend(made, at)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tend(made, at + 1000)
  }
  expect([made.asked.length, state.told]).toEqual([4, ['io ENOSPC']])
  await tend(made, 115_000)
  expect(state.told).toEqual(['io ENOSPC'])
  await tend(made, 117_000)
  expect([made.flight.problem, state.told]).toEqual([null, ['io ENOSPC', null]])
})

test('no recorder is started in a folder that can’t be written, until it can', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-kept-'))
  const place = path.join(folder, 'orders')
  // Instead of a folder: also for somebody who may write everywhere.
  fs.writeFileSync(place, '')
  const made = make({ folder: () => place })
  await tend(made, 0)
  await expect.poll(() => made.state.told).toEqual(['io EEXIST'])
  fs.rmSync(place)
  await tend(made, 15_000)
  await expect.poll(() => made.state.told).toEqual(['io EEXIST', null])
  expect(made.asked).toHaveLength(1)
  fs.rmSync(folder, { recursive: true })
})

test('nothing is recorded on a disk with less free space than the rule requires', async () => {
  const made = make({ folder: () => os.tmpdir(), leastFreeBytes: 2 ** 60 })
  await tend(made, 0)
  expect(made.asked).toEqual([])
  await expect.poll(() => made.flight.problem).toEqual({ kind: 'disk-low', folder: os.tmpdir() })
  expect(fs.existsSync(os.tmpdir())).toBe(true)
})

test('when the process ends it is kept for a rule that asked by then, and for nobody else', async () => {
  const unwanted = make()
  await tend(unwanted, 0)
  const dropped = unwanted.asked[0]!()
  unwanted.flight.exited()
  expect(await dropped).toBe(false)

  const wanted = make()
  await tend(wanted, 0)
  const kept = wanted.asked[0]!()
  const over = wanted.flight.want()
  wanted.flight.exited()
  expect(await kept).toBe(true)
  over()
})

test('a process list that says nothing of the exit is not waited for forever', async () => {
  const made = make()
  await tend(made, 0)
  vi.useFakeTimers()
  const kept = made.asked[0]!()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(await kept).toBe(false)
})

test('dropped while it starts, it is dropped once it has started', async () => {
  const made = make()
  made.flight.tend()
  await made.flight.drop()
  await expect.poll(() => made.state.dropped.length + (made.state.isRunning ? 0 : 1)).toBe(1)
  await tend(made, 60_000)
  expect(made.asked.length).toBeLessThanOrEqual(1)
})
