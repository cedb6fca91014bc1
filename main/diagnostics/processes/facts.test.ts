import { describe, expect, it } from 'vitest'
import type { OsProcessDetails } from '../../os/operating-system.ts'
import { capabilitiesOf } from './capabilities.ts'
import { maskEnvironment } from './environment-view.ts'
import { commandLineLimitBytes } from '../../protocol/target-facts.ts'
import { reasonNotToAsk } from './harm-guard.ts'
import { switchedOffBy } from './missing-endpoint.ts'
import { processDetail, processName, type NameSources } from './naming.ts'
import { isWaitingAtStart, suspensionSettings } from './suspension.ts'
import { isToolProcess } from './tools.ts'

const nothing: NameSources = { entryAssembly: null, arguments: null, executable: null, shortName: null }
const hosted = (...args: string[]): NameSources => ({
  ...nothing,
  executable: '/usr/share/dotnet/dotnet',
  arguments: ['dotnet', ...args],
})

describe('the name of a process', () => {
  it.each<[string, NameSources, string, string | null]>([
    ['its entry assembly', { ...hosted('/srv/orders/Orders.dll'), entryAssembly: 'Orders' }, 'Orders', null],
    [
      'the dll that dotnet runs',
      hosted('exec', '--depsfile', 'x.json', '/srv/app/Web.Api.dll', 'a.dll'),
      'Web.Api',
      'app',
    ],
    ['the executable', { ...nothing, executable: '/opt/shop/Shop' }, 'Shop', null],
    [
      'the file of a NativeAOT program, which cuts its name',
      { ...nothing, executable: '/a/Orders.Api', entryAssembly: 'Orders' },
      'Orders.Api',
      'a',
    ],
    ['a deleted executable', { ...nothing, executable: '/opt/x/Shop (deleted)' }, 'Shop', 'x'],
    ['a Windows executable', { ...nothing, executable: 'C:\\apps\\shop\\Shop.exe' }, 'Shop', null],
    ['what the system shows', { ...nothing, shortName: 'dotnet' }, 'dotnet', null],
    ['nothing at all', nothing, '?', null],
    ['dotnet itself without a dll', hosted('build'), 'dotnet', null],
  ])('is %s', (_name, sources, name, detail) => {
    expect(processName(sources)).toBe(name)
    expect(processDetail(sources)).toBe(detail)
  })

  it('has the folder of its project beside it, or the file that hosts it', () => {
    const built = { ...nothing, executable: '/src/shop/backend/bin/Debug/net10.0/Api', entryAssembly: 'Api' }
    expect(processDetail(built)).toBe('backend')
    expect(processDetail({ ...hosted('/x/testhost.dll'), entryAssembly: 'Orders.Tests' })).toBe('testhost.dll')
    // No folder above a build output.
    expect(processDetail({ ...nothing, executable: 'bin/Api', entryAssembly: 'Api' })).toBe('bin')
  })

  it('is that of what a host runs, and of a program whose name only begins or ends like one', () => {
    expect(processName({ ...nothing, executable: '/srv/dotnet.exe.old', arguments: ['x', 'a.dll'] })).toBe(
      'dotnet.exe.old',
    )
    expect(processName(hosted('/srv/app.dll.config', '/srv/app.dll'))).toBe('app')
    expect(processName({ ...nothing, executable: '/srv/app', arguments: ['/srv/app', 'b.dll'] })).toBe('app')
  })
})

describe('a tool', () => {
  it.each([
    hosted('/usr/share/dotnet/sdk/10.0.401/MSBuild.dll', '/nodemode:1'),
    hosted('/usr/share/dotnet/sdk/10.0.401/Roslyn/bincore/VBCSCompiler.dll'),
    hosted('/usr/share/dotnet/sdk/10.0.401/vstest.console.dll'),
    hosted('build', 'app.csproj'),
    { ...hosted('run'), entryAssembly: 'dotnet' },
    { ...nothing, executable: '/home/a/.dotnet/tools/dotnet-counters' },
    { ...nothing, executable: '/opt/mine', entryAssembly: 'dotnet-trace' },
    hosted('/home/a/.dotnet/tools/.store/foo/1.0.0/foo/1.0.0/tools/net8.0/any/foo.dll'),
    { ...nothing, executable: 'C:\\x\\ServiceHub.Host.dotnet.x64.exe' },
    { ...nothing, executable: '/home/a/.dotnet/tools/mine' },
    { ...nothing, executable: '/usr/share/dotnet/sdk/10.11.401-preview.1/Mine/mine' },
    { ...nothing, executable: 'C:\\Program Files\\dotnet\\sdk\\10.0.401\\mine.exe' },
  ])('is recognized: %j', (sources) => {
    expect(isToolProcess(sources)).toBe(true)
  })

  it.each([
    { ...hosted('/src/app/bin/Debug/net10.0/app.dll'), entryAssembly: 'app' },
    hosted('/src/tests/bin/Debug/net10.0/testhost.dll'),
    { ...nothing, executable: '/src/dotnetapp/bin/dotnetapp' },
    { ...nothing, executable: '/src/my-dotnet-app' },
    { ...nothing, executable: '/src/MyServiceHub.Api' },
    { ...nothing, executable: '/src/sdk/samples/mine' },
    { ...nothing, executable: '/src/sdk/v10.0.401/mine' },
    { ...nothing, executable: '/src/app/' },
    nothing,
  ])('is not a person’s own program: %j', (sources) => {
    expect(isToolProcess(sources)).toBe(false)
  })
})

const details = (commandLineBytes: number | null, executable = '/app'): OsProcessDetails => ({
  userId: 0,
  userName: null,
  isSameUser: true,
  commandLine: null,
  arguments: null,
  commandLineBytes,
  executable,
  workingFolder: null,
  container: null,
})

describe('asking ProcessInfo', () => {
  it('is safe up to the limit, with the path of the executable counted in', () => {
    expect(reasonNotToAsk(details(commandLineLimitBytes - 4))).toBeNull()
    expect(reasonNotToAsk(details(commandLineLimitBytes - 3))).toEqual({
      kind: 'command-line-too-long',
      sizeBytes: commandLineLimitBytes - 3,
    })
    expect(reasonNotToAsk(details(30_000, `/${'x'.repeat(3000)}`))).toMatchObject({ kind: 'command-line-too-long' })
  })

  it('is not safe when the length cannot be read', () => {
    expect(reasonNotToAsk(details(null))).toEqual({ kind: 'command-line-too-long', sizeBytes: null })
  })
})

const settings = (variables: Record<string, string>): ReturnType<typeof suspensionSettings> =>
  suspensionSettings(new Map(Object.entries(variables)))

describe('suspension at startup', () => {
  it.each<[Record<string, string>, boolean, readonly string[]]>([
    [{}, false, []],
    [{ DOTNET_DefaultDiagnosticPortSuspend: '1' }, true, []],
    [{ COMPlus_DefaultDiagnosticPortSuspend: '1' }, true, []],
    [{ DOTNET_DefaultDiagnosticPortSuspend: '0' }, false, []],
    [{ DOTNET_DiagnosticPorts: '/tmp/p' }, false, ['/tmp/p']],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,nosuspend' }, false, []],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,NoSuspend,suspend' }, false, []],
    [{ DOTNET_DiagnosticPorts: ';;/tmp/p,nosuspend;/tmp/q,connect' }, false, ['/tmp/q']],
    [{ DOTNET_DiagnosticPorts: 'nosuspend,connect' }, false, ['nosuspend']],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,nosupend' }, false, ['/tmp/p']],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,connect,nosuspend' }, false, []],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,suspend,nosuspend' }, false, ['/tmp/p']],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,listen' }, false, []],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,suspend,listen' }, false, []],
    [{ DOTNET_DiagnosticPorts: '/tmp/p,connect,listen' }, false, ['/tmp/p']],
  ])('is asked for by %j: default %s, ports %j', (variables, isDefaultPortSuspended, addresses) => {
    expect(settings(variables)).toEqual({ isDefaultPortSuspended, addresses })
  })

  it('holds while the runtime has not started, and is unknown where that or its environment is', () => {
    const asked = settings({ DOTNET_DefaultDiagnosticPortSuspend: '1' })
    expect(isWaitingAtStart(asked, false)).toBe(true)
    expect(isWaitingAtStart(asked, true)).toBe(false)
    expect(isWaitingAtStart(asked, null)).toBeNull()
    expect(isWaitingAtStart(settings({}), false)).toBe(false)
    expect(isWaitingAtStart(suspensionSettings(null), false)).toBeNull()
    expect(isWaitingAtStart(null, true)).toBe(false)
  })
})

const available = (runtimeVersion: string | null, flavour: 'coreclr' | 'nativeaot' | 'mono' | 'unknown'): string =>
  capabilitiesOf({ runtimeVersion, flavour, hasAnswered: true })
    .filter(({ isAvailable }) => isAvailable)
    .map(({ id }) => id)
    .join(' ')

const of = (flavour: 'coreclr' | 'nativeaot', hasAnswered = true): ReturnType<typeof capabilitiesOf> =>
  capabilitiesOf({ runtimeVersion: '9.0.0', flavour, hasAnswered })

describe('what a runtime can do', () => {
  it('follows from version and flavour', () => {
    expect(available('3.1.3', 'coreclr')).toBe('counters trace stacks dumps heap-graph profiler')
    expect(available(null, 'unknown')).toBe('counters trace stacks dumps heap-graph profiler')
    expect(available('8.0.33', 'coreclr')).toBe(
      'counters meters trace stacks dumps heap-graph environment profiler startup-hook perf-map',
    )
    expect(available('10.0.14', 'coreclr')).toContain('event-id-filter')
    expect(available('10.0.14', 'coreclr')).not.toContain('lossless')
    expect(available('11.0.0-preview.1', 'coreclr')).toContain('lossless')
    expect(available('9.0.22', 'nativeaot')).toBe('counters meters trace environment')
    expect(available('10.0.12', 'nativeaot')).toBe('counters meters trace heap-graph environment event-id-filter')
    expect(available('10.0.0', 'mono')).toContain('stacks')
    expect(available('10.0.0', 'mono')).not.toContain('dumps')
  })

  it('says what is missing', () => {
    expect(of('coreclr').find(({ id }) => id === 'event-id-filter')).toEqual({
      id: 'event-id-filter',
      isAvailable: false,
      neededVersion: '10.0',
      reason: 'version',
    })
    expect(of('nativeaot').find(({ id }) => id === 'dumps')).toMatchObject({ reason: 'flavour', neededVersion: null })
    expect(of('nativeaot').find(({ id }) => id === 'heap-graph')).toMatchObject({
      reason: 'version',
      neededVersion: '10.0',
    })
    expect(of('coreclr', false).every(({ reason }) => reason === 'not-answered')).toBe(true)
  })
})

describe('an environment for the page', () => {
  it('has names and lengths, and only harmless values', () => {
    const masked = maskEnvironment([
      { name: 'PASSWORD', value: 'hunter2' },
      { name: 'DOTNET_gcServer', value: '1' },
      { name: 'aspnetcore_environment', value: 'Production' },
      { name: 'ODD', value: null },
      { name: 'ConnectionStrings__Db', value: 'Server=x;Password=y' },
    ])
    expect(masked.map(({ name }) => name)).toEqual([
      'ConnectionStrings__Db',
      'DOTNET_gcServer',
      'ODD',
      'PASSWORD',
      'aspnetcore_environment',
    ])
    expect(masked.filter(({ plainValue }) => plainValue !== null)).toEqual([
      { name: 'DOTNET_gcServer', valueLength: 1, plainValue: '1' },
      { name: 'aspnetcore_environment', valueLength: 10, plainValue: 'Production' },
    ])
    expect(JSON.stringify(masked)).not.toMatch(/hunter2|Password=y/)
  })
})

describe('the switch that took the endpoint away', () => {
  it.each<[Record<string, string>, string | null]>([
    [{ DOTNET_EnableDiagnostics: '0' }, 'DOTNET_EnableDiagnostics'],
    [{ COMPlus_EnableDiagnostics: '0x0' }, 'COMPlus_EnableDiagnostics'],
    [{ DOTNET_EnableDiagnostics_IPC: '00' }, 'DOTNET_EnableDiagnostics_IPC'],
    [{ DOTNET_EnableDiagnostics: '1' }, null],
    [{ DOTNET_EnableDiagnostics_Debugger: '0' }, null],
    [{ DOTNET_EnableDiagnostics: '' }, null],
  ])('in %j is %s', (variables, expected) => {
    expect(switchedOffBy(new Map(Object.entries(variables)))).toBe(expected)
  })
})
