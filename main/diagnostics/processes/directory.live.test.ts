import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
  type StartTargetOptions,
} from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import { ProcessDirectory } from './directory.ts'

const hasSdk = canBuildSamples()

let directory: ProcessDirectory
let targets: SampleTarget[] = []

async function start(options: StartTargetOptions): Promise<SampleTarget> {
  const target = await startTarget(options)
  targets.push(target)
  return target
}

function rowOf(pid: number): ProcessRow | undefined {
  return directory.rows().find((row) => row.pid === pid)
}

async function rowWhen(pid: number, isRight: (row: ProcessRow) => boolean, timeoutMs = 8000): Promise<ProcessRow> {
  const endMs = performance.now() + timeoutMs
  for (;;) {
    const row = rowOf(pid)
    if (row && isRight(row)) return row
    if (performance.now() > endMs) throw new Error(`row of ${pid} is ${JSON.stringify(row)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function isAlive(target: SampleTarget): boolean {
  return target.child.exitCode === null && target.child.signalCode === null
}

beforeEach(() => {
  directory = new ProcessDirectory({ storageFolder: null, ownPid: -1 })
  directory.start()
})
afterEach(async () => {
  directory.dispose()
  await Promise.all(targets.map((target) => target.dispose()))
  targets = []
})

describe.skipIf(!hasSdk)('the process list with real runtimes', () => {
  beforeAll(() => void tryBuild('net10'))

  it('lists a process with what its runtime and the operating system say', async () => {
    const { pid } = await start({ args: ['busy', '--', 'with', 'words'] })
    // Just after its start a runtime does not know its own arguments yet; the row has the system's until it is asked again.
    const row = await rowWhen(
      pid,
      ({ state, runtimeFlavour, commandLineSource }) =>
        state === 'ready' && runtimeFlavour !== 'unknown' && commandLineSource === 'runtime',
    )
    expect(row).toMatchObject({
      name: 'Pipescope.Sample',
      entryAssembly: 'Pipescope.Sample',
      problem: null,
      isTool: false,
      runtimeFlavour: 'coreclr',
      operatingSystem: 'Linux',
      userName: os.userInfo().username,
      isSameUser: true,
      commandLineSource: 'runtime',
      container: null,
    })
    expect(row.runtimeVersion).toMatch(/^10\.0\.\d+/)
    expect(row.commandLine).toMatch(/Pipescope\.Sample.* busy -- with words$/)
    expect(row.cookie).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs(Date.now() - must(row.startTimeMs, 'linux tells it'))).toBeLessThan(30_000)
    expect(directory.details(row.key)).toMatchObject({ ok: true, value: { commandsAnswered: [1, 1] } })
  })

  it('shows a new process within a second of its socket, and its end for a while', async () => {
    await directory.refresh()
    const target = await start({ args: ['idle'], waitsForReady: false })
    let socketMs = 0
    while (socketMs === 0) {
      const isThere = fs.readdirSync(os.tmpdir()).some((name) => name.startsWith(`dotnet-diagnostic-${target.pid}-`))
      if (isThere) socketMs = performance.now()
      else await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await rowWhen(target.pid, () => true)
    expect(performance.now() - socketMs).toBeLessThan(1000)
    await rowWhen(target.pid, ({ state }) => state === 'ready')
    await target.dispose()
    const row = await rowWhen(target.pid, ({ state }) => state === 'exited', 2000)
    expect(row.exitedAtMs).not.toBeNull()
    expect(row.problem).toEqual({ kind: 'exited', exitCode: null, signal: null })
  })

  it('never asks a process whose command line would make its answer overflow, and it lives', async () => {
    const target = await start({ args: ['longargs', '--', 'x'.repeat(32_600)] })
    const row = await rowWhen(target.pid, ({ state }) => state !== 'asking')
    expect(row).toMatchObject({
      state: 'limited',
      name: 'Pipescope.Sample',
      commandLineSource: 'operating-system',
      problem: { kind: 'command-line-too-long' },
    })
    await directory.refresh()
    directory.retry(row.key)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isAlive(target)).toBe(true)
    // Its environment can be asked for: that answer is built for any size.
    expect(await directory.environment(row.key)).toMatchObject({ ok: true })
    expect(isAlive(target)).toBe(true)
  })

  it('shows a runtime that waits at its start and lets it go on', async () => {
    const target = await start({
      args: ['idle', '--', 'argument'],
      env: { DOTNET_DefaultDiagnosticPortSuspend: '1' },
      waitsForReady: false,
    })
    const waiting = await rowWhen(target.pid, ({ state }) => state === 'suspended')
    expect(waiting).toMatchObject({ problem: { kind: 'suspended-at-start' }, name: 'Pipescope.Sample' })
    expect(target.lines).toEqual([])
    expect(await directory.resume(waiting.key)).toEqual({ ok: true, value: null })
    const running = await rowWhen(target.pid, ({ state }) => state === 'ready')
    expect(running.commandLine).toContain('idle -- argument')
    await expect.poll(() => target.lines.length, { timeout: 5000 }).toBe(1)
  })

  it('says that another tool has to resume a runtime that waits for its port', async () => {
    const target = await start({
      args: ['idle'],
      env: { DOTNET_DiagnosticPorts: '/nobody-listens-here.sock' },
      waitsForReady: false,
    })
    const waiting = await rowWhen(target.pid, ({ state }) => state === 'suspended')
    expect(await directory.resume(waiting.key)).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
  })

  it('does not ask a stopped process, and asks it when it goes on', async () => {
    const target = await start({ args: ['idle'] })
    await rowWhen(target.pid, ({ state }) => state === 'ready')
    target.child.kill('SIGSTOP')
    await rowWhen(target.pid, ({ state }) => state === 'stopped')
    directory.dispose()
    directory = new ProcessDirectory({ storageFolder: null, ownPid: -1 })
    directory.start()
    await rowWhen(target.pid, ({ state }) => state === 'stopped')
    target.child.kill('SIGCONT')
    await rowWhen(target.pid, ({ state }) => state === 'ready')
  })

  it('finds a process whose TMPDIR is another one', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-tmpdir-'))
    const { pid } = await start({ args: ['idle'], env: { TMPDIR: folder } })
    const row = await rowWhen(pid, ({ state }) => state === 'ready')
    expect(path.dirname(must(row.endpointPath, 'it has one'))).toBe(folder)
    await Promise.all(targets.map((target) => target.dispose()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['DOTNET_EnableDiagnostics', 'DOTNET_EnableDiagnostics'],
    ['DOTNET_EnableDiagnostics_IPC', 'DOTNET_EnableDiagnostics_IPC'],
  ])('lists a process whose endpoint %s has switched off, with the switch', async (_name, variable) => {
    const { pid } = await start({ args: ['idle'], env: { [variable]: '0' } })
    const row = await rowWhen(pid, () => true, 15_000)
    expect(row).toMatchObject({
      state: 'no-endpoint',
      name: 'Pipescope.Sample',
      problem: { kind: 'diagnostics-disabled', variable },
    })
    const report = await directory.explain()
    expect(report).toMatchObject({ ok: true })
    expect(report.ok && report.value.unlisted.find((entry) => entry.pid === pid)?.problem).toEqual(row.problem)
  })

  it('explains a socket that was removed under a living process', async () => {
    const target = await start({ args: ['idle'] })
    const row = await rowWhen(target.pid, ({ state }) => state === 'ready')
    fs.rmSync(must(row.endpointPath, 'it has one'))
    const lost = await rowWhen(target.pid, ({ state }) => state === 'no-endpoint')
    expect(lost.problem).toEqual({ kind: 'socket-lost' })
    expect(isAlive(target)).toBe(true)
  })

  it('puts a child below its parent, and tells CPU and memory of both', async () => {
    const usages: ProcessMessage[] = []
    directory.subscribe((message) => void (message.kind === 'usage' && usages.push(message)))
    const parent = await start({ args: ['child', 'busy'] })
    const childPid = must(parent.facts.childPid, 'mode child')
    const parentRow = await rowWhen(parent.pid, ({ state }) => state === 'ready')
    await rowWhen(childPid, ({ parentKey }) => parentKey === parentRow.key)
    await expect
      .poll(
        () => {
          const last = usages.at(-1)
          const entries = last?.kind === 'usage' ? last.entries : []
          return entries.find(({ key }) => key === parentRow.key)?.cpuPercent ?? 0
        },
        { timeout: 8000 },
      )
      .toBeGreaterThan(20)
  })

  it('gives names of variables, and a value only when it is asked for', async () => {
    const { pid } = await start({ args: ['idle'], env: { APP_SECRET: 'swordfish', DOTNET_gcServer: '0' } })
    const { key } = await rowWhen(pid, ({ state }) => state === 'ready')
    const masked = await directory.environment(key)
    expect(JSON.stringify(masked)).not.toContain('swordfish')
    expect(masked.ok && masked.value.find(({ name }) => name === 'APP_SECRET')).toEqual({
      name: 'APP_SECRET',
      valueLength: 9,
      plainValue: null,
    })
    expect(masked.ok && masked.value.find(({ name }) => name === 'DOTNET_gcServer')?.plainValue).toBe('0')
    expect(directory.reveal(key, 'APP_SECRET')).toEqual({ ok: true, value: { value: 'swordfish' } })
    expect(directory.reveal(key, 'NO_SUCH')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })
})

describe.skipIf(!hasSdk || !wantedVariants().includes('net31'))('the process list with .NET Core 3.1', () => {
  const isBuilt = hasSdk && tryBuild('net31') !== null

  it.skipIf(!isBuilt)('lists it with what can be known without Process commands', async () => {
    const { pid } = await start({ variant: 'net31', args: ['idle', '--', 'words'] })
    const row = await rowWhen(pid, ({ state, runtimeVersion }) => state === 'limited' && runtimeVersion !== null)
    expect(row).toMatchObject({
      name: 'Pipescope.Sample',
      runtimeVersion: '3.1.3',
      runtimeFlavour: 'coreclr',
      commandLineSource: 'operating-system',
      problem: { kind: 'no-process-commands' },
    })
    expect(row.commandLine).toMatch(/idle -- words$/)
    const details = directory.details(row.key)
    const available = details.ok ? details.value.capabilities.filter(({ isAvailable }) => isAvailable) : []
    expect(available.map(({ id }) => id)).toEqual(['counters', 'trace', 'stacks', 'dumps', 'heap-graph', 'profiler'])
    expect(await directory.environment(row.key)).toMatchObject({ ok: true })
  })
})

/** What each sample must be recognised as. */
const expected: Readonly<Record<string, { readonly runtimeFlavour: string; readonly runtimeVersion: RegExp }>> = {
  net10: { runtimeFlavour: 'coreclr', runtimeVersion: /^10\.0\./ },
  net9: { runtimeFlavour: 'coreclr', runtimeVersion: /^9\.0\.22/ },
  net8: { runtimeFlavour: 'coreclr', runtimeVersion: /^8\.0\.33/ },
  net31: { runtimeFlavour: 'coreclr', runtimeVersion: /^3\.1\.3/ },
  aot9: { runtimeFlavour: 'nativeaot', runtimeVersion: /^9\.0\.22/ },
  aot8: { runtimeFlavour: 'nativeaot', runtimeVersion: /^8\.0\.33/ },
}

describe.skipIf(!hasSdk).each(wantedVariants())('a runtime of the matrix: %s', (variant) => {
  const isBuilt = hasSdk && tryBuild(variant) !== null
  const wanted = must(expected[variant], 'every variant has a line')

  it.skipIf(!isBuilt)('is recognised, and shown with its arguments', async () => {
    const { pid } = await start({ variant, args: ['idle', '--', 'one', 'two'] })
    const row = await rowWhen(
      pid,
      ({ state, runtimeFlavour, runtimeVersion }) =>
        state !== 'asking' && runtimeFlavour !== 'unknown' && runtimeVersion !== null,
    )
    expect(row.name).toBe('Pipescope.Sample')
    expect(row.runtimeFlavour).toBe(wanted.runtimeFlavour)
    expect(row.runtimeVersion).toMatch(wanted.runtimeVersion)
    expect(row.commandLine).toMatch(/ idle -- one two$/)
    expect(row.isTool).toBe(false)
  })

  it.skipIf(!isBuilt || variant === 'net31')('is seen waiting at its start, and resumed', async () => {
    const env = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const target = await start({ variant, args: ['idle'], env, waitsForReady: false })
    const waiting = await rowWhen(target.pid, ({ state }) => state === 'suspended')
    expect(await directory.resume(waiting.key)).toEqual({ ok: true, value: null })
    const row = await rowWhen(
      target.pid,
      ({ state, runtimeFlavour }) => state === 'ready' && runtimeFlavour !== 'unknown',
    )
    expect(row.runtimeFlavour).toBe(wanted.runtimeFlavour)
  })
})

const isInside = (row: ProcessRow): boolean => row.container?.innerPid === 1 && row.state === 'ready'

const canUnshare =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true']).status === 0

describe.skipIf(!hasSdk || !canUnshare)('a process in namespaces of its own', () => {
  it('is found inside its own file system, with its own pid beside ours', async () => {
    const program = must(tryBuild('net10'), 'the SDK is there')
    const inner = 'mount -t tmpfs none /mnt && TMPDIR=/mnt exec "$0" idle'
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'sh', '-c', inner, program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await expect.poll(() => directory.rows().some((row) => isInside(row)), { timeout: 8000 }).toBe(true)
      const row = must(
        directory.rows().find((candidate) => isInside(candidate)),
        'it was seen',
      )
      expect(row).toMatchObject({ name: 'Pipescope.Sample', container: { engine: 'other', innerPid: 1 } })
      expect(row.endpointPath).toMatch(new RegExp(`^/proc/${row.pid}/root/mnt/dotnet-diagnostic-1-\\d+-socket$`))
    } finally {
      const inside = directory.rows().find(({ container }) => container?.innerPid === 1)
      if (inside) process.kill(inside.pid, 'SIGKILL')
      child.kill('SIGKILL')
    }
  })
})
