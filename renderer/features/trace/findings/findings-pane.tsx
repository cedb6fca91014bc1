import { CircleDot } from 'lucide-react'
import { formatDuration } from '../../../../shared/base/format.ts'
import type { UnjudgedCheck } from '../../../../shared/model/findings.ts'
import type { FindingEvidence, TraceFinding } from '../../../../shared/model/trace/trace-findings.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checking } from '../../../ui/findings/checking.tsx'
import { FindingDetail, type ShownEvidence } from '../../../ui/findings/finding-detail.tsx'
import { FindingsPane as Pane } from '../../../ui/findings/findings-pane.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Value } from '../../../ui/text/value.tsx'
import { recordQuestion } from '../record-question.ts'
import { tabOfTable } from '../table-tabs.ts'
import { summaryOf, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { factsOf, noFindingText, questionTitle } from './finding-words.ts'
import { useFindings } from './use-findings.ts'
import { traceLabels } from '../trace-labels.ts'

/** Asked again once something was changed, to see that it helped. */
const questionAfterChange = 'time'

/** What the checks found in the selected part of the recording, with the evidence for it. */
export function FindingsPane() {
  const { target, selection, showRows, findingId, pickFinding } = useTraceView()
  const summary = useTraceContents(summaryOf)
  const { value: answer, error } = useFindings(target.documentId, selection)
  if (error !== null) return <ErrorState error={error} title={traceLabels.findingsPane.couldntCheck} />
  if (answer === null) return <Checking />
  const shownOf = (observed: FindingEvidence): ShownEvidence => ({
    facts: factsOf(observed),
    label: tabOfTable(observed.link.table).label,
    onShow: () => showRows(observed.link.table, observed.link.search, observed.link.range),
  })
  return (
    <Pane
      answer={answer}
      selectedId={findingId}
      onSelect={pickFinding}
      whatOf={({ evidence }: TraceFinding) => evidence[0]?.method ?? evidence[0]?.text ?? ''}
      renderCost={({ lostMs }) => lostMs > 0 && <Value quantity={formatDuration(lostMs)} />}
      renderAction={(check) => <RecordMissing check={check} />}
      renderDetail={(finding) => (
        <FindingDetail
          key={finding.id}
          finding={finding}
          shownOf={shownOf}
          action={
            <Button icon={CircleDot} onClick={() => recordQuestion(questionAfterChange, summary)}>
              {traceLabels.findingsPane.recordAgain}
            </Button>
          }
        />
      )}
      emptyText={noFindingText(answer.notJudged.length)}
    />
  )
}

function RecordMissing({ check: { name, question } }: { readonly check: UnjudgedCheck }) {
  const summary = useTraceContents(summaryOf)
  const asked = questionTitle(question)
  return (
    <Button
      kind="link"
      size="small"
      title={traceLabels.findingsPane.recordWhat(asked)}
      aria-label={traceLabels.findingsPane.recordFor(asked, name)}
      onClick={() => recordQuestion(question, summary)}
    >
      {traceLabels.findingsPane.record}
    </Button>
  )
}
