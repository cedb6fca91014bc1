import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { OsProcess } from '../../../os/operating-system.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import { ProcessDirectory, type ProcessDirectoryOptions } from '../directory/directory.ts'
import type { AskProcessInfo } from '../inspection.ts'
import { FakeDiscovery, FakeSystem } from './fake-system.ts'

/* A directory over a made-up system, with a clock that the test moves; a new one for each test of the file that says `useDirectoryBench()`. */

export type Answer = Awaited<ReturnType<AskProcessInfo>>

export function answerOf(pid: number, change: object = {}): Answer {
  return ok({
    version: 3,
    info: {
      targetPid: pid,
      cookie: `cookie-${pid}`,
      commandLine: `/srv/app${pid} --flag`,
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: `App${pid}`,
      runtimeVersion: '10.0.12',
      runtimeIdentifier: 'linux-x64',
      ...change,
    },
  })
}

export let system: FakeSystem
export let discovery: FakeDiscovery
export let directory: ProcessDirectory
/** By pid; who is not in it answers at once. */
export let answers: Map<number, () => Promise<Answer>>
export let asked: Endpoint[]
let folder: string

function make(change: Partial<ProcessDirectoryOptions> = {}): ProcessDirectory {
  return new ProcessDirectory({
    storageFolder: folder,
    os: system,
    discovery,
    ownPid: 77,
    ask: (endpoint) => {
      asked.push(endpoint)
      return answers.get(endpoint.pid)?.() ?? Promise.resolve(answerOf(endpoint.pid))
    },
    ...change,
  })
}

/** A process with an endpoint. */
export function target(pid: number, startKey = '100', change: Partial<OsProcess> = {}): void {
  system.add(pid, startKey, change)
  discovery.add(pid, startKey)
}

export function row(pid: number): ProcessRow | undefined {
  return directory.rows().find((candidate) => candidate.pid === pid)
}

/** The app is started again: another directory over the same folder. */
export function restart(change: Partial<ProcessDirectoryOptions> = {}): void {
  directory.dispose()
  directory = make(change)
}

/** Called by the file itself: hooks of a shared module would count for the first file only. */
export function useDirectoryBench(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_790_000_000_000 })
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
    system = new FakeSystem()
    discovery = new FakeDiscovery()
    answers = new Map()
    asked = []
    directory = make()
  })
  afterEach(async () => {
    directory.dispose()
    vi.useRealTimers()
    // What is being written would come back after the folder is gone.
    await directory.flush()
    fs.rmSync(folder, { recursive: true, force: true })
  })
}

/** Lets what is under way finish, up to a moment. */
export const settle = (ms = 50): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
