import { expect, test } from 'vitest'
import { EventFeed } from '../testing/event-feed.ts'
import { CodeNames } from './code-names.ts'

function load(feed: EventFeed, start: number, type: string, method: string, ticks = 1): void {
  feed.runtime(
    143,
    { ticks },
    {
      MethodID: start,
      ModuleID: 9,
      MethodStartAddress: start,
      MethodSize: 0x100,
      MethodNamespace: type,
      MethodName: method,
      MethodSignature: 'instance void (int32)',
    },
  )
}

test('a method is found by any address inside it, with its module and its name as written in source', () => {
  const names = new CodeNames()
  const feed = new EventFeed(names.listener())
  load(feed, 0x7f00_0000_1000, 'App.Orders+<LoadAsync>d__3', 'MoveNext')
  feed.runtime(152, { ticks: 2 }, { ModuleID: 9, ModuleILPath: '/srv/app/Orders.dll' })
  expect(names.find(0x7f00_0000_10ff)).toMatchObject({
    name: 'App.Orders+<LoadAsync>d__3.MoveNext(int32)',
    displayName: 'Orders.LoadAsync',
    module: 'Orders',
  })
  expect([names.find(0x7f00_0000_1100), names.find(0)]).toEqual([null, null])
})

test('names from a second stream of the process apply from then on', () => {
  const names = new CodeNames()
  const [first, second] = [new EventFeed(names.listener()), new EventFeed(names.listener())]
  load(first, 0x1000, 'App.Old', 'Run')
  expect([names.methodCount, names.find(0x1000)?.displayName]).toEqual([1, 'Old.Run'])
  load(second, 0x1000, 'App.New', 'Run', 5)
  load(second, 0x2000, 'App.Other', 'Run', 6)
  expect([names.find(0x1080)?.displayName, names.find(0x2080)?.displayName]).toEqual(['New.Run', 'Other.Run'])
})

test('a frame has the names that views show, and its address where no method is known', () => {
  const names = new CodeNames()
  load(new EventFeed(names.listener()), 0x1000, 'App.Orders', 'Load')
  expect(names.frameAt(0x1010)).toEqual({
    frame: { method: 'App.Orders.Load(int32)', name: 'Orders.Load', module: '' },
    isNamed: true,
  })
  expect(names.frameAt(0xabcd)).toEqual({ frame: { method: '0xabcd', name: '0xabcd', module: '' }, isNamed: false })
})
