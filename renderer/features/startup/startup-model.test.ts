import { describe, expect, it, test } from 'vitest'
import type { PortRuntimeState, PortsState } from '../../../shared/model/port.ts'
import {
  addVariable,
  commandLineOf,
  launchProblem,
  launchRequest,
  readVariable,
  startsWithSdk,
  wordsOf,
} from './launch-request.ts'
import { emptyLaunchDraft as emptyForm } from '../../store/startup-slice.ts'
import { tooOld } from './prepare-words.ts'
import { phaseText, runtimeRows, sumText, waitedLong, waitReason } from './runtime-rows.ts'
import { snippet, snippetKinds } from './snippets.ts'

describe('a launch', () => {
  it('splits the command line as a shell would, without running one', () => {
    const form = { ...emptyForm, commandLine: 'dotnet "My App.dll" --name=\'a b\' $HOME' }
    expect(launchRequest(form, 'linux')).toMatchObject({
      command: 'dotnet',
      args: ['My App.dll', '--name=a b', '$HOME'],
      folder: '~',
      suspends: true,
      firstRule: 'record',
      rule: 'resume',
      recording: { presetId: 'start', keeping: { kind: 'whole' } },
    })
  })

  it('keeps the backslashes of Windows folders', () => {
    expect(wordsOf(String.raw`C:\apps\a.exe "C:\with blank\x"`, 'win32')).toEqual([
      String.raw`C:\apps\a.exe`,
      String.raw`C:\with blank\x`,
    ])
  })

  it('requests no recording when no rule records', () => {
    expect(launchRequest({ ...emptyForm, commandLine: 'app', firstRule: 'hold' }, 'linux')?.recording).toBe(null)
  })

  it('keeps the last seconds of what it starts, when that was chosen', () => {
    const form = { ...emptyForm, commandLine: 'app', keepsLastMs: 60_000 }
    expect(launchRequest(form, 'linux')?.recording).toMatchObject({
      keeping: { kind: 'ring', lastMs: 60_000, maxBytes: null },
    })
  })

  it('says what is missing', () => {
    expect(launchProblem(emptyForm, 'linux')?.field).toBe('command')
    expect(launchProblem({ ...emptyForm, commandLine: 'a "b' }, 'linux')?.text).toMatch(/quotation/)
    expect(launchProblem({ ...emptyForm, commandLine: 'a', folder: ' ' }, 'linux')?.field).toBe('folder')
    expect(launchRequest(emptyForm, 'linux')).toBe(null)
  })

  it('reads a variable once, with equal signs in its value', () => {
    expect(readVariable('A=b=c')).toEqual({ name: 'A', value: 'b=c' })
    expect(readVariable('EMPTY=')).toEqual({ name: 'EMPTY', value: '' })
    expect(readVariable('nothing')).toBe(null)
    expect(addVariable([{ name: 'A', value: '1' }], { name: 'A', value: '2' })).toEqual([{ name: 'A', value: '2' }])
  })

  it('knows the commands of the SDK, which are runtimes themselves', () => {
    expect(startsWithSdk('dotnet run --no-build', 'linux')).toBe(true)
    expect(startsWithSdk('/usr/bin/dotnet test', 'linux')).toBe(true)
    expect(startsWithSdk('dotnet run.dll', 'linux')).toBe(false)
    expect(startsWithSdk('run', 'linux')).toBe(false)
  })
})

function runtime(cookie: string, change: Partial<PortRuntimeState>): PortRuntimeState {
  return {
    cookie,
    phase: 'waiting',
    waitsFor: ['this-port'],
    identity: 'verified',
    targetPid: 1,
    pid: 1,
    processKey: '1:1',
    name: cookie,
    runtimeVersion: '10.0.0',
    arrivedMs: 0,
    connectionCount: 1,
    decided: null,
    recording: null,
    error: null,
    ...change,
  }
}

describe('why a runtime waits', () => {
  it('is shown when it is not this port alone, and when it is unknown', () => {
    expect(waitReason(runtime('a', {}))).toBeNull()
    expect(waitReason(runtime('a', { waitsFor: ['default-port'] }))).toContain('DOTNET_DefaultDiagnosticPortSuspend')
    expect(waitReason(runtime('a', { waitsFor: ['this-port', 'other-port'] }))).toContain('another tool')
    expect(waitReason(runtime('a', { phase: 'unknown', waitsFor: [] }))).toContain('can’t tell whether it waits')
    expect(waitReason(runtime('a', { phase: 'running', waitsFor: [] }))).toBeNull()
  })
})

describe('the runtimes of all ports', () => {
  const state: PortsState = {
    launches: [],
    ports: [
      {
        id: 'port-1',
        transport: 'unix',
        address: '/tmp/p',
        variable: '/tmp/p,suspend',
        rule: 'hold',
        nameRules: [],
        launchId: null,
        openedMs: 0,
        rejectedCount: 0,
        runtimes: [
          runtime('ended', { phase: 'gone', arrivedMs: 9 }),
          runtime('runs', { phase: 'running', arrivedMs: 8 }),
          runtime('short', { arrivedMs: 50_000 }),
          runtime('long', { arrivedMs: 10_000 }),
        ],
      },
    ],
  }

  it('begin with the runtime that waits longest', () => {
    const rows = runtimeRows(state)
    expect(rows.map((row) => row.runtime.cookie)).toEqual(['long', 'short', 'runs', 'ended'])
    expect(waitedLong(rows, 60_000).map((row) => row.runtime.cookie)).toEqual(['long'])
    expect(sumText(rows)).toBe('2 waiting, 1 running, 1 ended')
  })

  it('say how long a runtime has waited, never a negative time', () => {
    expect(phaseText(runtime('x', { arrivedMs: 5000 }), 0)).toMatch(/^Waiting 0/)
    expect(phaseText(runtime('x', { phase: 'running' }), 0)).toBe('Running')
  })
})

describe('a text to copy', () => {
  it('has the variable in every kind, quoted as that kind needs it', () => {
    for (const kind of snippetKinds) {
      const text = snippet(kind, '/tmp/ports/lab,suspend', '/tmp/ports/lab')
      expect(text).toContain('DOTNET_DiagnosticPorts')
      expect(text).toContain('/tmp/ports/lab,suspend')
    }
    expect(snippet('shell', "/tmp/it's here,suspend", '')).toContain(String.raw`='/tmp/it'\''s here,suspend'`)
    expect(snippet('powershell', "/tmp/it's,suspend", '')).toContain("'/tmp/it''s,suspend'")
    expect(snippet('systemd', '/tmp/100%,suspend', '')).toContain('/tmp/100%%,suspend')
    expect(JSON.parse(snippet('profile', 'C:\\x,suspend', 'C:\\x'))).toMatchObject({
      profiles: { Diagnose: { environmentVariables: { DOTNET_DiagnosticPorts: 'C:\\x,suspend' } } },
    })
  })

  it('mounts the folder of the socket into containers', () => {
    expect(snippet('docker', '/run/p/lab,suspend', '/run/p/lab')).toContain('-v /run/p:/run/p')
    expect(snippet('kubernetes', '/run/p/lab,suspend', '/run/p/lab')).toContain('mountPath: "/run/p"')
  })
})

describe('what can be done before a program is resumed', () => {
  it('is nothing that ends it: a perf map waits for .NET 10', () => {
    expect(tooOld('perfMap', '10.0.12')).toBe(null)
    expect(tooOld('perfMap', '9.0.22')).toContain('crashes a suspended program')
    expect(tooOld('perfMap', '7.0.0')).toContain('Requires .NET 8.0')
    expect(tooOld('hook', '8.0.33')).toBe(null)
  })
})

test.each(['linux', 'win32'])(
  'a command line that is launched again is split into the same arguments on %s',
  (platform) => {
    const words = [
      'dotnet',
      platform === 'win32' ? String.raw`C:\My apps\a.dll` : '/srv/my apps/a.dll',
      '--name=a b',
      '',
      '5 > "4"',
    ]
    expect(wordsOf(commandLineOf(words, platform), platform)).toEqual(words)
  },
)
