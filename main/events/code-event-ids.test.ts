import { expect, test } from 'vitest'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../shared/model/runtime-providers.ts'
import { isModuleEvent, isRundownEnd, isRundownOfNamedMethod, methodChangeOf } from './code-event-ids.ts'

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
