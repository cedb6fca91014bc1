import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSample, canBuildSamples, startTarget, type SampleTarget } from '../../../samples/start-target.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { ScriptedSudo } from '../../machines/testing/scripted-sudo.ts'
import { RealSudo, whyNoSudo } from '../../machines/testing/real-sudo.ts'
import { forFarUser, whyNoSshServer } from '../../machines/testing/ssh-server.ts'
import type { Session } from '../session-model.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import type { SudoPlan } from './sudo-ports.ts'
import { endpointFound } from './testing/endpoint-found.ts'
import { MachineBench } from './testing/machine-bench.ts'

const isFull = process.env['PIPESCOPE_FULL'] !== undefined
const missing = !isFull ? 'runs in the full test' : canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'

describe.skipIf(missing !== null)(`ports opened with sudo${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let sudo: ScriptedSudo
  let bench: MachineBench
  let target: SampleTarget
  /** A process of root, which the login user may not open. */
  beforeEach(async () => {
    sudo = new ScriptedSudo()
    bench = await MachineBench.start({ settings: sudo.settings })
    target = await startTarget({ args: ['idle'], env: { TMPDIR: undefined } })
    await sudo.leadTo(endpointOf(target.pid).path)
  })
  afterEach(async () => {
    await bench.end()
    await target.dispose()
    sudo.stop()
  })

  async function foreignRow(): Promise<ProcessRow> {
    await bench.connect()
    await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('no-permission')
    const row = bench.rowOf(target.pid)
    if (row === null) throw new Error('gone')
    return row
  }

  async function planOf(key: ProcessKey): Promise<SudoPlan> {
    const planned = await bench.service.sudo.plan(key)
    if (!planned.ok) throw new Error(JSON.stringify(planned.error))
    return planned.value
  }

  it('a process of another user answers and streams after consent, and is closed again with the connection', async () => {
    sudo.allow()
    const row = await foreignRow()
    const plan = await planOf(row.key)
    expect(plan.command).toBe(`sudo -n -u '#0' socat - UNIX-CONNECT:${endpointOf(target.pid).path}`)
    expect(sudo.started).toEqual([])
    bench.service.sudo.agree(plan)
    expect(await bench.service.sudo.open(row.key)).toEqual({ ok: true, value: null })
    expect((await bench.ready(target.pid)).runtimeVersion).toMatch(/^10\./)
    expect(`sudo ${sudo.started[0]?.replace('#0', "'#0'")}`).toBe(plan.command)

    await streams(bench, row.key)

    // Nothing is left on the far side either.
    await bench.service.disconnect('ssh:far')
    await expect.poll(() => sudo.openCount).toBe(0)
    expect((await foreignRow()).problem).toMatchObject({ kind: 'foreign-owner', owner: 'root' })
  })

  it('what sudo refuses is named and tried once, and the row stays as it was', async () => {
    sudo.refuse()
    const row = await foreignRow()
    bench.service.sudo.agree(await planOf(row.key))
    expect(await bench.service.sudo.open(row.key)).toMatchObject({
      ok: false,
      error: { kind: 'sudo-refused', reason: 'not-allowed', owner: 'root', said: 'sudo: a password is required' },
    })
    await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('no-permission')
    expect(sudo.started).toHaveLength(1)
  })
})

/** Owned by neither the login user nor root. */
const stranger = { userId: 65_534, groupId: 65_534, userName: 'nobody' }

describe.skipIf((missing ?? whyNoSudo()) !== null)('ports opened with the sudo of the system', () => {
  let sudo: RealSudo
  let bench: MachineBench
  let target: SampleTarget

  async function open(tool: 'socat' | 'nc'): Promise<{ readonly row: ProcessRow; readonly plan: SudoPlan }> {
    sudo = new RealSudo(tool)
    bench = await MachineBench.start({ settings: sudo.settings })
    const program = forFarUser(buildSample('net10'), bench.folder)
    const env = { TMPDIR: undefined, HOME: '/tmp' }
    target = await startTarget({ args: ['idle'], program, user: stranger, cwd: '/tmp', env })
    await bench.connect()
    await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('no-permission')
    const row = bench.rowOf(target.pid)
    if (row === null) throw new Error('gone')
    const planned = await bench.service.sudo.plan(row.key)
    if (!planned.ok) throw new Error(JSON.stringify(planned.error))
    return { row, plan: planned.value }
  }
  afterEach(async () => {
    await bench.end()
    await target.dispose()
    sudo.remove()
  })

  it.each(['socat', 'nc'] as const)(
    'a process of another user answers and streams through %s with one line in sudoers, and nothing is left there',
    async (tool) => {
      const { row, plan } = await open(tool)
      const socket = endpointOf(target.pid).path
      expect(plan.command).toBe(
        `sudo -n -u '#${stranger.userId}' ${tool === 'socat' ? 'socat - UNIX-CONNECT:' : 'nc -N -U '}${socket}`,
      )
      sudo.allow(stranger.userName, socket)
      bench.service.sudo.agree(plan)
      expect(await bench.service.sudo.open(row.key)).toEqual({ ok: true, value: null })
      expect((await bench.ready(target.pid)).runtimeVersion).toMatch(/^10\./)
      const session = await streams(bench, row.key)
      expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
      await expect.poll(() => commandsWith(socket)).toEqual([])

      await streams(bench, row.key)
      await bench.service.disconnect('ssh:far')
      await expect.poll(() => commandsWith(socket)).toEqual([])
    },
  )

  it('what sudo wants a password for is refused, with its own words', async () => {
    const { row, plan } = await open('socat')
    bench.service.sudo.agree(plan)
    expect(await bench.service.sudo.open(row.key)).toMatchObject({
      ok: false,
      error: { kind: 'sudo-refused', reason: 'not-allowed', owner: 'nobody', said: 'sudo: a password is required' },
    })
    await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('no-permission')
  })
})

/** Resolves when counters have come. */
async function streams(bench: MachineBench, key: ProcessKey): Promise<Session> {
  let bytes = 0
  const counters = { name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }
  const session = await bench.registry.open(
    endpointFound(bench.processes, key),
    { bufferMB: 16, providers: [counters], rundown: 'none', stacks: false },
    { onChunk: (chunk) => void (bytes += chunk.byteLength), onEnd: () => undefined },
    { runtimeVersion: '10.0.0' },
  )
  if (!session.ok) throw new Error(JSON.stringify(session.error))
  await expect.poll(() => bytes).toBeGreaterThan(5000)
  return session.value
}

/** Command lines of processes that name that socket. */
function commandsWith(socket: string): readonly string[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      const line = /^\d+$/.test(name) ? fs.readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ') : ''
      return line.includes(socket) ? [line] : []
    } catch {
      return []
    }
  })
}
