import { describe, expect, it, test } from 'vitest'
import { runtimeProvider, sampleProvider } from '../model/runtime-providers.ts'
import { provider } from './provider-spec.ts'
import { readTraceCommand } from './read-command.ts'

function read(options: string) {
  const outcome = readTraceCommand(`dotnet-trace collect ${options}`)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value
}

/** The first thing wrong with the options, counted from where they begin. */
function problemOf(options: string) {
  const command = 'dotnet-trace collect '
  const outcome = readTraceCommand(`${command}${options}`)
  return outcome.ok ? null : [outcome.error.problem, outcome.error.at - command.length, outcome.error.word]
}

const providersOf = (options: string) => read(options).spec.providers

describe('the program', () => {
  it.each([
    'dotnet-trace collect',
    'dotnet trace collect',
    'dotnet dotnet-trace collect',
    '/home/me/.dotnet/tools/dotnet-trace collect',
    `'C:\\Users\\me\\.dotnet\\tools\\dotnet-trace.exe' collect`,
    'DOTNET_TRACE=1/dotnet-trace.EXE collect',
  ])('is found in %s', (command) => {
    expect(readTraceCommand(command)).toMatchObject({ ok: true, value: { pid: null } })
  })

  it.each([
    ['dotnet', 'not-dotnet-trace', 0],
    ['dotnet run collect', 'not-dotnet-trace', 0],
    ['trace collect', 'not-dotnet-trace', 0],
    ['perf dotnet-trace collect', 'not-dotnet-trace', 0],
    ['perf trace collect', 'not-dotnet-trace', 0],
    ['dotnet-trace.exe.bak collect', 'not-dotnet-trace', 0],
    ['dotnet-trace', 'not-collect', 0],
    ['dotnet trace', 'not-collect', 0],
    ['dotnet trace ps', 'not-collect', 13],
  ])('is not in %s', (command, problem, at) => {
    expect(readTraceCommand(command)).toMatchObject({ ok: false, error: { problem, at } })
  })
})

describe('options', () => {
  it('take their value after a blank, an equals sign or a colon', () => {
    const spellings = ['-p 42', '-p=42', '-p:42', '--process-id 42', '--PROCESS-ID=42']
    expect(spellings.map((option) => read(option).pid)).toEqual([42, 42, 42, 42, 42])
  })

  it('of how the file is written are set aside, with their values', () => {
    const command = read(
      '-o out.nettrace --format=speedscope -n app --dport /tmp/p --show-child-io --resume-runtime false --dsrouter ios -p 1',
    )
    expect(command.ignored).toEqual(['output', 'format', 'name', 'port', 'show-child-io', 'resume-runtime', 'dsrouter'])
    expect(command.pid).toBe(1)
  })

  it('end at two dashes: the rest is the program to start', () => {
    const command = read('-p 1 -- ./app --duration nonsense')
    expect(command).toMatchObject({ pid: 1, ignored: ['launch'], stop: { afterMs: null } })
  })

  it.each([
    ['--providers', ['missing-value', 0, '--providers']],
    ['--providers --profile x', ['missing-value', 0, '--providers']],
    ['--providers -- ./app', ['missing-value', 0, '--providers']],
    ['-o', ['missing-value', 0, '-o']],
    ['-p 1 --nope=3', ['unknown-option', 5, '--nope=3']],
    ['-p 1 stray', ['unknown-option', 5, 'stray']],
    ['x--providers A', ['unknown-option', 0, 'x--providers']],
    ['--providers! A', ['unknown-option', 0, '--providers!']],
    ['--show-child-io maybe', ['unknown-option', 16, 'maybe']],
    ['--show-child-io xtrue', ['unknown-option', 16, 'xtrue']],
    ['--show-child-io truex', ['unknown-option', 16, 'truex']],
  ])('%s: %j', (options, problem) => {
    expect(problemOf(options)).toEqual(problem)
  })

  it('may hold values of several lines', () => {
    const text = 'a=b\nc'
    expect(providersOf(`--providers='P:1:1:${text}'`)[0]?.arguments).toEqual([['a', 'b\nc']])
  })
})

describe('--providers', () => {
  it('are read without regard to blanks around their parts, and empty ones are nothing', () => {
    expect(providersOf(`--providers ', A : 0x1 : Error , ,B'`)).toEqual([provider('A', 1n, 2), provider('B', 0n, 4)])
  })

  it.each([
    ['A', 0n],
    ['A::5', 0n],
    ['A:10', 0x10n],
    ['A:0X10', 0x10n],
    ['A:-1', 0xffff_ffff_ffff_ffffn],
    ['A:ffffffffffffffff', 0xffff_ffff_ffff_ffffn],
  ])('%s asks for keywords %i', (text, keywords) => {
    expect(providersOf(`--providers ${text}`)[0]?.keywords).toBe(provider('A', keywords, 4).keywords)
  })

  it.each([
    ['A:1:0', 0],
    ['A:1:5', 5],
    ['A:1:12', 5],
    ['A:1:logalways', 0],
    ['A:1:WARNING', 3],
  ])('%s asks for level %i', (text, level) => {
    expect(providersOf(`--providers ${text}`)[0]?.level).toBe(level)
  })

  it('take arguments with colons in them', () => {
    expect(providersOf('--providers "A:1:4:url=http://x:80;b=2"')[0]?.arguments).toEqual([
      ['url', 'http://x:80'],
      ['b', '2'],
    ])
  })

  it.each([
    ['A,B:zz', ['bad-keywords', 14, 'zz']],
    ['A:zz1', ['bad-keywords', 12, 'zz1']],
    ['A:1zz', ['bad-keywords', 12, '1zz']],
    ['A:x0x1', ['bad-keywords', 12, 'x0x1']],
    ['A:11112222333344445', ['bad-keywords', 12, '11112222333344445']],
    ['A:1:x4', ['bad-level', 12, 'x4']],
    ['A:1:4x', ['bad-level', 12, '4x']],
    ['A:1:12345', ['bad-level', 12, '12345']],
    ['A,B:1:4:=x', ['bad-arguments', 14, '=x']],
    ['A:1:4:x=1,a:1:4:y=2', ['conflicting-arguments', 12, 'a:1:4:y=2']],
  ])('%s: %j', (text, problem) => {
    expect(problemOf(`--providers ${text}`)).toEqual(problem)
  })

  it('of one name may be given twice when only one has arguments', () => {
    expect(providersOf('--providers A:1:4:x=1,A:2:4')).toEqual([provider('A', 3n, 4, { arguments: [['x', '1']] })])
    expect(providersOf('--providers A:1:4:x=1,B:1:4:x=2')).toHaveLength(2)
  })
})

describe('--profile and --clrevents', () => {
  it('take several names with blanks around them, in any case', () => {
    expect(providersOf('--profile "gc-verbose, DATABASE"').map(({ name }) => name)).toEqual([
      runtimeProvider,
      'System.Threading.Tasks.TplEventSource',
      'Microsoft-Diagnostics-DiagnosticSource',
    ])
    expect(providersOf('--clrevents "gc + Exception"')).toEqual([provider(runtimeProvider, 0x8001n, 4)])
  })

  it('leave the rundown of a profile only when it is the only thing asked for', () => {
    expect(read('--profile gc-collect').spec.rundown).toBe('0x1')
    expect(read('--profile gc-collect,gc-verbose').spec.rundown).toBe('default')
    expect(read('--profile gc-verbose,gc-collect').spec.rundown).toBe('default')
    expect(read('--profile gc-collect --providers A').spec.rundown).toBe('default')
    expect(read('--providers A').spec.rundown).toBe('default')
  })

  it('add to the providers, and do not change one that is there', () => {
    const names = providersOf(
      `--providers A:1:1,${runtimeProvider}:1:1 --profile dotnet-sampled-thread-time,gc-verbose`,
    )
    expect(names).toEqual([provider('A', 1n, 1), provider(runtimeProvider, 1n, 1), provider(sampleProvider, 0n, 4)])
  })

  it.each([
    ['--profile gc-verbose,nothing', ['unknown-profile', 10, 'nothing']],
    ['--profile constructor', ['unknown-profile', 10, 'constructor']],
    ['--clrevents gc+constructor', ['unknown-clrevent', 12, 'constructor']],
    ['--clrevents gc --clreventlevel loud', ['bad-level', 31, 'loud']],
    ['--profile none', ['nothing-to-collect', 10, 'none']],
    ['--providers , --profile none', ['nothing-to-collect', 12, ',']],
  ])('%s: %j', (options, problem) => {
    expect(problemOf(options)).toEqual(problem)
  })
})

describe('numbers and choices', () => {
  it('are taken up to their limits', () => {
    expect(read('--buffersize 16384').spec.bufferMB).toBe(16_384)
    expect(read('--buffersize 1').spec.bufferMB).toBe(1)
    expect(read('-p 4294967295').pid).toBe(0xffff_ffff)
    expect(read('').spec.bufferMB).toBe(256)
  })

  it.each(['0', '16385', 'x1', '1x', '-1', '1.5'])('a buffer of %s is refused', (size) => {
    expect(problemOf(`--buffersize=${size}`)?.[0]).toBe('bad-number')
  })

  it('a process id beyond 32 bits is refused', () => {
    expect(problemOf('-p 4294967296')?.[0]).toBe('bad-number')
  })

  it.each([
    ['--rundown', 'default'],
    ['--rundown true', 'default'],
    ['--rundown TRUE', 'default'],
    ['--rundown=false', 'none'],
  ])('%s is a rundown of %s', (options, rundown) => {
    expect(read(options).spec.rundown).toBe(rundown)
  })

  it.each(['xtrue', 'truex', 'xfalse', 'falsex', '1'])('--rundown=%s is refused', (value) => {
    expect(problemOf(`--rundown=${value}`)).toEqual(['bad-choice', 10, value])
  })

  it.each([
    ['drop', 'drop'],
    ['0', 'drop'],
    ['Block', 'block'],
    ['1', 'block'],
  ])('--buffering-mode %s means %s', (mode, whenFull) => {
    expect(read(`--buffering-mode ${mode}`).spec.whenFull).toBe(whenFull)
  })

  it.each(['10', 'xdrop', 'dropx', 'xblock', 'blockx', '01'])('--buffering-mode %s is refused', (mode) => {
    expect(problemOf(`--buffering-mode ${mode}`)?.[0]).toBe('bad-choice')
  })
})

describe('--duration', () => {
  it.each([
    ['00:05', 300],
    ['01:02:03', 3723],
    ['01:00:00:01', 86_401],
    ['0:0:1', 1],
    ['123456:00', 123_456 * 3600],
  ])('%s is %i seconds', (text, seconds) => {
    expect(read(`--duration ${text}`).stop.afterMs).toBe(seconds * 1000)
  })

  it.each(['5', '1:2:3:4:5', 'x1:00', '1x:00', '1:x1', '1:1x', '00:00', '00:00:00:00', '1234567:00', '-1:00'])(
    '%s is refused',
    (text) => {
      expect(problemOf(`--duration=${text}`)?.[0]).toBe('bad-duration')
    },
  )
})

describe('the event that ends the recording', () => {
  const by = '--stopping-event-provider-name P'

  it('is any event of a provider, one of its events, or one with certain values', () => {
    expect(read(by).stop.onEvent).toEqual({ provider: 'P', event: null, fields: [] })
    expect(read(`${by} --stopping-event-event-name E`).stop.onEvent).toEqual({ provider: 'P', event: 'E', fields: [] })
    const filter = '--stopping-event-payload-filter a:1,b:x:y'
    expect(read(`${by} --stopping-event-event-name E ${filter}`).stop.onEvent?.fields).toEqual([
      { field: 'a', value: '1' },
      { field: 'b', value: 'x:y' },
    ])
    expect(read('-p 1').stop.onEvent).toBeNull()
  })

  it.each([
    '--stopping-event-event-name E',
    '--stopping-event-payload-filter a:1',
    `${by} --stopping-event-payload-filter a:1`,
    `${by} --stopping-event-event-name E --stopping-event-payload-filter a`,
    `${by} --stopping-event-event-name E --stopping-event-payload-filter :1`,
    `${by} --stopping-event-event-name E --stopping-event-payload-filter a:1,b`,
  ])('cannot be %s', (options) => {
    expect(problemOf(options)?.[0]).toBe('bad-filter')
  })
})

test('a mistake in a value given with an equals sign is found in the value', () => {
  expect(problemOf('--buffersize=none')).toEqual(['bad-number', 13, 'none'])
})
