import { expect, test } from 'vitest'
import { readFolded } from './folded-profile.ts'
import { lineAt } from './import-damage.ts'
import { readProfile } from './read-profile.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { bytesOf, sampleLines } from './testing/profile-text.ts'

function read(content: string | object): ImportedProfile {
  const result = readProfile(bytesOf(typeof content === 'string' ? content : JSON.stringify(content)))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const errorOf = (text: string) => {
  const result = readProfile(bytesOf(text))
  return result.ok ? null : result.error
}

const speedscope = (profiles: readonly object[], names: readonly string[], more: object = {}) => ({
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  exporter: 'test 1',
  profiles,
  shared: { frames: names.map((name) => ({ name })) },
  ...more,
})

test('folded stacks: one line per stack, .NET names with modules, other lines by number', () => {
  const profile = read('# a comment\nApp!Shop.Main();App!Shop.Work(int32) 3\nMain;a b 2.5\n\nno weight\nMain;Less -1\n')
  expect(profile).toMatchObject({ format: 'folded', unit: 'unstated', samples: { timeMs: null } })
  expect(sampleLines(profile)).toEqual(['Shop.Main();Shop.Work(int32) 3', 'Main;a b 2.5'])
  expect(profile.frames.map(({ module }) => module)).toEqual(['', 'App', 'App', '', ''])
  expect(profile.notes).toEqual([
    { kind: 'line-without-weight', count: 1, firstPlace: 'line 5', detail: '' },
    { kind: 'negative-weight', count: 1, firstPlace: 'line 6', detail: '' },
  ])
})

test('folded stacks that are cut off: the last line may lack digits and does not count', () => {
  const lines = bytesOf('Main;Work 3\nMain;Read 12')
  expect(sampleLines(readFolded(lines))).toEqual(['Main;Work 3', 'Main;Read 12'])
  const cut = readFolded(lines, true)
  expect(sampleLines(cut)).toEqual(['Main;Work 3'])
  expect(cut.notes).toMatchObject([{ kind: 'cut-off', firstPlace: 'line 2' }])
})

test('speedscope, evented: the time of each stack until the next change, gaps included', () => {
  const events = [
    { type: 'O', frame: 0, at: 1 },
    { type: 'O', frame: 1, at: 2 },
    { type: 'C', frame: 1, at: 4 },
    { type: 'C', frame: 0, at: 5 },
    { type: 'O', frame: 1, at: 8 },
    { type: 'C', frame: 1, at: 9 },
  ]
  const head = { type: 'evented', unit: 'seconds', startValue: 0, endValue: 10 }
  const profile = read(speedscope([{ ...head, name: 'Thread 7 Main', events }], ['Main', 'Work'], { name: 'app' }))
  expect(profile).toMatchObject({
    format: 'speedscope',
    tool: 'test 1',
    name: 'app',
    unit: 'ms',
    statedUnit: 'seconds',
  })
  expect(profile.threads).toEqual([{ id: 7, name: 'Thread 7 Main' }])
  expect(sampleLines(profile)).toEqual([
    'Thread 7 Main@1000 Main 1000',
    'Thread 7 Main@2000 Main;Work 2000',
    'Thread 7 Main@4000 Main 1000',
    'Thread 7 Main@8000 Work 1000',
  ])
})

test('speedscope, sampled: weights of any unit; other units than that of the active profile are left out', () => {
  const sampled = { type: 'sampled', name: 'heap', startValue: 0, endValue: 0 }
  const bytes = { ...sampled, unit: 'bytes', samples: [[0], [0, 1], [0, 1]], weights: [1, 2, 4] }
  const counted = { ...sampled, unit: 'none', samples: [[1]] }
  const profile = read(speedscope([counted, bytes], ['Main', 'Work'], { activeProfileIndex: 1 }))
  expect(profile).toMatchObject({ unit: 'bytes', samples: { timeMs: null } })
  expect(sampleLines(profile)).toEqual(['heap Main 1', 'heap Main;Work 2', 'heap Main;Work 4'])
  expect(profile.notes).toEqual([{ kind: 'other-unit', count: 1, firstPlace: 'profiles[0]', detail: 'none' }])
})

test('Chromium trace: calls with an end, calls with a length, names of threads; the rest is counted', () => {
  const at = { pid: 1, tid: 2 }
  const profile = read([
    { ph: 'M', name: 'thread_name', ...at, args: { name: 'Main thread' } },
    { ph: 'B', name: 'Main', ts: 1000, ...at },
    { ph: 'X', name: 'Work', ts: 2000, dur: 3000, ...at },
    { ph: 'X', name: 'Sort', ts: 3000, dur: 1000, ...at },
    { ph: 'E', ts: 9000, ...at },
    { ph: 'b', name: 'request', ts: 1, id: 1, ...at },
    { ph: 'C', name: 'counter', ts: 1, ...at },
  ])
  expect(profile).toMatchObject({ format: 'chromium-trace', unit: 'ms', threads: [{ id: 2, name: 'Main thread' }] })
  expect(sampleLines(profile)).toEqual([
    'Main thread@1 Main 1',
    'Main thread@2 Main;Work 1',
    'Main thread@3 Main;Work;Sort 1',
    'Main thread@4 Main;Work 1',
    'Main thread@5 Main 4',
  ])
  expect(profile.notes.map(({ kind, count, firstPlace }) => [kind, count, firstPlace])).toEqual([
    ['asynchronous-event', 1, '[5]'],
    ['other-event', 1, '[6]'],
  ])
})

test('Chromium trace: a call without an end lasts until the last event, also before the time 0', () => {
  const at = { pid: 1, tid: 2 }
  const profile = read([
    { ph: 'B', name: 'Main', ts: -9000, ...at },
    { ph: 'X', name: 'Work', ts: -8000, dur: 1000, ...at },
  ])
  expect(sampleLines(profile)).toEqual(['@-9 Main 1', '@-8 Main;Work 1'])
})

test('absurd times and weights are dropped, so that sums stay finite', () => {
  const call = '"ph":"X","pid":1,"tid":1'
  const profile = read(`[{${call},"name":"A","ts":0,"dur":1000},{${call},"name":"B","ts":2000,"dur":1e999}]`)
  expect(sampleLines(profile)).toEqual(['@0 A 1'])
  expect(profile.notes.map(({ kind }) => kind)).toEqual(['excessive-figure'])
  const weights = { type: 'sampled', name: '', unit: 'none', samples: [[0], [0]], weights: [1, 1e300] }
  expect(sampleLines(read(speedscope([weights], ['Main'])))).toEqual(['Main 1'])
  expect(read('Main;A 1e300\nMain 1').notes).toMatchObject([{ kind: 'excessive-figure' }])
})

test('truncated Chromium trace: what was read counts, and the position is known', () => {
  const profile = read('{"traceEvents":[\n{"ph":"X","name":"A","pid":1,"tid":1,"ts":0,"dur":5000},\n{"ph":"X","na')
  expect(sampleLines(profile)).toEqual(['@0 A 5'])
  expect(profile.notes).toMatchObject([{ kind: 'cut-off', firstPlace: 'line 3, traceEvents[1]' }])
})

const frame = (functionName: string) => ({ functionName, url: 'a.js', lineNumber: 4 })

test('V8: a profile on its own and in chunks of a trace', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)'), children: [2] },
    { id: 2, callFrame: frame('main'), children: [3] },
    { id: 3, callFrame: frame('') },
  ]
  const alone = read({ nodes, startTime: 1000, endTime: 6000, samples: [2, 3, 2], timeDeltas: [0, 1000, 2000] })
  expect(sampleLines(alone)).toEqual(['@1 main 1', '@2 main;Anonymous function 2', '@4 main 2'])
  expect(alone.frames[1]).toMatchObject({ name: 'main', file: 'a.js', line: 5 })
  const at = { ph: 'P', pid: 1, tid: 2, id: '0x1' }
  const chunk = { cpuProfile: { nodes, samples: [2, 3, 2] }, timeDeltas: [0, 1000, 2000] }
  const inTrace = read([
    { ...at, name: 'Profile', args: { data: { startTime: 1000 } } },
    { ...at, name: 'ProfileChunk', args: { data: chunk } },
  ])
  expect(sampleLines(inTrace).map((line) => line.slice(line.indexOf('@')))).toEqual([
    '@1 main 1',
    '@2 main;Anonymous function 2',
  ])
})

test.each(['constructor', '__proto__', 'toString'])('a member %s of a V8 profile is skipped', (name) => {
  const profile = `{"nodes":[{"id":1,"callFrame":{"functionName":"main"}}],"${name}":[1],"endTime":2000,
    "samples":[1],"timeDeltas":[1000]}`
  expect(sampleLines(read(profile))).toEqual(['@1 main 1'])
})

test('damage says where it is: byte, line, and the path within the file', () => {
  const text = JSON.stringify(speedscope([{ type: 'evented', name: '', unit: 'none', events: [] }], ['A']), null, 1)
  expect(errorOf(text.replace('"name": "A"', '"name": 5'))).toMatchObject({
    kind: 'malformed',
    what: 'speedscope file',
    expected: 'a frame with a name',
    place: 'line 14, shared.frames[0]',
  })
  expect(errorOf(text.slice(0, -20))).toMatchObject({
    expected: 'the end of a text',
    place: expect.stringMatching(/^line \d+, shared$/),
  })
  expect(errorOf('a picture')).toMatchObject({ expected: 'a profile of a known format' })
  expect(errorOf('')).toMatchObject({ kind: 'malformed', offset: 0 })
})

test('a unit that is called like a property of every object is no unit', () => {
  const sampled = { type: 'sampled', name: '', unit: 'constructor', startValue: 0, endValue: 2 }
  const profile = read(speedscope([{ ...sampled, samples: [[0]], weights: [2] }], ['Main']))
  expect(profile.unit).toBe('unstated')
  expect(sampleLines(profile)).toEqual(['Main 2'])
})

test('what is wrong with a file is said with its line, and with the path to it where there is one', () => {
  expect(errorOf('a;b -1\nc -2\n')).toMatchObject({ place: 'line 1', expected: 'lines with a stack and a number' })
  expect(
    errorOf('{"$schema":"https://www.speedscope.app/file-format-schema.json",\n"shared":{"frames":[7]}}'),
  ).toMatchObject({
    place: 'line 2, shared.frames[0]',
  })
})

test('lines are counted from 1, and the end of a line is part of it', () => {
  const bytes = bytesOf('a\nb\n')
  expect([0, 1, 2, 3, 4].map((offset) => lineAt(bytes, offset))).toEqual([1, 1, 2, 2, 3])
  expect(readFolded(bytesOf('a 1\n'), true).notes).toMatchObject([{ kind: 'cut-off', firstPlace: 'line 1' }])
})
