import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { FarShell } from '../../machines/far-shell.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import { pause } from '../../os/pause.ts'
import { PortService } from '../ports/port-service.ts'
import { FarLaunchService, type FarLaunchRequest } from './far-launch-service.ts'
import { FarOutput } from './far-output.ts'
import { OutputFile } from './output-file.ts'
import { held } from './testing/launch-steps.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'far-launches-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A port is open by then, and its program is not started yet. */
let onListen: (() => void) | null = null
const listen = () => {
  onListen?.()
  return Promise.resolve(ok(null))
}
const request = (machine: string, script: string): FarLaunchRequest => ({
  machine,
  command: '/bin/sh',
  args: ['-c', script],
  folder,
  ...held,
})

/** Shells of this machine stand for those of the others. */
describe.skipIf(process.platform !== 'linux')('launches on other machines', () => {
  const shells = new Map<string, ChildProcess>()
  let ports: PortService
  let launches: FarLaunchService

  beforeEach(() => {
    ports = new PortService({ watcher: { watch: vi.fn(), forget: vi.fn() }, onChange: vi.fn() })
    launches = new FarLaunchService({
      ports,
      processes: { of: () => null },
      machineOf: (name) => ({ name, link: linkTo(name) }),
      folder: path.join(folder, 'output'),
      onChange: vi.fn(),
      pace: { stepSeconds: 0.1, graceSteps: 1 },
    })
  })
  afterEach(async () => {
    for (const { id, phase } of launches.list()) if (phase === 'running') await launches.stop(id, 'kill')
    await ports.closeAll(() => false)
    launches.dispose()
    for (const shell of shells.values()) shell.kill('SIGKILL')
    shells.clear()
    onListen = null
  })

  function linkTo(name: string): SshLink {
    const openShell = (script: string): FarShell => {
      const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] })
      shells.set(name, child)
      return new FarShell(child.stdin, child.stdout, () => child.kill(), script)
    }
    return { isOpen: true, openShell, listen, stopListening: () => Promise.resolve() } as Partial<SshLink> as SshLink
  }
  const phases = () => launches.list().map(({ machine, phase }) => [machine?.name, phase])

  it('end for themselves: a machine that does not answer holds up no other', async () => {
    const slow = await launches.start(request('slow', 'sleep 60'))
    expect(slow).toMatchObject({ ok: true })
    shells.get('slow')?.kill('SIGSTOP')
    // By then it has been asked; that it was is nothing to rely on.
    await pause(1100)
    await launches.start(request('quick', 'exit 0'))
    await expect.poll(phases, { timeout: 10_000 }).toEqual([
      ['slow', 'running'],
      ['quick', 'ended'],
    ])
    shells.get('slow')?.kill('SIGCONT')
  })

  it('are released before a disconnect, also one that is just being started', async () => {
    const starting = launches.start(request('far', 'sleep 0.5'))
    await launches.release('far')
    expect(await starting).toMatchObject({ ok: true })
    expect(phases()).toEqual([['far', 'lost']])
    expect(ports.list()).toEqual([])
  })

  it('are waited for before everything ends, so that none is started behind that', async () => {
    const areStarting = () => ports.list().map(({ id }) => launches.isStarting(id))
    const seen: boolean[] = []
    onListen = () => seen.push(...areStarting())
    const starting = launches.start(request('far', 'sleep 60'))
    await launches.whenStarted(null)
    expect(phases()).toEqual([['far', 'running']])
    expect(await starting).toMatchObject({ ok: true })
    // Other ports are closed meanwhile.
    expect(seen).toEqual([true])
    expect(areStarting()).toEqual([false])
  })
})

it('output is over where a machine says a size that it does not have', async () => {
  const file = new OutputFile(path.join(folder, 'lie.txt'))
  const far = { output: () => Promise.resolve(ok(Buffer.alloc(0))), trim: () => Promise.resolve(ok(null)) }
  expect(await new FarOutput('stdout', file).take(far, 10)).toEqual(ok(true))
  file.dispose()
})
