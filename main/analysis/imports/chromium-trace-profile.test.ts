import { describe, expect, test } from 'vitest'
import { readChromiumTrace } from './chromium-trace-profile.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { bytesOf, sampleLines } from './testing/profile-text.ts'

const at = { pid: 1, tid: 2 }
const read = (...events: readonly unknown[]) => readChromiumTrace(bytesOf(JSON.stringify(events)))
const begin = (name: string, ts: number) => ({ ph: 'B', name, ts, ...at })
const end = (ts: number) => ({ ph: 'E', ts, ...at })
const call = (name: string, ts: number, dur?: unknown) => ({ ph: 'X', name, ts, dur, ...at })
const notes = (profile: ImportedProfile) => profile.notes.map(({ kind, count }) => [kind, count])

describe('calls of a Chromium trace', () => {
  test('may come in any order: at one time an outer call comes before those in it', () => {
    const profile = read(
      call('Inner', 1000, 1000),
      call('Late', 5000, 1000),
      call('Outer', 1000, 3000),
      begin('First', 0),
      end(9000),
    )
    expect(sampleLines(profile)).toEqual([
      '@0 First 1',
      '@1 First;Outer;Inner 1',
      '@2 First;Outer 2',
      '@4 First 1',
      '@5 First;Late 1',
      '@6 First 3',
    ])
    expect(profile.notes).toEqual([])
  })

  test('that begin and end at one time stay in the order of the file', () => {
    expect(sampleLines(read(begin('A', 0), begin('B', 0), end(2000), end(3000)))).toEqual(['@0 A;B 2', '@2 A 1'])
    expect(sampleLines(read(begin('A', 0), end(2000), begin('B', 2000), end(3000)))).toEqual(['@0 A 2', '@2 B 1'])
  })

  test('that nothing ends last until the last event', () => {
    const open = read(begin('A', 0), begin('B', 4000))
    expect(sampleLines(open)).toEqual(['@0 A 4'])
    expect(open.notes).toMatchObject([{ kind: 'unmatched-end', firstPlace: '4 ms' }])
  })

  test('end with their caller at the latest, which is noted', () => {
    const profile = read(call('Outer', 0, 2000), call('Long', 1000, 5000), call('Next', 3000, 1000))
    expect(sampleLines(profile)).toEqual(['@0 Outer 1', '@1 Outer;Long 1', '@3 Next 1'])
    expect(notes(profile)).toEqual([['overlapping-call', 1]])
    expect(notes(read(call('Outer', 0, 2000), call('Exact', 1000, 1000)))).toEqual([])
  })

  test('that end what isn’t open, or never end, are noted', () => {
    expect(notes(read(end(1000), begin('A', 2000), end(3000)))).toEqual([['unmatched-end', 1]])
    const open = read(begin('A', 1000), call('B', 2000, 3000))
    expect(sampleLines(open)).toEqual(['@1 A 1', '@2 A;B 3'])
    expect(notes(open)).toEqual([['unmatched-end', 1]])
  })

  test('of no length are none, and a negative length is none', () => {
    expect(sampleLines(read(begin('A', 0), call('B', 1000), call('C', 1500, -5), end(2000)))).toEqual([
      '@0 A 1',
      '@1 A 0.5',
      '@1.5 A 0.5',
    ])
  })

  test('without a name are unnamed, and a number is a name', () => {
    const profile = read({ ...call('', 0, 1000), name: undefined }, { ...call('', 1000, 1000), name: 7 })
    expect(profile.frames.slice(1).map(({ name }) => name)).toEqual(['Unnamed', '7'])
  })

  test('without a time, or of a length that is no number, are other events', () => {
    expect(notes(read({ ...begin('A', 0), ts: '0' }, call('B', 0, '5'), call('C', 0, null), 7, null, 'text'))).toEqual([
      ['other-event', 6],
    ])
  })
})

const named = (name: string, given: unknown, tid = 2) => ({ ph: 'M', name, pid: 1, tid, args: { name: given } })

const idsOf = (...tids: readonly unknown[]) =>
  read(...tids.map((tid) => ({ ...call('A', 0, 1000), tid }))).threads.map(({ id }) => id)

describe('names in a Chromium trace', () => {
  test('are those of its threads, and the first of a process', () => {
    const profile = read(
      named('process_name', 'app'),
      named('process_name', 'other'),
      named('thread_name', 'Main'),
      named('thread_name', 'Worker', 3),
      named('thread_sort_index', 'x'),
      call('A', 0, 1000),
    )
    expect([profile.name, profile.threads]).toEqual([
      'app',
      [
        { id: 2, name: 'Main' },
        { id: 3, name: 'Worker' },
      ],
    ])
  })

  test('may be missing', () => {
    const profile = read(
      { ph: 'M', name: 'process_name', ...at },
      { ph: 'M', name: 'thread_name', ...at, args: null },
      call('A', 0, 1000),
    )
    expect([profile.name, profile.threads]).toEqual(['', [{ id: 2, name: '' }]])
  })

  test('are of threads with a number, unless it is none', () => {
    expect(idsOf(0, 7, -1, 1.5, '9', undefined)).toEqual([0, 7, null, null, null, null])
  })
})

test('events that are no calls are counted by what they are', () => {
  const others = ['b', 'e', 'n', 'S', 'T', 'p', 'F'].map((ph) => ({ ph, name: 'request', ts: 1, ...at }))
  expect(
    notes(read(...others, { ph: 'C', name: 'counter' }, { ph: 'P', name: 'Other', id: 1 }, call('A', 0, 1000))),
  ).toEqual([
    ['asynchronous-event', 7],
    ['other-event', 2],
  ])
})

const frame = (functionName: unknown, more: object = {}) => ({ functionName, ...more })

const profile = (id: unknown, data: object | undefined, more: object = {}) => ({
  ph: 'P',
  name: 'Profile',
  pid: 1,
  id,
  args: { data },
  ...more,
})

const chunk = (id: unknown, cpuProfile: object, timeDeltas: unknown) => ({
  ph: 'P',
  name: 'ProfileChunk',
  pid: 1,
  id,
  args: { data: { cpuProfile, timeDeltas } },
})

describe('CPU profiles in a Chromium trace', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)') },
    { id: 2, parent: 1, callFrame: frame('main', { url: 'a.js', lineNumber: 0 }) },
    { id: 3, parent: 2, callFrame: frame(7, { url: 7, lineNumber: '7' }) },
    { id: 4, parent: 2, callFrame: frame('(root)', { lineNumber: -5 }) },
  ]

  test('begin with their start and go on from chunk to chunk', () => {
    const read3 = read(
      profile('0x1', { startTime: 5000 }),
      chunk('0x1', { nodes, samples: [2, 3] }, [0, 1000]),
      chunk('0x1', { nodes, samples: [4, 9, 2] }, [2000, 1000, 1000]),
    )
    expect(sampleLines(read3).map((line) => line.slice(line.indexOf('@')))).toEqual([
      '@5 main 1',
      '@6 main;Anonymous function 2',
      '@8 main;(root) 1',
    ])
    expect(read3.frames.slice(1)).toMatchObject([
      { name: 'main', file: 'a.js', line: 1 },
      { name: 'Anonymous function', file: '', line: 0 },
      { name: '(root)', line: 0 },
    ])
  })

  test('begin with the time of their event where it names no start', () => {
    const starts = [profile(1, { startTime: 'x' }, { ts: 3000 }), profile(1, undefined, {})].map((event) => {
      const found = read(event, chunk(1, { nodes, samples: [2, 2] }, [1000, 1000]))
      return sampleLines(found).map((line) => line.slice(line.indexOf('@')))
    })
    expect(starts).toEqual([['@4 main 1'], ['@1 main 1']])
  })

  test('are told apart by process and id, and chunks without one are other events', () => {
    const found = read(
      profile(1, {}, { tid: 8 }),
      profile(2, {}),
      chunk(3, { nodes }, []),
      chunk(1, { nodes: 5 }, 5),
      chunk(1, { samples: [1] }, []),
    )
    expect(found.threads.map(({ id }) => id)).toEqual([8, null])
    expect(notes(found)).toEqual([['other-event', 2]])
  })
})
