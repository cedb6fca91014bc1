import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { ownUser } from '../own-user.ts'
import { isProcessAlive } from '../process-alive.ts'
import { LinuxSystem } from './linux-system.ts'

describe.runIf(process.platform === 'linux')('this Linux system', () => {
  const system = new LinuxSystem()

  it('lists processes, itself among them', async () => {
    expect(await system.listPids()).toContain(process.pid)
  })

  it('describes this process', () => {
    const own = must(system.process(process.pid), 'it runs')
    expect(own).toMatchObject({ pid: process.pid, parentPid: process.ppid, isStopped: false })
    expect(own.startKey).toMatch(/^\d+$/)
    const startMs = Date.now() - process.uptime() * 1000
    expect(Math.abs(must(own.startTimeMs, 'linux tells it') - startMs)).toBeLessThan(3000)
    const details = system.details(process.pid)
    expect(details).toMatchObject({
      userId: process.geteuid?.(),
      userName: ownUser().userName,
      isSameUser: true,
      executable: process.execPath,
      workingFolder: process.cwd(),
    })
    expect(details.arguments?.length).toBeGreaterThan(0)
    expect(details.commandLineBytes).toBe(fs.readFileSync(`/proc/${process.pid}/cmdline`).length)
    expect(system.environment(process.pid)?.get('PATH')).toBeDefined()
    expect(system.loadedRuntime(process.pid)).toBe('none')
    expect(system.hasOtherMountNamespace(process.pid)).toBe(false)
    expect(system.namespacePids(process.pid).at(0)).toBe(process.pid)
  })

  it('measures CPU from the second look on, and memory at once', async () => {
    const fresh = new LinuxSystem()
    const [first] = await fresh.usage([process.pid])
    expect(first?.cpuPercent).toBeNull()
    expect(Math.abs(must(first?.workingSetBytes, 'it runs') - process.memoryUsage.rss())).toBeLessThan(64 * 1024 * 1024)
    const startMs = performance.now()
    const before = process.cpuUsage()
    const spent = (): number => {
      const { user, system: kernel } = process.cpuUsage(before)
      return (user + kernel) / 1000
    }
    while (spent() < 250) Math.sqrt(performance.now())
    const [second] = await fresh.usage([process.pid])
    // Against the process's own account of its time; the kernel counts in steps of 10 ms.
    const expected = (spent() / (performance.now() - startMs)) * 100
    const measured = must(second?.cpuPercent, 'this is the second look')
    expect(measured / expected).toBeGreaterThan(0.7)
    expect(measured / expected).toBeLessThan(1.3)
  })

  it('knows a stopped process, and a zombie as gone', async () => {
    const child = spawn('sleep', ['60'])
    const pid = must(child.pid, 'it was started')
    await expect.poll(() => system.process(pid)?.shortName).toBe('sleep')
    child.kill('SIGSTOP')
    await expect.poll(() => system.process(pid)?.isStopped).toBe(true)
    expect(isProcessAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => system.process(pid)).toBeNull()
    expect(isProcessAlive(pid)).toBe(false)
  })

  it('answers for a process that is not there without a throw', async () => {
    const nobody = 4_194_303
    expect(system.process(nobody)).toBeNull()
    expect(system.details(nobody)).toMatchObject({ commandLine: null, commandLineBytes: null, userName: null })
    expect(system.environment(nobody)).toBeNull()
    expect(system.loadedRuntime(nobody)).toBe('unreadable')
    expect(await system.usage([nobody])).toEqual([])
  })

  it('leaves no file open', async () => {
    const before = fs.readdirSync('/proc/self/fd').length
    for (const pid of await system.listPids()) {
      system.details(pid)
      system.environment(pid)
      system.loadedRuntime(pid)
    }
    expect(fs.readdirSync('/proc/self/fd').length).toBe(before)
  })
})
