import { describe, expect, it } from 'vitest'
import {
  findVariable,
  parseAuxiliaryVector,
  parseCgroup,
  parseCommandLine,
  parseEnvironment,
  parseMaps,
  parseStat,
  parseStatus,
} from './proc-parse.ts'

const fields = 'S 88 99 99 0 -1 4194560 900 0 3 0 120 34 0 0 20 0 17 0 162439 280000000 7000 18446744073709551615 1 1'

describe('/proc/PID/stat', () => {
  it('gives state, parent, CPU ticks, threads, start and resident pages', () => {
    expect(parseStat(`4711 (dotnet) ${fields}\n`)).toEqual({
      shortName: 'dotnet',
      state: 'S',
      isKernelThread: false,
      parentPid: 88,
      cpuTicks: 154,
      threadCount: 17,
      startTicks: '162439',
      residentPages: 7000,
    })
  })

  it('knows kernel threads by their flag, not by their parent: in a container pid 2 is an ordinary process', () => {
    expect(parseStat(`2 (kthreadd) ${fields.replace('4194560', '2129984')}`)).toMatchObject({ isKernelThread: true })
    expect(parseStat(`9 (sh) ${fields.replace('S 88', 'S 2')}`)).toMatchObject({ isKernelThread: false })
  })

  it('is counted from the last parenthesis: names can contain blanks and parentheses', () => {
    expect(parseStat(`1 (a) b (c) ) ${fields}`)).toMatchObject({ shortName: 'a) b (c) ', startTicks: '162439' })
  })

  it('cut off or empty is nothing', () => {
    expect(parseStat('')).toBeNull()
    expect(parseStat('4711 (dotnet) S 88')).toBeNull()
  })
})

describe('/proc/PID/status', () => {
  it('gives the effective user and the pid in each namespace', () => {
    expect(parseStatus('Name:\tx\nUid:\t1000\t1001\t1000\t1000\nNSpid:\t16374\t12\t1\n')).toEqual({
      effectiveUserId: 1001,
      namespacePids: [16374, 12, 1],
    })
  })

  it('without those lines (denied, old kernel) knows neither', () => {
    expect(parseStatus('')).toEqual({ effectiveUserId: -1, namespacePids: [] })
  })
})

describe('/proc/PID/environ and cmdline', () => {
  it('are split at NUL, the environment at the first =', () => {
    expect([...parseEnvironment('A=1\0B=x=y\0ODD\0A=2\0EMPTY=\0')]).toEqual([
      ['A', '1'],
      ['B', 'x=y'],
      ['EMPTY', ''],
    ])
    expect(parseCommandLine('/usr/bin/dotnet\0app.dll\0\0with blank\0')).toEqual([
      '/usr/bin/dotnet',
      'app.dll',
      '',
      'with blank',
    ])
    expect(parseCommandLine('')).toEqual([])
  })

  it('give one variable as the complete environment would', () => {
    const bytes = Buffer.from('XTMPDIR=/no\0A=TMPDIR=/no\0TMPDIR=/tmp/größe\0TMPDIR=/later\0EMPTY=\0LAST=no end')
    const all = parseEnvironment(bytes.toString('utf8'))
    for (const name of ['TMPDIR', 'A', 'EMPTY', 'LAST', 'MISSING'])
      expect(findVariable(bytes, name)).toBe(all.get(name) ?? null)
    expect(findVariable(bytes, 'TMPDIR')).toBe('/tmp/größe')
    expect(findVariable(new Uint8Array(0), 'TMPDIR')).toBeNull()
  })
})

const id = '0123456789abcdef'.repeat(4)

describe('/proc/PID/cgroup', () => {
  it.each([
    [`0::/system.slice/docker-${id}.scope`, 'docker', '0123456789ab'],
    [`12:memory:/docker/${id}`, 'docker', '0123456789ab'],
    [
      `0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-${id}.scope/container`,
      'podman',
      '0123456789ab',
    ],
    [`0::/system.slice/nerdctl-${id}.scope`, 'containerd', '0123456789ab'],
    [
      `0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podaabb.slice/cri-containerd-${id}.scope`,
      'kubernetes',
      '0123456789ab',
    ],
    [`5:cpu:/kubepods/burstable/pod7c1d2f3a-aaaa-bbbb/${id}`, 'kubernetes', '0123456789ab'],
    ['0::/kubepods/besteffort/pod7c1d2f3a-1111-2222', 'kubernetes', '7c1d2f3a-111'],
    ['0::/lxc/web-1', 'other', 'web-1'],
  ])('%s', (text, engine, container) => {
    expect(parseCgroup(`${text}\n`)).toEqual({ engine, id: container })
  })

  it('of an ordinary session or service is none', () => {
    expect(parseCgroup('0::/user.slice/user-1000.slice/session-2.scope\n')).toBeNull()
    expect(parseCgroup('0::/system.slice/ssh.service\n9:name=systemd:/\n')).toBeNull()
    expect(parseCgroup('')).toBeNull()
  })
})

const line = (file: string): string => `7f5c7f000000-7f5c7f800000 r--p 00000000 fe:00 1234   ${file}\n`

describe('/proc/PID/maps', () => {
  it('shows the runtime and its version by its folder', () => {
    expect(
      parseMaps(line('/lib/libc.so.6') + line('/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12/libcoreclr.so')),
    ).toEqual({ flavour: 'coreclr', version: '10.0.12' })
    expect(parseMaps(line('/app/libcoreclr.so'))).toEqual({ flavour: 'coreclr', version: null })
    expect(parseMaps(line('/usr/lib/libmonosgen-2.0.so.1'))).toEqual({ flavour: 'mono', version: null })
  })

  it('without one shows none', () => {
    expect(parseMaps(line('/lib/libc.so.6') + line('/tmp/notlibcoreclr.so'))).toBeNull()
  })
})

describe('the auxiliary vector', () => {
  it('gives page size and clock ticks, with defaults when they are missing', () => {
    const bytes = new Uint8Array(48)
    const view = new DataView(bytes.buffer)
    view.setBigUint64(0, 6n, true)
    view.setBigUint64(8, 65_536n, true)
    view.setBigUint64(16, 17n, true)
    view.setBigUint64(24, 250n, true)
    expect(parseAuxiliaryVector(bytes)).toEqual({ pageSize: 65_536, ticksPerSecond: 250 })
    expect(parseAuxiliaryVector(new Uint8Array(0))).toEqual({ pageSize: 4096, ticksPerSecond: 100 })
  })
})
