import { Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatUptime } from '../../../shared/base/format.ts'
import type { RecordingMark } from '../../../shared/model/recording.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Input } from '../../ui/controls/input.tsx'
import styles from './recording-view.module.css'
import { recordLabels } from './record-labels.ts'

const failed = reportAs(recordLabels.markStrip.couldntSaveTheMark)

/** Now, with a number for a name: what happened is told later, the moment is not to be had again. */
export function setMark(jobId: string): void {
  background(invoke('recordings.mark', { jobId, text: '' }), 'recordings.mark', failed)
}

interface MarkStripProps {
  readonly jobId: string
  readonly marks: readonly RecordingMark[]
}

/** Marks so far; a click gives one a name. */
export function MarkStrip({ jobId, marks }: MarkStripProps) {
  const [index, setIndex] = useState<number | null>(null)
  if (marks.length === 0) return null
  const chosen = index === null ? undefined : marks[index]
  return (
    <div className={styles.marks} role="group" aria-label={recordLabels.markStrip.marks}>
      {marks.map(({ elapsedMs, text }, at) => (
        <Button
          key={`${String(elapsedMs)} ${String(at)}`}
          size="small"
          kind="quiet"
          icon={Flag}
          title={recordLabels.markStrip.editMark}
          onClick={() => setIndex(at)}
        >
          {`${formatUptime(elapsedMs)} ${text}`}
        </Button>
      ))}
      {chosen !== undefined && index !== null && (
        <MarkDialog key={index} jobId={jobId} index={index} mark={chosen} onClose={() => setIndex(null)} />
      )}
    </div>
  )
}

interface MarkDialogProps {
  readonly jobId: string
  readonly index: number
  readonly mark: RecordingMark
  readonly onClose: () => void
}

function MarkDialog({ jobId, index, mark, onClose }: MarkDialogProps) {
  const [text, setText] = useState(mark.text)
  const change = (next: string | null) => {
    background(invoke('recordings.changeMark', { jobId, index, text: next }), 'recordings.changeMark', failed)
    onClose()
  }
  const rename = () => change(text.trim() === '' ? mark.text : text.trim())
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={recordLabels.markStrip.markAt(formatUptime(mark.elapsedMs))}
      footer={
        <>
          <Button icon={Trash2} onClick={() => change(null)}>
            {recordLabels.markStrip.remove}
          </Button>
          <Button kind="primary" onClick={rename}>
            {recordLabels.markStrip.rename}
          </Button>
        </>
      }
    >
      <Input
        label={recordLabels.markStrip.markName}
        value={text}
        maxLength={200}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename()
        }}
      />
    </Dialog>
  )
}
