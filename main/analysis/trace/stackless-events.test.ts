import { expect, test } from 'vitest'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { ignoresStack } from './stackless-events.ts'

const ignored = (provider: string) =>
  [0, 139, 140, 144, 145, 190].filter((eventId) => ignoresStack({ provider, eventId }))

test('stacks of events about code are not looked at, those of any other event are', () => {
  expect(ignored(runtimeProvider)).toEqual([140, 144, 190])
  expect(ignored(rundownProvider)).toEqual([0, 139, 140, 144, 145, 190])
  expect(ignored(sampleProvider)).toEqual([])
})
