import { expect, test } from 'vitest'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { RecordedSpan } from './recorded-span.ts'

type At = readonly [kind: 'load' | 'rundown' | 'work', ticks: number]

function spanOf(events: readonly At[]): readonly number[] {
  const { writer, metadataId, written } = startSmallStream()
  const ids = {
    work: metadataId,
    load: writer.defineType({ provider: runtimeProvider, eventId: 143, name: '', fields: [] }),
    rundown: writer.defineType({ provider: rundownProvider, eventId: 144, name: '', fields: [] }),
  }
  for (const [kind, timestamp] of events)
    writer.addEvent({ metadataId: ids[kind], timestamp, thread: 1, payload: new Uint8Array(0) })
  writer.end(1000)
  const span = new RecordedSpan()
  const reader = new TraceReader(span)
  reader.push(written())
  reader.end()
  return span.isEmpty ? [] : [span.firstTicks, span.lastTicks]
}

test('symbol events don’t extend the time span of a recording', () => {
  const names: readonly At[] = [
    ['load', 1],
    ['work', 10],
    ['load', 12],
    ['work', 20],
    ['rundown', 900],
  ]
  expect(spanOf(names)).toEqual([10, 20])
})

test('a recording with nothing but symbol events spans their time', () => {
  expect(spanOf([])).toEqual([])
  expect(
    spanOf([
      ['load', 1],
      ['rundown', 900],
    ]),
  ).toEqual([1, 900])
})
