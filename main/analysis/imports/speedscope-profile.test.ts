import { describe, expect, test } from 'vitest'
import { ImportDamage } from './import-damage.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { readSpeedscope, threadIdIn } from './speedscope-profile.ts'
import { bytesOf, sampleLines } from './testing/profile-text.ts'

const frames = [{ name: 'Main' }, { name: 'Work' }]

function read(profiles: readonly object[], more: object = {}): ImportedProfile {
  return readSpeedscope(bytesOf(JSON.stringify({ shared: { frames }, profiles, ...more })))
}

function damageOf(content: object): Partial<ImportDamage> {
  try {
    readSpeedscope(bytesOf(JSON.stringify(content)))
  } catch (error) {
    if (error instanceof ImportDamage) return error
    throw error
  }
  throw new Error('It was read')
}

const open = (frame: number, at: number) => ({ type: 'O', frame, at })
const close = (frame: number, at: number) => ({ type: 'C', frame, at })
const evented = (events: readonly (object | null)[], more: object = {}) => ({
  type: 'evented',
  unit: 'milliseconds',
  events,
  ...more,
})
const sampled = (samples: readonly unknown[], more: object = {}) => ({
  type: 'sampled',
  unit: 'milliseconds',
  samples,
  ...more,
})
const notes = (profile: ImportedProfile) => profile.notes.map(({ kind, firstPlace }) => [kind, firstPlace])

describe('frames of a speedscope file', () => {
  test('have a file and a line where they say so', () => {
    const shared = {
      other: [{ deep: 1 }],
      frames: [{ name: 'A', file: 'a.cs', line: 3 }, { name: 'B', file: 5, line: '7' }, { name: 'A' }],
    }
    const profile = read([sampled([[0, 1, 2]])], { shared })
    expect(profile.frames.slice(1)).toEqual([
      { name: 'A', module: '', file: 'a.cs', line: 3 },
      { name: 'B', module: '', file: '', line: 0 },
      { name: 'A', module: '', file: '', line: 0 },
    ])
  })

  test.each([[null], [7], [[]], [{ name: 7 }], ['Main']])('%j is no frame', (frame) => {
    expect(damageOf({ shared: { frames: [frame] }, profiles: [] })).toMatchObject({ expected: 'a frame with a name' })
  })
})

describe('what a speedscope file must have', () => {
  test('are frames and profiles', () => {
    expect(damageOf({ profiles: [] })).toMatchObject({ expected: '"shared"', found: 'none' })
    expect(damageOf({ shared: {} })).toMatchObject({ expected: '"profiles"', found: 'none' })
    expect(damageOf({ shared: { frames }, profiles: [{ type: 'evented' }] })).toMatchObject({ expected: '"events"' })
  })

  test('are profiles of a type that it knows', () => {
    const found = damageOf({ shared: { frames }, profiles: [{ unit: 'none', type: 'drawn' }] })
    expect(found).toMatchObject({ expected: 'evented or sampled', found: 'drawn' })
    expect(found.offset).toBe(
      JSON.stringify({ shared: { frames }, profiles: [{ unit: 'none', type: '' }] }).indexOf('""'),
    )
  })

  test.each<[object | null]>([
    [null],
    [{ type: 'O', frame: 9, at: 1 }],
    [{ type: 'O', frame: '0', at: 1 }],
    [{ type: 'O', frame: 0 }],
    [{ type: 'X', frame: 0, at: 1 }],
  ])('are events with a type, a frame and a time, which %j is not', (event) => {
    const found = damageOf({ shared: { frames }, profiles: [evented([open(0, 1), event])] })
    expect(found).toMatchObject({ expected: 'an event with a type, a frame of the file and a time' })
    expect(found.path).toBe('profiles[0].events[1]')
  })

  test('are frames of the file in each sample', () => {
    const found = damageOf({ shared: { frames }, profiles: [sampled([[0, 2]])] })
    expect(found).toMatchObject({ expected: 'a frame below 2', path: 'profiles[0].samples[0][1]' })
  })
})

describe('the profile that is shown', () => {
  const profiles = [sampled([[0]], { unit: 'bytes', name: 'heap' }), sampled([[1]], { name: 'time' })]

  test('is the active one, or the first when the file names none that it has', () => {
    expect(read(profiles, { activeProfileIndex: 1 }).unit).toBe('ms')
    for (const activeProfileIndex of [undefined, 2, 'one', 0])
      expect(read(profiles, { activeProfileIndex }).unit).toBe('bytes')
  })

  test('has a time only when its weights are times', () => {
    expect(read(profiles).samples.timeMs).toBeNull()
    expect(read(profiles, { activeProfileIndex: 1 }).samples.timeMs).toEqual(Float64Array.of(0))
  })

  test('is in no unit in a file without profiles', () => {
    expect(read([])).toMatchObject({ unit: 'unstated', statedUnit: 'none', tool: '', name: '', threads: [] })
  })

  test('has texts only where the file has texts', () => {
    expect(read(profiles, { exporter: 7, name: ['a'] })).toMatchObject({ tool: '', name: '' })
  })
})

describe('events of a speedscope file', () => {
  test('that end what isn’t open are left out', () => {
    const profile = read([evented([open(0, 1), close(1, 2), close(0, 4), close(0, 5)])])
    expect(sampleLines(profile)).toEqual(['@1 Main 3'])
    expect(notes(profile)).toEqual([['unmatched-end', 'profiles[0].events[1]']])
  })

  test('that end a caller end what it called', () => {
    const profile = read([evented([open(0, 1), open(1, 2), close(0, 4), open(1, 5), close(1, 6)])])
    expect(sampleLines(profile)).toEqual(['@1 Main 1', '@2 Main;Work 2', '@5 Work 1'])
    expect(notes(profile)).toEqual([['overlapping-call', 'profiles[0].events[2]']])
  })

  test('that end in their order leave nothing to note', () => {
    expect(read([evented([open(0, 1), open(1, 2), close(1, 3), close(0, 4)])]).notes).toEqual([])
  })

  test.each([
    [9, '@1 Main 8'],
    [2, '@1 Main 4'],
    [undefined, '@1 Main 4'],
    ['9', '@1 Main 4'],
  ])('without an end last until the end of the profile, %j, or the last event', (endValue, line) => {
    const events = [open(0, 1), open(1, 5), close(1, 5)]
    expect(sampleLines(read([evented(events, { endValue })]))[0]).toBe('@1 Main 4')
    expect(sampleLines(read([evented([open(0, 1), close(1, 5)], { endValue })]))).toEqual([line])
  })

  test('in seconds are milliseconds here, their end too', () => {
    expect(sampleLines(read([evented([open(0, 1)], { unit: 'seconds', endValue: 3 })]))).toEqual(['@1000 Main 2000'])
  })

  test('may be none', () => {
    expect(sampleLines(read([evented([], { endValue: 3 })]))).toEqual([])
  })
})

describe('samples of a speedscope file', () => {
  test('follow each other from the start of the profile on', () => {
    const profile = read([sampled([[0], [0, 1], [1]], { unit: 'seconds', startValue: 2, weights: [1, 0.5, 2] })])
    expect(sampleLines(profile)).toEqual(['@2000 Main 1000', '@3000 Main;Work 500', '@3500 Work 2000'])
  })

  test('without a stack are time without a sample, and count where weights aren’t times', () => {
    const stacks = [[0], [], [1]]
    expect(sampleLines(read([sampled(stacks, { weights: [1, 2, 3] })]))).toEqual(['@0 Main 1', '@3 Work 3'])
    expect(sampleLines(read([sampled(stacks, { unit: 'bytes', weights: [1, 2, 3] })]))).toEqual([
      'Main 1',
      '2',
      'Work 3',
    ])
  })

  test('weigh 1 without weights, and nothing where there are fewer weights than samples', () => {
    expect(sampleLines(read([sampled([[0], [1]])]))).toEqual(['@0 Main 1', '@1 Work 1'])
    expect(sampleLines(read([sampled([[0], [1]], { weights: [4] })]))).toEqual(['@0 Main 4'])
  })

  test('that weigh less than nothing are left out and take no time', () => {
    const profile = read([sampled([[0], [1], [0]], { weights: [2, -5, 1] })])
    expect(sampleLines(profile)).toEqual(['@0 Main 2', '@2 Main 1'])
    expect(notes(profile)).toEqual([['negative-weight', 'profiles[0].samples[1]']])
  })
})

test.each([
  ['Thread 12 Main', 12],
  ['thread #7', 7],
  ['Thread (5)', 5],
  ['Thread12', 12],
  ['My Thread 3', null],
  ['Main', null],
])('the name %j says thread %j', (name, id) => {
  expect(threadIdIn(name)).toBe(id)
})
