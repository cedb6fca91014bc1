import type { TraceSource, TraceSourceGap, TraceSourcePlace } from '../../../../shared/model/trace/trace-source.ts'
import { samplesWords } from '../flame/flame-words.ts'

/** As compilers and editors write it. */
export function placeText({ path, line }: TraceSourcePlace): string {
  return `${path}:${String(line)}`
}

/** The same without folders, whatever system the path is of. */
export function shortPlace({ path, line }: TraceSourcePlace): string {
  return placeText({ path: path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1), line })
}

export const gapWords: Readonly<Record<TraceSourceGap, string>> = {
  'not-managed': 'Only .NET methods have source lines.',
  dynamic: 'Generated at run time, so there is no source file.',
  'module-unknown': 'The recording doesn’t say which build of the module ran. A recording with symbols does.',
  'module-missing': 'The module isn’t on this machine, so its PDB can’t be read.',
  'no-pdb': 'No PDB beside the module or embedded in it. Copy the PDB of this build into the module’s folder.',
  'other-build': 'The PDB is of another build than the module that ran, so its lines would be wrong.',
  'windows-pdb': 'The PDB is in the Windows format. Build with DebugType portable or embedded.',
  unreadable: 'The PDB couldn’t be read.',
  'no-lines': 'The PDB has no lines for this method: the compiler generated it.',
}

/** Samples that are in none of the lines, and why. */
export function unplacedWords({ precompiledCount, unmappedCount, hiddenCount }: TraceSource): readonly string[] {
  return [
    ...(precompiledCount === 0
      ? []
      : [`${samplesWords(precompiledCount)} in precompiled code, which has no map to its lines.`]),
    ...(unmappedCount === 0 ? [] : [`${samplesWords(unmappedCount)} in code whose line map wasn’t recorded.`]),
    ...(hiddenCount === 0 ? [] : [`${samplesWords(hiddenCount)} in code that the compiler added.`]),
  ]
}
