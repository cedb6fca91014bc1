import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { recordingSpecSchema, type ProviderSpec, type RecordingSpec, type StopConditions } from '../model/recording.ts'
import { collectItems, itemById, presets, specOf, specOfPreset } from './presets.ts'
import { formatArguments, hexKeywords, mergeProviders, parseArguments, provider } from './provider-spec.ts'
import { runtimeProvider } from '../model/runtime-providers.ts'
import { readTraceCommand } from './read-command.ts'
import { keywordByName, keywordTitles, runtimeKeywords } from './runtime-keywords.ts'
import { quoteShellWord, splitShellWords } from './shell-words.ts'
import { writeTraceCommand } from './write-command.ts'

const noStop: StopConditions = { afterMs: null, atBytes: null, onEvent: null, onCounter: null }

function read(text: string) {
  const outcome = readTraceCommand(text)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value
}

function problemOf(text: string) {
  const outcome = readTraceCommand(text)
  return outcome.ok ? null : outcome.error
}

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9.\-_]{0,30}$/)
const argument = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/["\0\r,]/g, ''))
const providerSpec: fc.Arbitrary<ProviderSpec> = fc.record({
  name,
  keywords: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }).map(hexKeywords),
  level: fc.constantFrom(0, 1, 2, 3, 4, 5),
  arguments: fc.uniqueArray(
    fc.tuple(
      argument.filter((text) => text !== ''),
      argument,
    ),
    { selector: ([key]) => key, maxLength: 3 },
  ),
  eventFilter: fc.constant(null),
})
const spec: fc.Arbitrary<RecordingSpec> = fc.record({
  providers: fc.uniqueArray(providerSpec, {
    selector: (entry) => entry.name.toLowerCase(),
    minLength: 1,
    maxLength: 5,
  }),
  bufferMB: fc.integer({ min: 1, max: 16_384 }),
  rundown: fc.constantFrom('default' as const, 'none' as const),
  stacks: fc.constant(true),
  whenFull: fc.constantFrom('drop' as const, 'block' as const),
})
const plain = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ./'"$\\-]{0,20}$/)
const stop: fc.Arbitrary<StopConditions> = fc.record({
  afterMs: fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((seconds) => seconds * 1000)),
  atBytes: fc.constant(null),
  onEvent: fc.option(
    fc.record({
      provider: name,
      event: plain,
      fields: fc.array(fc.record({ field: plain, value: plain }), { maxLength: 3 }),
    }),
  ),
  onCounter: fc.constant(null),
})

describe('the command line of dotnet-trace', () => {
  it('copied and pasted is the same recording', () => {
    fc.assert(
      fc.property(spec, stop, fc.integer({ min: 1, max: 99_999 }), (wanted, conditions, pid) => {
        const written = writeTraceCommand(pid, wanted, conditions)
        expect(written.losses).toEqual([])
        expect(read(written.text)).toEqual({ spec: wanted, stop: conditions, pid, ignored: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('says what it cannot express', () => {
    const wanted: RecordingSpec = {
      ...specOf([provider('P', 1n, 4, { eventFilter: { mode: 'allow', ids: [1] }, arguments: [['Metrics', 'A,B']] })]),
      rundown: '0x1',
      stacks: false,
    }
    const conditions: StopConditions = {
      afterMs: 1500,
      atBytes: 10,
      onEvent: { provider: 'P', event: 'E', fields: [{ field: 'a', value: 'b,c' }] },
      onCounter: { provider: 'P', counter: 'c', direction: 'above', value: 1 },
    }
    expect([...writeTraceCommand(1, wanted, conditions).losses].sort()).toEqual([
      'argument-comma',
      'counter-stop',
      'event-field',
      'event-filter',
      'fraction-of-second',
      'rundown-keywords',
      'size-limit',
      'stacks-off',
    ])
  })

  it('is read as people write it: short options, names of levels, several lines, equals signs', () => {
    const command = read(`dotnet trace collect -p 42 \\
      --providers "Microsoft-Windows-DotNETRuntime:0x8000:verbose,My-Source" --buffersize=512 --rundown false -- ./app --x`)
    expect(command).toEqual({
      spec: {
        providers: [provider(runtimeProvider, 0x8000n, 5), provider('My-Source', 0n, 4)],
        bufferMB: 512,
        rundown: 'none',
        stacks: true,
        whenFull: 'drop',
      },
      stop: noStop,
      pid: 42,
      ignored: ['launch'],
    })
  })

  it('takes profiles and runtime events, where providers named before them rule', () => {
    expect(read('dotnet-trace collect -p 1 --clrevents gc+exception --clreventlevel Error').spec.providers).toEqual([
      provider(runtimeProvider, 0x8001n, 2),
    ])
    expect(read('dotnet-trace collect -p 1 --profile gc-collect').spec.rundown).toBe('0x1')
    expect(read('dotnet-trace collect -p 1').spec.providers.map((entry) => entry.name)).toEqual([
      runtimeProvider,
      'Microsoft-DotNETCore-SampleProfiler',
    ])
    const both = read(`dotnet-trace collect --providers ${runtimeProvider}:1:1 --profile gc-verbose --clrevents jit`)
    expect(both.spec.providers).toEqual([provider(runtimeProvider, 1n, 1)])
  })

  it('merges a provider that is named twice', () => {
    expect(read('dotnet-trace collect --providers A:1:2,a:0x10:0').spec.providers).toEqual([provider('A', 0x11n, 0)])
    expect(problemOf('dotnet-trace collect --providers A:1:2:x=1,A:1:2:x=2')).toMatchObject({
      problem: 'conflicting-arguments',
    })
  })

  it.each([
    ['', 'not-dotnet-trace'],
    ['perf record', 'not-dotnet-trace'],
    ['dotnet-trace report x', 'not-collect'],
    ['dotnet-trace collect --nonsense 1', 'unknown-option'],
    ['dotnet-trace collect --providers', 'missing-value'],
    ["dotnet-trace collect --providers 'A:1", 'open-quote'],
    ['dotnet-trace collect --providers A:xyz', 'bad-keywords'],
    ['dotnet-trace collect --providers A:1:loud', 'bad-level'],
    ['dotnet-trace collect --providers A:1:1:x="1', 'bad-arguments'],
    ['dotnet-trace collect --providers :1', 'bad-provider'],
    ['dotnet-trace collect --duration 5', 'bad-duration'],
    ['dotnet-trace collect --profile nothing-such', 'unknown-profile'],
    ['dotnet-trace collect --clrevents nothing', 'unknown-clrevent'],
    ['dotnet-trace collect --buffersize 0', 'bad-number'],
    ['dotnet-trace collect --buffering-mode maybe', 'bad-choice'],
    ['dotnet-trace collect --stopping-event-event-name E', 'bad-filter'],
    ['dotnet-trace collect --profile none', 'nothing-to-collect'],
  ])('refuses %j: %s', (text, problem) => {
    // An open quote inside a word of double quotes is the shell's business.
    const found = problemOf(text)
    expect(found?.problem === 'open-quote' && problem === 'bad-arguments' ? 'bad-arguments' : found?.problem).toBe(
      problem,
    )
  })

  it('names the place of a mistake', () => {
    expect(problemOf('dotnet-trace collect --providers A --nope')).toEqual({
      problem: 'unknown-option',
      at: 35,
      word: '--nope',
    })
  })

  it('never fails in another way than by saying what is wrong', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readTraceCommand(text)
        readTraceCommand(`dotnet-trace collect ${text}`)
      }),
    )
  })
})

describe('words of a shell', () => {
  it('come back as they were quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (words) => {
        const split = splitShellWords(words.map(quoteShellWord).join(' '))
        expect(split.ok && split.words.map((word) => word.text)).toEqual(words)
      }),
    )
  })
})

describe('arguments of a provider', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(providerSpec, ({ arguments: pairs }) => {
        expect(parseArguments(formatArguments(pairs) ?? '')).toEqual(pairs)
      }),
    )
  })

  it('are quoted where they hold a separator', () => {
    expect(
      formatArguments([
        ['Filter', 'a;b=c'],
        ['x', '1'],
      ]),
    ).toBe('Filter="a;b=c";x=1')
  })
})

describe('presets', () => {
  it.each(presets.filter((preset) => preset.id !== 'custom').map((preset) => [preset.id, preset] as const))(
    'of %s is a request that main takes, and offers only items there are',
    (_id, preset) => {
      expect(v.safeParse(recordingSpecSchema, specOfPreset(preset)).issues ?? []).toEqual([])
      expect([...preset.items, ...preset.offered].filter((id) => itemById(id) === null)).toEqual([])
    },
  )

  it('have items with names of their own that never force a collection or a heap dump', () => {
    expect(new Set(collectItems.map((item) => item.id)).size).toBe(collectItems.length)
    const forcing = 0x100000n | 0x800000n
    expect(
      collectItems.filter(
        (item) => item.provider.name === runtimeProvider && (BigInt(item.provider.keywords) & forcing) !== 0n,
      ),
    ).toEqual([])
  })

  it('merge keywords and levels of one provider', () => {
    const merged = mergeProviders([provider('a', 1n, 4), provider('A', 2n, 5), provider('b', 1n, 1)])
    expect(merged.providers).toEqual([provider('a', 3n, 5), provider('b', 1n, 1)])
    const clash = mergeProviders([
      provider('a', 1n, 4, { arguments: [['x', '1']] }),
      provider('a', 1n, 4, { arguments: [['x', '2']] }),
    ])
    expect(clash.conflicts).toEqual(['a x'])
  })
})

describe('keywords of the runtime', () => {
  it('have one bit and one name each', () => {
    expect(runtimeKeywords.every(({ bit }) => (bit & (bit - 1n)) === 0n)).toBe(true)
    expect(new Set(runtimeKeywords.map(({ bit }) => bit)).size).toBe(runtimeKeywords.length)
    expect(keywordByName('Fusion')?.bit).toBe(4n)
    expect(keywordTitles(0x9n | (1n << 63n))).toEqual(['GC', 'Loader', '0x8000000000000000'])
  })
})
