import { beforeEach, describe, expect, it } from 'vitest'
import { tableOf, type TableEntry } from './testing/table-of.ts'
import type { ProcessToken, WindowsCalls } from './windows-calls.ts'
import { WindowsSystem } from './windows-system.ts'

const address = 0x1000n
const own: ProcessToken = { userKey: 'aa', userName: 'anna', isAppContainer: false }

let entries: readonly TableEntry[] | null
let nowMs: number
let tables: number
let tokens: ReadonlyMap<number, ProcessToken>
let modules: readonly string[] | null
beforeEach(() => {
  entries = [{ pid: 4 }, { pid: 10, created: 100n }, { pid: 20, parentPid: 10, created: 200n, name: 'app.exe' }]
  nowMs = 1000
  tables = 0
  tokens = new Map([[process.pid, own]])
  modules = null
})

const calls: WindowsCalls = {
  processTable() {
    tables++
    return entries === null ? null : { bytes: tableOf(address, entries), address }
  },
  imagePath: () => 'C:\\app\\app.exe',
  commandLine: () => '"C:\\app\\app.exe" --urls http://*:5000',
  splitCommandLine: (line) => line.split(' '),
  architecture: () => 'x86',
  token: (pid) => tokens.get(pid) ?? null,
  modules: () => modules,
  isPipeThere: () => false,
}

const systemOf = (): WindowsSystem => new WindowsSystem(calls, () => nowMs)

describe('processes of Windows', () => {
  it('are all in one table, which questions of one look share', async () => {
    const system = systemOf()
    expect(await system.listPids()).toEqual([4, 10, 20])
    expect(system.process(20)).toMatchObject({ parentPid: 10, startKey: '200', shortName: 'app.exe' })
    expect(system.process(4)?.isKernelThread).toBe(true)
    expect(system.process(21)).toBeNull()
    expect(tables).toBe(1)
  })

  it('have no parent when the process with that id was created later', () => {
    entries = [
      { pid: 10, created: 900n },
      { pid: 20, parentPid: 10, created: 200n },
    ]
    expect(systemOf().process(20)?.parentPid).toBe(0)
  })

  it('are others when their process id comes again, by the time of their creation', async () => {
    const system = systemOf()
    const before = system.process(20)?.startKey
    await system.usage([20])
    entries = [{ pid: 20, created: 300n, user: 5_000_000n }]
    nowMs += 1000
    expect(system.process(20)?.startKey).not.toBe(before)
    expect((await system.usage([20]))[0]?.cpuPercent).toBeNull()
  })

  it('have a share of a processor from the second look on', async () => {
    const system = systemOf()
    expect((await system.usage([20]))[0]?.cpuPercent).toBeNull()
    // Half a second of processor time in a second, part of it in the kernel.
    entries = [{ pid: 20, created: 200n, user: 3_000_000n, kernel: 2_000_000n, workingSetBytes: 4096, threadCount: 7 }]
    nowMs += 1000
    expect(await system.usage([20, 99])).toEqual([{ pid: 20, cpuPercent: 50, workingSetBytes: 4096, threadCount: 7 }])
  })

  it('stay as they were when the system refuses the table', async () => {
    const system = systemOf()
    await system.listPids()
    entries = null
    nowMs += 1000
    expect(await system.listPids()).toEqual([4, 10, 20])
  })

  it('say whose they are by the id of the user, not by a name that two domains can have', () => {
    tokens = new Map([...tokens, [10, own], [20, { ...own, userKey: 'bb', isAppContainer: true }]])
    const system = systemOf()
    expect(system.details(10)).toMatchObject({ isSameUser: true, isAppContainer: false, architecture: 'x86' })
    expect(system.details(20)).toMatchObject({ isSameUser: false, userName: 'anna', isAppContainer: true })
    expect(system.details(30)).toMatchObject({ isSameUser: false, userName: null, isAppContainer: null })
  })

  it('show the runtime that they have loaded, with its version out of its folder', () => {
    const system = systemOf()
    expect(system.loadedRuntime(20)).toBe('unreadable')
    modules = ['C:\\app\\app.exe']
    expect(system.loadedRuntime(20)).toBe('none')
    modules = ['C:\\Program Files\\dotnet\\shared\\Microsoft.NETCore.App\\9.0.22\\CoreCLR.dll']
    expect(system.loadedRuntime(20)).toEqual({ flavour: 'coreclr', version: '9.0.22' })
    modules = ['C:\\app\\coreclr.dll']
    expect(system.loadedRuntime(20)).toEqual({ flavour: 'coreclr', version: null })
  })
})
