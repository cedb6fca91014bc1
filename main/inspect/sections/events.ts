import { EventList, matchesEvent } from '../../analysis/trace/event-list.ts'
import { printedName } from '../../events/event-names.ts'
import { compileDecoder, type DecodedPayload, type PayloadDecoder } from '../../events/payload/decode-payload.ts'
import { guidText } from '../../events/payload/payload-cursor.ts'
import { valueJson, valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceFile } from '../../workers/trace/trace-file.ts'
import { msOf, type Section, threadIdOf } from '../section.ts'

/** The runtime did not know. */
const noProcessor = 0xffffffff

/** `--events PROVIDER[/NAME] --max N`: the first events in the order of time, payloads read again from the file. */
export function eventSection(path: string, wanted: string, max: number | null): Section {
  const list = new EventList((type) => matchesEvent(type, wanted))
  return {
    listener: list,
    json(trace) {
      const eventList: unknown[] = []
      forEachEvent(trace, list, path, max, (row, payload) => eventList.push(eventJson(trace, list, row, payload)))
      return { eventCount: list.count, eventList }
    },
    print(trace, output) {
      output.write(`\n${list.count.toLocaleString('en-US')} events match ${wanted}\n\n`)
      forEachEvent(trace, list, path, max, (row, payload) => {
        const time = msOf(trace, list.ticks.at(row)).toFixed(4).padStart(14)
        const type = trace.types[list.typeIndex.at(row)]!
        const fields = payload.fields.map(({ name, value, shape }) => `${name}=${valueText(value, shape)}`).join(' ')
        const fault = payload.fault === null ? '' : ` [${payload.fault.kind}]`
        output.write(
          `${time}  ${threadIdOf(trace, list.threadIndex.at(row))}  ${printedName(type)}  ${fields}${fault}\n`,
        )
      })
    },
  }
}

function forEachEvent(
  trace: Trace,
  list: EventList,
  path: string,
  max: number | null,
  visit: (row: number, payload: DecodedPayload) => void,
): void {
  const decoders = new Map<number, PayloadDecoder>()
  const file = new TraceFile(path)
  try {
    for (const row of list.inOrder().slice(0, max ?? list.count)) {
      const typeIndex = list.typeIndex.at(row)
      let decode = decoders.get(typeIndex)
      if (decode === undefined) {
        decode = compileDecoder(trace.types[typeIndex]!, trace.header?.pointerBytes ?? 8)
        decoders.set(typeIndex, decode)
      }
      const bytes = file.read(list.payloadOffset.at(row), list.payloadLength.at(row))
      visit(row, decode(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length))
    }
  } finally {
    file[Symbol.dispose]()
  }
}

function eventJson(trace: Trace, list: EventList, row: number, payload: DecodedPayload): unknown {
  const type = trace.types[list.typeIndex.at(row)]!
  const guid = (index: number): string | null => (index === 0 ? null : guidText(trace.activities.bytesOf(index), 0))
  return {
    provider: type.provider,
    id: type.eventId,
    version: type.version,
    name: printedName(type),
    rawName: type.name,
    timeMs: msOf(trace, list.ticks.at(row)),
    threadId: threadIdOf(trace, list.threadIndex.at(row)),
    processor: list.processor.at(row) === noProcessor ? null : list.processor.at(row),
    activityId: guid(list.activity.at(row)),
    relatedActivityId: guid(list.relatedActivity.at(row)),
    stackId: list.stackIndex.at(row) === 0 ? null : list.stackIndex.at(row),
    fields: Object.fromEntries(payload.fields.map(({ name, value }) => [name, valueJson(value)])),
    rest: Buffer.from(payload.rest).toString('hex'),
    fault: payload.fault,
  }
}
