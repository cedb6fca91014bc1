import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { readChromiumTrace } from './chromium-trace-profile.ts'
import { readCpuProfile } from './cpuprofile-profile.ts'
import { readFolded } from './folded-profile.ts'
import { ImportDamage, ImportTooLarge, lineAt, tooLarge } from './import-damage.ts'
import type { ImportFormat } from '../../../shared/model/trace/trace-import.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { readPprof } from './pprof-profile.ts'
import { sniffProfile } from './sniff-profile.ts'
import { readSpeedscope } from './speedscope-profile.ts'

const readers: Readonly<Record<ImportFormat, (bytes: Uint8Array, isCut: boolean) => ImportedProfile>> = {
  speedscope: readSpeedscope,
  folded: readFolded,
  pprof: readPprof,
  'chromium-trace': readChromiumTrace,
  cpuprofile: readCpuProfile,
}

export const importFormatNames: Readonly<Record<ImportFormat, string>> = {
  speedscope: 'speedscope file',
  folded: 'folded stacks file',
  pprof: 'pprof profile',
  'chromium-trace': 'Chromium trace',
  cpuprofile: 'V8 CPU profile',
}

/** An unpacked file of another tool, whichever it is. `isCut`: its end is known to be missing. */
export function readProfile(bytes: Uint8Array, isCut = false): Result<ImportedProfile, AppError> {
  const format = sniffProfile(bytes)
  if (format === null)
    return err({
      kind: 'malformed',
      what: 'file',
      offset: 0,
      expected: 'a profile of a known format',
      found: 'something else',
    })
  try {
    return ok(readers[format](bytes, isCut))
  } catch (error) {
    if (error instanceof ImportTooLarge) return err(tooLarge(error.what))
    if (!(error instanceof ImportDamage)) throw error
    const { offset, expected, found, path } = error
    const line = format === 'pprof' ? '' : `line ${lineAt(bytes, offset)}`
    const text = [line, path].filter((part) => part !== '').join(', ')
    const place = text === '' ? {} : { place: text }
    return err({ kind: 'malformed', what: importFormatNames[format], offset, expected, found, ...place })
  }
}
