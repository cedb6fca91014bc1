import { useState } from 'react'
import { formatBytes } from '../../../../shared/base/format.ts'
import type { UnjudgedCheck } from '../../../../shared/model/findings.ts'
import type { HeapFinding, HeapFindingEvidence } from '../../../../shared/model/heap/heap-findings.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { Checking } from '../../../ui/findings/checking.tsx'
import { FindingDetail, type ShownEvidence } from '../../../ui/findings/finding-detail.tsx'
import { FindingsPane } from '../../../ui/findings/findings-pane.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Value } from '../../../ui/text/value.tsx'
import { useHeapView } from '../heap-view.ts'
import { tabWords } from '../heap-words.ts'
import { heapFactsOf, noHeapFindingText, sourceWords } from './heap-finding-words.ts'
import { heapLabels } from '../heap-labels.ts'

/** What the checks found in this heap, with the evidence for it. */
export function HeapFindingsTab() {
  const { target, go } = useHeapView()
  const [selectedId, select] = useState<string | null>(null)
  const { value: answer, error } = useLatestAnswer('heaps.findings', { documentId: target.documentId })
  if (error !== null) return <ErrorState error={error} title={heapLabels.screen.couldntCheck} />
  if (answer === null) return <Checking />
  const shownOf = (observed: HeapFindingEvidence): ShownEvidence => {
    const { tab, type, node, path } = observed.link
    const object = node === null || type === null ? null : { node, name: type.name }
    return {
      facts: heapFactsOf(observed),
      label: tabWords[tab],
      onShow: () => go({ tab, type, object, row: path.length === 0 ? null : path }),
    }
  }
  return (
    <FindingsPane
      answer={answer}
      selectedId={selectedId}
      onSelect={select}
      whatOf={({ evidence }: HeapFinding) => evidence[0]?.text ?? ''}
      renderCost={({ heldBytes }) => heldBytes > 0 && <Value quantity={formatBytes(heldBytes)} />}
      renderAction={({ question }: UnjudgedCheck) => <span>{sourceWords(question)}</span>}
      renderDetail={(finding) => <FindingDetail key={finding.id} finding={finding} shownOf={shownOf} action={null} />}
      emptyText={noHeapFindingText(answer.notJudged.length)}
    />
  )
}
