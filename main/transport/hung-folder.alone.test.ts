import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { err } from '../../shared/base/result.ts'
import type { OperatingSystem } from '../os/operating-system.ts'
import { socketName } from './discovery.ts'
import { UnixDiscovery } from './discovery-unix.ts'
import { scriptSocket } from './testing/scripted-socket.ts'

const noAnswer = () =>
  new Promise((resolve) => {
    setTimeout(() => resolve(err({ kind: 'no-answer' })), 20)
  })
vi.mock('../foreign/foreign-files.ts', () => ({ askForeign: () => noAnswer(), lookAtForeign: () => noAnswer() }))

afterEach(() => vi.restoreAllMocks())

/** Two processes: one with our temporary folder, one whose folder is on a file system that hangs. */
function systemWith(hung: string): OperatingSystem {
  return {
    listPids: () => Promise.resolve([10, 20]),
    process: (pid: number) => ({ pid, parentPid: 1, startKey: '100', startTimeMs: Date.now(), isKernelThread: false }),
    environment: (pid: number) => new Map(pid === 20 ? [['TMPDIR', hung]] : []),
    details: () => ({ workingFolder: null }),
  } as unknown as OperatingSystem
}

it('a TMPDIR on a hung file system is never touched by main and holds up nothing', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  const hung = path.join(folder, 'hung')
  fs.mkdirSync(hung)
  const socket = await scriptSocket(undefined, { folder, name: socketName(10, '100') })
  const touched = (['readdirSync', 'statSync', 'existsSync', 'watch'] as const).map((name) => vi.spyOn(fs, name))
  const discovery = new UnixDiscovery({
    os: systemWith(hung),
    namespaces: null,
    tempFolder: folder,
    defaultFolder: folder,
  })
  await discovery.start(() => undefined)
  expect([...discovery.endpoints.values()].map(({ endpoint }) => endpoint.pid)).toEqual([10])
  await discovery.tick()
  expect(discovery.searchedFolders).toContain(hung)
  const paths = touched.flatMap((spy) => spy.mock.calls.map(([first]) => String(first)))
  expect(paths.filter((one) => one.startsWith(hung))).toEqual([])
  discovery.dispose()
  await socket.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})
