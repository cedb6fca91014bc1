import { longestAnswer } from '../../../shared/case/checklist.ts'
import { Input } from '../../ui/controls/input.tsx'
import { answerTo } from './answers.ts'
import { caseLabels } from './case-labels.ts'
import styles from './cases.module.css'

/** What a person says about a case: beside its plan, and after it was started. */
export interface CaseDescription {
  readonly ticket: string
  readonly notes: string
  /** By question: another checklist may have some of the same. */
  readonly answers: Readonly<Record<string, string>>
}

interface DescriptionFieldsProps {
  readonly value: CaseDescription
  readonly questions: readonly string[]
  readonly onChange: (value: CaseDescription) => void
  /** A field was left. */
  readonly onLeave?: () => void
}

export function DescriptionFields({ value, questions, onChange, onLeave }: DescriptionFieldsProps) {
  return (
    <>
      <section aria-label={caseLabels.description.ticketAndNotes} className={styles.fields}>
        <h2 className={styles.sideTitle}>{caseLabels.description.ticketAndNotes}</h2>
        <Input
          label={caseLabels.description.ticket}
          placeholder={caseLabels.description.ticketNumber}
          maxLength={100}
          value={value.ticket}
          onBlur={onLeave}
          onChange={(ticket) => onChange({ ...value, ticket })}
        />
        <textarea
          aria-label={caseLabels.description.notes}
          className={styles.notes}
          rows={4}
          maxLength={100_000}
          placeholder={caseLabels.description.notesPlaceholder}
          value={value.notes}
          onBlur={onLeave}
          onChange={(event) => onChange({ ...value, notes: event.currentTarget.value })}
        />
      </section>
      {questions.length > 0 && (
        <section aria-label={caseLabels.description.questionsToAsk}>
          <h2 className={styles.sideTitle}>{caseLabels.description.questionsToAsk}</h2>
          {questions.map((question) => (
            <label key={question} className={styles.question}>
              <span className="muted">{question}</span>
              <Input
                maxLength={longestAnswer}
                value={answerTo(question, value.answers)}
                onBlur={onLeave}
                onChange={(answer) => onChange({ ...value, answers: { ...value.answers, [question]: answer } })}
              />
            </label>
          ))}
        </section>
      )}
    </>
  )
}
