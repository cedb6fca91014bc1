import { expect, test } from 'vitest'
import { prepareSamples } from './prepared-samples.ts'
import { sampleClasses } from './sample-class.ts'
import { Samples, sampleKinds } from './samples.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { picture } from './testing/picture.ts'

test('the class follows from the kind of the sample and the method that called native code', () => {
  const { stacks, tree } = picture([
    'Main;System.Threading.Thread.Sleep',
    'Main;Work',
    'Main;System.Net.Sockets.SocketAsyncEngine.EventLoop;[stub]',
    'Main;Work;[stub]',
    '',
  ])
  const samples = new Samples()
  const feed = new EventFeed(samples)
  const type = { provider: 'Microsoft-DotNETCore-SampleProfiler', eventId: 0, name: '', opcode: 0, fields: [] }
  const take = (stack: number, kind: number): void =>
    feed.push(type, { ticks: stack, stack }, Uint8Array.of(kind, 0, 0, 0))
  take(1, sampleKinds.external)
  take(1, sampleKinds.managed)
  take(2, sampleKinds.external)
  take(2, sampleKinds.managed)
  take(3, sampleKinds.external)
  take(4, sampleKinds.external)
  take(5, sampleKinds.external)
  take(2, sampleKinds.error)
  const { sampleClass } = prepareSamples(samples, stacks, tree)
  expect(Array.from(sampleClass, (index) => sampleClasses[index])).toEqual([
    'waiting',
    'running',
    'unknown',
    'running',
    'waiting',
    'unknown',
    'unknown',
    'unknown',
  ])
})
