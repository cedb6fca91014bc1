import type { AppError } from '../../shared/base/errors.ts'
import { formatBytes, quantityText } from '../../shared/base/format.ts'
import type { Job, JobAction } from '../../shared/model/job.ts'
import type { FindingLink } from '../../shared/model/trace/trace-findings.ts'
import { jobActionWords } from '../../shared/words/job-words.ts'
import { background, invoke, toAppError } from '../bridge/bridge.ts'
import { appStore } from '../store/create-store.ts'
import { commands } from './registry.ts'
import { commandLabels } from './command-labels.ts'

const state = () => appStore.getState()

/** For the failure of whatever a page asked for: a notice with the error's own words below the title. */
export function reportAs(title: string): (error: AppError) => void {
  return (error) => state().addNotice({ tone: 'bad', title, error })
}

/** Stops, saves or discards what a job does. */
export function actOnJob({ id, title }: Pick<Job, 'id' | 'title'>, action: JobAction): void {
  background(invoke('jobs.act', { jobId: id, action }), 'jobs.act', reportAs(jobActionWords[action].failed(title)))
}

/** `title` is the notice once it is in the clipboard: `Path copied`. */
export function copyText(text: string, title: string, explanation?: string): void {
  copyWith(text, () =>
    state().addNotice({ tone: 'ok', title, ...(explanation === undefined ? {} : { text: explanation }) }),
  )
}

/** The same for those who have more to say about it. */
export function copyWith(text: string, onCopied: () => void): void {
  background(
    invoke('clipboard.writeText', { text }).then(onCopied),
    'clipboard.writeText',
    reportAs(commandLabels.pageActions.couldntCopy),
  )
}

/** A file that was made of a document; null: the dialog was closed. */
export function notifyExported(
  saved: { readonly path: string; readonly sizeBytes: number } | null,
  /** What the file lacks. */
  lack: string | null = null,
): void {
  if (saved === null) return
  state().addNotice({
    tone: lack === null ? 'ok' : 'warn',
    title: commandLabels.pageActions.exported(quantityText(formatBytes(saved.sizeBytes))),
    text: lack === null ? saved.path : `${saved.path}. ${lack}`,
    action: { label: commandLabels.pageActions.show, run: () => revealFile(saved.path) },
  })
}

/** In the file manager of the system. */
export function revealFile(path: string): void {
  background(invoke('files.reveal', { path }), 'files.reveal', reportAs(commandLabels.pageActions.couldntShowTheFile))
}

export function revealFolder(path: string): void {
  background(invoke('files.reveal', { path }), 'files.reveal', reportAs(commandLabels.pageActions.couldntShowTheFolder))
}

/** In a dialog of the system; what is chosen there may be written to. Not called when the person cancels. */
export function chooseFolder(onChosen: (folder: string) => void): void {
  background(
    invoke('recordings.chooseFolder', {}).then((chosen) => {
      if (chosen !== null) onChosen(chosen.folder)
    }),
    'recordings.chooseFolder',
    reportAs(commandLabels.pageActions.couldntChooseAFolder),
  )
}

/** In a document of its own. */
export function openRecording(path: string, rows?: FindingLink): void {
  commands.runWith('files.openPath', { path, as: 'trace', ...(rows === undefined ? {} : { rows }) })
}

/** The events of a recording that holds only a heap walk. */
export function openAsTrace(path: string): void {
  commands.runWith('files.openPath', { path, as: 'events' })
}

/** The heap graph that a recording has besides. */
export function openHeapGraph(path: string): void {
  commands.runWith('files.openPath', { path, as: 'heap' })
}

/** In documents of their own, the first one beside the other. */
export function compareHeaps(path: string, against: string): void {
  commands.runWith('heaps.compare', { path, against: [against] })
}

export function openInLive(path: string): void {
  commands.runWith('files.openPath', { path, as: 'live' })
}

/** Of a saved file. Null when it could not be computed; a notice has said so. */
export async function checksumOf(fileId: string): Promise<string | null> {
  try {
    return (await invoke('shelf.checksum', { id: fileId })).sha256
  } catch (thrown) {
    reportAs(commandLabels.pageActions.couldntComputeTheChecksum)(toAppError(thrown))
    return null
  }
}
