import { expect, test } from 'vitest'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { pushStack } from '../stacks/testing/picture.ts'
import type { StackTree } from '../stacks/trees/stack-tree.ts'
import { combineListeners } from './combine-listeners.ts'

type Heard = string[]

/** Writes down what it hears, payloads of the events of these names. */
function listening(heard: Heard, who: string, names: readonly string[]): TraceListener {
  return {
    onStart: () => void heard.push(`${who} start`),
    onHeader: () => void heard.push(`${who} header`),
    onEventType: ({ name }) =>
      names.includes(name)
        ? (bytes, view, start, end, row, segment) =>
            void heard.push(`${who} ${name} ${[bytes[start], view.getUint8(end - 1), segment.timestamp[row]].join()}`)
        : null,
    onStack: (_bytes, _view, start, end, stackIndex) => void heard.push(`${who} stack ${stackIndex} ${end - start}`),
    onEvents: (segment, from, to) => void heard.push(`${who} events ${segment.index} ${from}-${to}`),
    onAdvance: (ticks) => void heard.push(`${who} advance ${ticks}`),
    onDamage: ({ offset }) => void heard.push(`${who} damage ${offset}`),
  }
}

const event = (name: string) => ({ provider: 'P', eventId: 1, name, opcode: 0, fields: [] })

test('each listener hears everything, in the order given, and only payloads that it wants', () => {
  const heard: Heard = []
  const all = combineListeners([listening(heard, 'A', ['X', 'Y']), listening(heard, 'B', ['Y']), {}])
  const said = (tell: () => void): readonly string[] => {
    heard.length = 0
    tell()
    return [...heard]
  }
  let feed: EventFeed | null = null
  expect(said(() => (feed = new EventFeed(all)))).toEqual(['A start', 'B start'])
  const push = (name: string) => said(() => feed!.push(event(name), { ticks: 5 }, Uint8Array.of(7, 8)))
  expect(push('X')).toEqual(['A X 7,8,5', 'A events 0 0-1', 'B events 0 0-1'])
  expect(push('Y')).toEqual(['A Y 7,8,5', 'B Y 7,8,5', 'A events 0 1-2', 'B events 0 1-2'])
  expect(push('Z')).toEqual(['A events 0 2-3', 'B events 0 2-3'])
  expect(said(() => all.onHeader?.(feed!.trace.header!))).toEqual(['A header', 'B header'])
  expect(said(() => pushStack(all as StackTree, [1, 2], 9))).toEqual(['A stack 9 16', 'B stack 9 16'])
  expect(said(() => all.onAdvance?.(77))).toEqual(['A advance 77', 'B advance 77'])
  const damage = { offset: 3 } as Parameters<NonNullable<TraceListener['onDamage']>>[0]
  expect(said(() => all.onDamage?.(damage))).toEqual(['A damage 3', 'B damage 3'])
})

test('payloads that nobody wants are not looked at', () => {
  const feed = new EventFeed({})
  feed.push(event('Z'), { ticks: 1 }, new Uint8Array(0))
  const [type] = feed.trace.types
  expect(combineListeners([listening([], 'A', ['X']), {}]).onEventType?.(type!)).toBeNull()
  expect(combineListeners([]).onEventType?.(type!)).toBeNull()
})
