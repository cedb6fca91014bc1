import os from 'node:os'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { JobTarget } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { presetById } from '../../../shared/recording/presets.ts'
import type { PresetStore } from './preset-store.ts'
import { fileNameFrom } from './recording-files.ts'

export interface PlaceOptions {
  readonly presets: PresetStore
  /** Where recordings go unless another folder was chosen; default `~/Pipescope`. */
  readonly homeFolder?: string
  /** The person's own folder for all recordings, asked at each; null is the default. */
  readonly settingsFolder?: () => string | null
}

/** Where recordings go and how their files are called. */
export class RecordingPlaces {
  readonly #options: PlaceOptions
  readonly #now: () => number

  constructor(options: PlaceOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  /** A folder in the settings counts only when a person chose it in a dialog: pages may write settings. */
  #homeFolder(): string {
    const { homeFolder, presets, settingsFolder } = this.#options
    const chosen = settingsFolder?.() ?? null
    if (chosen !== null && presets.folders().includes(chosen)) return chosen
    return homeFolder ?? path.join(os.homedir(), 'Pipescope')
  }

  /** The page is not trusted to write anywhere: the usual folder, or one that a person chose in a dialog. */
  folderOf(folder: string | null, row: Pick<JobTarget, 'name' | 'pid'>): Result<string, AppError> {
    if (folder === null)
      return ok(
        path.join(
          this.#homeFolder(),
          fileNameFrom(row.name, { process: row.name, pid: row.pid, preset: '', timeMs: 0 }).replace(/\.nettrace$/, ''),
        ),
      )
    if (this.#options.presets.folders().includes(folder)) return ok(folder)
    return err({ kind: 'invalid-request', what: 'folder', detail: 'not chosen in a dialog' })
  }

  /** The same program may run on several machines: files of a process elsewhere bear the name of its machine. */
  fileName(template: string, presetId: string, row: ProcessRow, number?: number): string {
    const preset = presetById(presetId)?.id ?? this.#options.presets.get(presetId)?.title ?? presetId
    return fileNameFrom(template, {
      process: row.machine === undefined ? row.name : `${row.name}-${row.machine.name}`,
      pid: row.pid,
      preset,
      timeMs: this.#now(),
      ...(number === undefined ? {} : { number }),
    })
  }
}
