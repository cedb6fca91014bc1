import { parseSidecar } from '../../../analysis/system-cpu/sidecar-lines.ts'
import { readForeignText } from '../../../foreign/foreign-files.ts'
import { mostSavedViews, type SavedView } from '../../../../shared/contract/saved-view.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { maxSidecarBytes, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { appendLine } from './append-line.ts'

/*
 * Views of a recording under names. They lie in its sidecar, with its marks, and go where it goes. Each change appends all of them.
 */

/** Long transforms in fifty views: more is not a person's. */
const maxLineBytes = 1024 * 1024

/** None when there is no such file, or it is not one of ours. */
export async function readViews(recordingPath: string): Promise<readonly SavedView[]> {
  const text = await readForeignText(sidecarPathOf(recordingPath), maxSidecarBytes)
  return (text.ok ? parseSidecar(text.value, 'views').views : null) ?? []
}

/** One of the same name is replaced. */
export async function saveView(recordingPath: string, view: SavedView): Promise<Result<null, AppError>> {
  const others = (await readViews(recordingPath)).filter(({ name }) => name !== view.name)
  return write(recordingPath, [...others, view].slice(-mostSavedViews))
}

export async function deleteView(recordingPath: string, name: string): Promise<Result<null, AppError>> {
  const views = await readViews(recordingPath)
  const others = views.filter((view) => view.name !== name)
  return others.length === views.length ? ok(null) : write(recordingPath, others)
}

async function write(recordingPath: string, views: readonly SavedView[]): Promise<Result<null, AppError>> {
  if (JSON.stringify(views).length > maxLineBytes)
    return err({ kind: 'io', operation: 'write', path: sidecarPathOf(recordingPath), code: 'EFBIG' })
  return appendLine(recordingPath, { views })
}
