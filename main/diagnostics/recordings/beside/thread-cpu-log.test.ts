import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSidecar, type SidecarLine } from '../../../analysis/system-cpu/sidecar-lines.ts'
import type { ThreadCpuReading } from '../../../os/operating-system.ts'
import { readSystemCpu } from '../../../workers/trace/system-cpu-file.ts'
import { appendToSidecar, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { ThreadCpuLog } from './thread-cpu-log.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-cpu-log-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reading = (processMs: number, threads: Readonly<Record<number, number>>): ThreadCpuReading => ({
  processMs,
  threads: new Map(Object.entries(threads).map(([id, ms]) => [Number(id), ms])),
})
const readerOf = (readings: readonly (ThreadCpuReading | null)[]) => {
  const left = [...readings]
  return { read: () => left.shift() ?? null }
}

const linesOf = (file: string): number => fs.readFileSync(sidecarPathOf(file), 'utf8').split('\n').length

test('keeps what changed once a second, and a last reading at the end', async () => {
  const file = path.join(folder, 'a.nettrace')
  const readings = [reading(10, { 1: 5, 2: 5 }), reading(20, { 1: 15, 2: 5 }), reading(40, { 1: 30, 3: 5 })]
  const log = new ThreadCpuLog(readerOf(readings), file, { startUnixMs: 1000 })
  await vi.waitFor(() => expect(fs.existsSync(sidecarPathOf(file))).toBe(true))
  while (linesOf(file) < 2) await vi.advanceTimersByTimeAsync(100)
  await log.end()
  await log.end()
  const { cpu } = parseSidecar(fs.readFileSync(sidecarPathOf(file), 'utf8'), 'cpu')
  expect(cpu.map(({ threads, ended }) => [threads, ended])).toEqual([
    [{ 1: 5, 2: 5 }, []],
    [{ 1: 15 }, []],
    [{ 1: 30, 3: 5 }, [2]],
  ])
  expect(cpu[0]?.unixMs).toBe(1000)
  expect(fs.statSync(sidecarPathOf(file)).mode & 0o777).toBe(0o600)
})

test('ends by itself when the process is gone', async () => {
  const read = vi.fn(readerOf([reading(1, { 1: 1 })]).read)
  const log = new ThreadCpuLog({ read }, path.join(folder, 'b.nettrace'), { startUnixMs: 0 })
  while (read.mock.calls.length < 2) await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(60_000)
  await log.end()
  expect(read).toHaveBeenCalledTimes(2)
})

test('what didn’t fit on a full disk is in the next line; after half a minute it gives up', async () => {
  const lines: SidecarLine[] = []
  let isFull = true
  const append = vi.fn((_path: string, line: SidecarLine) => {
    if (!isFull) lines.push(line)
    return Promise.resolve(!isFull)
  })
  const readings = Array.from({ length: 100 }, (_, index) => reading(index, { 1: 1, 2: index }))
  const log = new ThreadCpuLog(readerOf(readings), 'x', { startUnixMs: 0, append })
  await vi.advanceTimersByTimeAsync(2500)
  isFull = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines).toMatchObject([{ cpu: { threads: { 1: 1, 2: 3 } } }])
  isFull = true
  await vi.advanceTimersByTimeAsync(120_000)
  expect(append).toHaveBeenCalledTimes(31)
  await log.end()
})

test('a line that a full disk cut off costs that line alone', async () => {
  const file = path.join(folder, 'c.nettrace')
  await appendToSidecar(file, { cpu: { unixMs: 0, processMs: 0, threads: { 1: 0 } } })
  fs.appendFileSync(sidecarPathOf(file), '\n{"cpu":{"unixMs":1000,"proc')
  await appendToSidecar(file, { cpu: { unixMs: 2000, processMs: 70, threads: { 1: 70 } } })
  expect(readSystemCpu(file)).toMatchObject({ processMs: 70, threads: new Map([[1, 70]]) })
})

test.skipIf(process.platform === 'win32')('a link in place of the file is replaced, not followed', async () => {
  const file = path.join(folder, 'd.nettrace')
  const victim = path.join(folder, 'victim')
  fs.writeFileSync(victim, 'mine')
  fs.symlinkSync(victim, sidecarPathOf(file))
  expect(await appendToSidecar(file, { marks: [] })).toBe(true)
  expect(fs.readFileSync(victim, 'utf8')).toBe('mine')
  expect(readSystemCpu(path.join(folder, 'none.nettrace'))).toBeNull()
  expect(await appendToSidecar(path.join(folder, 'gone', 'e.nettrace'), { marks: [] })).toBe(false)
})
