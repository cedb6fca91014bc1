import type { CompressionFormat } from '../../../shared/model/dump.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { emptyDumpView, noOutcome, selectDumpView, type DumpView } from '../../store/dump-slice.ts'
import { onProcessChange } from '../../store/process-changes.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import type { CheckFix } from './dump-checks.ts'
import { chooseFolder, reportAs } from '../../commands/page-actions.ts'
import { dumpLabels } from './dump-labels.ts'

const state = () => appStore.getState()
const viewOf = (documentId: string) => selectDumpView(documentId)(state())
const refOf = (target: RecordTarget) => ({ kind: 'process' as const, key: target.processKey })

/** Windows paths keep their own separator; everything else is joined as POSIX. */
export function joinPath(folder: string, fileName: string): string {
  const separator = /^[A-Za-z]:\\|^\\\\/.test(folder) ? '\\' : '/'
  return folder.endsWith(separator) || folder === '' ? `${folder}${fileName}` : `${folder}${separator}${fileName}`
}

/**
 * When the page is opened: a place that suits the target, then the checks. What was chosen before stays. Whether a dump can
 * be taken, and where to, changes with the process (held for another dump, suspended at its start, ended), so a change of it is
 * another question, until what this gives back is called.
 */
export function beginDump(documentId: string, target: RecordTarget): () => void {
  const ask = () => (viewOf(documentId).folder === '' ? suggest : checkDump)(documentId, target)
  ask()
  return onProcessChange(target.processKey, ask)
}

function suggest(documentId: string, target: RecordTarget): void {
  background(
    invoke('dumps.suggest', { target: refOf(target), type: viewOf(documentId).type }).then((suggested) => {
      const view = viewOf(documentId)
      state().changeDump(documentId, {
        suggestedFolder: suggested.folder,
        folder: view.folder === '' ? suggested.folder : view.folder,
        fileName: view.isNameOwn ? view.fileName : suggested.fileName,
      })
      checkDump(documentId, target)
    }),
    'dumps.suggest',
    (checkError) => state().changeDump(documentId, { checkError }),
  )
}

export type Choice = Partial<Pick<DumpView, 'type' | 'crashReport' | 'folder' | 'fileName' | 'mayOverwrite'>>

/** A choice that the checks depend on. */
export function choose(documentId: string, target: RecordTarget, choice: Choice): void {
  const isNameOwn = choice.fileName !== undefined || viewOf(documentId).isNameOwn
  const isOtherFile = choice.fileName !== undefined || choice.folder !== undefined
  state().changeDump(documentId, {
    startError: null,
    ...(isOtherFile ? { mayOverwrite: false } : {}),
    ...choice,
    isNameOwn,
  })
  if (choice.type !== undefined && !isNameOwn) suggest(documentId, target)
  else checkDump(documentId, target)
}

/** By document: the newest question's answer counts; an older one that comes later is dropped. */
const newestChecks = new Map<string, number>()

export function checkDump(documentId: string, target: RecordTarget): void {
  const { folder, fileName, type, crashReport, mayOverwrite } = viewOf(documentId)
  const mine = (newestChecks.get(documentId) ?? 0) + 1
  newestChecks.set(documentId, mine)
  const isNewest = () => mine === newestChecks.get(documentId)
  if (folder === '' || fileName === '') {
    state().changeDump(documentId, { preflight: null, isChecking: false })
    return
  }
  state().changeDump(documentId, { isChecking: true })
  background(
    invoke('dumps.check', {
      target: refOf(target),
      path: joinPath(folder, fileName),
      type,
      crashReport,
      mayOverwrite,
    }).then((preflight) => {
      if (isNewest()) state().changeDump(documentId, { preflight, checkError: null, isChecking: false })
    }),
    'dumps.check',
    (checkError) => {
      if (isNewest()) state().changeDump(documentId, { preflight: null, checkError, isChecking: false })
    },
  )
}

export function startDump(documentId: string, target: RecordTarget): void {
  const { folder, fileName, type, crashReport, mayOverwrite, logging, isStarting } = viewOf(documentId)
  if (isStarting) return
  state().changeDump(documentId, { isStarting: true, startError: null })
  background(
    invoke('dumps.start', {
      target: refOf(target),
      path: joinPath(folder, fileName),
      type,
      crashReport,
      mayOverwrite,
      logging,
    }).then(({ jobId }) => {
      state().changeDump(documentId, {
        jobId,
        isStarting: false,
        ...noOutcome,
      })
    }),
    'dumps.start',
    (startError) => {
      state().changeDump(documentId, { startError, isStarting: false })
      checkDump(documentId, target)
    },
    () => state().changeDump(documentId, { isStarting: false }),
  )
}

/** After the job has ended: what main found in the file, then its checksum if that was asked for. */
export function loadOutcome(documentId: string, jobId: string, fileId: string | null): void {
  background(
    invoke('dumps.result', { jobId }).then((outcome) => {
      if (viewOf(documentId).jobId !== jobId) return
      state().changeDump(documentId, outcome)
      if (fileId !== null && outcome.result !== null && viewOf(documentId).wantsChecksum) computeChecksum(fileId)
    }),
    'dumps.result',
  )
}

export function computeChecksum(fileId: string): void {
  background(invoke('shelf.checksum', { id: fileId }), 'shelf.checksum', reportAs(dumpLabels.commands.couldntCompute))
}

/** As a job of its own, in the tray. */
export function compress(fileId: string, format: CompressionFormat): void {
  background(
    invoke('dumps.compress', { fileId, format }),
    'dumps.compress',
    reportAs(dumpLabels.commands.couldntCompress),
  )
}

/** The same dump once more, under the same name where that is free. */
export function tryAgain(documentId: string, target: RecordTarget): void {
  const { partialFile } = viewOf(documentId)
  const begin = () => startDump(documentId, target)
  state().changeDump(documentId, {
    jobId: null,
    ...noOutcome,
    mayOverwrite: false,
  })
  if (partialFile === null) return begin()
  background(
    invoke('dumps.suggest', { target: refOf(target), type: viewOf(documentId).type }).then(({ fileName }) => {
      state().changeDump(documentId, { fileName, isNameOwn: false })
      begin()
    }),
    'dumps.suggest',
    (checkError) => state().changeDump(documentId, { checkError }),
  )
}

export function removePartial(documentId: string, jobId: string): void {
  background(
    invoke('dumps.removePartial', { jobId }).then(() => {
      loadOutcome(documentId, jobId, null)
      state().addNotice({ tone: 'ok', title: dumpLabels.commands.partialFileRemoved })
    }),
    'dumps.removePartial',
    reportAs(dumpLabels.commands.couldntRemovePartial),
  )
}

/** The choices again, with a name of its own. */
export function takeAnother(documentId: string, target: RecordTarget): void {
  const { type, crashReport, folder, logging, wantsChecksum } = viewOf(documentId)
  state().changeDump(documentId, { ...emptyDumpView, type, crashReport, folder, logging, wantsChecksum })
  suggest(documentId, target)
}

export function applyFix(documentId: string, target: RecordTarget, fix: CheckFix): void {
  const { suggestedFolder } = viewOf(documentId)
  switch (fix) {
    case 'overwrite':
      return choose(documentId, target, { mayOverwrite: true })
    case 'new-name':
      state().changeDump(documentId, { isNameOwn: false })
      return suggest(documentId, target)
    case 'suggested-folder':
      if (suggestedFolder !== null) choose(documentId, target, { folder: suggestedFolder })
      return
    case 'choose-full':
      return choose(documentId, target, { type: 'full' })
    case 'resume':
      background(
        invoke('processes.resume', { key: target.processKey }).then(() => checkDump(documentId, target)),
        'processes.resume',
        reportAs(dumpLabels.commands.couldntResume(target.name)),
      )
  }
}

export function chooseDumpFolder(documentId: string, target: RecordTarget): void {
  chooseFolder((folder) => choose(documentId, target, { folder }))
}

export function stopWaiting(jobId: string): void {
  background(
    invoke('jobs.act', { jobId, action: 'stop-waiting' }),
    'jobs.act',
    reportAs(dumpLabels.commands.stillWaiting),
  )
}

export function fetchDump(documentId: string, jobId: string): void {
  background(
    invoke('dumps.fetch', { jobId }).then(() => loadOutcome(documentId, jobId, null)),
    'dumps.fetch',
    reportAs(dumpLabels.farDump.couldntFetch),
  )
}

/** What has arrived is kept for the next time. */
export function stopFetching(fetchJobId: string): void {
  background(
    invoke('jobs.act', { jobId: fetchJobId, action: 'stop' }),
    'jobs.act',
    reportAs(dumpLabels.farDump.couldntStop),
  )
}

/** Main asks before. */
export function removeFarDump(documentId: string, jobId: string, machine: string): void {
  background(
    invoke('dumps.removeFar', { jobId }).then(() => {
      loadOutcome(documentId, jobId, null)
      state().addNotice({ tone: 'ok', title: dumpLabels.farDump.removed(machine) })
    }),
    'dumps.removeFar',
    reportAs(dumpLabels.farDump.couldntRemove),
  )
}
