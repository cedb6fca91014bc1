import { Copy } from 'lucide-react'
import type { TraceFrameFacts } from '../../../../shared/model/trace-frame-facts.ts'
import type { TraceFrame } from '../../../../shared/model/trace-selection.ts'
import { presetById } from '../../../../shared/recording/presets.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { recordQuestion } from '../record-question.ts'
import { useTraceView } from '../view/trace-view.ts'
import { useAnswer } from '../view/use-answer.ts'
import styles from './frame-inspector.module.css'
import { FrameRows, Part } from './frame-rows.tsx'
import { gapWords, placeText, shortPlace, unplacedWords } from './source-words.ts'

/** Has the maps of all code that is there at its end. */
const mappingQuestion = 'time'

interface FrameSourceProps {
  readonly frame: TraceFrame
  readonly facts: TraceFrameFacts
}

/** Where the function stands in its source, and the lines that the samples are in. */
export function FrameSource({ frame: { method, module }, facts: { total, intervalMs } }: FrameSourceProps) {
  const { target, selection, summary } = useTraceView()
  const question = { selection, frame: { method, module } }
  const { value, error } = useAnswer('traces.source', { documentId: target.documentId, question })
  if (error !== null) return <ErrorState error={error} title="Couldn’t look for source lines" />
  if (value === null) return null
  const { start, gap, lines, lineCount, unmappedCount } = value
  const record = (
    <Button kind="link" size="small" onClick={() => recordQuestion(mappingQuestion, summary)}>
      {`Record “${presetById(mappingQuestion)?.title ?? mappingQuestion}”`}
    </Button>
  )
  if (start === null)
    return (
      <Part title="Source">
        <p className={styles.note}>{gapWords[gap ?? 'unreadable']}</p>
        {gap === 'module-unknown' && record}
      </Part>
    )
  return (
    <>
      <Part title="Source">
        <div className={styles.source}>
          <MiddleEllipsis text={placeText(start)} />
          <IconButton
            icon={Copy}
            label="Copy source location"
            size="small"
            onClick={() => copyText(placeText(start), 'Source location copied')}
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
          title="Lines"
          rows={lines.map((line) => ({
            key: placeText(line),
            name: shortPlace(line),
            hint: `Copy ${placeText(line)}`,
            samples: line.samples,
            onPick: () => copyText(placeText(line), 'Source location copied'),
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
