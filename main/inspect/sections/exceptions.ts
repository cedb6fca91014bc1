import { ExceptionEvents, exceptionTypes } from '../../analysis/reports/exception-events.ts'
import { enumText } from '../../events/payload/payload-value.ts'
import { msOf, type Section, threadIdOf } from '../section.ts'
import { textTable } from '../text-table.ts'

/** `--exceptions`. */
export function exceptionSection(): Section {
  const events = new ExceptionEvents()
  return {
    listener: events,
    json: (trace) => ({
      exceptions: events.places.inOrder().map((row) => ({
        timeMs: msOf(trace, events.places.ticks.at(row)),
        threadId: threadIdOf(trace, events.places.threadIndex.at(row)),
        type: events.texts.text(events.typeText.at(row)),
        message: events.texts.text(events.messageText.at(row)),
        hresult: `0x${events.hresult.at(row).toString(16).padStart(8, '0')}`,
        flags: enumText('ExceptionFlags', events.flags.at(row)),
      })),
    }),
    print(trace, output) {
      output.write(`\n${events.count.toLocaleString('en-US')} exceptions thrown\n\n`)
      output.write(
        textTable(
          ['thrown', 'type', 'first at ms', 'last at ms', 'first message'],
          exceptionTypes(events).map(({ count, type, firstTicks, lastTicks, message }) => [
            count,
            type,
            msOf(trace, firstTicks).toFixed(3),
            msOf(trace, lastTicks).toFixed(3),
            message.replaceAll(/\s+/g, ' ').slice(0, 80),
          ]),
        ),
      )
    },
  }
}
