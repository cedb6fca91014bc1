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
import type { FarLaunchRequest } from './far-launch-entry.ts'
import { openFarLaunchList, type FarLaunchList, type ListedFarLaunch } from './far-launch-list.ts'
import { FarLaunchService } from './far-launch-service.ts'
import { FarOutput } from './far-output.ts'
import { OutputFile } from './output-file.ts'
import { held } from './testing/launch-steps.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'far-launches-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A port is open by then, and its program is not started yet. */
let onListen: (() => void) | null = null
const foldersThere: string[] = []
const listen = (address: string) => {
  foldersThere.push(path.dirname(address))
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
  const shells = new Map<string, ChildProcess[]>()
  const ends: (() => void)[] = []
  const links = new Map<string, { isOpen: boolean }>()
  let ports: PortService
  let launches: FarLaunchService
  let list: FarLaunchList
  const listPath = path.join(folder, 'far-launches.json')

  beforeEach(() => {
    ports = new PortService({ watcher: { watch: vi.fn(), forget: vi.fn() }, onChange: vi.fn() })
    launches = begin()
  })
  /** As each run does. */
  const begin = () =>
    new FarLaunchService({
      ports,
      processes: { of: () => null },
      machineOf: (name) => ({ name, link: linkTo(name) }),
      folder: fs.mkdtempSync(path.join(folder, 'output-')),
      list: (list = openFarLaunchList(listPath, Date.now)),
      onChange: vi.fn(),
      pace: { stepSeconds: 0.1, graceSteps: 100 },
      stopWithinMs: 200,
    })
  afterEach(async () => {
    onListen = null
    fs.rmSync(listPath, { force: true })
    for (const { id, phase } of launches.list()) if (phase === 'running') await launches.stop(id, 'kill')
    await ports.closeAll(() => false)
    launches.dispose()
    for (const name of shells.keys()) signal(name, 'SIGKILL')
    shells.clear()
    links.clear()
    foldersThere.length = 0
  })

  function linkTo(name: string): SshLink {
    const openShell = (script: string): FarShell => {
      const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] })
      shells.set(name, [...(shells.get(name) ?? []), child])
      // As sshd ends it.
      const end = () => {
        child.stdin.end()
        child.stdout.destroy()
      }
      const shell = new FarShell(child.stdin, child.stdout, end, script)
      ends.push(() => shell.dispose())
      return shell
    }
    const link = links.get(name) ?? { isOpen: true, openShell, listen, stopListening: () => Promise.resolve() }
    links.set(name, link)
    return link as Partial<SshLink> as SshLink
  }
  /** All shells of that connection end, and there is another one. */
  const reconnect = (name: string) => {
    for (const link of links.values()) link.isOpen = false
    for (const end of ends.splice(0)) end()
    links.delete(name)
  }
  const signal = (name: string, how: NodeJS.Signals) => shells.get(name)?.forEach((shell) => shell.kill(how))
  const startAs = (more: Partial<FarLaunchRequest>) => launches.start({ ...request('far', ''), args: [], ...more })
  const phases = () => launches.list().map(({ machine, phase }) => [machine?.name, phase])

  it('end for themselves: a machine that does not answer holds up no other', async () => {
    const slow = await launches.start(request('slow', 'sleep 60'))
    expect(slow).toMatchObject({ ok: true })
    signal('slow', 'SIGSTOP')
    // By then it has been asked; that it was is nothing to rely on.
    await pause(1100)
    await launches.start(request('quick', 'exit 0'))
    await expect.poll(phases, { timeout: 10_000 }).toEqual([
      ['slow', 'running'],
      ['quick', 'ended'],
    ])
    signal('slow', 'SIGCONT')
  })

  it('are not started any more when a disconnect has begun, and nothing is left there', async () => {
    const mark = path.join(folder, 'mark')
    const starting = launches.start(request('far', `: > ${mark}`))
    const released = launches.release('far')
    const late = launches.start(request('far', `: > ${mark}`))
    await released
    expect([await starting, await late]).toMatchObject(
      Array.from({ length: 2 }, () => ({ ok: false, error: { machine: 'far', reason: 'disconnecting' } })),
    )
    expect(launches.list()).toEqual([])
    expect(ports.list()).toEqual([])
    expect(foldersThere).toHaveLength(1)
    await expect.poll(() => foldersThere.filter((made) => fs.existsSync(made))).toEqual([])
    expect(fs.existsSync(mark)).toBe(false)
    // Another connection to the same machine.
    links.delete('far')
    expect(await launches.start(request('far', 'exit 0'))).toMatchObject({ ok: true })
  })

  it('that have just been started have time to reach their port before a disconnect', async () => {
    await launches.start(request('far', 'sleep 0.5'))
    await launches.release('far')
    // It was none that comes: its end is known.
    await expect.poll(phases).toEqual([['far', 'ended']])
  })

  it('of .NET Core 3.1 are not made to wait for a port that it does not know', async () => {
    const app = path.join(folder, 'old app')
    fs.copyFileSync('/bin/true', app)
    fs.chmodSync(app, 0o755)
    const config = `${app}.runtimeconfig.json`
    const madeFor = (version: string) =>
      fs.writeFileSync(
        config,
        JSON.stringify({ runtimeOptions: { framework: { name: 'Microsoft.NETCore.App', version } } }),
      )
    madeFor('3.1.0')
    const refused = { ok: false, error: { kind: 'unsupported', feature: 'launch-suspended', actualVersion: '3.1.0' } }
    expect(await startAs({ command: './old app' })).toMatchObject(refused)
    expect(await startAs({ command: 'old app', variables: { PATH: folder } })).toMatchObject(refused)
    expect(foldersThere).toEqual([])
    expect(await startAs({ command: app, suspends: false })).toMatchObject({ ok: true })
    madeFor('5.0.0')
    expect(await startAs({ command: app })).toMatchObject({ ok: true })
    fs.writeFileSync(config, '{')
    expect(await startAs({ command: app })).toMatchObject({ ok: true })
  })

  it('that outlive their stop are told apart, and can be killed', async () => {
    await launches.start({ ...request('far', "trap '' TERM; echo up; while :; do sleep 0.05; done"), suspends: false })
    const id = launches.list()[0]?.id ?? ''
    await expect.poll(() => launches.output(id, 'stdout', 0)).toMatchObject({ value: { text: 'up\n' } })
    expect(await launches.stop(id, 'terminate')).toMatchObject({ ok: true })
    expect(launches.list()).toMatchObject([{ stopping: 'asked' }])
    await expect.poll(() => launches.list(), { timeout: 10_000 }).toMatchObject([{ stopping: 'outlived' }])
    await launches.stop(id, 'kill')
    await expect.poll(() => launches.list(), { timeout: 10_000 }).toMatchObject([{ phase: 'ended', signal: 'SIGKILL' }])
  })

  it('are followed again after a reconnect, and those that are not there any more have ended', async () => {
    const go = path.join(folder, 'go-on')
    const script = `echo one; while [ ! -e ${go} ]; do sleep 0.05; done; echo two; exit 5`
    await launches.start({ ...request('far', script), suspends: false })
    await launches.start({ ...request('far', script), suspends: false })
    const [first, second] = launches.list().map(({ id }) => id)
    reconnect('far')
    await expect.poll(phases, { timeout: 10_000 }).toEqual([
      ['far', 'lost'],
      ['far', 'lost'],
    ])
    fs.rmSync(foldersThere[1] ?? '', { recursive: true })
    launches.takeUp()
    await expect.poll(phases, { timeout: 10_000 }).toEqual([
      ['far', 'running'],
      ['far', 'ended'],
    ])
    expect(launches.list()).toMatchObject([{ unseenEnd: null }, { id: second, unseenEnd: 'unknown', exitCode: null }])
    expect(ports.list()).toMatchObject([{ launchId: first }])
    fs.writeFileSync(go, '')
    await expect.poll(() => launches.list()[0], { timeout: 10_000 }).toMatchObject({ phase: 'ended', exitCode: 5 })
    expect(launches.output(first ?? '', 'stdout', 0)).toMatchObject({ value: { text: 'one\ntwo\n' } })
    expect(ports.list()).toEqual([])
    await expect.poll(() => fs.existsSync(foldersThere[0] ?? '')).toBe(false)
  })

  it('are found by the next run of Pipescope, which knows their names and can stop them', async () => {
    const start = (script: string) => launches.start({ ...request('ssh:far', script), suspends: false })
    await start('echo one; while :; do sleep 0.05; done')
    await start('sleep 60 # swordfish')
    await start('exit 0')
    await expect.poll(() => openFarLaunchList(listPath, Date.now).entries.length, { timeout: 10_000 }).toBe(2)
    reconnect('ssh:far')
    await ports.closeAll(() => false)
    launches.dispose()
    expect(fs.readFileSync(listPath, 'utf8')).not.toContain('swordfish')
    fs.rmSync(foldersThere[1] ?? '', { recursive: true })

    launches = begin()
    const [first = '', second = ''] = launches.list().map(({ id }) => id)
    expect(launches.list()).toMatchObject(
      [first, second].map((id) => ({ id, phase: 'lost', isEarlier: true, command: 'sh', args: [], pid: null })),
    )
    expect(launches.output(first, 'stdout', 0)).toMatchObject({ value: { text: '' } })
    expect(await launches.stop(first, 'terminate')).toMatchObject({ ok: false })
    launches.takeUp()
    await expect.poll(phases, { timeout: 10_000 }).toEqual([
      ['ssh:far', 'running'],
      ['ssh:far', 'ended'],
    ])
    await expect.poll(() => launches.output(first, 'stdout', 0)).toMatchObject({ value: { text: 'one\n' } })
    expect(ports.list()).toMatchObject([{ launchId: first }])
    await launches.stop(first, 'terminate')
    await expect.poll(() => launches.list()[0], { timeout: 10_000 }).toMatchObject({ phase: 'ended', exitCode: 143 })
    await expect.poll(() => fs.existsSync(foldersThere[0] ?? '')).toBe(false)
    await expect.poll(() => begin().list()).toEqual([])
  })

  it('of an earlier run that nobody wants to see any more are forgotten', async () => {
    await launches.start({ ...request('ssh:far', 'exit 0'), suspends: false })
    const [listed] = list.entries
    await list.keep({ ...(listed as ListedFarLaunch), id: '/tmp/pipescope-run-AbCd1234' })
    const next = begin()
    expect(await next.remove(next.list().at(-1)?.id ?? '')).toMatchObject({ ok: true })
    expect(list.entries.map(({ id }) => id)).not.toContain('/tmp/pipescope-run-AbCd1234')
  })

  it.each<[string, Partial<ListedFarLaunch>]>([
    ['leads out of the folder of a launch', { id: '/tmp/pipescope-run-AbCd1234/../../home' }],
    ['is of this machine', { machine: { id: '412', name: 'here' } }],
    ['breaks a line', { label: 'a\nb' }],
    ['turns the direction of writing', { label: 'a\u202eb' }],
  ])('of a list with one that %s are not used', async (_what, change) => {
    await launches.start({ ...request('ssh:far', 'exit 0'), suspends: false })
    await list.keep({ ...(list.entries[0] as ListedFarLaunch), ...change })
    expect(begin().list()).toEqual([])
    fs.rmSync(listPath, { force: true })
  })

  it('of which nobody knows whether they were started stay on the list', async () => {
    onListen = () => signal('far', 'SIGSTOP')
    const starting = launches.start(request('far', 'exit 0'))
    await expect.poll(phases).toEqual([['far', 'starting']])
    for (const link of links.values()) link.isOpen = false
    signal('far', 'SIGKILL')
    expect(await starting).toMatchObject({ ok: false, error: { kind: 'link-lost', machine: 'far' } })
    expect(phases()).toEqual([['far', 'lost']])
    expect(ports.list()).toEqual([])
    expect(await launches.remove(launches.list()[0]?.id ?? '')).toMatchObject({ ok: true })
  })

  it('are waited for before everything ends, and none is started behind that', async () => {
    const areStarting = () => ports.list().map(({ id }) => launches.isStarting(id))
    const seen: boolean[] = []
    onListen = () => seen.push(...areStarting())
    await launches.start({ ...request('far', 'sleep 60'), suspends: false })
    await launches.startNoMore()
    expect(phases()).toEqual([['far', 'running']])
    expect(await launches.start(request('far', 'sleep 60'))).toMatchObject({ error: { reason: 'disconnecting' } })
    // Other ports are closed meanwhile.
    expect(seen).toEqual([true])
    expect(areStarting()).toEqual([false])
  })
})

it('output ends where a machine reports a size that it does not have', async () => {
  const file = new OutputFile(path.join(folder, 'lie.txt'))
  const far = { output: () => Promise.resolve(ok(Buffer.alloc(0))), trim: () => Promise.resolve(ok(null)) }
  expect(await new FarOutput('stdout', file).take(far, { sizeBytes: 10, emptiedBytes: 0 })).toEqual(ok(true))
  file.dispose()
})

it('output that was emptied there while nobody read has a mark with how much is missing, once', async () => {
  const file = new OutputFile(path.join(folder, 'emptied.txt'))
  const output = new FarOutput('stdout', file)
  let there = Buffer.from('one\n')
  const far = {
    output: (_name: string, at: number) => Promise.resolve(ok(there.subarray(at))),
    trim: () => Promise.resolve(ok(null)),
  }
  const take = (emptiedBytes: number) => output.take(far, { sizeBytes: there.length, emptiedBytes })
  await take(0)
  there = Buffer.from('three\n')
  await take(4000)
  await take(4000)
  expect(file.read(0, 100)).toMatchObject({ text: 'one\n', nextOffset: 4 })
  expect(file.read(4, 100)).toMatchObject({ text: '', nextOffset: 4000, missingBytes: 3996 })
  expect(file.read(4000, 100)).toMatchObject({ text: 'three\n', missingBytes: 0 })
  file.dispose()
})
