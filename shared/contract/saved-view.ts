import * as v from 'valibot'
import { traceSelection } from './trace-selection.ts'

/** Of one recording; nobody finds one among more. */
export const mostSavedViews = 50

/** What of a recording is seen, under a name that a person gave it. */
export const savedViewSchema = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  /** Value of the tab. */
  tab: v.pipe(v.string(), v.maxLength(60)),
  selection: traceSelection,
  /** For functions. */
  search: v.pipe(v.string(), v.maxLength(500)),
  /** In the filter language of events. */
  eventFilter: v.pipe(v.string(), v.maxLength(500)),
  eventFields: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(8), v.readonly()),
})

export type SavedView = Readonly<v.InferOutput<typeof savedViewSchema>>
