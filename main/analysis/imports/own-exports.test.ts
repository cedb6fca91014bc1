import { array, assert, constantFrom, integer, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../workers/testing/fuzz-runs.ts'
import { writeChromiumTrace } from '../exports/chromium-trace.ts'
import { writeFolded } from '../exports/folded.ts'
import { writePprof } from '../exports/pprof.ts'
import { writeSpeedscope } from '../exports/speedscope.ts'
import { functionList } from '../stacks/trees/call-tree.ts'
import { callsOf, type Picture, picture } from '../stacks/testing/picture.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { readProfile } from './read-profile.ts'
import { bytesOf, functionSums } from './testing/profile-text.ts'

const frames = constantFrom('Main', 'Work', 'Sort', 'A.B.Read(int32)', 'Über', '"quoted"', '<Main>b__0')
const anyPicture = array(tuple(array(frames, { minLength: 1, maxLength: 8 }), integer({ min: 1, max: 9 })), {
  minLength: 1,
  maxLength: 40,
}).map((lines) => picture(lines.map(([path, weight]) => `${path.join(';')} ${weight}`)))

function read(bytes: Uint8Array): ImportedProfile {
  const result = readProfile(bytes)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

type Sums = readonly (readonly [string, readonly [number, number]])[]

/** By name, so that the order of the file does not matter. */
const sumsOf = (profile: ImportedProfile, factor = 1): Sums =>
  [...functionSums(profile)]
    .filter(([, [, total]]) => total > 0)
    .map(([name, [self, total]]) => [name, [rounded(self * factor), rounded(total * factor)]] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

function ownSums(drawn: Picture): Sums {
  const calls = callsOf(drawn)
  return functionList(calls)
    .map(({ functionIndex, self, total }) => [drawn.tree.functions.get(functionIndex).name, [self, total]] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

test('exported folded stacks and pprof profiles, read again, give the same sums per function', () => {
  assert(
    property(anyPicture, (drawn) => {
      const lines: string[] = []
      writeFolded(callsOf(drawn), (line) => lines.push(line))
      expect(sumsOf(read(bytesOf(lines.join('\n'))))).toEqual(ownSums(drawn))
      const pieces: Uint8Array[] = []
      const facts = { startUnixMs: 1, durationMs: 1, intervalNs: 1_000_000 }
      writePprof(callsOf(drawn), facts, (piece) => pieces.push(piece))
      expect(sumsOf(read(new Uint8Array(Buffer.concat(pieces))))).toEqual(ownSums(drawn))
    }),
    { numRuns: fuzzRuns(100) },
  )
})

test('exported speedscope files and Chromium traces, read again, give the same time per function', () => {
  assert(
    property(anyPicture, array(nat(2), { minLength: 40, maxLength: 40 }), (drawn, threads) => {
      // A sample of every thread each millisecond; the last of each has no length.
      const count = drawn.leaves.length
      const threadIndex = Uint32Array.from(threads.slice(0, count))
      const seen = [0, 0, 0]
      const ticks = Float64Array.from(threadIndex, (thread) => seen[thread]!++ * 1e6)
      const isLast = Array.from(threadIndex, (thread, row) => ticks[row]! / 1e6 === seen[thread]! - 1)
      const samples = {
        count,
        ticks,
        threadIndex,
        node: Uint32Array.from(drawn.leaves),
        sampleClass: new Uint8Array(count),
        rule: new Uint8Array(count),
        isCorrected: new Uint8Array(count),
      }
      const weighted = { ...drawn, weights: isLast.map((last) => (last ? 0 : 1)) }
      const selected = { tree: drawn.tree, samples, filter: {}, placeOf: null }
      const options = { name: 'app', ticksPerMs: 1e6, threadName: (index: number) => `Thread ${index}` }
      let text = ''
      const write = (piece: string): void => void (text += piece)
      writeSpeedscope(selected, options, write)
      expect(sumsOf(read(bytesOf(text)))).toEqual(ownSums(weighted))
      text = ''
      const more = { pid: 1, threadId: (index: number) => 100 + index, collections: [], range: null }
      writeChromiumTrace(selected, { ...options, ...more }, write)
      expect(sumsOf(read(bytesOf(text)))).toEqual(ownSums(weighted))
    }),
    { numRuns: fuzzRuns(100) },
  )
})
