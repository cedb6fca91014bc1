import { reasons } from '../case-words.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { failed, file, notApplicable } from './step-results.ts'

export const flightFile = { name: 'flight.nettrace', title: 'What led up to the case', form: 'trace' } as const

/** First of those that record: what comes after it is in it otherwise. The saved file stays where recordings are. */
export async function flightStep(context: StepContext): Promise<StepOutcome> {
  const flight = context.flightOf?.(context.key) ?? null
  if (flight === null) return notApplicable(reasons.noFlight)
  await context.noteElsewhere({ step: 'flight', folders: [...flight.folders] })
  const saved = await flight.save()
  if (!saved.ok) return failed(saved.error)
  if (saved.value === null) return { state: 'failed', reason: reasons.noFlightData }
  const made = file(context, flightFile.name, flightFile.title, flightFile.form, { state: 'done' })
  return { state: 'done', files: [{ ...made, path: saved.value.path }] }
}
