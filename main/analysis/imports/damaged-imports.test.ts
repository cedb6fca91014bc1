import { array, assert, constantFrom, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { work } from '../../nettrace/work-steps.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { writePprof } from '../exports/pprof.ts'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { readChromiumTrace } from './chromium-trace-profile.ts'
import { readCpuProfile } from './cpuprofile-profile.ts'
import { readFolded } from './folded-profile.ts'
import { ImportDamage, ImportTooLarge } from './import-damage.ts'
import { readPprof } from './pprof-profile.ts'
import { readProfile } from './read-profile.ts'
import { readSpeedscope } from './speedscope-profile.ts'
import { bytesOf } from './testing/profile-text.ts'

const stacks = ['Main;Work;Sort 3', 'Main;Work 1', 'Main;Read 2', 'Loop 4']

function pprof(): Uint8Array {
  const pieces: Uint8Array[] = []
  writePprof(callsOf(picture(stacks)), { startUnixMs: 1, durationMs: 1, intervalNs: 1000 }, (piece) =>
    pieces.push(piece),
  )
  return new Uint8Array(Buffer.concat(pieces))
}

const seeds = {
  folded: [readFolded, bytesOf(stacks.join('\n'))],
  pprof: [readPprof, pprof()],
  speedscope: [
    readSpeedscope,
    bytesOf(
      '{"shared":{"frames":[{"name":"Main"},{"name":"W"}]},"profiles":[{"type":"evented","unit":"none","startValue":0,"endValue":5,"events":[{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":2},{"type":"C","frame":1,"at":3},{"type":"C","frame":0,"at":5}]},{"type":"sampled","unit":"none","samples":[[0,1],[1]],"weights":[1,2]}]}',
    ),
  ],
  'chromium-trace': [
    readChromiumTrace,
    bytesOf(
      '{"traceEvents":[{"ph":"B","name":"A","pid":1,"tid":1,"ts":1},{"ph":"X","name":"B","pid":1,"tid":1,"ts":2,"dur":3},{"ph":"E","pid":1,"tid":1,"ts":9},{"ph":"P","name":"Profile","id":"1","pid":1,"args":{"data":{"startTime":1}}},{"ph":"P","name":"ProfileChunk","id":"1","pid":1,"args":{"data":{"cpuProfile":{"nodes":[{"id":1,"callFrame":{"functionName":"m"}}],"samples":[1]},"timeDeltas":[1]}}}]}',
    ),
  ],
  cpuprofile: [
    readCpuProfile,
    bytesOf(
      '{"nodes":[{"id":1,"callFrame":{"functionName":"m"},"children":[2]},{"id":2,"callFrame":{"functionName":"n"}}],"startTime":0,"samples":[1,2],"timeDeltas":[0,5]}',
    ),
  ],
} as const

const bytes = constantFrom(0, 1, 10, 32, 34, 44, 48, 57, 58, 91, 93, 101, 123, 125, 127, 128, 255)
const changes = array(tuple(nat(600), bytes, constantFrom('set', 'cut', 'insert', 'repeat')), { maxLength: 6 })

function changed(seed: Uint8Array, list: readonly (readonly [number, number, string])[]): Uint8Array {
  let all = [...seed]
  for (const [place, byte, kind] of list) {
    const at = place % Math.max(1, all.length)
    if (kind === 'set') all[at] = byte
    else if (kind === 'cut') all = all.slice(0, at)
    else if (kind === 'insert') all.splice(at, 0, byte)
    else all.splice(at, 0, ...all.slice(at, at + 20))
  }
  return Uint8Array.from(all)
}

/** Steps for a byte; everything is read at most a few times. */
const mostStepsPerByte = 80

for (const [format, [read, seed]] of Object.entries(seeds))
  test(
    `damaged ${format} input ends only in the expected error, at linear cost`,
    () => {
      expect(() => read(seed)).not.toThrow()
      assert(
        property(changes, (list) => {
          const damaged = changed(seed, list)
          const before = work.steps
          try {
            const { stacks: found, samples } = read(damaged)
            for (let row = 0; row < samples.count; row++) expect(samples.stack[row]).toBeLessThan(found.count)
            for (const weight of samples.weight) expect(weight > 0 && weight <= 2 ** 53).toBe(true)
            for (const timeMs of samples.timeMs ?? []) expect(Number.isFinite(timeMs)).toBe(true)
          } catch (error) {
            if (!(error instanceof ImportDamage) && !(error instanceof ImportTooLarge)) throw error
          }
          expect(work.steps - before).toBeLessThan(1000 + mostStepsPerByte * damaged.length)
          readProfile(damaged)
        }),
        { numRuns: fuzzRuns(400) },
      )
    },
    fuzzTimeoutMs,
  )

test('deep stacks that keep changing are rejected when views couldn’t walk them', () => {
  const deep = 20_000
  const turns = 120_000
  const events: string[] = []
  for (let at = 0; at < deep; at++) events.push(`{"ph":"B","name":"A","pid":1,"tid":1,"ts":${at}}`)
  for (let at = 0; at < turns; at++) {
    events.push(`{"ph":"B","name":"${at % 2 === 0 ? 'B' : 'C'}","pid":1,"tid":1,"ts":${deep + at * 2}}`)
    events.push(`{"ph":"E","pid":1,"tid":1,"ts":${deep + at * 2 + 1}}`)
  }
  expect(readProfile(bytesOf(`[${events.join()}]`))).toEqual({
    ok: false,
    error: { kind: 'import-too-large', what: 'stack-frames', limit: 2 ** 31 },
  })
})

test('deep nesting, deep stacks and unmatched ends cost no more than their bytes', () => {
  const deep = 20_000
  const events: string[] = []
  for (let at = 0; at < deep; at++) events.push(`{"type":"O","frame":0,"at":${at}}`)
  for (let at = 0; at < deep; at++) events.push(`{"type":"C","frame":1,"at":${deep + at}}`)
  const profile = `{"type":"evented","unit":"none","events":[${events.join()}]}`
  const text = bytesOf(`{"shared":{"frames":[{"name":"A"},{"name":"B"}]},"profiles":[${profile}]}`)
  const before = work.steps
  expect(readProfile(text).ok).toBe(true)
  expect(work.steps - before).toBeLessThan(20 * deep)
  expect(readProfile(bytesOf(`{"shared":${'['.repeat(2 ** 20)}`)).ok).toBe(false)
  expect(
    readProfile(bytesOf(`{"shared":{"frames":[${'['.repeat(2 ** 20)}${']'.repeat(2 ** 20)}]},"profiles":[]}`)).ok,
  ).toBe(false)
})
