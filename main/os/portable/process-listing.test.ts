import { describe, expect, it } from 'vitest'
import { PortableSystem } from './portable-system.ts'
import { parseCim, parsePs } from './process-listing.ts'

const ps = `    1     0     0 root             Ss   Mon Nov 16 08:00:01 2026     /sbin/launchd
  812     1   501 anna             S    Sat Nov 21 09:30:00 2026     /usr/local/share/dotnet/dotnet run --project My App
 4711   812   501 anna             T    Sat Nov 21 09:30:05 2026     /Users/anna/app/bin/Debug/net10.0/app --urls http://*:5000
garbage
`
const cim = JSON.stringify([
  { ProcessId: 4, ParentProcessId: 0, ExecutablePath: null, CommandLine: null, Started: null },
  {
    ProcessId: 900,
    ParentProcessId: 4,
    ExecutablePath: 'C:\\Program Files\\dotnet\\dotnet.exe',
    CommandLine: '"C:\\Program Files\\dotnet\\dotnet.exe" app.dll',
    Started: 1_790_000_000_123,
  },
])

describe('a listing of ps', () => {
  it('is read line by line; what is not understood is left out', () => {
    const listed = parsePs(ps)
    expect(listed.map(({ pid }) => pid)).toEqual([1, 812, 4711])
    expect(listed[2]).toEqual({
      pid: 4711,
      parentPid: 812,
      userId: 501,
      userName: 'anna',
      state: 'T',
      startTimeMs: Date.parse('Sat Nov 21 09:30:05 2026'),
      executable: '/Users/anna/app/bin/Debug/net10.0/app',
      commandLine: '/Users/anna/app/bin/Debug/net10.0/app --urls http://*:5000',
    })
  })

  it('feeds the system: start time in whole seconds is the key of a socket', async () => {
    const system = new PortableSystem('darwin', () => Promise.resolve(ps))
    expect(await system.listPids()).toEqual([1, 812, 4711])
    const seconds = Date.parse('Sat Nov 21 09:30:05 2026') / 1000
    expect(system.process(4711)).toMatchObject({
      parentPid: 812,
      startKey: `${seconds}`,
      isStopped: true,
      shortName: 'app',
    })
    expect(system.details(4711).userName).toBe('anna')
    expect(system.userName(501)).toBe('anna')
    expect(system.process(5)).toBeNull()
  })
})

describe('a listing of Windows', () => {
  it('is read from an array or from a single object; anything else is empty', () => {
    expect(parseCim(cim).map(({ pid }) => pid)).toEqual([4, 900])
    expect(parseCim(JSON.stringify({ ProcessId: 7 }))).toHaveLength(1)
    expect(parseCim('Get-CimInstance : Access denied')).toEqual([])
    expect(parseCim('null')).toEqual([])
  })

  it('keeps the last listing when a new one fails', async () => {
    let isBroken = false
    const system = new PortableSystem('win32', () =>
      isBroken ? Promise.reject(new Error('refused')) : Promise.resolve(cim),
    )
    await system.listPids()
    isBroken = true
    expect(await system.listPids()).toEqual([4, 900])
    expect(system.process(900)).toMatchObject({ startKey: '1790000000123', shortName: 'dotnet.exe' })
  })
})
