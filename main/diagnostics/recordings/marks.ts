import fs from 'node:fs'
import * as v from 'valibot'
import { recordingMarkSchema, type RecordingMark } from '../../../shared/model/recording.ts'

/*
 * Marks a person set while something was recorded. They lie beside the recording, because the recording is the runtime's own
 * bytes and stays so.
 */

const version = 1
const fileSchema = v.object({ version: v.literal(version), marks: v.array(recordingMarkSchema) })
/** A person sets some dozens; more is not ours. */
const maxFileBytes = 1024 * 1024

export function marksPathOf(recordingPath: string): string {
  return `${recordingPath}.marks.json`
}

/** Written at each mark, so that a crash of ours loses none. False: the disk says no. */
export function writeMarks(recordingPath: string, marks: readonly RecordingMark[]): boolean {
  const target = marksPathOf(recordingPath)
  try {
    if (marks.length === 0) fs.rmSync(target, { force: true })
    else {
      fs.writeFileSync(`${target}.part`, `${JSON.stringify({ version, marks }, null, 2)}\n`, { mode: 0o600 })
      fs.renameSync(`${target}.part`, target)
    }
    return true
  } catch {
    // ENOSPC, EACCES, EROFS: the recording goes on without, and the page is told.
    return false
  }
}

/** None when there is no such file, or it is not one of ours. */
export function readMarks(recordingPath: string): readonly RecordingMark[] {
  try {
    const path = marksPathOf(recordingPath)
    if (fs.statSync(path).size > maxFileBytes) return []
    const parsed = v.safeParse(fileSchema, JSON.parse(fs.readFileSync(path, 'utf8')))
    return parsed.success ? parsed.output.marks : []
  } catch {
    // ENOENT nearly always; text that is no JSON is not ours.
    return []
  }
}
