import * as v from 'valibot'
import type { SavedFile, SavedFileList } from '../model/saved-file.ts'
import { defineChannel } from './channel.ts'

const id = v.pipe(v.string(), v.maxLength(100))
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(10_000))

/** Saved files. `shelf.changes` says when to ask again: when the stream opens, and after each change. */
export const filesChannels = {
  'shelf.list': defineChannel(v.strictObject({}))<SavedFileList>(),
  'shelf.describe': defineChannel(
    v.strictObject({
      id,
      tags: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(60))), v.maxLength(50))),
      notes: v.nullable(v.pipe(v.string(), v.maxLength(10_000))),
    }),
  )<SavedFile>(),
  /** As a job of its own; the reply comes with the result. */
  'shelf.checksum': defineChannel(v.strictObject({ id }))<{ readonly sha256: string }>(),
  /** Hands the file to the system's drag and drop; the button of the mouse is down. */
  'shelf.drag': defineChannel(v.strictObject({ id }))<null>(),
  /** Out of sight at once, deleted later: `shelf.undoRemove` brings them back. */
  'shelf.remove': defineChannel(v.strictObject({ ids }))<null>(),
  'shelf.undoRemove': defineChannel(v.strictObject({ ids }))<null>(),
}
