import * as v from 'valibot'
import { portRules } from '../../../shared/model/port.ts'
import { EntryList } from '../../storage/entry-list.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const mostFarLaunches = 50

const plain = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[^\p{Cc}\p{Cf}]+$/u))
const rule = v.picklist(portRules)

const entrySchema = v.object({
  /** Its folder there, as `mktemp -d` names it. */
  id: v.pipe(v.string(), v.regex(/^\/tmp\/pipescope-run-[A-Za-z0-9]{8}$/)),
  machine: v.object({ id: v.pipe(plain(250), v.startsWith('ssh:')), name: plain(250) }),
  /** Without arguments, folder and variables: they may hold secrets. */
  label: plain(600),
  startedMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  suspends: v.boolean(),
  firstRule: rule,
  rule,
  nameRules: v.pipe(v.array(v.object({ pattern: plain(200), rule })), v.maxLength(50)),
})
export type ListedFarLaunch = v.InferOutput<typeof entrySchema>

const schema = v.object({
  version: v.literal(1),
  launches: v.pipe(v.array(entrySchema), v.maxLength(mostFarLaunches)),
})

/**
 * Programs that were launched on other machines: the next run finds them. What the list says is checked there before it is used: the folder has to be
 * of the account that is logged in, and which processes belong to it stands in that folder.
 */
export type FarLaunchList = EntryList<ListedFarLaunch>

export function openFarLaunchList(filePath: string, now: () => number): FarLaunchList {
  const file = new JsonFile<v.InferOutput<typeof schema>>({
    path: filePath,
    defaults: { version: 1, launches: [] },
    parse: parsedBy(schema),
    now,
  })
  return new EntryList(file.read().value.launches, mostFarLaunches, (launches) => file.write({ version: 1, launches }))
}
