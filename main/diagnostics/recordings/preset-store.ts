import * as v from 'valibot'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  ownPresetSchema,
  recordingSpecSchema,
  type OwnPreset,
  type RecordingSpec,
} from '../../../shared/model/recording.ts'
import { isSpoken, type ApplicationKey } from '../../storage/application-key.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const storeVersion = 1
/** Applications whose last recording is remembered; the oldest go first. */
const maxRemembered = 200

const lastSchema = v.object({ presetId: v.string(), spec: recordingSpecSchema, timeMs: v.number() })
export type LastRecording = v.InferOutput<typeof lastSchema>

const fileSchema = v.object({
  version: v.literal(storeVersion),
  presets: v.array(ownPresetSchema),
  /** By the name of the application on disk. */
  last: v.record(v.string(), lastSchema),
  /** Chosen in a dialog, newest first: recordings may go there without another. */
  folders: v.array(v.string()),
})
type Content = v.InferOutput<typeof fileSchema>
const empty: Content = { version: storeVersion, presets: [], last: {}, folders: [] }

/** The person's own presets, what was recorded last of each application, and where to. */
export class PresetStore {
  readonly #file: JsonFile<Content>
  readonly #keyOf: ApplicationKey
  #content: Content

  constructor(filePath: string, now: () => number, keyOf: ApplicationKey = (application) => application) {
    this.#keyOf = keyOf
    this.#file = new JsonFile({ path: filePath, defaults: empty, parse: parsedBy(fileSchema), now })
    this.#content = this.#file.read().value
    const last = Object.entries(this.#content.last)
    // Older versions wrote command lines.
    if (last.some(([application]) => isSpoken(application)))
      this.#change({ last: Object.fromEntries(last.map(([application, kept]) => [keyOf(application), kept])) })
  }

  list(): readonly OwnPreset[] {
    return this.#content.presets
  }

  get(id: string): OwnPreset | null {
    return this.#content.presets.find((preset) => preset.id === id) ?? null
  }

  save(preset: OwnPreset): readonly OwnPreset[] {
    const isKnown = this.get(preset.id) !== null
    const { presets } = this.#content
    this.#change({
      presets: isKnown ? presets.map((known) => (known.id === preset.id ? preset : known)) : [...presets, preset],
    })
    return this.list()
  }

  remove(id: string): readonly OwnPreset[] {
    this.#change({ presets: this.#content.presets.filter((preset) => preset.id !== id) })
    return this.list()
  }

  lastOf(application: string): LastRecording | null {
    return this.#content.last[this.#keyOf(application)] ?? null
  }

  noteLast(application: string, presetId: string, spec: RecordingSpec, timeMs: number): void {
    const key = this.#keyOf(application)
    const others = Object.entries(this.#content.last).filter(([name]) => name !== key)
    others.sort(([, a], [, b]) => b.timeMs - a.timeMs)
    this.#change({
      last: Object.fromEntries([[key, { presetId, spec, timeMs }], ...others.slice(0, maxRemembered - 1)]),
    })
  }

  folders(): readonly string[] {
    return this.#content.folders
  }

  addFolder(folder: string): void {
    this.#change({ folders: [folder, ...this.#content.folders.filter((known) => known !== folder)].slice(0, 20) })
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }

  #change(change: Partial<Content>): void {
    this.#content = { ...this.#content, ...change }
    // A failed write is kept as `lastError` by the file and tried again with the next change.
    void this.#file.write(this.#content)
  }
}

const malformed = (found: string): Result<OwnPreset, AppError> =>
  err({ kind: 'malformed', what: 'preset file', offset: 0, expected: 'a recording preset', found })

/** A preset out of a file that somebody shared; it never replaces one that is there. */
export function readSharedPreset(path: string, text: string, known: readonly OwnPreset[]): Result<OwnPreset, AppError> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return malformed(`no JSON in ${path}`)
  }
  const parsed = v.safeParse(ownPresetSchema, read)
  if (!parsed.success) return malformed(v.getDotPath(parsed.issues[0]) ?? 'something else')
  const preset = parsed.output
  let id = preset.id
  for (let number = 2; known.some((other) => other.id === id); number += 1) id = `${preset.id}-${number}`
  return ok({ ...preset, id })
}
