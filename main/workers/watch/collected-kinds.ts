import type { CollectedKindName } from '../../../shared/model/recording.ts'
import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import { gcReasonWords, valueWords } from '../../../shared/words/runtime-value-words.ts'
import { enumText } from '../../events/payload/payload-value.ts'
import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'

/** What one event adds: to which row, and by how much (bytes or milliseconds; null when the event has no amount). */
export type AddCollected = (kind: CollectedKindName, name: string, amount: number | null) => void

type Reader = (type: TraceEventType, pointerBytes: number, add: AddCollected) => PayloadHandler

const runtimeProvider = 'Microsoft-Windows-DotNETRuntime'
const logLevels = ['Trace', 'Debug', 'Information', 'Warning', 'Error', 'Critical']

function reader<Name extends string>(
  names: readonly Name[],
  addFrom: (fields: WantedFields<Name>, add: AddCollected) => void,
): Reader {
  return (type, pointerBytes, add) => {
    const fields = new WantedFields(type, names, pointerBytes)
    return (bytes, view, start, end) => {
      fields.read(bytes, view, start, end)
      addFrom(fields, add)
    }
  }
}

/** Of the runtime, by id: its events have no names in the stream. */
const ofRuntime: Readonly<Record<number, Reader>> = {
  1: reader(['Depth', 'Reason'], (fields, add) => {
    add(
      'collections',
      `Generation ${String(fields.number('Depth'))}: ${valueWords(gcReasonWords, enumText('GCReason', fields.number('Reason')))}`,
      null,
    )
  }),
  10: reader(['TypeName', 'AllocationAmount64'], (fields, add) => {
    add('allocations', fields.text('TypeName'), fields.number('AllocationAmount64'))
  }),
  80: reader(['ExceptionType'], (fields, add) => add('exceptions', fields.text('ExceptionType'), null)),
  91: reader(['DurationNs'], (fields, add) => add('waits', 'Contended lock', fields.number('DurationNs') / 1e6)),
  301: reader(['WaitSource'], (fields, add) => {
    add('waits', fields.number('WaitSource') === 1 ? 'Monitor.Wait' : 'Wait handle', null)
  }),
}

/** Of libraries. The query of a path is left out: secrets travel there, and each request would be a row of its own. */
const ofLibraries: Readonly<Record<string, Reader>> = {
  'Microsoft.AspNetCore.Hosting/RequestStart': reader(['method', 'path'], (fields, add) => {
    add('requests', `${fields.text('method')} ${withoutQuery(fields.text('path'))}`, null)
  }),
  'System.Net.Http/RequestStart': reader(['host', 'pathAndQuery'], (fields, add) => {
    add('requests', `Outgoing: ${fields.text('host')}${withoutQuery(fields.text('pathAndQuery'))}`, null)
  }),
  'Microsoft-Extensions-Logging/FormattedMessage': reader(['Level', 'LoggerName'], (fields, add) => {
    add('messages', `${logLevels[fields.number('Level')] ?? 'None'}: ${fields.text('LoggerName')}`, null)
  }),
}

function withoutQuery(path: string): string {
  return maskSecrets(path.split('?', 1)[0]!)
}

/** The handler that sorts events of this type into rows; null when only their number is of interest. */
export function collectedHandler(type: TraceEventType, pointerBytes: number, add: AddCollected): PayloadHandler | null {
  const found =
    type.provider === runtimeProvider ? ofRuntime[type.eventId] : ofLibraries[`${type.provider}/${type.name}`]
  return found?.(type, pointerBytes, add) ?? null
}
