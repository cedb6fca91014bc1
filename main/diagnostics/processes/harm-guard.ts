import type { ProcessProblem } from '../../../shared/model/process.ts'
import type { OsProcessDetails } from '../../os/operating-system.ts'

/**
 * Above this, ProcessInfo is not sent. A runtime up to .NET 10 builds its answer (two bytes per character, plus about a thousand for
 * the rest) with a 16 bit length: just over 65,535 bytes it writes past its buffer and dies. Measured with an argument of 32,600
 * characters on 9.0.5 and 10.0.9. The runtime puts the executable's full path in place of the first argument, so that counts too.
 */
export const commandLineLimitBytes = 32_000

/** Null when ProcessInfo may be sent. A length that cannot be read counts as too long. */
export function reasonNotToAsk(details: OsProcessDetails): ProcessProblem | null {
  const { commandLineBytes, executable } = details
  if (commandLineBytes === null) return { kind: 'command-line-too-long', sizeBytes: null }
  const sizeBytes = commandLineBytes + Buffer.byteLength(executable ?? '')
  return sizeBytes > commandLineLimitBytes ? { kind: 'command-line-too-long', sizeBytes: commandLineBytes } : null
}
