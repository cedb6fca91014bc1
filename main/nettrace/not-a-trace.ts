import type { AppError } from '../../shared/base/errors.ts'
import type { Damage } from './damage.ts'

/**
 * Why bytes in which no header of a trace was found are no trace at all: the first thing that was wrong, or that they end too soon, or that
 * they are a container of a version that no reader here knows.
 */
export function notATrace(what: string, damage: Damage | null | undefined, readBytes: number): AppError {
  if (damage?.kind === 'unsupported') {
    const feature = `trace file: ${damage.found} at byte ${damage.offset}`
    return { kind: 'unsupported', feature, neededVersion: null, actualVersion: null }
  }
  return {
    kind: 'malformed',
    what,
    offset: damage?.offset ?? readBytes,
    expected: damage?.expected ?? 'the header of a trace',
    found: damage?.found ?? 'the end of the file',
  }
}
