import { expect, test } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage } from '../../../shared/model/process.ts'
import { CpuFeed } from './cpu-feed.ts'

const [a, b] = [asProcessKey('1:1'), asProcessKey('2:1')]

const ignore = () => undefined

function feed() {
  let tell: (message: ProcessMessage) => void = ignore
  let isOver = false
  const subscribe = (listener: typeof tell) => {
    tell = listener
    return { dispose: () => void (isOver = true), [Symbol.dispose]: () => undefined }
  }
  const cpu = new CpuFeed({ subscribe })
  const measured = (percents: Record<string, number | null>) => {
    const entries = Object.entries(percents).map(([key, cpuPercent]) => ({
      key: asProcessKey(key),
      cpuPercent,
      workingSetBytes: 1,
      threadCount: 1,
    }))
    tell({ kind: 'usage', revision: 1, timeMs: 1, entries })
  }
  return { cpu, measured, tell: (message: ProcessMessage) => tell(message), isOver: () => isOver }
}

test('CPU before a recording is the mean of the last five readings', () => {
  const { cpu, measured } = feed()
  expect([cpu.mean(a), cpu.newest(a)]).toEqual([null, null])
  for (const percent of [1000, 10, 20, 30, 40, 50]) measured({ [a]: percent, [b]: 7 })
  expect([cpu.mean(a), cpu.newest(a)]).toEqual([30, 50])
  expect([cpu.mean(b), cpu.newest(b)]).toEqual([7, 7])
})

test('a failed reading is skipped, and a process that is no longer measured has none', () => {
  const { cpu, measured, tell } = feed()
  measured({ [a]: 10, [b]: null })
  measured({ [a]: null, [b]: null })
  expect([cpu.mean(a), cpu.mean(b)]).toEqual([10, null])
  tell({ kind: 'changes', revision: 2, upserted: [], removed: [] })
  expect(cpu.mean(a)).toBe(10)
  measured({ [b]: 5 })
  expect([cpu.mean(a), cpu.mean(b)]).toEqual([null, 5])
})

test('it stops listening when disposed', () => {
  const { cpu, isOver } = feed()
  cpu.dispose()
  expect(isOver()).toBe(true)
})
