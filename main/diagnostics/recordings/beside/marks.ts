import * as v from 'valibot'
import { parseSidecar } from '../../../analysis/system-cpu/sidecar-lines.ts'
import { readForeignJson, readForeignText } from '../../../foreign/foreign-files.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { recordingMarkSchema, type RecordingMark } from '../../../../shared/model/recording.ts'
import { maxSidecarBytes, oldMarksPathOf, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { appendLine } from './append-line.ts'

/*
 * Marks a person set while something was recorded. They lie beside the recording, because the recording is the runtime's own
 * bytes and stays so.
 */

const oldFileSchema = v.object({ version: v.literal(1), marks: v.array(recordingMarkSchema) })
/** A person sets some dozens; more is not ours. */
const maxOldFileBytes = 1024 * 1024

/** Written at each mark, so that a crash of ours loses none. */
export function writeMarks(recordingPath: string, marks: readonly RecordingMark[]): Promise<Result<null, AppError>> {
  return appendLine(recordingPath, { marks })
}

/** None when there is no such file, or it is not one of ours. */
export async function readMarks(recordingPath: string): Promise<readonly RecordingMark[]> {
  const text = await readForeignText(sidecarPathOf(recordingPath), maxSidecarBytes)
  const marks = text.ok ? parseSidecar(text.value, 'marks').marks : null
  if (marks !== null) return marks
  const json = await readForeignJson(oldMarksPathOf(recordingPath), maxOldFileBytes)
  const parsed = json.ok ? v.safeParse(oldFileSchema, json.value) : null
  return parsed?.success === true ? parsed.output.marks : []
}
