import * as v from 'valibot'
import {
  defaultSettings,
  settingsPatchSchema,
  settingsSchema,
  settingsVersion,
  type Settings,
  type SettingsPatch,
} from '../../shared/model/settings.ts'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import { JsonFile, type ParsedFile, type SetAside } from './json-file.ts'

/** From version n to n + 1, by n. Each takes and gives plain JSON; the schema is checked once, after the last step. */
type Migration = (old: Readonly<Record<string, unknown>>) => Record<string, unknown>
const migrations: ReadonlyMap<number, Migration> = new Map()

/** The person's settings: read once at the start, merged and written on each change, told to all who listen. */
export class SettingsStore {
  readonly #file: JsonFile<Settings>
  readonly #listeners = new Set<(settings: Settings) => void>()
  #current: Settings
  /** What was wrong with the file at the start, to be told to the person. */
  readonly setAside: SetAside | null

  constructor(filePath: string, now: () => number) {
    this.#file = new JsonFile({ path: filePath, defaults: defaultSettings, parse: parseSettings, now })
    const read = this.#file.read()
    this.#current = read.value
    this.setAside = read.setAside
    // A repaired file was renamed: without this a start before the next change would know nothing of it.
    if (read.setAside !== null) void this.#file.write(this.#current)
  }

  get current(): Settings {
    return this.#current
  }

  /** errno name when the last change could not be kept on disk. */
  get lastError(): string | null {
    return this.#file.lastError
  }

  /** Merges top-level keys. In force at once; the promise is about the disk. */
  async update(patch: SettingsPatch): Promise<Settings> {
    // valibot keeps absent keys absent, but a key may be there and undefined; that means "leave it".
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    this.#current = { ...this.#current, ...given }
    for (const listener of this.#listeners) listener(this.#current)
    await this.#file.write(this.#current)
    return this.#current
  }

  onChange(listener: (settings: Settings) => void): Disposable {
    this.#listeners.add(listener)
    return toDisposable(() => this.#listeners.delete(listener))
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }
}

/** Keys that do not fit are replaced by their default one by one, so that one bad board does not cost the theme. */
export function parseSettings(read: unknown): ParsedFile<Settings> {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return { ok: false, reason: 'not-understood', detail: 'not an object' }
  }
  const migrated = migrate(read as Record<string, unknown>)
  if (typeof migrated === 'string') {
    return { ok: false, reason: migrated === 'newer' ? 'newer-version' : 'not-understood', detail: 'version' }
  }
  const whole = v.safeParse(settingsSchema, migrated)
  if (whole.success) return { ok: true, value: whole.output, problem: null }
  const repaired: Record<string, unknown> = { ...defaultSettings }
  const lost: string[] = []
  const known = settingsPatchSchema.entries as Record<string, v.GenericSchema>
  for (const [key, value] of Object.entries(migrated)) {
    if (key === 'version') continue
    const schema = known[key]
    if (schema !== undefined && v.is(schema, value)) repaired[key] = value
    else lost.push(key)
  }
  return { ok: true, value: v.parse(settingsSchema, repaired), problem: `not understood: ${lost.join(', ')}` }
}

function migrate(read: Record<string, unknown>): Record<string, unknown> | 'newer' | 'unknown' {
  let current = read
  for (;;) {
    const version = current['version']
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'unknown'
    if (version > settingsVersion) return 'newer'
    if (version === settingsVersion) return current
    const step = migrations.get(version)
    if (step === undefined) return 'unknown'
    current = step(current)
  }
}
