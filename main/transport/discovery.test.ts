import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperatingSystem, OsProcess } from '../os/operating-system.ts'
import { parsePipeName, parseSocketName, socketName } from './discovery.ts'
import { PipeDiscovery } from './discovery-pipes.ts'
import { UnixDiscovery, type Namespaces } from './discovery-unix.ts'
import { scriptSocket, type ScriptedSocket } from './testing/scripted-socket.ts'

interface FakeProcess {
  readonly startKey: string
  readonly tempFolder?: string
  readonly innerPid?: number
  /** Root of another mount namespace. */
  readonly root?: string
  readonly isKernelThread?: boolean
  readonly startTimeMs?: number
}

/** Processes written down by a test. */
class FakeSystem implements OperatingSystem, Namespaces {
  readonly processes = new Map<number, FakeProcess>()

  listPids(): Promise<readonly number[]> {
    return Promise.resolve([...this.processes.keys()])
  }
  process(pid: number): OsProcess | null {
    const found = this.processes.get(pid)
    if (!found) return null
    const { startKey, isKernelThread = false, startTimeMs = Date.now() } = found
    return {
      pid,
      parentPid: 1,
      startKey,
      startTimeMs,
      shortName: 'x',
      isKernelThread,
      isStopped: false,
      threadCount: 8,
    }
  }
  details(): ReturnType<OperatingSystem['details']> {
    return {
      userId: 0,
      userName: null,
      isSameUser: true,
      commandLine: null,
      arguments: null,
      commandLineBytes: 0,
      executable: null,
      workingFolder: null,
      container: null,
    }
  }
  environment(pid: number): ReadonlyMap<string, string> {
    const folder = this.processes.get(pid)?.tempFolder
    return new Map(folder === undefined ? [] : [['TMPDIR', folder]])
  }
  hasRuntimeStarted(): null {
    return null
  }
  loadedRuntime(): 'none' {
    return 'none'
  }
  usage(): Promise<readonly []> {
    return Promise.resolve([])
  }
  userName(): null {
    return null
  }
  namespacePids(pid: number): readonly number[] {
    const inner = this.processes.get(pid)?.innerPid
    return inner === undefined ? [pid] : [pid, inner]
  }
  hasOtherMountNamespace(pid: number): boolean {
    return this.processes.get(pid)?.root !== undefined
  }
  environmentVariable(pid: number, name: string): string | null {
    return this.environment(pid)?.get(name) ?? null
  }
  rootOf(pid: number): string {
    return this.processes.get(pid)?.root ?? '/'
  }
}

let system: FakeSystem
let folder: string
let discovery: UnixDiscovery
const sockets: ScriptedSocket[] = []

beforeEach(() => {
  system = new FakeSystem()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  discovery = new UnixDiscovery({ os: system, namespaces: system, tempFolder: folder, defaultFolder: folder })
})
afterEach(async () => {
  discovery.dispose()
  for (const socket of sockets.splice(0)) await socket.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function socketAt(where: string, pid: number, key: string): Promise<string> {
  fs.mkdirSync(where, { recursive: true })
  sockets.push(await scriptSocket(undefined, { folder: where, name: socketName(pid, key) }))
  return path.join(where, socketName(pid, key))
}

function found(): readonly string[] {
  return [...discovery.endpoints.values()].map(({ endpoint, startKey }) => `${endpoint.pid}:${startKey}`)
}

describe('names of endpoints', () => {
  it('hold pid and start time', () => {
    expect(parseSocketName('dotnet-diagnostic-4711-162439-socket')).toEqual({ pid: 4711, startKey: '162439' })
    expect(parsePipeName('dotnet-diagnostic-4711')).toBe(4711)
  })

  it.each([
    'dotnet-diagnostic-dsrouter-4711-162439-socket',
    'dotnet-diagnostic-4711-socket',
    'dotnet-diagnostic-4711-162439-socke',
    'dotnetcore-diagnostic-4711-162439-socket',
    'dotnet-diagnostic-4711-162439-socket.bak',
  ])('are not those of anything else: %s', (name) => {
    expect(parseSocketName(name)).toBeNull()
    expect(parsePipeName(name)).toBeNull()
  })
})

describe('sockets in folders', () => {
  it('count only when a living process has that start time', async () => {
    system.processes.set(10, { startKey: '100' })
    system.processes.set(11, { startKey: '111' })
    await socketAt(folder, 10, '100')
    await socketAt(folder, 11, '999')
    await socketAt(folder, 12, '120')
    await discovery.start(() => undefined)
    expect(found()).toEqual(['10:100'])
  })

  it('with the name of a kernel thread are nobody’s', async () => {
    system.processes.set(10, { startKey: '100', isKernelThread: true })
    await socketAt(folder, 10, '100')
    await discovery.start(() => undefined)
    expect(found()).toEqual([])
  })

  it('are noticed at once when they appear and when they go', async () => {
    system.processes.set(10, { startKey: '100' })
    let notices = 0
    await discovery.start(() => void notices++)
    expect(found()).toEqual([])
    const file = await socketAt(folder, 10, '100')
    await expect.poll(found, { interval: 5 }).toEqual(['10:100'])
    fs.rmSync(file)
    await expect.poll(found, { interval: 5 }).toEqual([])
    expect(notices).toBe(2)
  })

  it('of a process that was killed go with the next look, though the file stays', async () => {
    system.processes.set(10, { startKey: '100' })
    await socketAt(folder, 10, '100')
    await discovery.start(() => undefined)
    system.processes.delete(10)
    expect(await discovery.tick()).toBe(true)
    expect(found()).toEqual([])
    expect(await discovery.tick()).toBe(false)
  })

  it('of an earlier process with the same pid never come back', async () => {
    system.processes.set(10, { startKey: '100' })
    await socketAt(folder, 10, '100')
    await discovery.start(() => undefined)
    system.processes.set(10, { startKey: '200' })
    await discovery.tick()
    expect(found()).toEqual([])
    await socketAt(folder, 10, '200')
    await expect.poll(found).toEqual(['10:200'])
  })

  it('are found in the TMPDIR of each process', async () => {
    const other = path.join(folder, 'other')
    await socketAt(other, 20, '200')
    system.processes.set(20, { startKey: '200', tempFolder: other })
    await discovery.start(() => undefined)
    expect(found()).toEqual(['20:200'])
    expect(discovery.searchedFolders).toEqual([folder, other])
  })

  it('are found in any number of TMPDIRs: those of the newest processes are watched, others looked up by name', async () => {
    for (let index = 0; index < 70; index++) {
      const tempFolder = path.join(folder, `tmp-${index}`)
      fs.mkdirSync(tempFolder)
      system.processes.set(100 + index, { startKey: `${index}`, tempFolder, startTimeMs: index })
    }
    await socketAt(path.join(folder, 'tmp-0'), 100, '0')
    await socketAt(path.join(folder, 'tmp-69'), 169, '69')
    await discovery.start(() => undefined)
    expect(found().toSorted()).toEqual(['100:0', '169:69'])
    expect(discovery.searchedFolders).toHaveLength(65)
    expect(discovery.searchedFolders).toContain(path.join(folder, 'tmp-69'))
    expect(discovery.searchedFolders).not.toContain(path.join(folder, 'tmp-0'))
    expect(discovery.unwatchedFolderCount).toBe(6)
  })

  it('are no longer searched for in folders that no process uses', async () => {
    for (let index = 0; index < 70; index++)
      system.processes.set(100 + index, { startKey: `${index}`, tempFolder: path.join(folder, `gone-${index}`) })
    await discovery.start(() => undefined)
    system.processes.clear()
    const other = path.join(folder, 'other')
    await socketAt(other, 20, '200')
    system.processes.set(20, { startKey: '200', tempFolder: other })
    await discovery.tick()
    expect(found()).toEqual(['20:200'])
    expect(discovery.searchedFolders).toEqual([folder, other])
    expect(discovery.unwatchedFolderCount).toBe(0)
  })

  it('of a container that shares the folder are matched by the pid inside and the start time', async () => {
    await socketAt(folder, 1, '300')
    system.processes.set(1, { startKey: '5' })
    await discovery.start(() => undefined)
    expect(found()).toEqual([])
    system.processes.set(30, { startKey: '300', innerPid: 1 })
    await discovery.tick()
    expect(found()).toEqual(['30:300'])
  })

  it('of a container with its own file system are reached through its root', async () => {
    const root = path.join(folder, 'root-of-40')
    system.processes.set(40, { startKey: '400', innerPid: 1, root, tempFolder: '/scratch' })
    const file = await socketAt(path.join(root, 'scratch'), 1, '400')
    await discovery.start(() => undefined)
    expect([...discovery.endpoints.keys()]).toEqual([file])
    expect(found()).toEqual(['40:400'])
  })

  it('in group containers are found, without watching the containers that have none', async () => {
    const groups = path.join(folder, 'Group Containers')
    fs.mkdirSync(path.join(groups, 'group.other'), { recursive: true })
    await socketAt(path.join(groups, 'group.app'), 60, '600')
    system.processes.set(60, { startKey: '600' })
    discovery.dispose()
    discovery = new UnixDiscovery({
      os: system,
      namespaces: null,
      tempFolder: folder,
      defaultFolder: folder,
      groupContainersFolder: groups,
    })
    await discovery.start(() => undefined)
    expect(found()).toEqual(['60:600'])
    expect(discovery.searchedFolders).toEqual([folder, path.join(groups, 'group.app')])
  })

  it('leave no watch behind', async () => {
    await discovery.start(() => undefined)
    discovery.dispose()
    expect(discovery.searchedFolders).toEqual([])
    discovery.dispose()
  })
})

describe('a folder that cannot be watched', () => {
  it('is looked at in each tick', async () => {
    const late = path.join(folder, 'late')
    system.processes.set(50, { startKey: '500', tempFolder: late })
    await discovery.start(() => undefined)
    await socketAt(late, 50, '500')
    await discovery.tick()
    expect(found()).toEqual(['50:500'])
  })
})

describe('pipes', () => {
  it('are listed, with the start time that the system reports', async () => {
    system.processes.set(7, { startKey: '1790000000123' })
    let names = ['dotnet-diagnostic-7', 'mojo.1234', 'dotnet-diagnostic-8', 'dotnet-diagnostic-dsrouter-9']
    const pipes = new PipeDiscovery({ os: system, list: () => Promise.resolve(names) })
    await pipes.start()
    expect([...pipes.endpoints.values()]).toEqual([
      { endpoint: { transport: 'pipe', path: '\\\\.\\pipe\\dotnet-diagnostic-7', pid: 7 }, startKey: '1790000000123' },
      { endpoint: { transport: 'pipe', path: '\\\\.\\pipe\\dotnet-diagnostic-8', pid: 8 }, startKey: '' },
    ])
    expect(await pipes.tick()).toBe(false)
    names = ['dotnet-diagnostic-8']
    expect(await pipes.tick()).toBe(true)
    expect(pipes.endpoints.size).toBe(1)
  })

  it('that can’t be listed are empty', async () => {
    const pipes = new PipeDiscovery({ os: system, list: () => Promise.reject(new Error('EACCES')) })
    await pipes.start()
    expect(pipes.endpoints.size).toBe(0)
    expect(pipes.searchedFolders).toEqual(['\\\\.\\pipe\\'])
  })
})
