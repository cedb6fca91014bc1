import * as v from 'valibot'

/** What a saved file is; the page words them. */
export const fileKinds = ['trace', 'dump', 'heap-graph', 'case', 'export', 'log', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

export const savedFilesVersion = 1

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** One start of one process: pid and start in the key, and the cookie of its runtime; null where that was not known. */
const recordedProcessSchema = v.object({ key: text(200), cookie: v.nullable(text(100)) })
export type RecordedProcess = v.InferOutput<typeof recordedProcessSchema>

export const savedFileSchema = v.object({
  id: v.string(),
  kind: v.picklist(fileKinds),
  path: v.string(),
  sizeBytes: v.number(),
  createdMs: v.number(),
  processName: v.nullable(v.string()),
  pid: v.nullable(v.number()),
  runtimeVersion: v.nullable(v.string()),
  /** Preset of a recording, type of a dump. */
  origin: v.nullable(v.string()),
  verdict: v.picklist(['complete', 'partial', 'unverified']),
  reasons: v.array(v.string()),
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
  tags: v.array(text(60)),
  notes: text(10_000),
  /** Hexadecimal SHA-256 of the content when it was computed; null until then. */
  sha256: v.nullable(v.string()),
  /** Only for a recording that a crash of ours cut off: whose symbols could still be fetched. */
  recordedProcess: v.optional(recordedProcessSchema),
})
/** A file that Pipescope wrote. */
export type SavedFile = v.InferOutput<typeof savedFileSchema>

export interface SavedFileEntry extends SavedFile {
  /** At the last look; null when its disk didn’t answer in time. */
  readonly isThere: boolean | null
}

export interface SavedFileList {
  readonly files: readonly SavedFileEntry[]
  readonly totalBytes: number
  /** Of the disk that most of it lies on; null when nothing can be said. */
  readonly freeBytes: number | null
  readonly diskBytes: number | null
  /** Removed a moment ago; can still be restored. */
  readonly removed: readonly SavedFileEntry[]
}
