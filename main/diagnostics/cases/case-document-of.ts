import {
  type CaseDocument,
  type CaseMark,
  type CaseProcess,
  caseKind,
  caseVersion,
  isFine,
} from '../../../shared/case/case-document.ts'
import type { Collection } from './case-folder.ts'

export type ToolFacts = CaseDocument['tool']

type Made = Pick<CaseDocument, 'findings' | 'redaction' | 'tool'> & {
  readonly steps: readonly CaseDocument['steps'][number][]
  readonly files: readonly CaseDocument['files'][number][]
  readonly finishedMs: number
  /** Names of machines masked as chosen. */
  readonly processes: readonly CaseProcess[]
  /** Masked, like the answers. */
  readonly marks: readonly CaseMark[]
  /** Masked. */
  readonly answers: readonly string[]
}

/** `case.json`. */
export function caseDocument(collection: Collection, made: Made): CaseDocument {
  const { id, createdMs, ticket, checklist } = collection
  const isComplete = made.steps.every(({ state }) => isFine(state))
  return {
    kind: caseKind,
    version: caseVersion,
    id,
    createdAt: new Date(createdMs).toISOString(),
    finishedAt: new Date(made.finishedMs).toISOString(),
    verdict: isComplete ? 'complete' : 'partial',
    tool: made.tool,
    ticket,
    checklist: {
      id: checklist.id,
      title: checklist.title,
      questions: checklist.questions,
      ...(made.answers.some((answer) => answer !== '') ? { answers: [...made.answers] } : {}),
    },
    processes: [...made.processes],
    steps: [...made.steps],
    files: [...made.files],
    findings: made.findings,
    ...(made.marks.length === 0 ? {} : { marks: [...made.marks] }),
    redaction: made.redaction,
  }
}
