import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import type { ChannelName, Request } from '../../../shared/contract/index.ts'
import type { DumpBlocker, DumpPreflight } from '../../../shared/model/dump.ts'
import type { CaseState } from '../../../shared/model/cases.ts'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { Rule, RuleAction } from '../../../shared/rules/rule.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import type { SudoPlan } from '../../diagnostics/machines/sudo-ports.ts'
import { requestMessage } from '../../diagnostics/console/message-pieces.ts'
import { ConsentGate } from './consent-gate.ts'
import { consentRules, type ConsentParts } from './consent-rules.ts'
import { KeptConsents } from './kept-consents.ts'
import { PathGrants } from './path-grants.ts'
import { Questions } from './questions.ts'

let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'consent-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const page = { window: {} as BrowserWindow, hasEnded: false }
const target = { kind: 'process', key: '4121:1' } as const
const jobTarget = { pid: asPid(4121), name: 'orders-api', processKey: asProcessKey('4121:1') }
const hash = (text: string) => Buffer.from(text).toString('base64url')

function setUp(parts: Partial<ConsentParts> = {}, blockers: readonly DumpBlocker[] = []) {
  const asked: string[] = []
  const answer = { response: 0 }
  const clock = { nowMs: 0 }
  const grants = new PathGrants(path.join(folder, 'grants.json'), () => clock.nowMs)
  const kept = new KeptConsents(path.join(folder, 'consents.json'), hash, () => clock.nowMs)
  const rules = consentRules({
    targetOf: () => ok({ jobTarget }),
    checkDump: () => ok({ blockers, warnings: [] } as unknown as DumpPreflight),
    suggestDump: () => ok({ folder: '/tmp' }),
    farDumpOf: () => ({ machine: 'far', path: '/tmp/pipescope-AbCd1234/a.dmp', isFetched: false }),
    launchOf: (id) => (id === 'launch-1' ? launched : null),
    isGranted: (file) => grants.has(file),
    grant: (file) => grants.add(file),
    isChosenFolder: (chosen) => chosen === '/srv/traces',
    previewRequest: () => Promise.resolve(null),
    runningJobs: () => [{ id: 'job-1', kind: 'recording', actions: ['stop', 'cancel'] }],
    ruleOf: () => null,
    dumpsAmong: () => [],
    machineName: (id) => /^ssh:(web\d+)$/.exec(id)?.[1] ?? null,
    isConnected: (id) => id !== 'ssh:web9',
    planSudo: () => Promise.resolve(err({ kind: 'not-found', what: 'process' })),
    agreeToSudo: () => undefined,
    caseOf: () => null,
    userName: 'anna',
    ...parts,
  })
  const questions = new Questions(
    (_window, { message, detail }) => {
      asked.push(`${message}\n${detail ?? ''}`)
      return Promise.resolve({ response: answer.response })
    },
    () => (clock.nowMs += 10_000),
  )
  const gate = new ConsentGate(rules, questions, kept)
  const check = <Name extends ChannelName>(name: Name, request: Request<Name>) => gate.check(name, request, page)
  return { asked, answer, check, grants, kept }
}

const program = {
  command: '/usr/bin/dotnet',
  args: ['Orders.dll', '--token', 'hunter2'],
  folder: '/srv',
  variables: {},
}
const launched = { ...program, pid: 77, machine: { id: 'ssh:web1', name: 'web1' } }
const launch: Request<'launch.start'> = {
  machine: null,
  ...program,
  suspends: true,
  firstRule: 'hold',
  rule: 'resume',
  nameRules: [],
  recording: null,
}
const dump: Request<'dumps.start'> = {
  target,
  path: '/tmp/orders.dmp',
  type: 'heap',
  crashReport: 'none',
  mayOverwrite: false,
  logging: false,
}
const profilerRequest = { target, path: '/opt/p.so', clsid: '{11111111-2222-3333-4444-555555555555}' }

describe('opening a process of another user with sudo', () => {
  const plan = {
    process: { pid: asPid(7), name: 'orders', processKey: asProcessKey('ssh:web03/7:9') },
    machine: 'web03',
    owner: 'svc',
    command: "sudo -n -u '#1001' socat - UNIX-CONNECT:/tmp/s",
  } as SudoPlan

  test('asks each time with the whole command, and agrees only to that plan', async () => {
    const agreed: SudoPlan[] = []
    const planSudo = () => Promise.resolve(ok(plan))
    const { asked, answer, check } = setUp({ planSudo, agreeToSudo: (given) => void agreed.push(given) })
    expect(await check('machines.openWithSudo', { key: 'ssh:web03/7:9' })).toEqual(ok(null))
    expect(agreed).toEqual([plan])
    answer.response = 1
    expect((await check('machines.openWithSudo', { key: 'ssh:web03/7:9' })).ok).toBe(false)
    expect(agreed).toHaveLength(1)
    expect(asked).toHaveLength(2)
    expect(asked[1]).toContain(plan.command)
    expect(asked[1]).toContain('orders (PID 7 on web03)')
  })
})

describe('starting a program on another machine', () => {
  test('is asked with the machine and the program, once for each machine, and is listed with the machine', async () => {
    const { asked, check, kept } = setUp()
    const there = { ...launch, machine: 'ssh:web1' }
    await check('launch.start', there)
    await check('launch.start', { ...there, suspends: false })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('Start dotnet on web1?')
    expect(asked[0]).toContain('Machine: web1\nProgram: /usr/bin/dotnet\nArguments: Orders.dll --token ')
    expect(asked[0]).not.toContain('hunter2')
    await check('launch.start', { ...there, machine: 'ssh:web2' })
    await check('launch.start', launch)
    expect(asked).toHaveLength(3)
    expect(kept.list().map(({ label }) => label)).toEqual([
      'dotnet Orders.dll on web1',
      'dotnet Orders.dll on web2',
      'dotnet Orders.dll',
    ])
  })

  test('is not asked about a machine that is not connected, or not there', async () => {
    const { asked, check } = setUp()
    const lost = { ok: false, error: { kind: 'link-lost', machine: 'web9' } }
    expect(await check('launch.start', { ...launch, machine: 'ssh:web9' })).toEqual(lost)
    expect(await check('launch.start', { ...launch, machine: 'ssh:other' })).toMatchObject({ ok: false })
    expect(asked).toEqual([])
  })
})

describe('ending a program that was launched', () => {
  test('is asked when it is to be killed, each time, and not when it is asked to stop', async () => {
    const { asked, answer, check } = setUp()
    expect(await check('launch.stop', { launchId: 'launch-1', how: 'terminate' })).toEqual(ok(null))
    expect(asked).toEqual([])
    answer.response = 1
    const kill = { launchId: 'launch-1', how: 'kill' } as const
    expect(await check('launch.stop', kill)).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('Kill dotnet on web1?')
    expect(asked[0]).toContain('PID: 77')
    expect(asked[0]).not.toContain('hunter2')
    expect(await check('launch.stop', { ...kill, launchId: 'launch-2' })).toMatchObject({ error: { what: 'launch' } })
    expect(asked).toHaveLength(1)
  })
})

describe('what changes a process', () => {
  test('asks each time, names the process and the effect, and does nothing without consent', async () => {
    const { asked, answer, check } = setUp()
    expect(await check('profiler.startup', profilerRequest)).toEqual(ok(null))
    expect(await check('startupHook.apply', { target, path: '/opt/hook.dll' })).toEqual(ok(null))
    answer.response = 1
    const declined = { ok: false, error: { kind: 'cancelled' } }
    expect(await check('environment.set', { target, name: 'A', value: 'b' })).toEqual(declined)
    expect(await check('environment.set', { target, name: 'A', value: null })).toEqual(declined)
    expect(asked).toHaveLength(4)
    for (const question of asked) expect(question).toContain('orders-api (PID 4121)')
    expect(asked[0]).toContain('/opt/p.so')
  })

  test('of a process that has ended is refused without a question', async () => {
    const gone = { ok: false, error: { kind: 'not-found', what: 'process' } } as const
    const { asked, check } = setUp({ targetOf: () => gone })
    expect(await check('startupHook.apply', { target, path: '/opt/hook.dll' })).toEqual(gone)
    expect(asked).toEqual([])
  })

  test('can’t alter the question with line breaks, text direction or length', async () => {
    const { asked, check } = setUp()
    await check('startupHook.apply', { target, path: `/opt/a\n\nHarmless.\u202Elld.${'x'.repeat(5000)}` })
    expect(asked[0]).toContain('/opt/a\u{fffd}\u{fffd}Harmless.\u{fffd}lld.')
    expect(asked[0]!.length).toBeLessThan(1000)
    expect(asked[0]).toContain('characters in all')
  })
})

describe('raw requests', () => {
  test('that only read don’t ask; all others do, including unknown ones', async () => {
    const { asked, check } = setUp()
    const payload = { kind: 'fields', values: {} } as const
    for (const command of ['ProcessInfo', 'ProcessEnvironment', 'ResumeRuntime', 'GenerateCoreDump', 'NoSuchCommand'])
      await check('console.send', { target, command, payload })
    expect(asked.map((question) => question.split(' ')[1])).toEqual([
      'ResumeRuntime',
      'GenerateCoreDump',
      'NoSuchCommand',
    ])
  })

  test('are shown with the length of their payload and its fields, cut and with secrets masked', async () => {
    const path = `/tmp/${'x'.repeat(3000)}`
    const encoded: Readonly<Record<string, ConsoleMessage>> = {
      ApplyStartupHook: requestMessage('ApplyStartupHook', encodePath(path)),
    }
    const { asked, check } = setUp({ previewRequest: ({ command }) => Promise.resolve(encoded[command] ?? null) })
    await check('console.send', { target, command: 'ApplyStartupHook', payload: { kind: 'fields', values: { path } } })
    expect(asked[0]).toContain(`Payload: ${String(4 + (path.length + 1) * 2)} bytes\npath: /tmp/xxx`)
    expect(asked[0]).toContain('… (3005 characters in all)')
    await check('console.send', { target, command: 'NoSuchCommand', payload: { kind: 'fields', values: {} } })
    expect(asked[1]).toContain('Pipescope won’t send this request as it is.')
  })
})

/** A length in characters and UTF-16, as every text on the wire. */
function encodePath(path: string): Uint8Array {
  const text = Buffer.from(`${path}\0`, 'utf16le')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(path.length + 1)
  return Buffer.concat([Buffer.alloc(20), length, text])
}

test('settings accept no folder that wasn’t chosen in a dialog', async () => {
  const { asked, check } = setUp()
  const set = (chosen: string | null) =>
    check('settings.update', { recordings: { folder: chosen, nameTemplate: '{process}', savesGcDump: false } })
  expect(await set('/etc')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  expect(await set('/srv/traces')).toEqual(ok(null))
  expect(await set(null)).toEqual(ok(null))
  expect(await check('settings.update', { theme: 'dark' })).toEqual(ok(null))
  expect(asked).toEqual([])
})

describe('starting a program', () => {
  test('is asked once for the same program, arguments, folder and variables; secrets are dots', async () => {
    const { asked, check, kept } = setUp()
    await check('launch.start', launch)
    await check('launch.start', { ...launch, suspends: false })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('It runs as anna')
    expect(asked[0]).not.toContain('hunter2')
    await check('launch.start', { ...launch, args: ['Orders.dll'] })
    await check('launch.start', { ...launch, folder: '/tmp' })
    await check('launch.start', { ...launch, variables: { A: 'b' } })
    await check('launch.start', { ...launch, variables: { A: null } })
    expect(asked).toHaveLength(5)
    expect(kept.list().map(({ label }) => label)).toContain('dotnet Orders.dll')
  })

  test('is asked again after the consent was revoked, in a later run too', async () => {
    const first = setUp()
    await first.check('launch.start', launch)
    await first.kept.flush()
    const second = setUp()
    await second.check('launch.start', launch)
    expect(second.asked).toEqual([])
    second.kept.revoke(second.kept.list()[0]!.id)
    await second.check('launch.start', launch)
    expect(second.asked).toHaveLength(1)
  })

  test('that was declined isn’t remembered', async () => {
    const { answer, check, kept } = setUp()
    answer.response = 1
    expect(await check('launch.start', launch)).toMatchObject({ ok: false })
    expect(kept.list()).toEqual([])
  })
})

describe('files', () => {
  test('that the person named to main open without a question, in a later run too; others ask once', async () => {
    const { asked, check, grants } = setUp()
    grants.add('/srv/a.nettrace')
    await check('traces.open', { path: '/srv/a.nettrace' })
    await check('traces.open', { path: '/srv/sub/../a.nettrace' })
    await check('traces.open', { path: null })
    expect(asked).toEqual([])
    await check('traces.open', { path: '/etc/shadow' })
    await check('live.openFile', { path: '/etc/shadow' })
    expect(asked).toHaveLength(1)
    await grants.flush()
    const later = setUp()
    await later.check('live.openFile', { path: '/srv/a.nettrace' })
    expect(later.asked).toEqual([])
  })

  test.each(['/tmp/../etc/x.dmp', '/tmp/sub/x.dmp', '/tmp/..', '/tmp/', '/var/x.dmp', '/tmpx/x.dmp'])(
    'a dump outside the default folder is asked about: %s',
    async (where) => {
      const { asked, check } = setUp()
      await check('dumps.start', { ...dump, path: where })
      expect(asked).toHaveLength(1)
      expect(asked[0]).toContain(where)
    },
  )

  test('a second dump of the same process into the same folder is not asked about again', async () => {
    const { asked, check } = setUp()
    await check('dumps.start', { ...dump, path: '/var/a.dmp' })
    await check('dumps.start', { ...dump, path: '/var/b.dmp' })
    expect(asked).toHaveLength(1)
    await check('dumps.start', { ...dump, path: '/var/../etc/b.dmp' })
    expect(asked).toHaveLength(2)
  })

  test('a new dump in the default folder is not, one over an existing file is', async () => {
    const { asked, check } = setUp()
    await check('dumps.start', dump)
    await check('dumps.start', { ...dump, mayOverwrite: true })
    expect(asked).toEqual([])
    const exists = setUp({}, [{ kind: 'file-exists', sizeBytes: 7 }])
    await exists.check('dumps.start', { ...dump, mayOverwrite: true })
    expect(exists.asked[0]).toContain('Its contents will be lost.')
  })

  test('a dump on another machine is asked about each time, with the machine and what a dump holds', async () => {
    const { asked, check } = setUp({
      targetOf: () => ok({ jobTarget: { ...jobTarget, processKey: asProcessKey('ssh:web-1/4121:1') } }),
    })
    await check('dumps.start', dump)
    await check('dumps.start', dump)
    expect(asked).toHaveLength(2)
    expect(asked[0]).toContain('on web-1')
    expect(asked[0]).toContain('passwords, keys')
    await check('dumps.removeFar', { jobId: 'job-1' })
    expect(asked[2]).toContain('Remove this dump from far?')
  })
})

describe('ports', () => {
  test.each([
    ['tcp', '127.0.0.1:0', 0],
    ['tcp', 'localhost:9000', 0],
    ['tcp', '[::1]:9000', 0],
    ['unix', '/home/anna/port.sock', 0],
    ['tcp', '0.0.0.0:9000', 1],
    ['tcp', '127.0.0.1.evil.example:9000', 1],
    ['tcp', '[::]:9000', 1],
  ] as const)('%s %s asks %s questions', async (transport, address, count) => {
    const { asked, check } = setUp()
    const more = { rule: 'hold' as const, nameRules: [], suspends: true, recording: null }
    await check('ports.open', { address: { transport, path: address }, ...more })
    expect(asked).toHaveLength(count)
  })
})

describe('discarding', () => {
  const running = [
    { id: 'whole', kind: 'recording', actions: ['stop', 'stop-without-names', 'cancel'] },
    { id: 'ring', kind: 'ring', actions: ['save', 'stop', 'cancel'] },
    { id: 'rolling', kind: 'rolling-recording', actions: ['stop', 'cancel'] },
    { id: 'ending', kind: 'recording', actions: ['stop-without-names'] },
    { id: 'copy', kind: 'compress', actions: ['cancel'] },
  ] as const

  test.each(['whole', 'ring', 'rolling'])('a running recording is asked about: %s', async (jobId) => {
    const { asked, answer, check } = setUp({ runningJobs: () => running })
    expect(await check('jobs.act', { jobId, action: 'stop' })).toEqual(ok(null))
    expect(asked).toEqual([])
    answer.response = 1
    expect(await check('jobs.act', { jobId, action: 'cancel' })).toMatchObject({ ok: false })
    expect(asked).toEqual([expect.stringContaining('Discard this recording?')])
  })

  test.each(['ending', 'copy', 'unknown'])('is not asked about where no recording is lost: %s', async (jobId) => {
    const { asked, check } = setUp({ runningJobs: () => running })
    expect(await check('jobs.act', { jobId, action: 'cancel' })).toEqual(ok(null))
    expect(asked).toEqual([])
  })

  test('when quitting is asked about with the number of recordings that would be lost; saving is not', async () => {
    const { asked, check } = setUp({ runningJobs: () => running })
    await check('jobs.answerQuit', { choice: 'stop-and-save' })
    expect(asked).toEqual([])
    await check('jobs.answerQuit', { choice: 'discard' })
    expect(asked).toEqual([expect.stringContaining('Discard 3 running recordings and quit?')])
    const others = setUp({ runningJobs: () => running.slice(3) })
    await others.check('jobs.answerQuit', { choice: 'discard' })
    expect(others.asked).toEqual([])
  })
})

test('a rule that is saved while arming it is asked about is asked about again, as it is by then', async () => {
  const shown = readyMade[0]!.rule
  const command: RuleAction = { kind: 'program', path: '/usr/bin/curl', args: ['evil.example'] }
  const saved: Rule = { ...shown, actions: [command] }
  const { asked, check } = setUp({ ruleOf: () => (asked.length === 0 ? shown : saved) })
  expect(await check('rules.arm', { id: 'rule' })).toEqual(ok(null))
  expect(asked).toEqual([expect.not.stringContaining('curl'), expect.stringContaining('/usr/bin/curl')])
})

test.each([
  [undefined, 'Processes of your user only. On this machine and those you connect to.'],
  ['localhost', 'Processes of your user only. On this machine only.'],
  ['web*', 'Processes of your user only. On machines named web*.'],
])('arming a rule names the machines that it is about: %s', async (machine, sentence) => {
  const { rule } = readyMade[0]!
  const applications = { ...rule.applications, ...(machine !== undefined && { machine }) }
  const { asked, check } = setUp({ ruleOf: () => ({ ...rule, applications }) })
  await check('rules.arm', { id: 'rule' })
  expect(asked).toEqual([expect.stringContaining(sentence)])
})

test('a case that is packed when it is collected asks about its dump and about dumps that were added', async () => {
  const { asked, check } = setUp({ dumpsAmong: (ids) => (ids.includes('core') ? ['core.4121'] : []) })
  const start = (more: Partial<Request<'cases.start'>>) =>
    check('cases.start', { addedFileIds: [], dump: null, exports, ...more } as Request<'cases.start'>)
  const exports = {
    privacy: [],
    excluded: [],
    password: null,
    partBytes: null,
  } as unknown as Request<'cases.start'>['exports']
  await start({ addedFileIds: ['notes'] })
  await start({ addedFileIds: ['core'], exports: null })
  expect(asked).toEqual([])
  await start({ addedFileIds: ['core'], dump: 'heap' })
  expect(asked).toEqual([expect.stringContaining('Dump: heap, core.4121')])
})

test('a perf map that was agreed to for an application is asked about again on another machine', async () => {
  let processKey = asProcessKey('4121:1')
  const { asked, check, kept } = setUp({ targetOf: () => ok({ jobTarget: { ...jobTarget, processKey } }) })
  const request = { target, type: 'all' } as const
  await check('perfMap.start', request)
  await check('perfMap.start', request)
  expect(asked).toHaveLength(1)
  for (const [index, machine] of ['web1', 'web2'].entries()) {
    processKey = asProcessKey(`ssh:${machine}/4121:1`)
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    await check('perfMap.start', request)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await check('perfMap.start', request)
    expect(asked).toHaveLength(index + 2)
  }
  expect(asked[2]).toContain('won’t ask again for this application on web2')
  expect(kept.list().map(({ label }) => label)).toEqual(
    expect.arrayContaining(['orders-api', 'orders-api on web1', 'orders-api on web2']),
  )
})

test('a dump that comes to a case while its export is asked about is asked about as well', async () => {
  const files = [{ name: 'dump_mini.core', redaction: 'not-possible' }]
  const added = { name: 'added/orders.dmp', redaction: 'not-possible' }
  const caseOf = () => ({ files: asked.length === 0 ? files : [...files, added] }) as unknown as CaseState
  const { asked, check } = setUp({ caseOf })
  const request = { caseId: 'case', excluded: [], password: null } as unknown as Request<'cases.export'>
  expect(await check('cases.export', request)).toEqual(ok(null))
  expect(asked).toEqual([expect.not.stringContaining('orders.dmp'), expect.stringContaining('orders.dmp')])
})
