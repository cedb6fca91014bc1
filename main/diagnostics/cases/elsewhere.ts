import * as v from 'valibot'
import { lookAtForeign } from '../../foreign/foreign-files.ts'

/*
 * What a step makes outside of the folder of its case, noted before anybody is asked for it: nothing else is left to know it by when this
 * run is killed. What isn't noted, or is another file by now, is never taken for one of the case.
 */

export const elsewhereSchema = v.variant('step', [
  v.object({
    step: v.literal('dump'),
    process: v.number(),
    /** As it is seen from here. The name can't be guessed, and nothing had it when it was noted. */
    path: v.string(),
    /** Of the process that writes it; negative: files have no owners here (Windows). */
    ownerId: v.number(),
    atMs: v.number(),
  }),
  v.object({
    step: v.literal('flight'),
    process: v.number(),
    /** What the flight recorder holds, oldest first. */
    folders: v.array(v.string()),
  }),
])

type Elsewhere = v.InferOutput<typeof elsewhereSchema>
export type NotedDump = Elsewhere & { readonly step: 'dump' }
export type NotedFlight = Elsewhere & { readonly step: 'flight' }
/** By the step itself, which knows its process. */
export type NewElsewhere = Omit<NotedDump, 'process'> | Omit<NotedFlight, 'process'>

/** Some file systems tell times in steps of two seconds. */
const stepMs = 2000

/** Whether this is a file that was written for that request, and by that process. Links are not followed. */
export async function isOfNoted(file: string, { ownerId, atMs }: NotedDump): Promise<boolean> {
  const looked = await lookAtForeign(file, false)
  // ENOENT nearly always; what cannot be looked at cannot be known.
  if (!looked.ok) return false
  const { type, linkCount, userId, modifiedMs } = looked.value
  return type === 'file' && linkCount === 1 && (ownerId < 0 || userId === ownerId) && modifiedMs >= atMs - stepMs
}
