import type { AppError } from '../../../shared/base/errors.ts'
import type { Checklist } from '../../../shared/case/checklist.ts'
import type { StepKind } from '../../../shared/case/case-document.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { RedactionPreview } from '../../../shared/model/cases.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { appStore } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { type CaseDraft, startRequest } from './case-draft.ts'
import { caseLabels } from './case-labels.ts'

const state = () => appStore.getState()

/** Main asks before a dump goes into a package; whoever declines is back at the plan. */
export function startCase(
  draft: CaseDraft,
  onEnd: (outcome: { readonly caseId: string } | { readonly error: AppError | null }) => void,
): void {
  background(
    invoke('cases.start', startRequest(draft)).then(onEnd),
    'cases.start',
    (error) => onEnd({ error }),
    () => onEnd({ error: null }),
  )
}

/** What it has by then is kept. */
export function stopCase(processKey: string): void {
  const job = state().mainJobs.find(
    ({ kind, state: now, target }) => kind === 'case' && now === 'running' && target?.processKey === processKey,
  )
  const action = job?.actions.find((one) => one === 'stop' || one === 'cancel')
  if (job === undefined || action === undefined) return
  background(
    invoke('jobs.act', { jobId: job.id, action }),
    'jobs.act',
    reportAs(caseLabels.commands.couldntStopTheCase),
  )
}

export function skipStep(caseId: string, kind: StepKind, process: number): void {
  background(
    invoke('cases.skip', { caseId, kind, process }),
    'cases.skip',
    reportAs(caseLabels.commands.couldntSkipTheStep),
  )
}

export function retryStep(caseId: string, kind: StepKind, process: number): void {
  background(
    invoke('cases.retry', { caseId, kind, process }),
    'cases.retry',
    reportAs(caseLabels.commands.couldntTryAgain),
  )
}

export function describeCase(
  caseId: string,
  ticket: string | null,
  notes: string | null,
  answers: readonly string[],
): void {
  background(
    invoke('cases.describe', { caseId, ticket, notes, answers: [...answers] }),
    'cases.describe',
    reportAs(caseLabels.commands.couldntSaveTicketNotes),
  )
}

export function exportCase(request: Request<'cases.export'>): void {
  background(
    invoke('cases.export', request),
    'cases.export',
    reportAs(caseLabels.commands.couldntExportTheCase),
    () => undefined,
  )
}

export function previewRedaction(
  caseId: string,
  privacy: readonly PrivacyPart[],
  onEnd: (preview: RedactionPreview | null) => void,
): void {
  background(invoke('cases.preview', { caseId, privacy: [...privacy] }).then(onEnd), 'cases.preview', (error) => {
    onEnd(null)
    reportAs(caseLabels.commands.couldntPreviewTheMasking)(error)
  })
}

export function chooseFiles(caseId: string): void {
  background(
    invoke('cases.chooseFiles', { caseId }),
    'cases.chooseFiles',
    reportAs(caseLabels.commands.couldntAddTheFiles),
  )
}

export function addSavedFile(caseId: string, fileId: string): void {
  background(
    invoke('cases.addFiles', { caseId, fileIds: [fileId] }),
    'cases.addFiles',
    reportAs(caseLabels.commands.couldntAddTheFile),
  )
}

export function removeFile(caseId: string, name: string): void {
  background(
    invoke('cases.removeFile', { caseId, name }),
    'cases.removeFile',
    reportAs(caseLabels.commands.couldntRemoveTheFile),
  )
}

export function discardCase(caseId: string, onDone: () => void): void {
  background(
    invoke('cases.discard', { caseId }).then(onDone),
    'cases.discard',
    reportAs(caseLabels.commands.couldntDiscardTheCase),
    () => undefined,
  )
}

export function importChecklist(onChosen: (checklist: Checklist) => void): void {
  background(
    invoke('cases.importChecklist', {}).then((checklist) => {
      if (checklist !== null) onChosen(checklist)
    }),
    'cases.importChecklist',
    reportAs(caseLabels.commands.couldntImportTheChecklist),
  )
}

/** What was imported earlier. */
export function loadChecklists(onLoaded: (checklists: readonly Checklist[]) => void): void {
  background(invoke('cases.checklists', {}).then(onLoaded), 'cases.checklists')
}

export function removeChecklist({ id, title }: Checklist, onRemoved: (left: readonly Checklist[]) => void): void {
  background(
    invoke('cases.removeChecklist', { id }).then((left) => {
      onRemoved(left)
      state().addNotice({ tone: 'ok', title: caseLabels.commands.checklistRemoved, text: title })
    }),
    'cases.removeChecklist',
    reportAs(caseLabels.commands.couldntRemoveTheChecklist),
  )
}

export function exportChecklist(checklist: Checklist): void {
  background(
    invoke('cases.exportChecklist', { checklist }).then((saved) => {
      if (saved !== null)
        state().addNotice({ tone: 'ok', title: caseLabels.commands.checklistExported, text: saved.path })
    }),
    'cases.exportChecklist',
    reportAs(caseLabels.commands.couldntExportTheChecklist),
  )
}

/** Another process into the same case; it is collected at the same time. */
export function addProcess(chosen: readonly RecordTarget[], onChosen: (target: RecordTarget) => void): void {
  const known = new Set(chosen.map(({ processKey }) => processKey))
  state().askForProcess({
    title: caseLabels.commands.addProcessCase,
    isOffered: (row) => !known.has(row.key) && (row.state === 'ready' || row.state === 'limited'),
    choose: ({ key, pid, name }) => onChosen({ processKey: key, pid, name }),
  })
}
