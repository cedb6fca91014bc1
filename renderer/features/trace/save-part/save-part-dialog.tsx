import { useState } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import { copyText, openRecording, revealFile } from '../../../commands/page-actions.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { errorSentences } from '../../../../shared/words/error-wording.ts'
import { summaryOf, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { MaskChoice } from './mask-choice.tsx'
import { firstChoice, maskedCounts, orderOf } from './part-choice.ts'
import { maskedWords, previewWords, ruleTitle, savedWords } from './part-words.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { type Saving, usePreview, useSaving } from './use-part.ts'
import styles from './save-part.module.css'
import { savePartLabels } from './save-part-labels.ts'

interface SavePartProps {
  readonly target: TraceTarget
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A part of the recording as a file of its own, with secrets masked. */
export function SavePartDialog({ target: { documentId }, isOpen, onClose }: SavePartProps) {
  const { selection } = useTraceView()
  const summary = useTraceContents(summaryOf)
  const [choice, setChoice] = useState(firstChoice)
  const order = { documentId, ...orderOf(selection, summary, choice) }
  const { saving, save, stop, reset } = useSaving(order)
  const preview = usePreview(order, isOpen && saving.state === 'choosing')
  const isFailed = preview !== null && 'kind' in preview
  const counted = preview === null || isFailed ? null : preview
  const close = (): void => {
    if (saving.state === 'saving') stop()
    reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isWide
      title={saving.state === 'saved' ? savePartLabels.dialog.partSaved : savePartLabels.dialog.savePart}
      footer={<Footer saving={saving} onSave={save} onStop={stop} onClose={close} />}
    >
      {saving.state === 'saved' ? (
        <Saved saving={saving} />
      ) : (
        <fieldset className={styles.choices} disabled={saving.state === 'saving'}>
          <ScopeChoice selection={selection} summary={summary} choice={choice} onChange={setChoice} />
          <MaskChoice choice={choice} counts={maskedCounts(counted?.redaction ?? null)} onChange={setChoice} />
        </fieldset>
      )}
      {saving.state === 'choosing' && (
        <p className={styles.summary} role="status" data-testid="part-summary">
          {isFailed
            ? errorSentences(preview)
            : counted === null
              ? savePartLabels.dialog.counting
              : previewWords(counted)}
          {counted?.redaction != null && <span className={styles.line}>{maskedWords(counted.redaction)}</span>}
        </p>
      )}
      {saving.state === 'saving' && <Progress saving={saving} />}
      {saving.state === 'failed' && (
        <p className={styles.problem} role="alert">
          {savePartLabels.dialog.couldntSave(errorSentences(saving.error))}
        </p>
      )}
    </Dialog>
  )
}

interface FooterProps {
  readonly saving: Saving
  readonly onSave: () => void
  readonly onStop: () => void
  readonly onClose: () => void
}

function Footer({ saving, onSave, onStop, onClose }: FooterProps) {
  if (saving.state === 'saving') return <Button onClick={onStop}>{savePartLabels.dialog.stopSaving}</Button>
  if (saving.state === 'saved') {
    const { file, redaction } = saving.part
    const { path } = file
    return (
      <>
        <Button onClick={onClose}>{savePartLabels.dialog.close}</Button>
        {redaction !== null && (
          <Button onClick={() => copyText(JSON.stringify(redaction, null, 2), savePartLabels.dialog.reportCopied)}>
            {savePartLabels.dialog.copyReport}
          </Button>
        )}
        <Button onClick={() => revealFile(path)}>{savePartLabels.dialog.showInFolder}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose()
            openRecording(path)
          }}
        >
          {savePartLabels.dialog.open}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={onClose}>{savePartLabels.dialog.cancel}</Button>
      <Button kind="primary" onClick={onSave}>
        {savePartLabels.dialog.save}
      </Button>
    </>
  )
}

function Progress({ saving: { progress } }: { readonly saving: Extract<Saving, { state: 'saving' }> }) {
  const share = progress === null || progress.totalBytes === 0 ? 0 : progress.doneBytes / progress.totalBytes
  const label = progress?.phase === 'checking' ? savePartLabels.dialog.verifying : savePartLabels.dialog.saving
  return (
    <div className={styles.summary} role="status">
      {`${label}: ${String(Math.round(share * 100))}%`}
      <progress className={styles.progress} value={share} max={1} aria-label={label} />
    </div>
  )
}

function Saved({ saving: { part } }: { readonly saving: Extract<Saving, { state: 'saved' }> }) {
  const { redaction } = part
  return (
    <div className={styles.saved}>
      <p className={styles.path}>{part.file.path}</p>
      <p>{savedWords(part)}</p>
      {redaction !== null && (
        <>
          <p>{maskedWords(redaction)}</p>
          <ul className={styles.report} aria-label={savePartLabels.dialog.whatWasMasked}>
            {redaction.fields.slice(0, 100).map(({ provider, event, field, rule, count }) => (
              <li key={`${provider} ${event} ${field} ${rule}`}>
                <span className={styles.number}>{formatCount(count)}</span>
                <span>{ruleTitle(rule)}</span>
                <span className={styles.muted}>{`${provider}/${event}, ${field}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
