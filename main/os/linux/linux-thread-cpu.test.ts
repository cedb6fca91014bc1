import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { LinuxThreadCpu } from './linux-thread-cpu.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-thread-cpu-'))
const folder = path.join(root, '77')
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
beforeEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const stat = (name: string, state: string, cpuTicks: number, startTicks: string) =>
  `1 (${name}) ${state} 1 1 1 0 -1 0 0 0 0 0 ${cpuTicks - 1} 1 0 0 20 0 3 0 ${startTicks} 1000 10`

function write(task: string | null, text: string, namespacePids: string): void {
  const where = task === null ? folder : path.join(folder, 'task', task)
  fs.mkdirSync(where, { recursive: true })
  fs.writeFileSync(path.join(where, 'stat'), text)
  fs.writeFileSync(path.join(where, 'status'), `Uid:\t1\t1\nNSpid:\t${namespacePids}\n`)
}

test('reads the CPU time of the process and of each thread', () => {
  write(null, stat('app', 'S', 300, '500'), '77')
  write('77', stat('app', 'S', 100, '500'), '77')
  write('78', stat('.NET (TP) Worker', 'R', 150, '510'), '78')
  const reading = LinuxThreadCpu.open(77, '500', root)?.read()
  expect(reading?.processMs).toBe(3000)
  expect([...(reading?.threads ?? [])]).toEqual([
    [77, 1000],
    [78, 1500],
  ])
})

test('threads of a container go by the ids that the process knows, and a new thread of an old id by its own', () => {
  write(null, stat('app', 'S', 10, '500'), '77 1')
  write('77', stat('app', 'S', 10, '500'), '77 1')
  write('78', stat('app', 'S', 10, '510'), '78 9')
  const reader = LinuxThreadCpu.open(77, '500', root)
  expect([...(reader?.read()?.threads.keys() ?? [])]).toEqual([1, 9])
  write('78', stat('app', 'S', 5, '900'), '78 12')
  expect([...(reader?.read()?.threads.keys() ?? [])]).toEqual([1, 12])
})

test('a process that is gone, a zombie and another one with its id are not read', () => {
  expect(LinuxThreadCpu.open(77, '500', root)).toBeNull()
  write(null, stat('app', 'S', 10, '500'), '77')
  write('77', stat('app', 'S', 10, '500'), '77')
  expect(LinuxThreadCpu.open(77, '501', root)).toBeNull()
  const reader = LinuxThreadCpu.open(77, '500', root)
  write(null, stat('app', 'Z', 10, '500'), '77')
  expect(reader?.read()).toBeNull()
})

test.runIf(process.platform === 'linux')('this process is charged for what it computes', async () => {
  const startKey = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')[19]!
  const reader = LinuxThreadCpu.open(process.pid, startKey)!
  const before = reader.read()!
  // However busy the machine is, some of this is charged at last, to the thread and to the process.
  await vi.waitFor(() => {
    const until = performance.now() + 20
    while (performance.now() < until);
    const after = reader.read()!
    expect(after.threads.get(process.pid)).toBeGreaterThan(before.threads.get(process.pid)!)
    expect(after.processMs).toBeGreaterThan(before.processMs)
  }, 60_000)
})
