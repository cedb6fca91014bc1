import { Copy } from 'lucide-react'
import type { TraceFrameFacts } from '../../../../shared/model/trace/trace-frame-facts.ts'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { presetById } from '../../../../shared/recording/presets.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { recordQuestion } from '../record-question.ts'
import { summaryOf, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { useAnswer } from '../view/use-answer.ts'
import styles from './frame-inspector.module.css'
import { FrameRows, Part } from './frame-rows.tsx'
import { gapWords, placeText, shortPlace, unplacedWords } from './source-words.ts'
import { inspectorLabels } from './inspector-labels.ts'

/** Has the maps of all code that is there at its end. */
const mappingQuestion = 'time'

interface FrameSourceProps {
  readonly frame: TraceFrame
  readonly facts: TraceFrameFacts
}

/** Where the function stands in its source, and the lines that the samples are in. */
export function FrameSource({ frame: { method, module }, facts: { total, intervalMs } }: FrameSourceProps) {
  const { target, selection } = useTraceView()
  const summary = useTraceContents(summaryOf)
  const question = { selection, frame: { method, module } }
  const { value, error } = useAnswer('traces.source', { documentId: target.documentId, question })
  if (error !== null) return <ErrorState error={error} title={inspectorLabels.source.couldntLook} />
  if (value === null) return null
  const { start, gap, lines, lineCount, unmappedCount } = value
  const record = (
    <Button kind="link" size="small" onClick={() => recordQuestion(mappingQuestion, summary)}>
      {inspectorLabels.source.recordQuestion(presetById(mappingQuestion)?.title ?? mappingQuestion)}
    </Button>
  )
  if (start === null)
    return (
      <Part title={inspectorLabels.source.source}>
        <p className={styles.note}>{gapWords[gap ?? 'unreadable']}</p>
        {gap === 'module-unknown' && record}
      </Part>
    )
  return (
    <>
      <Part title={inspectorLabels.source.source}>
        <div className={styles.source}>
          <MiddleEllipsis text={placeText(start)} />
          <IconButton
            icon={Copy}
            label={inspectorLabels.source.copySourceLocation}
            size="small"
            onClick={() => copyText(placeText(start), inspectorLabels.source.sourceLocationCopied)}
          />
        </div>
        {unplacedWords(value).map((text) => (
          <p key={text} className={styles.note}>
            {text}
          </p>
        ))}
        {unmappedCount > 0 && record}
      </Part>
      {lines.length > 0 && (
        <FrameRows
          title={inspectorLabels.source.lines}
          rows={lines.map((line) => ({
            key: placeText(line),
            name: shortPlace(line),
            hint: inspectorLabels.source.copy(placeText(line)),
            samples: line.samples,
            onPick: () => copyText(placeText(line), inspectorLabels.source.sourceLocationCopied),
          }))}
          count={lineCount}
          onAll={null}
          {...{ total, intervalMs }}
          empty=""
        />
      )}
    </>
  )
}
