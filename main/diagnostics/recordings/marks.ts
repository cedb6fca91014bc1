import fs from 'node:fs'
import * as v from 'valibot'
import { readForeignJson } from '../../foreign/foreign-files.ts'
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
      const part = `${target}.part`
      // Never through what somebody put there: a link would lead away, a pipe would never take a byte.
      fs.rmSync(part, { force: true })
      fs.writeFileSync(part, `${JSON.stringify({ version, marks }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
      fs.renameSync(part, target)
    }
    return true
  } catch {
    // ENOSPC, EACCES, EROFS: the recording goes on without, and the page is told.
    return false
  }
}

/** None when there is no such file, or it is not one of ours. */
export async function readMarks(recordingPath: string): Promise<readonly RecordingMark[]> {
  const json = await readForeignJson(marksPathOf(recordingPath), maxFileBytes)
  const parsed = json.ok ? v.safeParse(fileSchema, json.value) : null
  return parsed?.success === true ? parsed.output.marks : []
}
