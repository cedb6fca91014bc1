import { useState } from 'react'
import { useApp } from '../../store/create-store.ts'
import { selectRecordView } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { problemWords } from './command-words.ts'
import { changeSheet, pasteCommand } from './record-commands.ts'
import { bufferWords } from './recording-words.ts'
import own from './record-dialogs.module.css'
import styles from './record-sheet.module.css'
import { recordLabels } from './record-labels.ts'

interface SheetDialogProps {
  readonly documentId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const bufferOptions = [16, 64, 256, 512, 1024, 4096].map((value) => ({ value, label: bufferWords(value) }))
const rundownOptions = [
  { value: 'default', label: recordLabels.advancedDialogs.allSymbols },
  { value: '0x18', label: recordLabels.advancedDialogs.methodsAndModules },
  { value: '0x1', label: recordLabels.advancedDialogs.gcSettings },
  { value: 'none', label: recordLabels.advancedDialogs.noSymbols },
]

/** Buffer, names, stacks. */
export function AdvancedDialog({ documentId, isOpen, onClose }: SheetDialogProps) {
  const options = useApp((state) => selectRecordView(documentId)(state).options)
  const change = (part: Partial<typeof options>) =>
    changeSheet(documentId, { options: { ...options, ...part }, probe: null })
  const rundowns = rundownOptions.some(({ value }) => value === options.rundown)
    ? rundownOptions
    : [...rundownOptions, { value: options.rundown, label: recordLabels.advancedDialogs.keywords(options.rundown) }]
  const buffers = bufferOptions.some(({ value }) => value === options.bufferMB)
    ? bufferOptions
    : [{ value: options.bufferMB, label: bufferWords(options.bufferMB) }, ...bufferOptions]
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={recordLabels.advancedDialogs.advanced}
      footer={<Button onClick={onClose}>{recordLabels.advancedDialogs.close}</Button>}
    >
      <div className={own.form}>
        <div className={styles.condition}>
          <span className={styles.conditionWord}>{recordLabels.advancedDialogs.bufferInTheProcess}</span>
          <Select
            label={recordLabels.advancedDialogs.bufferInTheProcess}
            options={buffers}
            value={options.bufferMB}
            onChange={(bufferMB) => change({ bufferMB })}
          />
        </div>
        <p className={styles.hint}>{recordLabels.advancedDialogs.bufferHint}</p>
        <div className={styles.condition}>
          <span className={styles.conditionWord}>{recordLabels.advancedDialogs.symbolsRundown}</span>
          <Select
            label={recordLabels.advancedDialogs.symbolsRundown}
            options={rundowns}
            value={options.rundown}
            onChange={(rundown) => change({ rundown })}
          />
        </div>
        <p className={styles.hint}>{recordLabels.advancedDialogs.symbolsHint}</p>
        <Checkbox isChecked={options.stacks} onChange={(stacks) => change({ stacks })}>
          {recordLabels.advancedDialogs.stacks}
        </Checkbox>
        <p className={styles.hint}>{recordLabels.advancedDialogs.stacksHint}</p>
      </div>
    </Dialog>
  )
}

/** A command of Microsoft's tool becomes the sheet. */
export function PasteDialog({ documentId, isOpen, onClose }: SheetDialogProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = () => {
    const error = pasteCommand(documentId, text)
    if (error === null) {
      setText('')
      setProblem(null)
      onClose()
    } else setProblem(problemWords(error))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={recordLabels.advancedDialogs.pasteACommandLine}
      description={recordLabels.advancedDialogs.pasteExplanation}
      footer={
        <>
          <Button onClick={onClose}>{recordLabels.advancedDialogs.cancel}</Button>
          <Button kind="primary" disabled={text.trim() === ''} onClick={read}>
            {recordLabels.advancedDialogs.takeCommand}
          </Button>
        </>
      }
    >
      <textarea
        className={own.paste}
        aria-label={recordLabels.advancedDialogs.commandLine}
        aria-invalid={problem !== null}
        rows={5}
        spellCheck={false}
        placeholder="dotnet-trace collect --process-id 4121 --providers ..."
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
