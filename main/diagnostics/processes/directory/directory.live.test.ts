import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, tryBuild } from '../../../../samples/start-target.ts'
import { must } from '../../../../shared/base/assert.ts'
import type { ProcessMessage } from '../../../../shared/model/process.ts'
import { ownUser } from '../../../os/own-user.ts'
import { directory, isAlive, rowWhen, start, startAgain, targets, useLiveDirectory } from '../testing/live-directory.ts'
import { pause } from '../../../os/pause.ts'

useLiveDirectory()

const hasSdk = canBuildSamples()

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
      userName: ownUser().userName,
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

  it('shows a new process, and its end for a while', async () => {
    await directory.refresh()
    const target = await start({ args: ['idle'], waitsForReady: false })
    await rowWhen(target.pid, () => true)
    await rowWhen(target.pid, ({ state }) => state === 'ready')
    await target.dispose()
    const row = await rowWhen(target.pid, ({ state }) => state === 'exited')
    expect(row.exitedAtMs).not.toBeNull()
    // Killed: it could not remove its socket.
    expect(row.problem).toEqual({ kind: 'exited', exitCode: null, signal: null, socket: 'left' })
  })

  it('recognizes a normal exit by the removed socket', async () => {
    const target = await start({ args: ['idle'] })
    await rowWhen(target.pid, ({ state }) => state === 'ready')
    target.send('exit 3')
    await target.whenEnded
    const row = await rowWhen(target.pid, ({ state }) => state === 'exited')
    expect(row.problem).toEqual({ kind: 'exited', exitCode: null, signal: null, socket: 'removed' })
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
    await pause(500)
    expect(isAlive(target)).toBe(true)
    // Its environment can be asked for: that answer is built for any size.
    expect(await directory.environment(row.key)).toMatchObject({ ok: true })
    expect(isAlive(target)).toBe(true)
  })

  it('shows a runtime that is suspended at startup and resumes it', async () => {
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
    await expect.poll(() => target.lines.length).toBe(1)
  })

  it('reports that another tool has to resume a runtime waiting for its port', async () => {
    const target = await start({
      args: ['idle'],
      env: { DOTNET_DiagnosticPorts: '/nobody-listens-here.sock' },
      waitsForReady: false,
    })
    const waiting = await rowWhen(target.pid, ({ state }) => state === 'suspended')
    expect(await directory.resume(waiting.key)).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
  })

  it('does not speak to an impostor: a process that made a socket with the name of another', async () => {
    const victim = await start({ args: ['idle'] })
    const row = await rowWhen(victim.pid, ({ state }) => state === 'ready')
    expect(row.identity).toBe('verified')
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'impostor-'))
    // A process that is no .NET one, and somebody who takes its name.
    const shell = spawn('sleep', ['60'], { env: { TMPDIR: folder } })
    const pid = must(shell.pid, 'it was started')
    const startKey = must(directory.startKeyOf(pid), 'it runs')
    const file = path.join(folder, `dotnet-diagnostic-${pid}-${startKey}-socket`)
    const program = `
      const server = require('node:net').createServer((socket) => socket.on('data', () => console.log('bytes')))
      server.listen(${JSON.stringify(file)}, () => console.log('listens'))`
    const impostor = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    impostor.stdout.on('data', (bytes: Buffer) => void (printed += bytes.toString()))
    try {
      const listed = await rowWhen(pid, ({ state }) => state === 'no-endpoint')
      expect(listed.problem).toEqual({ kind: 'impostor', peerPid: impostor.pid, peerName: 'node', path: file })
      expect(directory.endpointOf(listed.key)).toBeNull()
      await expect.poll(() => printed).not.toBe('')
      expect(printed).toBe('listens\n')
    } finally {
      shell.kill('SIGKILL')
      impostor.kill('SIGKILL')
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })

  it('does not query a stopped process, and queries it when it runs again', async () => {
    const target = await start({ args: ['idle'] })
    await rowWhen(target.pid, ({ state }) => state === 'ready')
    target.child.kill('SIGSTOP')
    await rowWhen(target.pid, ({ state }) => state === 'stopped')
    startAgain()
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
    const row = await rowWhen(pid, ({ problem }) => problem?.kind === 'diagnostics-disabled')
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

  it('puts a child below its parent, with CPU and memory of both', async () => {
    const usages: ProcessMessage[] = []
    directory.subscribe((message) => void (message.kind === 'usage' && usages.push(message)))
    const parent = await start({ args: ['child', 'busy'] })
    const childPid = must(parent.facts.childPid, 'mode child')
    const parentRow = await rowWhen(parent.pid, ({ state }) => state === 'ready')
    await rowWhen(childPid, ({ parentKey }) => parentKey === parentRow.key)
    await expect
      .poll(() => {
        const last = usages.at(-1)
        const entries = last?.kind === 'usage' ? last.entries : []
        return entries.find(({ key }) => key === parentRow.key)?.cpuPercent ?? 0
      })
      // An idle sample takes no measurable time; what a computing one gets is what others leave.
      .toBeGreaterThan(3)
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
