import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { eventPipeProvider, processInfoEventId } from '../../events/process-facts.ts'
import { ReportListener } from './runtime-listener.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'

const versionFields = ['VMMajorVersion', 'VMMinorVersion', 'VMBuildNumber', 'BclBuildNumber'] as const

/** What a trace says about the process it is of; empty texts where it does not. */
export class TargetFacts extends ReportListener {
  commandLine = ''
  operatingSystem = ''
  architecture = ''
  runtimeVersion = ''

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider === eventPipeProvider && type.eventId === processInfoEventId)
      return this.fieldHandler(type, ['CommandLine', 'OSInformation', 'ArchInformation'], (fields) => {
        this.commandLine ||= fields.text('CommandLine')
        this.operatingSystem ||= fields.text('OSInformation')
        this.architecture ||= fields.text('ArchInformation')
      })
    const isRuntimeStart =
      type.eventId === 187 && (type.provider === runtimeProvider || type.provider === rundownProvider)
    if (!isRuntimeStart) return null
    return this.fieldHandler(type, [...versionFields, 'CommandLine'], (fields) => {
      // The build number of the VM is the repository's; the libraries' is the patch people know (10.0.12).
      const [major, minor, , patch] = versionFields.map((name) => fields.number(name)) as [
        number,
        number,
        number,
        number,
      ]
      if (major > 0) this.runtimeVersion ||= `${major}.${minor}.${patch}`
      this.commandLine ||= fields.text('CommandLine')
    })
  }
}
