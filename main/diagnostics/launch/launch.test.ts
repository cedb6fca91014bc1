import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { PortService } from '../ports/port-service.ts'
import { launchEnvironment } from './launch-environment.ts'
import { LaunchService, type LaunchRequest } from './launch-service.ts'
import { OutputFile } from './output-file.ts'
import { held } from './testing/launch-steps.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launch-'))
const ports = new PortService({
  watcher: { watch: () => undefined, forget: () => undefined },
  onChange: () => undefined,
})
const service = new LaunchService({
  ports,
  folder,
  onChange: () => undefined,
  stopWithinMs: 200,
  environment: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1', DOTNET_DiagnosticPorts: '/of/somebody/else' },
})
afterEach(() => ports.closeAll(() => false))
afterAll(() => {
  service.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

const shell = (script: string, more: Partial<LaunchRequest> = {}): LaunchRequest => ({
  command: '/bin/sh',
  args: ['-c', script],
  folder,
  ...held,
  ...more,
})

const stateOf = (id: string) => service.list().find((launch) => launch.id === id)

describe('the environment of a launched program', () => {
  it('is Pipescope’s own without what belongs to the app, and with what the person sets', () => {
    expect(
      launchEnvironment(
        {
          PATH: '/bin',
          HOME: '/home/a',
          ELECTRON_RUN_AS_NODE: '1',
          NODE_OPTIONS: '--inspect',
          npm_lifecycle_event: 'start',
          DOTNET_DiagnosticPorts: '/x',
          COMPlus_EnableDiagnostics: '0',
          DOTNET_ROOT: '/dotnet',
          UNSET: undefined,
        },
        { HOME: null, GREETING: 'hi', EMPTY: '' },
      ),
    ).toEqual({ PATH: '/bin', DOTNET_ROOT: '/dotnet', GREETING: 'hi', EMPTY: '' })
  })
})

describe.skipIf(process.platform === 'win32')('a launched command', () => {
  it('gets the port in its variable, keeps its output and its exit code', async () => {
    const started = await service.start(
      shell('echo "$DOTNET_DiagnosticPorts|$ELECTRON_RUN_AS_NODE|$SECRET"; echo oops >&2; exit 3', {
        variables: { SECRET: 'swordfish' },
      }),
    )
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    const { id } = started.value
    const [port] = ports.list()
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    expect(stateOf(id)).toMatchObject({ exitCode: 3, signal: null, variableNames: ['SECRET'] })
    expect(service.output(id, 'stdout', 0)).toMatchObject({
      ok: true,
      value: { text: `${port?.address ?? ''},suspend||swordfish\n`, offset: 0, droppedBytes: 0 },
    })
    expect(service.output(id, 'stderr', 0)).toMatchObject({ ok: true, value: { text: 'oops\n', nextOffset: 5 } })
    // The value is in the output because the program wrote it there, and nowhere in what is told about the launch.
    expect(JSON.stringify(service.list())).not.toContain('swordfish')
    await expect.poll(() => ports.list()).toEqual([])
  })

  it('is ended with everything it has started', async () => {
    const started = await service.start(shell('sleep 60 & sleep 60; echo never'))
    if (!started.ok) throw new Error(started.error.kind)
    const { id } = started.value
    expect(await service.stop(id, 'terminate')).toEqual({ ok: true, value: null })
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    expect(stateOf(id)).toMatchObject({ signal: 'SIGTERM' })
    expect(await service.remove(id)).toEqual({ ok: true, value: null })
    expect(fs.existsSync(path.join(folder, id))).toBe(false)
  })

  it('whose output cannot be deleted, as on Windows while a child of it has it open, is forgotten all the same', async () => {
    const started = await service.start(shell('true'))
    if (!started.ok) throw new Error(started.error.kind)
    const { id } = started.value
    await expect.poll(() => stateOf(id)?.phase).toBe('ended')
    const { rmSync } = fs
    const refusal = vi.spyOn(fs, 'rmSync').mockImplementation((target, options) => {
      if (target !== path.join(folder, id)) return rmSync(target, options)
      throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    })
    try {
      expect(await service.remove(id)).toEqual({ ok: true, value: null })
    } finally {
      refusal.mockRestore()
    }
    expect(stateOf(id)).toBeUndefined()
  })

  it('that outlives its stop is told apart from one that is just ending, and can be killed', async () => {
    const started = await service.start(shell("trap '' TERM; echo up; while :; do sleep 0.05; done"))
    if (!started.ok) throw new Error(started.error.kind)
    const { id } = started.value
    await expect.poll(() => service.output(id, 'stdout', 0)).toMatchObject({ value: { text: 'up\n' } })
    expect(stateOf(id)?.stopping).toBeNull()
    await service.stop(id, 'terminate')
    expect(stateOf(id)?.stopping).toBe('asked')
    await expect.poll(() => stateOf(id)?.stopping, { timeout: 10_000 }).toBe('outlived')
    await service.stop(id, 'kill')
    await expect.poll(() => stateOf(id)?.phase, { timeout: 10_000 }).toBe('ended')
    expect(stateOf(id)).toMatchObject({ signal: 'SIGKILL' })
  })

  it('that cannot be started leaves no port behind and says why', async () => {
    expect(await service.start({ ...shell(''), command: '/nowhere/program' })).toMatchObject({
      ok: false,
      error: { kind: 'io', operation: 'launch', code: 'ENOENT' },
    })
    expect(await service.start(shell('', { folder: '/nowhere' }))).toMatchObject({
      ok: false,
      error: { code: 'ENOENT' },
    })
    expect(await service.start(shell('', { variables: { 'A=B': 'x' } }))).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    })
    expect(ports.list()).toEqual([])
  })

  it.each([
    { command: '/bin/sh\0' },
    { args: ['-c', 'true\0'] },
    { folder: `${folder}\0` },
    { variables: { GREETING: 'a\0b' } },
    { variables: { 'GREE\0TING': 'a' } },
  ])('with a NUL in $command$args$folder$variables is refused and leaves nothing behind', async (odd) => {
    const launches = service.list().length
    expect(await service.start(shell('true', odd))).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
    expect(ports.list()).toEqual([])
    expect(service.list()).toHaveLength(launches)
  })

  it('has failed when the operating system refuses it at once, and leaves no port behind', async () => {
    // Longer than the kernel takes for one argument; Node throws this instead of reporting it.
    const started = await service.start(shell('', { args: ['x'.repeat(4 * 1024 * 1024)] }))
    expect(started).toMatchObject({ ok: false, error: { kind: 'io', operation: 'launch' } })
    expect(service.list().at(-1)).toMatchObject({ phase: 'failed' })
    expect(ports.list()).toEqual([])
  })
})

describe('the output of a launched program', () => {
  it('is trimmed at its limit while the program keeps writing, and counts what was dropped', () => {
    const file = path.join(folder, 'out.txt')
    const output = new OutputFile(file, 10)
    fs.appendFileSync(file, 'grüße, welt')
    expect(output.read(0, 4)).toEqual({ text: 'grü', offset: 0, nextOffset: 4, droppedBytes: 0, missingBytes: 0 })
    // Half a character is left for the next time.
    expect(output.read(0, 3)).toMatchObject({ text: 'gr', nextOffset: 2 })
    output.trim()
    fs.appendFileSync(file, 'new')
    expect(output.read(0, 100)).toMatchObject({ text: 'new', offset: 13, nextOffset: 16, droppedBytes: 13 })
    expect(output.totalBytes).toBe(16)
    output.dispose()
  })

  it('says where a part of it is missing, and how much', () => {
    const output = new OutputFile(path.join(folder, 'missing.txt'), 100)
    // The second half of the last character is missing too.
    output.append(Buffer.from('before ü').subarray(0, -1))
    output.miss(0)
    output.miss(500)
    output.miss(500)
    output.append(Buffer.from('after'))
    expect(output.totalBytes).toBe(1013)
    expect(output.read(0, 100)).toMatchObject({ text: 'before \ufffd', nextOffset: 8, missingBytes: 0 })
    expect(output.read(8, 100)).toMatchObject({ text: '', nextOffset: 1008, missingBytes: 1000 })
    expect(output.read(900, 100)).toMatchObject({ text: '', nextOffset: 1008, missingBytes: 108 })
    expect(output.read(1008, 2)).toMatchObject({ text: 'af', nextOffset: 1010, missingBytes: 0 })
    output.append(Buffer.alloc(100, 'x'))
    output.trim()
    expect(output.read(0, 100)).toMatchObject({ text: '', nextOffset: 1113, droppedBytes: 1113, missingBytes: 0 })
    output.dispose()
  })

  it('keeps no list of missing parts that grows without end', () => {
    const output = new OutputFile(path.join(folder, 'many.txt'))
    for (let count = 0; count < 1000; count++) {
      output.miss(10)
      output.append(Buffer.from('x'))
    }
    expect(output.totalBytes).toBe(11_000)
    let pieces = 0
    for (let at = 0; at < 11_000; pieces++) at = output.read(at, 100).nextOffset
    expect(pieces).toBeLessThan(250)
    output.dispose()
  })

  it('that was removed is empty, and looking at it fails nothing', () => {
    const file = path.join(folder, 'removed.txt')
    const output = new OutputFile(file)
    fs.appendFileSync(file, 'text')
    fs.rmSync(file)
    output.trim()
    expect(output.read(0, 100)).toMatchObject({ text: '', offset: 0, nextOffset: 0, droppedBytes: 0 })
    output.append(Buffer.from('more'))
    output.leaveOut(4)
    output.dispose()
  })

  it('that comes after the end is written nowhere, also not to another file that has the descriptor by then', () => {
    const output = new OutputFile(path.join(folder, 'closed.txt'))
    const reused = output.descriptor
    output.dispose()
    const other = path.join(folder, 'other.txt')
    const opened = [fs.openSync(other, 'w'), fs.openSync(other, 'a')]
    expect(opened).toContain(reused)
    output.append(Buffer.from('late'))
    output.leaveOut(4)
    output.dispose()
    for (const fd of opened) fs.closeSync(fd)
    expect(fs.readFileSync(other, 'utf8')).toBe('')
  })
})
