import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessMessage } from '../../../shared/model/process.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import type { Discovery, FoundEndpoint } from '../../transport/discovery.ts'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import { err } from '../../../shared/base/result.ts'
import { ProcessDirectory } from '../processes/directory/directory.ts'
import { nothingKnown } from '../processes/directory/target-entry.ts'
import { AllProcesses } from './all-processes.ts'

/** One process, 7, on some machine. */
function directoryOf(name: string | null): ProcessDirectory {
  const process = {
    pid: 7,
    parentPid: 1,
    startKey: '9',
    startTimeMs: 0,
    shortName: name ?? 'local',
    isKernelThread: false,
    isStopped: false,
    threadCount: 9,
  }
  const os: OperatingSystem = {
    listPids: () => Promise.resolve([]),
    process: (pid) => (pid === 7 ? process : null),
    details: () => nothingKnown,
    environment: () => null,
    loadedRuntime: () => 'unreadable',
    hasRuntimeStarted: () => true,
    usage: () => Promise.resolve([]),
    userName: () => null,
  }
  const path = name === null ? '/tmp/s' : `ssh://${name}/tmp/s`
  const found: FoundEndpoint = {
    endpoint: { transport: name === null ? 'unix' : 'ssh', path, pid: asPid(7) },
    startKey: '9',
  }
  const discovery: Discovery = {
    endpoints: new Map([[path, found]]),
    searchedFolders: [],
    unwatchedFolderCount: 0,
    start: () => Promise.resolve(),
    tick: () => Promise.resolve(false),
    dispose: () => undefined,
  }
  const machine = name === null ? {} : { machine: { id: `ssh:${name}`, name } }
  const ask = () => Promise.resolve(err({ kind: 'endpoint-stale', path } as const))
  return new ProcessDirectory({ storageFolder: null, os, discovery, ask, ownPid: -1, ...machine })
}

describe('processes of several machines', () => {
  let all: AllProcesses
  beforeEach(() => {
    all = new AllProcesses(directoryOf(null))
    all.start()
  })
  afterEach(() => all.dispose())

  it('are one list in which equal process IDs stay apart', async () => {
    all.add('ssh:web03', directoryOf('web03'))
    await expect.poll(() => all.rows().map(({ key }) => key)).toEqual(['7:9', 'ssh:web03/7:9'])
    expect(all.endpointOf(asProcessKey('ssh:web03/7:9'))?.transport).toBe('ssh')
    expect(all.endpointOf(asProcessKey('7:9'))?.transport).toBe('unix')
    expect(all.rowOf(asProcessKey('ssh:web03/7:9'))?.machine?.name).toBe('web03')
  })

  it('listeners get a snapshot of all rows when a machine connects or disconnects, with growing revisions', async () => {
    const messages: ProcessMessage[] = []
    const subscription = all.subscribe((message) => messages.push(message))
    all.add('ssh:web03', directoryOf('web03'))
    await expect.poll(() => all.rows()).toHaveLength(2)
    all.remove('ssh:web03')
    const last = messages.at(-1)
    expect(last?.kind === 'snapshot' && last.rows.every(({ machine }) => machine === undefined)).toBe(true)
    expect(messages.map(({ revision }) => revision)).toEqual(messages.map((_message, index) => index + 1))
    const count = messages.length
    subscription.dispose()
    all.add('ssh:db01', directoryOf('db01'))
    await expect.poll(() => all.rows()).toHaveLength(2)
    expect(messages).toHaveLength(count)
  })

  it('a lost link is shown on every row, and no process is called exited', async () => {
    const far = directoryOf('web03')
    all.add('ssh:web03', far)
    await expect.poll(() => all.rows()).toHaveLength(2)
    far.setLink(false)
    expect(all.rowOf(asProcessKey('ssh:web03/7:9'))).toMatchObject({
      state: 'no-endpoint',
      problem: { kind: 'link-lost', machine: 'web03' },
    })
  })

  it('a key of a machine that is not connected names nothing', () => {
    expect(all.rowOf(asProcessKey('ssh:gone/7:9'))).toBeNull()
  })
})
