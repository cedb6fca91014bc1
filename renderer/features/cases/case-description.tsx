import { useEffect, useRef, useState } from 'react'
import type { CaseState } from '../../../shared/model/cases.ts'
import { describeCase } from './case-commands.ts'
import { answersOf } from './answers.ts'
import { given } from './case-draft.ts'
import { caseLabels } from './case-labels.ts'
import { type CaseDescription as Description, DescriptionFields } from './description-fields.tsx'
import tones from '../../ui/layout/tones.module.css'

/** After typing stopped; leaving a field saves at once. */
const saveAfterMs = 400

/** Ticket, notes and answers of a case that was started: what is typed goes into the package until it is written. */
export function CaseDescription({ shown }: { readonly shown: CaseState }) {
  const { id, checklist } = shown
  const { questions } = checklist
  const [value, setValue] = useState<Description>(() => ({
    ticket: shown.ticket ?? '',
    notes: shown.notes ?? '',
    answers: Object.fromEntries(questions.map((question, index) => [question, shown.answers[index] ?? ''])),
  }))
  const unsaved = useRef<(() => void) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const save = () => {
    clearTimeout(timer.current)
    unsaved.current?.()
    unsaved.current = null
  }
  const change = (changed: Description) => {
    setValue(changed)
    const { ticket, notes, answers } = changed
    unsaved.current = () => describeCase(id, given(ticket), given(notes), answersOf(questions, answers))
    clearTimeout(timer.current)
    timer.current = setTimeout(save, saveAfterMs)
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Another document was opened meanwhile: what was typed is not lost.
      unsaved.current?.()
    },
    [],
  )
  return (
    <>
      <DescriptionFields value={value} questions={questions} onChange={change} onLeave={save} />
      {shown.package?.isDescriptionOld === true && (
        <p className={tones.warn} role="status">
          {caseLabels.description.notInPackage}
        </p>
      )}
    </>
  )
}
