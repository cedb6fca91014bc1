import fs from 'node:fs'
import path from 'node:path'
import type { StepKind } from '../../../../shared/case/case-document.ts'
import { isForeignThere } from '../../../foreign/foreign-files.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { CaseFolder, CollectedFile } from '../case-folder.ts'
import { countersFile } from './counters-step.ts'
import { meterListFile, metersFile } from './meters-beside.ts'

/** What a step wrote beside its files. */
const rawNames: Readonly<Partial<Record<StepKind, readonly string[]>>> = {
  counters: [countersFile, metersFile, meterListFile],
  trace: ['trace.nettrace', symbolsPathOf('trace.nettrace')],
  'heap-graph': ['heap.raw'],
}
const ending = '.earlier'

/** Makes room for another try of a step; `restore` brings back what was there if the try made nothing. */
export class EarlierFiles {
  readonly #folder: CaseFolder
  readonly #files: readonly CollectedFile[]
  readonly #moved: readonly string[]

  private constructor(folder: CaseFolder, files: readonly CollectedFile[], moved: readonly string[]) {
    this.#folder = folder
    this.#files = files
    this.#moved = moved
  }

  /** `place`: the folder of the process, within that of the case. */
  static async setAside(
    folder: CaseFolder,
    { kind, process, place }: { readonly kind: StepKind; readonly process: number; readonly place: string },
  ): Promise<EarlierFiles> {
    const files = folder.collection.files.filter((file) => file.step === kind && file.process === process)
    const raw = (rawNames[kind] ?? []).map((name) => path.join(folder.path, place, name))
    // Dumps that the process wrote elsewhere have a name of their own each time.
    const own = files.filter((file) => !path.isAbsolute(file.path) || file.path.startsWith(`${folder.path}${path.sep}`))
    const places = new Set([...own.map((file) => folder.pathOf(file)), ...raw])
    const moved: string[] = []
    folder.change((collection) => ({
      earlier: [...files],
      files: collection.files.filter((file) => !files.includes(file)),
    }))
    await folder.settled()
    for (const file of places) {
      // oxlint-disable-next-line no-await-in-loop -- a few files in one folder
      if (await isMoved(file, `${file}${ending}`)) moved.push(file)
    }
    return new EarlierFiles(folder, files, moved)
  }

  /** False: the try made nothing, and what was there is there again. */
  async settle(kind: StepKind, process: number): Promise<boolean> {
    const isReplaced = this.#folder.collection.files.some((file) => file.step === kind && file.process === process)
    for (const file of this.#moved) {
      const work = isReplaced
        ? fs.promises.rm(`${file}${ending}`, { force: true })
        : fs.promises.rename(`${file}${ending}`, file)
      // oxlint-disable-next-line no-await-in-loop -- a few files in one folder
      await work
    }
    this.#folder.change(({ files }) => ({ earlier: [], files: isReplaced ? files : [...files, ...this.#files] }))
    await this.#folder.settled()
    return isReplaced
  }
}

/**
 * Of a try that was killed: what came before it is a part of the case again, beside what the try itself had written. Called when that is
 * known.
 */
export async function recoverEarlier(folder: CaseFolder): Promise<void> {
  const { files, earlier } = folder.collection
  const areAside = await Promise.all(earlier.map((file) => isForeignThere(`${folder.pathOf(file)}${ending}`)))
  const again = earlier.map((file, index) => ({
    ...file,
    name: files.some(({ name }) => name === file.name) ? earlierName(file.name) : file.name,
    path: areAside[index] === true ? `${file.path}${ending}` : file.path,
  }))
  folder.change(() => ({ earlier: [], files: [...files, ...again] }))
}

/** `trace.nettrace` and its symbols keep names that belong together. */
function earlierName(name: string): string {
  const { dir, base } = path.posix.parse(name)
  return path.posix.join(dir, base.replace(/^[^.]+/, '$&_earlier'))
}

/** False: there was none. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await fs.promises.rename(from, to)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    return false
  }
}
