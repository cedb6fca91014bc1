import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { allowKeeping } from './allow-keeping.ts'
import type { PresetStore } from './preset-store.ts'
import { RecordingPlaces, type PlaceOptions } from './recording-places.ts'
import { recordingStatus } from './recording-status.ts'
import type { RecordingPart } from './recording-part.ts'
import type { RecordingTarget } from './recording-target.ts'

const row = testRow(42, { name: 'My App' })
const presets = {
  folders: () => ['/chosen'],
  get: (id: string) => (id === 'own' ? { id, title: 'My own' } : null),
} as unknown as PresetStore
const places = (options: Partial<PlaceOptions> = {}) =>
  new RecordingPlaces({ presets, ...options }, () => new Date(2026, 0, 2, 3, 4, 5).getTime())

const folderWith = (settings: string | null) =>
  places({ homeFolder: '/data', settingsFolder: () => settings }).folderOf(null, row)

describe('the folder of a recording', () => {
  it('is one for each application, below the home folder', () => {
    expect(places().folderOf(null, row)).toEqual({ ok: true, value: path.join(os.homedir(), 'Pipescope', 'My-App') })
    expect(places({ homeFolder: '/data' }).folderOf(null, row)).toEqual({
      ok: true,
      value: path.join('/data', 'My-App'),
    })
  })

  it('is the one in the settings only when a person chose it in a dialog', () => {
    expect(folderWith('/chosen')).toMatchObject({ value: path.join('/chosen', 'My-App') })
    expect(folderWith('/etc')).toMatchObject({ value: path.join('/data', 'My-App') })
    expect(folderWith(null)).toMatchObject({ value: path.join('/data', 'My-App') })
  })

  it('that a page asks for must have been chosen in a dialog', () => {
    expect(places().folderOf('/chosen', row)).toEqual({ ok: true, value: '/chosen' })
    expect(places().folderOf('/etc', row)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })
})

const name = (preset: string, number?: number) => places().fileName('{process}_{preset}_{time}', preset, row, number)

test('the name of a file has the id of a preset, or the title of an own one', () => {
  expect(name('gc')).toBe('My-App_gc_030405.nettrace')
  expect(name('own')).toBe('My-App_My-own_030405.nettrace')
  expect(name('unknown')).toBe('My-App_unknown_030405.nettrace')
  expect(name('gc', 7)).toBe('My-App_gc_030405_007.nettrace')
})

test('files of a process on another machine bear its name', () => {
  const far = { ...row, machine: { id: 'ssh:web01', name: 'web 01' } }
  expect(places().fileName('{process}_{time}', 'gc', far)).toBe('My-App-web-01_030405.nettrace')
})

const allowed = (
  kind: 'whole' | 'roll' | 'ring',
  runtimeVersion: string | null,
  flightRecorders = 0,
  state: ProcessRow['state'] = 'ready',
) =>
  allowKeeping(
    { keeping: { kind } } as Parameters<typeof allowKeeping>[0],
    { row: testRow(1, { runtimeVersion, state }) } as RecordingTarget,
    [{ kind: 'recording' as const }, ...Array.from({ length: flightRecorders }, () => ({ kind: 'ring' as const }))],
  )

describe('what can be recorded of a process', () => {
  it('is one file of any version, rolling files of .NET 5 and newer', () => {
    expect([allowed('whole', '3.1.32').ok, allowed('whole', null).ok, allowed('roll', '10.0.1').ok]).toEqual([
      true,
      true,
      true,
    ])
    expect(allowed('roll', '3.1.32')).toMatchObject({
      error: { kind: 'unsupported', feature: 'recording-roll', neededVersion: '5.0', actualVersion: '3.1.32' },
    })
    expect(allowed('roll', null).ok).toBe(false)
  })

  it('is the last seconds of any whose version is known, of eight at a time', () => {
    expect([allowed('ring', '3.1.32').ok, allowed('ring', '10.0.1', 7).ok]).toEqual([true, true])
    expect(allowed('ring', null).ok).toBe(false)
    // Only .NET 5 and newer wait at their start.
    expect(allowed('ring', null, 0, 'suspended').ok).toBe(true)
    expect(allowed('ring', '10.0.1', 8)).toEqual({ ok: false, error: { kind: 'recorder-limit', limit: 8 } })
    expect(allowed('whole', '10.0.1', 8).ok).toBe(true)
  })
})

test('what is shown of a recording says nothing of events until they were counted, nor a rate in the first half second', () => {
  const progress = { elapsedMs: 400, writtenBytes: 1, receivedBytes: 2, bytesPerSecond: 3, lastByteAgoMs: 4 }
  const cpu = { percent: 5, beforePercent: 6 }
  const show = (status: object | null, elapsedMs: number) =>
    recordingStatus(
      'job',
      { progress: () => ({ ...progress, elapsedMs }), status, losses: [] } as unknown as RecordingPart,
      cpu,
      { request: { spec: specOfPreset(presetById('time')!) }, target: { row: testRow(1) } as RecordingTarget },
    )
  expect(show(null, 2000)).toMatchObject({
    eventCount: null,
    eventsPerSecond: null,
    lostCount: null,
    providers: [],
    newest: [],
    collected: [],
    top: null,
    names: { knownShare: null, methodCount: 0 },
    cpuPercent: 5,
    cpuBeforePercent: 6,
    marks: [],
  })
  const status = {
    eventCount: 100,
    lostCount: 1,
    providers: [1],
    newest: [2],
    collected: [3],
    knownShare: 0.5,
    methodCount: 9,
  }
  expect(show(status, 499).eventsPerSecond).toBeNull()
  expect(show(status, 500)).toMatchObject({
    eventCount: 100,
    eventsPerSecond: 200,
    lostCount: 1,
    providers: [1],
    newest: [2],
    collected: [3],
    names: { knownShare: 0.5, methodCount: 9 },
  })
})
