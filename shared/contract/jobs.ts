import * as v from 'valibot'
import { defineChannel } from './channel.ts'

const jobId = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** Jobs themselves come over the stream `jobs.changes`, to every window. */
export const jobsChannels = {
  /** Something a person does to a running job. Refused when the job does not offer it (any more). */
  'jobs.act': defineChannel(
    v.strictObject({
      jobId,
      action: v.picklist(['stop', 'stop-without-names', 'save', 'cancel', 'stop-waiting']),
    }),
  )<null>(),
  /** Takes an ended one off the list; its files stay. */
  'jobs.dismiss': defineChannel(v.strictObject({ jobId }))<null>(),
  /** The question of the message `quit-asked` is on the screen. */
  'jobs.quitShown': defineChannel(v.strictObject({}))<null>(),
  /** The answer to the message `quit-asked`: a proposal, which main takes while it waits for one. */
  'jobs.answerQuit': defineChannel(
    v.strictObject({ choice: v.picklist(['stop-and-save', 'finish-first', 'discard', 'stay']) }),
  )<null>(),
}
