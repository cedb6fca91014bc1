import { expect, test } from 'vitest'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../shared/model/runtime-providers.ts'
import {
  ilMapPlaceOf,
  isModuleEvent,
  isModuleLoad,
  isNameEvent,
  isRundownEnd,
  isRundownOfNamedMethod,
  methodChangeOf,
} from './code-event-ids.ts'

const ids = Array.from({ length: 60 }, (_, index) => 120 + index)

function idsOf(provider: string, isOne: (type: { provider: string; eventId: number }) => boolean): readonly number[] {
  return ids.filter((eventId) => isOne({ provider, eventId }))
}

test('the runtime and its rundown use the same ids for different things', () => {
  expect(
    ids.map((eventId) => methodChangeOf({ provider: runtimeProvider, eventId })).filter((change) => change),
  ).toEqual(['present', 'present', 'present', 'present', 'load', 'unload', 'load', 'unload'])
  expect(idsOf(runtimeProvider, (type) => methodChangeOf(type) !== null)).toEqual([
    137, 138, 139, 140, 141, 142, 143, 144,
  ])
  expect(idsOf(rundownProvider, (type) => methodChangeOf(type) === 'present')).toEqual([141, 142, 143, 144])
  expect(idsOf(rundownProvider, isRundownOfNamedMethod)).toEqual([143, 144])
  expect(idsOf(runtimeProvider, isRundownOfNamedMethod)).toEqual([])
  expect(idsOf(runtimeProvider, isModuleEvent)).toEqual([149, 150, 151, 152, 153])
  expect(idsOf(rundownProvider, isModuleEvent)).toEqual([151, 152, 153, 154])
  expect(idsOf(rundownProvider, isRundownEnd)).toEqual([146])
  expect(idsOf(runtimeProvider, isRundownEnd)).toEqual([])
})

test('events of other providers say nothing about code, whatever their ID', () => {
  for (const isOne of [isRundownOfNamedMethod, isModuleEvent, isRundownEnd])
    expect(idsOf(sampleProvider, isOne)).toEqual([])
  expect(idsOf(sampleProvider, (type) => methodChangeOf(type) !== null)).toEqual([])
})

test('a module is loaded by one event, and was there by two of the rundown', () => {
  expect(idsOf(runtimeProvider, isModuleLoad)).toEqual([152])
  expect(idsOf(rundownProvider, isModuleLoad)).toEqual([153, 154])
  expect(idsOf(sampleProvider, isModuleLoad)).toEqual([])
})

test('the IL of jitted code comes behind its code when it is compiled, and before it in a rundown', () => {
  const wide = Array.from({ length: 90 }, (_, index) => 120 + index)
  const at = (provider: string, place: 'after-code' | 'before-code') =>
    wide.filter((eventId) => ilMapPlaceOf({ provider, eventId }) === place)
  expect([at(runtimeProvider, 'after-code'), at(runtimeProvider, 'before-code')]).toEqual([[190], []])
  expect([at(rundownProvider, 'after-code'), at(rundownProvider, 'before-code')]).toEqual([[], [149, 150]])
  expect([at(sampleProvider, 'after-code'), at(sampleProvider, 'before-code')]).toEqual([[], []])
})

const idsAmong = (all: readonly number[]) =>
  all.filter((eventId) => isNameEvent({ provider: runtimeProvider, eventId }))

test('events that name code or the process are wanted whenever they were written, others are not', () => {
  expect(idsOf(runtimeProvider, isNameEvent)).toEqual([
    137, 138, 139, 140, 141, 142, 143, 144, 149, 150, 151, 152, 153, 154, 155, 156, 157, 159,
  ])
  expect(idsAmong([1, 10, 15, 72, 80, 187, 190, 191])).toEqual([15, 72, 187, 190])
  for (const provider of [rundownProvider, 'Microsoft-DotNETCore-EventPipe', 'Universal.System'])
    expect(idsOf(provider, isNameEvent)).toEqual(ids)
  expect(idsOf('Acme', isNameEvent)).toEqual([])
  expect(idsOf(sampleProvider, isNameEvent)).toEqual([])
})
