import type { ProcessRow } from '../../../shared/model/process.ts'
import type { OwnPreset } from '../../../shared/model/recording.ts'
import { presetById } from '../../../shared/recording/presets.ts'
import { readTraceCommand, type CommandError } from '../../../shared/recording/read-command.ts'
import { writeTraceCommand } from '../../../shared/recording/write-command.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { onProcessChange } from '../../store/process-changes.ts'
import { selectRecordView, type RecordTarget, type RecordView } from '../../store/record-slice.ts'
import { lossWords } from './command-words.ts'
import { onlySent, specOfView, viewOfPreset, viewOfSpec } from './record-model.ts'
import { chooseFolder, copyWith, reportAs } from '../../commands/page-actions.ts'
import { recordLabels } from './record-labels.ts'

/** What the record sheet does. Components only render and call these. */

const state = () => appStore.getState()
const viewOf = (documentId: string): RecordView => selectRecordView(documentId)(state())

export function changeSheet(documentId: string, view: Partial<RecordView>): void {
  state().changeRecord(documentId, view)
}

export function rowOfTarget(target: RecordTarget): ProcessRow | null {
  return state().processRows.find((row) => row.key === target.processKey) ?? null
}

const versionOf = (target: RecordTarget): string | null => rowOfTarget(target)?.runtimeVersion ?? null

/**
 * First look at a sheet: the first question, the person's presets, the place. A process that is not known yet, or is held, has no
 * place and no version; both are asked again when it changes, until what this gives back is called.
 */
export function beginSheet(documentId: string, target: RecordTarget): () => void {
  if (viewOf(documentId).rows.length === 0) {
    changeSheet(documentId, { nameTemplate: state().settings.recordings.nameTemplate })
    choosePreset(documentId, target, 'time')
  }
  background(invoke('recordings.presets', {}).then(state().receivePresets), 'recordings.presets')
  refreshPlace(documentId, target)
  return onProcessChange(target.processKey, () => {
    changeSheet(documentId, { rows: onlySent(viewOf(documentId).rows, versionOf(target)) })
    refreshPlace(documentId, target)
  })
}

export function choosePreset(documentId: string, target: RecordTarget, presetId: string): void {
  const own = state().ownPresets.find((preset) => preset.id === presetId)
  const preset = presetById(presetId)
  if (own !== undefined) changeSheet(documentId, { ...viewOfSpec(own.spec, own.id), probe: null })
  else if (preset !== null) changeSheet(documentId, { ...viewOfPreset(preset, versionOf(target)), probe: null })
}

/** Where it would go and how much room is there. */
export function refreshPlace(documentId: string, target: RecordTarget): void {
  const { folder, nameTemplate, presetId } = viewOf(documentId)
  background(
    invoke('recordings.place', { processKey: target.processKey, folder, nameTemplate, presetId }).then((place) => {
      changeSheet(documentId, { place, placeError: null })
    }),
    'recordings.place',
    (placeError) => changeSheet(documentId, { placeError }),
  )
}

export function chooseRecordingFolder(documentId: string, target: RecordTarget): void {
  chooseFolder((folder) => {
    changeSheet(documentId, { folder })
    refreshPlace(documentId, target)
  })
}

/** Collects the same for two seconds and throws it away. */
export function probe(documentId: string, target: RecordTarget): void {
  const spec = specOfView(viewOf(documentId))
  if (spec === null || viewOf(documentId).isProbing) return
  changeSheet(documentId, { isProbing: true })
  background(
    invoke('recordings.probe', { processKey: target.processKey, spec }).then((found) => {
      changeSheet(documentId, { probe: found, isProbing: false })
    }),
    'recordings.probe',
    (error) => {
      changeSheet(documentId, { isProbing: false })
      reportAs(recordLabels.commands.couldntEstimate)(error)
    },
  )
}

export function start(documentId: string, target: RecordTarget): void {
  const view = viewOf(documentId)
  const spec = specOfView(view)
  // A second click while the first is on its way is the same wish.
  if (spec === null || view.isStarting) return
  const { stop, keeping, folder, nameTemplate, presetId, resumes } = view
  changeSheet(documentId, { isStarting: true, startError: null })
  background(
    invoke('recordings.start', {
      processKey: target.processKey,
      spec,
      stop,
      keeping,
      folder,
      nameTemplate,
      presetId,
      resumes: resumes && rowOfTarget(target)?.state === 'suspended',
    }).then(({ jobId }) => {
      changeSheet(documentId, { jobId, isStarting: false })
    }),
    'recordings.start',
    (startError) => changeSheet(documentId, { isStarting: false, startError }),
  )
}

/** The recording that was made last of this application, once more. */
export function repeatLast(documentId: string, target: RecordTarget): void {
  background(
    invoke('recordings.last', { processKey: target.processKey }).then((last) => {
      if (last === null) {
        state().addNotice({ tone: 'note', title: recordLabels.commands.notRecordedYet })
        return
      }
      const preset = presetById(last.presetId)
      const view = preset === null ? viewOfSpec(last.spec, last.presetId) : viewOfPreset(preset, versionOf(target))
      const isSame = JSON.stringify(specOfView(view)) === JSON.stringify(last.spec)
      changeSheet(documentId, isSame ? view : viewOfSpec(last.spec, last.presetId))
      start(documentId, target)
    }),
    'recordings.last',
    reportAs(recordLabels.commands.couldntRepeat),
  )
}

export function savePreset(documentId: string, title: string): void {
  const spec = specOfView(viewOf(documentId))
  if (spec === null) return
  const id = `own-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${String(Date.now())}`
  background(
    invoke('recordings.savePreset', { version: 1, id, title, text: recordLabels.commands.ownPreset, spec }).then(
      (presets) => {
        state().receivePresets(presets)
        changeSheet(documentId, { presetId: id })
        state().addNotice({ tone: 'ok', title: recordLabels.commands.presetSaved(title) })
      },
    ),
    'recordings.savePreset',
    reportAs(recordLabels.commands.couldntSaveThePreset),
  )
}

export function removePreset(preset: OwnPreset): void {
  const undo = (): void =>
    background(invoke('recordings.savePreset', preset).then(state().receivePresets), 'recordings.savePreset')
  background(
    invoke('recordings.removePreset', { id: preset.id }).then((presets) => {
      state().receivePresets(presets)
      const title = recordLabels.commands.presetRemoved(preset.title)
      state().addNotice({ tone: 'ok', title, action: { label: recordLabels.commands.undo, run: undo } })
    }),
    'recordings.removePreset',
    reportAs(recordLabels.commands.couldntRemoveThePreset),
  )
}

export function sharePreset(preset: OwnPreset): void {
  background(
    invoke('recordings.exportPreset', { id: preset.id }).then((saved) => {
      if (saved !== null)
        state().addNotice({ tone: 'ok', title: recordLabels.commands.presetExported, text: saved.path })
    }),
    'recordings.exportPreset',
    reportAs(recordLabels.commands.couldntExportThePreset),
  )
}

export function importPreset(documentId: string, target: RecordTarget): void {
  background(
    invoke('recordings.importPreset', {}).then((preset) => {
      if (preset === null) return
      state().receivePresets([...state().ownPresets, preset])
      choosePreset(documentId, target, preset.id)
    }),
    'recordings.importPreset',
    reportAs(recordLabels.commands.couldntImportThePreset),
  )
}

export function copyCommand(documentId: string, target: RecordTarget): void {
  const view = viewOf(documentId)
  const spec = specOfView(view)
  if (spec === null) return
  const { text, losses } = writeTraceCommand(target.pid, spec, view.stop)
  copyWith(text, () => {
    if (losses.length === 0) state().addNotice({ tone: 'ok', title: recordLabels.commands.commandLineCopied })
    else
      state().addNotice({ tone: 'warn', title: recordLabels.commands.copiedWithDifferences, text: lossWords(losses) })
  })
}

/** Null when it was understood and is on the sheet now. */
export function pasteCommand(documentId: string, text: string): CommandError | null {
  const read = readTraceCommand(text)
  if (!read.ok) return read.error
  const { spec, stop } = read.value
  changeSheet(documentId, { ...viewOfSpec(spec, 'custom'), stop, probe: null })
  return null
}

/** Back to the sheet; the recording that ran here stays on the list of jobs. */
export function recordAgain(documentId: string, target: RecordTarget): void {
  changeSheet(documentId, { jobId: null, startError: null })
  refreshPlace(documentId, target)
}
