import { formatDateTime, type TimeDisplay } from '../../../shared/base/format.ts'
import type { FileKind, SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { tsvRow } from '../../../shared/base/table-cells.ts'
import { filesLabels } from './files-labels.ts'

export const kindWords: Readonly<Record<FileKind, string>> = {
  trace: filesLabels.model.recording,
  dump: filesLabels.model.dump,
  'heap-graph': filesLabels.model.heapGraph,
  case: filesLabels.model.case,
  export: filesLabels.model.export,
  log: filesLabels.model.log,
  other: filesLabels.model.file,
}

export const verdictWords: Readonly<Record<SavedFileEntry['verdict'], string>> = {
  complete: filesLabels.model.verified,
  partial: filesLabels.model.partial,
  unverified: filesLabels.model.notVerified,
}

export function nameOf(file: Pick<SavedFileEntry, 'path'>): string {
  return file.path.split(/[/\\]/).at(-1) ?? file.path
}

/** A file as a row: name, kind, origin, process, verdict, time, bytes, tags, path. */
export function fileAsTsv(file: SavedFileEntry, display: TimeDisplay): string {
  return tsvRow([
    nameOf(file),
    kindWords[file.kind],
    file.origin ?? '',
    file.processName ?? '',
    verdictWords[file.verdict],
    formatDateTime(file.createdMs, display),
    String(file.sizeBytes),
    file.tags.join(', '),
    file.path,
  ])
}

/** Every word must be found somewhere; `tag:x` looks at tags only. */
export function matches(file: SavedFileEntry, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const parts = [
    nameOf(file),
    file.processName ?? '',
    file.origin ?? '',
    kindWords[file.kind],
    file.notes,
    ...file.tags,
  ]
  const text = parts.join('\n').toLowerCase()
  return words.every((word) =>
    word.startsWith('tag:')
      ? file.tags.some((tag) => tag.toLowerCase().startsWith(word.slice('tag:'.length)))
      : text.includes(word),
  )
}

export type CleanUp = 'gone' | 'partial' | 'older-week' | 'older-month'

const day = 24 * 3600 * 1000

/** What a clean-up would take; what carries a tag or a note is never taken by it. */
export function cleanUp(files: readonly SavedFileEntry[], what: CleanUp, nowMs: number): readonly SavedFileEntry[] {
  return files.filter((file) => {
    if (what === 'gone') return file.isThere === false
    if (file.tags.length > 0 || file.notes !== '') return false
    if (what === 'partial') return file.verdict === 'partial'
    return nowMs - file.createdMs > (what === 'older-week' ? 7 : 30) * day
  })
}

export function sizeOf(files: readonly SavedFileEntry[]): number {
  return files.reduce((sum, file) => sum + (file.isThere === false ? 0 : file.sizeBytes), 0)
}
