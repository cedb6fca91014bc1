import { utf16Text } from '../nettrace/byte-cursor.ts'
import type { EventType } from '../nettrace/event-type.ts'
import { compilePayload, PayloadSlots } from '../nettrace/payload/compile-payload.ts'
import type { EventHandler } from './event-handler.ts'

export const eventPipeProvider = 'Microsoft-DotNETCore-EventPipe'
export const processInfoEventId = 1

export interface ProcessFacts {
  readonly commandLine: string
  readonly operatingSystem: string
  readonly architecture: string
}

/** Sent at the start of a session and again each time another client opens one. */
export function processFactsHandler(type: EventType, onFacts: (facts: ProcessFacts) => void): EventHandler {
  const decode = compilePayload(type.fields, ['CommandLine', 'OSInformation', 'ArchInformation'])
  const slots = new PayloadSlots(3)
  return {
    handle(bytes, view, start, end) {
      decode(bytes, view, start, end, slots)
      const [commandLine, operatingSystem, architecture] = [0, 1, 2].map((slot) =>
        slots.isPresent[slot] === 1 ? utf16Text(bytes, slots.textStart[slot]!, slots.textEnd[slot]!) : '',
      ) as [string, string, string]
      onFacts({ commandLine, operatingSystem, architecture })
    },
  }
}
