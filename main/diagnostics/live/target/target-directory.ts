import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../../shared/model/process.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'

/** What live data needs of the process directory (main/diagnostics/processes). */
export interface TargetDirectory {
  rows(): readonly ProcessRow[]
  rowOf(key: ProcessKey): ProcessRow | null
  endpointOf(key: ProcessKey): Endpoint | null
  subscribe(listener: (message: ProcessMessage) => void): Disposable
}

/** EventCounter providers added by name, per application; kept with the person's settings. */
export interface ProviderMemory {
  extraProviders(application: string): readonly string[]
  setExtraProviders(application: string, providers: readonly string[]): void
}

type LogFields = Readonly<Record<string, string | number | boolean | null>>

export interface LiveLog {
  info(event: string, fields: LogFields): void
  warn(event: string, fields: LogFields): void
  error(event: string, fields: LogFields): void
}
