import * as v from 'valibot'
import { dumpTypeNames } from '../../../../shared/model/dump.ts'
import { farFolderPrefix } from '../../../machines/far-file-script.ts'
import { EntryList } from '../../../storage/entry-list.ts'
import { JsonFile, parsedBy } from '../../../storage/json-file.ts'

/** Where dumps go unless a person names another folder: into a folder made there for the dump, that only its user can read. */
export const farDumpFolder = '/tmp'
export const mostFarDumps = 100

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const plain = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^\P{Cc}+$/u))
const ownFolder = new RegExp(`^${farDumpFolder}/${farFolderPrefix}[A-Za-z0-9]{8}/[^/]+$`)

const entrySchema = v.pipe(
  v.object({
    /** Of the job that had it written. */
    id: v.pipe(v.string(), v.maxLength(100), v.regex(/^job-[0-9a-z]+-\d+$/)),
    /** Of the process: names machine and process ID. */
    processKey: v.pipe(plain(500), v.regex(/^ssh:.+\/\d+:/)),
    path: v.pipe(plain(4096), v.startsWith('/')),
    processName: plain(500),
    runtimeVersion: v.nullable(plain(100)),
    type: v.picklist(dumpTypeNames),
    startedMs: count,
    /** As it was seen last; null: nobody has seen it. */
    file: v.nullable(
      v.object({
        fileSystem: v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
        inode: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
        mode: count,
        linkCount: count,
        ownerId: count,
        sizeBytes: count,
        modified: v.optional(v.nullable(plain(40)), null),
      }),
    ),
    /** It was being written when it was seen last. */
    isUnseen: v.boolean(),
    isWhole: v.boolean(),
    isFetched: v.boolean(),
    /** Of a fetch that didn't come to its end. Where it lies on this machine is not said here, only what is in its name. */
    part: v.optional(
      v.nullable(
        v.object({
          token: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
          sizeBytes: count,
          modified: v.nullable(plain(40)),
        }),
      ),
      null,
    ),
  }),
  // What has a name that nobody made for it may be anybody's.
  v.check(({ file, path }) => file !== null || ownFolder.test(path)),
)
export type ListedFarDump = v.InferOutput<typeof entrySchema>

const schema = v.object({ version: v.literal(1), dumps: v.pipe(v.array(entrySchema), v.maxLength(mostFarDumps)) })

/** Dumps that lie on other machines: what a run has written there, the next one finds. What it says is checked there before it is used. */
export type FarDumpList = EntryList<ListedFarDump>

export function openFarDumpList(filePath: string, now: () => number): FarDumpList {
  const file = new JsonFile<v.InferOutput<typeof schema>>({
    path: filePath,
    defaults: { version: 1, dumps: [] },
    parse: parsedBy(schema),
    now,
  })
  return new EntryList(file.read().value.dumps, mostFarDumps, (dumps) => file.write({ version: 1, dumps }))
}
