import { describe, expect, it, test } from 'vitest'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessInfo } from '../../protocol/decode.ts'
import { buildRow, type RowFacts } from './build-row.ts'
import { FakeSystem } from './testing/fake-system.ts'

const system = new FakeSystem()
system.add(10, '1', { shortName: 'short', startTimeMs: 123 })

const bare: RowFacts = {
  key: asProcessKey('10:1'),
  pid: asPid(10),
  parentKey: null,
  state: 'ready',
  problem: null,
  os: null,
  details: { ...system.details(10), commandLine: null, arguments: null, executable: null },
  info: null,
  flavour: 'coreclr',
  osRuntimeVersion: '9.0.1',
  endpointPath: null,
  identity: null,
  isOwn: false,
  isLaunched: false,
  isDemo: false,
  isPinned: false,
  firstSeenMs: 1,
  exitedAtMs: null,
}
const info: ProcessInfo = {
  targetPid: 10,
  cookie: 'c',
  commandLine: null,
  operatingSystem: 'Linux',
  architecture: 'x64',
  entryAssembly: 'App',
  runtimeVersion: '10.0.1',
  runtimeIdentifier: 'linux-x64',
}

test('a 32-bit process is named as such before its runtime has said anything', () => {
  expect(buildRow({ ...bare, details: { ...bare.details, architecture: 'x86' } }).architecture).toBe('x86')
  expect(buildRow({ ...bare, info, details: { ...bare.details, architecture: 'x86' } }).architecture).toBe('x64')
})

test('what the runtime reports takes precedence over the operating system', () => {
  expect(buildRow({ ...bare, info })).toMatchObject({
    name: 'App',
    runtimeVersion: '10.0.1',
    architecture: 'x64',
    operatingSystem: 'Linux',
    runtimeIdentifier: 'linux-x64',
    cookie: 'c',
    entryAssembly: 'App',
    startTimeMs: null,
  })
  expect(buildRow({ ...bare, os: system.process(10) })).toMatchObject({
    name: 'short',
    runtimeVersion: '9.0.1',
    architecture: null,
    operatingSystem: null,
    runtimeIdentifier: null,
    cookie: null,
    entryAssembly: null,
    startTimeMs: 123,
  })
})

const line = (fromRuntime: string | null, fromSystem: string | null, args: readonly string[] | null) => {
  const details = { ...bare.details, commandLine: fromSystem, arguments: args }
  const row = buildRow({ ...bare, details, info: { ...info, commandLine: fromRuntime } })
  return [row.commandLine, row.commandLineSource]
}

describe('the command line', () => {
  it('is the runtime’s', () => {
    expect(line('/a --x', '/b --x', ['/b', '--x'])).toEqual(['/a --x', 'runtime'])
    expect(line('/a', '/b', ['/b'])).toEqual(['/a', 'runtime'])
    expect(line('/a', '/b', null)).toEqual(['/a', 'runtime'])
    expect(line('/a', null, ['/b', '--x'])).toEqual(['/a', 'runtime'])
  })

  it('is the operating system’s where the runtime leaves the arguments out, or says nothing', () => {
    expect(line(' /a ', '/b --x', ['/b', '--x'])).toEqual(['/b --x', 'operating-system'])
    expect(line(null, '/b', ['/b'])).toEqual(['/b', 'operating-system'])
    expect(line(null, null, null)).toEqual([null, null])
  })

  it('is cut when it is very long', () => {
    expect(line('x'.repeat(50_000), null, null)[0]).toHaveLength(40_000)
  })
})

const isTool = (change: Partial<RowFacts>) => buildRow({ ...bare, ...change }).isTool

test('our own children and parts of the SDK are tools; what was launched for the person and the demo are not', () => {
  const sdk = { ...info, entryAssembly: 'MSBuild' }
  expect([isTool({}), isTool({ isOwn: true }), isTool({ info: sdk })]).toEqual([false, true, true])
  expect([isTool({ info: sdk, isLaunched: true }), isTool({ isOwn: true, isLaunched: true })]).toEqual([false, false])
  expect([isTool({ info: sdk, isDemo: true }), isTool({ isOwn: true, isDemo: true })]).toEqual([false, false])
})
