import { expect, test } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { LogEvents } from './log-events.ts'

const text = plainType(typeCodes.string)
const number = plainType(typeCodes.int32)
const fields = [
  { name: 'Level', type: number },
  { name: 'FactoryID', type: number },
  { name: 'LoggerName', type: text },
  { name: 'EventId', type: number },
  { name: 'EventName', type: text },
  { name: 'FormattedMessage', type: text },
]

test('ILogger messages are found by field names; scopes are not messages', () => {
  const events = new LogEvents()
  const feed = new EventFeed(events)
  const type = { provider: 'Microsoft-Extensions-Logging', eventId: 1, opcode: 0, fields }
  const payload = writePayload(fields, [3, 1, 'Shop.Orders', 42, 'Slow', 'took 3 s'])
  feed.push({ ...type, name: 'FormattedMessage' }, { ticks: 7, thread: 2 }, payload)
  feed.push({ ...type, name: 'ActivityStart' }, { ticks: 8 }, payload)
  expect(events.count).toBe(1)
  const { texts } = events
  expect([
    events.ticks.at(0),
    events.threadIndex.at(0),
    events.level.at(0),
    events.eventNumber.at(0),
    texts.text(events.loggerText.at(0)),
    texts.text(events.eventNameText.at(0)),
    texts.text(events.messageText.at(0)),
    texts.text(events.exceptionText.at(0)),
  ]).toEqual([7, 2, 3, 42, 'Shop.Orders', 'Slow', 'took 3 s', ''])
})
