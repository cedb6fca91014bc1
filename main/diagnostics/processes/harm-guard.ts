import type { ProcessProblem } from '../../../shared/model/process.ts'
import type { OsProcessDetails } from '../../os/operating-system.ts'
import { commandLineLimitBytes } from '../../protocol/target-facts.ts'

/** Bytes of the command line as the runtime will tell it: it puts the executable's full path in place of the first argument. */
export function answeredCommandLineBytes({ commandLineBytes, executable }: OsProcessDetails): number | null {
  return commandLineBytes === null ? null : commandLineBytes + Buffer.byteLength(executable ?? '')
}

/** Null when ProcessInfo may be sent. A length that cannot be read counts as too long. */
export function reasonNotToAsk(details: OsProcessDetails): ProcessProblem | null {
  const sizeBytes = answeredCommandLineBytes(details)
  if (sizeBytes !== null && sizeBytes <= commandLineLimitBytes) return null
  return { kind: 'command-line-too-long', sizeBytes: details.commandLineBytes }
}
