import { type Checklist, dumpTypes } from '../../../shared/case/checklist.ts'
import { checklists } from '../../../shared/case/checklists.ts'
import type { StepKind } from '../../../shared/case/case-document.ts'
import { type PrivacyPart, privacyParts } from '../../../shared/case/privacy.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { PlannedStep } from '../../../shared/model/cases.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { answersOf } from './answers.ts'
import type { CaseDescription } from './description-fields.tsx'

export type CaseDumpType = (typeof dumpTypes)[number]

/** What is chosen before a case begins. */
export interface CaseDraft extends CaseDescription {
  readonly processes: readonly RecordTarget[]
  readonly checklist: Checklist
  /** Taken off the plan. */
  readonly skipped: ReadonlySet<StepKind>
  /** Logs, heap graph and dump: only what was ticked. */
  readonly wanted: ReadonlySet<StepKind>
  readonly dumpType: CaseDumpType
  readonly resumes: boolean
  readonly privacy: readonly PrivacyPart[]
  readonly exportsAtOnce: boolean
}

/** Steps that cost the process something, or hold what nobody expects: off until somebody asks for them. */
const optional: ReadonlySet<StepKind> = new Set(['logs', 'heap-graph', 'dump'])

export function newDraft(target: RecordTarget): CaseDraft {
  return {
    processes: [target],
    checklist: checklists.find(({ id }) => id === 'slow')!,
    skipped: new Set(),
    wanted: new Set(),
    dumpType: 'mini',
    resumes: false,
    ticket: '',
    notes: '',
    answers: {},
    privacy: privacyParts,
    exportsAtOnce: true,
  }
}

/** The dump that a checklist suggests, if it has one, is the type that is offered. */
export function withChecklist(draft: CaseDraft, checklist: Checklist): CaseDraft {
  const dump = checklist.steps.find((step) => step.kind === 'dump')
  return { ...draft, checklist, skipped: new Set(), dumpType: dump?.kind === 'dump' ? dump.type : draft.dumpType }
}

export function isTicked({ skipped, wanted }: CaseDraft, { kind, refusal }: PlannedStep): boolean {
  return refusal === null && (optional.has(kind) ? wanted.has(kind) : !skipped.has(kind))
}

export function ticked(draft: CaseDraft, kind: StepKind, isOn: boolean): CaseDraft {
  const changed = new Set(optional.has(kind) ? draft.wanted : draft.skipped)
  if (isOn === optional.has(kind)) changed.add(kind)
  else changed.delete(kind)
  return optional.has(kind) ? { ...draft, wanted: changed } : { ...draft, skipped: changed }
}

/** Null where somebody wrote nothing. */
export const given = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export function startRequest(draft: CaseDraft): Request<'cases.start'> {
  const { processes, checklist, skipped, wanted, dumpType, resumes, ticket, notes, answers, privacy, exportsAtOnce } =
    draft
  return {
    processKeys: processes.map(({ processKey }) => processKey),
    checklist,
    ticket: given(ticket),
    notes: given(notes),
    answers: answersOf(checklist.questions, answers),
    skipped: [...skipped],
    wantsLogs: wanted.has('logs'),
    wantsHeap: wanted.has('heap-graph'),
    resumes,
    dump: wanted.has('dump') ? dumpType : null,
    addedFileIds: [],
    exports: exportsAtOnce ? { privacy: [...privacy], excluded: [], password: null, partBytes: null } : null,
  }
}

export interface PlanSum {
  readonly seconds: number
  readonly lowBytes: number
  readonly highBytes: number
}

/** Of what is ticked; what is not known before is not in it. */
export function sumOf(draft: CaseDraft, steps: readonly PlannedStep[]): PlanSum {
  const chosen = steps.filter((step) => isTicked(draft, step))
  const add = (value: (step: PlannedStep) => number | null): number =>
    chosen.reduce((sum, step) => sum + (value(step) ?? 0), 0)
  return {
    seconds: add(({ seconds }) => seconds),
    lowBytes: add(({ lowBytes }) => lowBytes),
    highBytes: add(({ highBytes }) => highBytes),
  }
}
