import { describe, expect, test } from 'vitest'
import { isGzip, sniffedBytes, sniffProfile } from './sniff-profile.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const formatOf = (text: string) => sniffProfile(bytesOf(text))

/** Two lines of so many bytes less two, of which the second has no weight. */
const cutLine = (bytes: number) => formatOf(`a 1\n${'x'.repeat(bytes - 6)}`)

const sniff = (...bytes: readonly number[]) => sniffProfile(Uint8Array.from(bytes))

const sample = [0x12, 0x01, 0x00]
const samples = (count: number) => sniff(...Array.from({ length: count }, () => sample).flat())

test('gzip is known by two bytes', () => {
  expect([[0x1f, 0x8b], [0x1f, 0x8c], [0x1e, 0x8b], [0x1f], []].map((bytes) => isGzip(Uint8Array.from(bytes)))).toEqual(
    [true, false, false, false, false],
  )
})

describe('a JSON object', () => {
  test.each<[string, string | null]>([
    ['{"traceEvents":[]}', 'chromium-trace'],
    ['{"nodes":[],"traceEvents":[]}', 'chromium-trace'],
    ['{"$schema":"https://www.speedscope.app/file-format-schema.json"}', 'speedscope'],
    ['{"$schema":"https://example.com/schema.json"}', null],
    ['{"$schema":"speedscope","$schema":"other","nodes":[],"samples":[]}', 'speedscope'],
    ['{"shared":{},"profiles":[]}', 'speedscope'],
    ['{"shared":{},"profiles":[],"nodes":[],"samples":[]}', 'speedscope'],
    ['{"shared":{}}', 'speedscope'],
    ['{"profiles":[]}', 'speedscope'],
    ['{"nodes":[],"timeDeltas":[],"shared":{}}', 'cpuprofile'],
    ['{"nodes":[],"samples":[],"shared":{}}', 'cpuprofile'],
    ['{"nodes":[],"startTime":1,"profiles":[]}', 'cpuprofile'],
    ['{"nodes":[],"shared":{}}', 'speedscope'],
    ['{"nodes":[]}', 'cpuprofile'],
    ['{"samples":[],"timeDeltas":[],"startTime":0}', null],
    ['{}', null],
  ])('%s is %s', (text, format) => {
    expect(formatOf(text)).toBe(format)
  })

  test('is known by what was read before its cut', () => {
    expect(formatOf('{"shared":{"frames":[')).toBe('speedscope')
    expect(formatOf('{"shared":{},"prof')).toBe('speedscope')
    expect(formatOf('{"nodes":[],"x')).toBe('cpuprofile')
  })
})

describe('a JSON array', () => {
  test('is a trace where one of the first events has a phase', () => {
    expect([formatOf('[{"ph":"X"}]'), formatOf('[{"ph":"X"},{"na'), formatOf('[null,1,{"ph":"B"}]')]).toEqual(
      Array(3).fill('chromium-trace'),
    )
    expect([formatOf('[]'), formatOf('[{"ph":1}]'), formatOf('[{"p'), formatOf('["ph"]')]).toEqual(Array(4).fill(null))
    const after = (count: number) => formatOf(`[${'{},'.repeat(count)}{"ph":"X"}]`)
    expect([after(50), after(51), after(52)]).toEqual(['chromium-trace', 'chromium-trace', null])
  })
})

describe('lines of text', () => {
  test('are folded stacks where more than half end in a weight', () => {
    expect([
      formatOf('a;b 1\n'),
      formatOf('a;b 1\nc 2.5\nx'),
      formatOf('\n\na 1\r\n# comment\n'),
      formatOf('a\t7'),
      formatOf('a;b   12  \n'),
    ]).toEqual(Array(5).fill('folded'))
    expect([formatOf('a;b 1\nx'), formatOf('a;b'), formatOf('12'), formatOf(''), formatOf('a b')]).toEqual(
      Array(5).fill(null),
    )
  })

  test('are none where they have bytes that no text has', () => {
    expect([formatOf('a 1\u0000'), formatOf('a 1\u001f'), formatOf('\u0008a 1')]).toEqual([null, null, null])
  })

  test('are judged by the first twenty', () => {
    expect(formatOf(`${'a 1\n'.repeat(20)}${'no weight here\n'.repeat(100)}`)).toBe('folded')
    expect(formatOf(`${'no weight here\n'.repeat(20)}${'a 1\n'.repeat(100)}`)).toBeNull()
  })

  test('do not count where the head ends within them', () => {
    expect([cutLine(sniffedBytes), cutLine(sniffedBytes + 2), cutLine(sniffedBytes + 100)]).toEqual([
      null,
      'folded',
      'folded',
    ])
  })
})

describe('a protobuf message', () => {
  const type = [0x0a, 0x01, 0x00]
  const time = [0x48, 0x01]

  test('is a profile where its first fields are those of one, the types of values among them', () => {
    expect([sniff(...type), sniff(...type, ...sample, ...time), sniff(...sample, ...type)]).toEqual(
      Array(3).fill('pprof'),
    )
    expect([sniff(...sample), sniff(...time), sniff(0x00)]).toEqual([null, null, null])
    expect(sniff(...type, 0x1a, 0x7f)).toBe('pprof')
  })

  test('is none where a list is a number, a number is a list, or a field is unknown', () => {
    // Field 2 as a number, field 9 as bytes, field 16, a kind of four bytes.
    for (const wrong of [
      [0x10, 1],
      [0x4a, 1, 0],
      [0x82, 0x01, 1, 0],
      [0x80, 0x01, 1],
      [0x4d, 0, 0, 0, 0],
    ])
      expect([wrong, sniff(...type, ...wrong)]).toEqual([wrong, null])
    // Comments are numbers, alone or packed.
    for (const comment of [
      [0x68, 1],
      [0x6a, 1, 0],
    ])
      expect([comment, sniff(...type, ...comment)]).toEqual([comment, 'pprof'])
  })

  test('is one by sixteen fields alone', () => {
    expect([samples(15), samples(16), samples(17)]).toEqual([null, 'pprof', 'pprof'])
  })
})
